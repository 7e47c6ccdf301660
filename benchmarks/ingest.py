"""What turning a WARC.gz into RawPages costs, as a ratio to FastWARC's bare iteration of it.

Bare iteration is FastWARC's own loop over all records, HTTP headers parsed; once without a look at
the bodies, once reading them.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

from fastwarc.warc import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from benchmarks.corpus import DEFAULT_GOLD, draw_pages, open_sites, scratch_folder
from dehusk.ingest.archive import Archive, read_archive
from dehusk.ingest.settings import SourceSettings
from dehusk.model import RawPage

ROUNDS = 9
FLOOR = 0.8


def main() -> None:
    """Print the times, and the ratios last."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    options.add_argument("--pages", type=int, default=2_000, help="how many pages, drawn by seed")
    arguments = options.parse_args()
    with scratch_folder() as folder, open_sites(arguments.gold) as (kind, sites):
        chosen = draw_pages(sites, arguments.pages)
        archive = Path(folder, "pages.warc.gz")
        write_warc(chosen, archive)
        times = measure(archive, len(chosen))
        size = archive.stat().st_size / len(chosen) / 1000
    print(f"{len(chosen)} {kind} pages, {size:.1f} kB each compressed, best of {ROUNDS} rounds")
    for name, seconds in times.items():
        print(f"{name:28} {seconds / len(chosen) * 1e6:7.1f} µs a page")
    bare, reading, ours = times.values()
    print(f"speed of bare iteration      {bare / ours:7.2f}x (at least {FLOOR})")
    print(f"speed of reading the bodies  {reading / ours:7.2f}x")


def write_warc(paths: list[Path], archive: Path) -> None:
    """An archive as crawlers write them: a response a page."""
    with archive.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        headers = [("Content-Type", "text/html; charset=utf-8"), ("Server", "example")]
        for number, path in enumerate(paths):
            record = writer.create_warc_record(
                f"https://site{number % 50}.example/page/{number}",
                "response",
                payload=BytesIO(path.read_bytes()),
                http_headers=StatusAndHeaders("200 OK", headers, protocol="HTTP/1.1"),
            )
            writer.write_record(record)


def measure(archive: Path, n_pages: int) -> dict[str, float]:
    """Seconds for each way through the archive, taken in turns so that all meet the same noise."""
    ways: dict[str, Callable[[], int]] = {
        "FastWARC, bare": partial(_iterate, archive),
        "FastWARC, reading bodies": partial(_iterate_reading, archive),
        "to RawPages": partial(_read, archive),
    }
    best = dict.fromkeys(ways, float("inf"))
    for _ in range(ROUNDS):
        for name, way in ways.items():
            start = time.perf_counter()
            seen = way()
            best[name] = min(best[name], time.perf_counter() - start)
            assert seen == n_pages, f"{name} saw {seen} of {n_pages} pages"
    return best


def _iterate(archive: Path) -> int:
    return sum(1 for _ in ArchiveIterator(str(archive)))


def _iterate_reading(archive: Path) -> int:
    return sum(1 for record in ArchiveIterator(str(archive)) if record.reader.read())


def _read(archive: Path) -> int:
    found = read_archive(Archive(str(archive), archive.name, "site"), SourceSettings())
    return sum(isinstance(item, RawPage) for item in found)


if __name__ == "__main__":
    main()
