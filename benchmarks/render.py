"""What drawing pages costs with one browser: pages a second, with scripts, and from the cache.

    python -m benchmarks.render [--gold FOLDER]

Pages are those of the sample sites, or with --gold some of the first gold sites.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path

from benchmarks.corpus import list_refs, open_sites, scratch_folder
from dehusk.errors import MissingBrowser, MissingExtra
from dehusk.model import Page, PageRef, Rejected
from dehusk.parse import DEFAULT_CAPS
from dehusk.render import RenderSettings, prepare_rendering
from dehusk.run.pipeline import take_page

PAGES, PAGES_WITH_SCRIPTS = 60, 20


def main() -> None:
    """Print a line for each way to take a page."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gold", type=Path, default=Path("no gold"), help="gold archives")
    options.add_argument("--pages", type=int, default=PAGES)
    arguments = options.parse_args()
    try:
        found = prepare_rendering(RenderSettings())
    except (MissingExtra, MissingBrowser) as error:
        sys.exit(f"nothing measured: {error}")
    with open_sites(arguments.gold) as (kind, sites), scratch_folder() as scratch:
        # A browser takes a second or two to start, with a page that does not count.
        spare, *refs = islice(chain.from_iterable(map(list_refs, sites)), arguments.pages + 1)
        plain = replace(found, cache=str(Path(scratch) / "drawn"))
        scripted = replace(plain, javascript=True)
        print(f"{kind} pages, one browser{'pages':>20}{'pages/s':>10}{'not drawn':>11}")
        _measure("parsed only", refs, None)
        for settings, name in ((plain, "--render"), (scripted, "--render --javascript")):
            chosen = refs[:PAGES_WITH_SCRIPTS] if settings.javascript else refs
            take_page(spare, rendering=settings)
            _measure(name, chosen, settings)
            _measure(f"{name}, from the cache", chosen, settings)


def _measure(name: str, refs: Sequence[PageRef], settings: RenderSettings | None) -> None:
    took, pages = _time(lambda: [take_page(ref, DEFAULT_CAPS, settings) for ref in refs])
    lost = sum(isinstance(page, Page) and page.boxes is None for page in pages) if settings else 0
    print(f"{name:40}{len(refs):>6}{len(refs) / took:10.1f}{lost:11}", flush=True)


def _time(work: Callable[[], list[Page | Rejected]]) -> tuple[float, list[Page | Rejected]]:
    start = time.perf_counter()
    done = work()
    return time.perf_counter() - start, done


if __name__ == "__main__":
    main()
