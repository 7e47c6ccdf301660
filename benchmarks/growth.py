"""Time and memory of `dehusk run` as a site grows: a folder of N pages, then of 2N."""

import argparse
import resource
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpus import scratch_folder
from examples import write_site

MEBIBYTE = 1024 * 1024
TIME_CEILING = 2.3
MEMORY_CEILING_MIB = 1024


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run took; memory is that of all its processes together, at its highest."""

    seconds: float
    peak_mib: float


def main() -> None:
    """Print both runs, and their ratio last."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pages", type=int, default=10_000, help="N, the smaller site's pages")
    options.add_argument("--site", default="news", help="which sample site is made")
    arguments = options.parse_args()
    costs = []
    with scratch_folder() as scratch:
        for pages in (arguments.pages, 2 * arguments.pages):
            folder = Path(scratch, str(pages))
            write_site(arguments.site, folder, pages=pages)
            cost = measure(folder / "pages", folder / "clean")
            costs.append(cost)
            speed = pages / cost.seconds
            print(f"{pages:7,} pages  {cost.seconds:6.1f} s  {speed:5.0f} pages/s", end="  ")
            print(f"{cost.peak_mib:5.0f} MiB at most (ceiling {MEMORY_CEILING_MIB})", flush=True)
    ratio = costs[1].seconds / costs[0].seconds
    print(f"twice the pages take {ratio:.2f}x the time (at most {TIME_CEILING})")


def measure(pages: Path, target: Path) -> Cost:
    """Run the command, watching the resident memory of it and its children."""
    command = [sys.executable, "-m", "dehusk", "run", str(pages), "-o", str(target), "--quiet"]
    start = time.perf_counter()
    running = subprocess.Popen(command)
    peak = _Peak(running.pid)
    peak.start()
    code = running.wait()
    seconds = time.perf_counter() - start
    peak.join()
    if code:
        sys.exit(f"dehusk run ended with {code}")
    return Cost(seconds, peak.n_bytes / MEBIBYTE)


class _Peak(threading.Thread):
    """Samples the memory of a process and its children until it ends."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid = pid
        self.n_bytes = 0

    def run(self) -> None:
        while Path(f"/proc/{self._pid}/stat").exists() and not _is_dead(self._pid):
            self.n_bytes = max(self.n_bytes, sum(map(_resident, _family(self._pid))))
            time.sleep(0.05)


def _family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return [pid]
    return [pid, *(one for child in children.split() for one in _family(int(child)))]


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0


def _is_dead(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


if __name__ == "__main__":
    main()
