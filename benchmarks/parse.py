"""What turning bytes into a Page costs, as a ratio to lexbor's bare parse of the same bytes."""

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from benchmarks.corpus import DEFAULT_GOLD, draw_pages, open_sites
from dehusk.model import PageRef, RawPage
from dehusk.parse import parse_page

ROUNDS = 5
CEILING = 4.0


def main() -> None:
    """Print the times, and the ratio last."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    options.add_argument("--pages", type=int, default=400, help="how many pages, drawn by seed")
    arguments = options.parse_args()
    with open_sites(arguments.gold) as (kind, sites):
        bodies = [path.read_bytes() for path in draw_pages(sites, arguments.pages)]
    bare, whole = measure(bodies)
    n_kilobytes = sum(map(len, bodies)) / len(bodies) / 1000
    print(f"{len(bodies)} {kind} pages of {n_kilobytes:.0f} kB on average, best of {ROUNDS} rounds")
    print(f"bare parse     {bare / len(bodies) * 1000:6.3f} ms a page")
    print(f"bytes to Page  {whole / len(bodies) * 1000:6.3f} ms a page")
    print(f"ratio          {whole / bare:6.2f} (at most {CEILING} on real pages)")


def measure(bodies: list[bytes]) -> tuple[float, float]:
    """Seconds for all pages, bare and whole, taken in turns so that both meet the same noise."""
    ref = PageRef("page", "site", "page", 0)
    bare = [float("inf")] * len(bodies)
    whole = [float("inf")] * len(bodies)
    for _ in range(ROUNDS):
        for index, body in enumerate(bodies):
            raw = RawPage(ref, body)
            bare[index] = min(bare[index], _time(partial(LexborHTMLParser, body)))
            whole[index] = min(whole[index], _time(partial(parse_page, raw)))
    return sum(bare), sum(whole)


def _time(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
