"""How fast `dehusk crawl` is on one core, and whether its memory grows; on loopback, no delay.

The server is another process, on the other cores where there are any. Speed is told by the clock
and by the crawler's own processor time: on a busy machine they differ.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import scratch_folder

MEBIBYTE = 1024 * 1024
HOSTS = 8
URLS, QUICK_URLS = 50_000, 4_000
LEAST_SPEED = 300
MOST_GROWTH = 1.25
PAUSE_S = 0.1
_SETTLED = 0.2
"""Of the time, after which memory should grow no more: caches are full by then."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a crawl took; `resident` is its memory in bytes, sampled evenly over its time."""

    pages: int
    seconds: float
    cpu_s: float
    resident: tuple[int, ...]

    @property
    def growth(self) -> float:
        """The most memory at the end of the crawl, by the most in the part after its start."""
        start = int(len(self.resident) * _SETTLED)
        early = self.resident[start : 2 * start] or self.resident
        return max(self.resident[-max(start, 1) :]) / max(early)


def main() -> None:
    """Print speed, memory, and whether they are as they should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--urls", type=int, help=f"addresses in all (default: {URLS:,})")
    parser.add_argument("--hosts", type=int, default=HOSTS, help=f"(default: {HOSTS})")
    parser.add_argument("--quick", action="store_true", help=f"only {QUICK_URLS:,} addresses")
    options = parser.parse_args()
    urls = options.urls or (QUICK_URLS if options.quick else URLS)
    with scratch_folder() as scratch:
        cost = measure(urls // options.hosts, options.hosts, Path(scratch))
    speed, own_speed = cost.pages / cost.seconds, cost.pages / cost.cpu_s
    print(f"{cost.pages:,} pages of {options.hosts} hosts in {cost.seconds:.1f} s on one core")
    print(f"{speed:6.0f} pages/s by the clock (at least {LEAST_SPEED})")
    print(f"{own_speed:6.0f} pages/s of the crawler's processor time, its start included")
    shown = cost.resident[:: max(len(cost.resident) // 8, 1)]
    print("memory, MiB:", " ".join(f"{n_bytes / MEBIBYTE:.0f}" for n_bytes in shown))
    print(f"{max(cost.resident) / MEBIBYTE:6.0f} MiB at most")
    print(f"{cost.growth:6.2f} x as much at the end as early on (at most {MOST_GROWTH})")


def measure(pages_a_host: int, n_hosts: int, folder: Path) -> Cost:
    """Crawl all hosts, the crawler alone on its core."""
    with _serve(pages_a_host, n_hosts) as port:
        hosts = (f"127.0.0.{number}" for number in range(1, n_hosts + 1))
        starts = [f"http://{host}:{port}/page/0" for host in hosts]
        report = folder / "report.json"
        command = [sys.executable, "-m", "dehusk", "crawl", *starts]
        command += [
            "-o",
            str(folder / "s.warc.gz"),
            "--allow-private",
            "--delay",
            "0",
            "--max-pages",
            "10000000",
        ]
        start = time.perf_counter()
        running = subprocess.Popen([*command, "--quiet", "--json", str(report)])
        _pin(running.pid, first=True)
        resident = []
        while running.poll() is None:
            resident.append(_read_resident(running.pid))
            time.sleep(PAUSE_S)
        seconds = time.perf_counter() - start
        cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
    if running.returncode:
        sys.exit(f"dehusk crawl ended with {running.returncode}")
    found = json.loads(report.read_text(encoding="utf-8"))
    # The time to start Python and to import is no part of a crawl, but of the processor time.
    n_early = int((seconds - found["seconds"]) / PAUSE_S) + 1
    kept = tuple(n_bytes for n_bytes in resident[n_early:] if n_bytes) or tuple(resident)
    return Cost(found["pages"], found["seconds"], cpu.ru_utime + cpu.ru_stime, kept)


@contextmanager
def _serve(pages_a_host: int, n_hosts: int) -> Iterator[int]:
    command = [sys.executable, "-m", "benchmarks.crawl_server", str(pages_a_host), str(n_hosts)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            _pin(server.pid, first=False)
            yield int(server.stdout.readline())
        finally:
            server.kill()


def _pin(pid: int, *, first: bool) -> None:
    """The crawler on one core, the server on the others."""
    if not hasattr(os, "sched_setaffinity"):
        return
    cores = sorted(os.sched_getaffinity(0))
    others = cores[1:] or cores
    os.sched_setaffinity(pid, cores[:1] if first else others)


def _read_resident(pid: int) -> int:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * resource.getpagesize()


if __name__ == "__main__":
    main()
