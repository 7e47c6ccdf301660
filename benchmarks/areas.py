"""How far areas that are estimated agree with those of the boxes that Chromium draws.

For the elements of the sample sites that are drawn with more than 1 % of their page: the
correlation of the logarithms, and how many are large enough, either way, to be opened when
sections are cut.

    python -m benchmarks.areas
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.blocks import Table, write_text
from benchmarks.boxes import render_all
from benchmarks.corpus import open_sites
from dehusk.errors import MissingBrowser, MissingExtra
from dehusk.evaluate.ground import prepare
from dehusk.model import TEXT, Page
from dehusk.parse.tags import table_of, tag_ids
from dehusk.render import RenderSettings, prepare_rendering
from dehusk.run.local import Job
from dehusk.section.boxes import Areas, estimate_areas, read_areas
from dehusk.section.split import LARGE_SHARE

LEAST_SHARE = 0.01
"""Smaller elements are many, and far from being opened."""

HEADINGS = (
    "site",
    "pages",
    "elements",
    "correlation",
    "large in both",
    "only estimated",
    "only drawn",
    "in neither",
)

_IS_LEFT_OUT = table_of(tag_ids("html body") | {TEXT})
"""The page itself is as large as the page, both ways; texts have no boxes."""


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """The shares of some elements in the area of their page, both ways."""

    drawn: Areas
    estimated: Areas


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far both ways agree; `correlation` is of the elements that both give an area."""

    elements: int
    correlation: float
    both: int
    only_estimated: int
    only_drawn: int
    neither: int


def main() -> None:
    """Print a line for each sample site."""
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    try:
        settings = prepare_rendering(RenderSettings())
    except (MissingExtra, MissingBrowser) as error:
        sys.exit(f"nothing compared: {error}")
    of_site: dict[str, list[Pairs]] = {}
    with open_sites(Path("no gold")) as (_, sites):
        for site in sites:
            print(f"drawing {site.name}", file=sys.stderr, flush=True)
            pages = render_all(prepare(site, Job()), settings).pages
            of_site[site.name] = [pair_areas(page) for page in pages if page.boxes is not None]
    print(write_text(make_table(of_site)))


def pair_areas(page: Page) -> Pairs:
    """Both areas of each element that a browser drew large enough."""
    if page.boxes is None:
        raise ValueError("the page was not drawn")
    drawn = read_areas(page.tree, page.boxes)
    is_counted = (drawn > LEAST_SHARE) & ~_IS_LEFT_OUT[page.tree.tag]
    return Pairs(drawn[is_counted], estimate_areas(page.tree)[is_counted])


def compare(pages: Iterable[Pairs]) -> Agreement:
    """How far both ways agree on all elements of these pages."""
    listed = list(pages)
    drawn = np.concatenate([pairs.drawn for pairs in listed])
    estimated = np.concatenate([pairs.estimated for pairs in listed])
    # What is estimated to be hidden has no logarithm.
    is_shown = estimated > 0
    logs = np.log([drawn[is_shown], estimated[is_shown]])
    is_drawn, is_estimated = drawn > LARGE_SHARE, estimated > LARGE_SHARE
    return Agreement(
        elements=len(drawn),
        correlation=float(np.corrcoef(logs)[0, 1]),
        both=int((is_drawn & is_estimated).sum()),
        only_estimated=int((is_estimated & ~is_drawn).sum()),
        only_drawn=int((is_drawn & ~is_estimated).sum()),
        neither=int((~is_drawn & ~is_estimated).sum()),
    )


def make_table(of_site: dict[str, list[Pairs]]) -> Table:
    """A row for each site of which pages were drawn, and one for all."""
    groups = {name: pages for name, pages in of_site.items() if pages}
    everything = [pairs for pages in groups.values() for pairs in pages]
    rows = [_make_row(name, pages) for name, pages in groups.items()]
    if everything:
        rows.append(_make_row("all", everything))
    title = f"Areas estimated and drawn; large is more than {LARGE_SHARE:.0%} of the page"
    return Table(title, HEADINGS, tuple(rows), frozenset([len(groups)]))


def _make_row(name: str, pages: Sequence[Pairs]) -> tuple[str, ...]:
    found = compare(pages)
    counts = (found.both, found.only_estimated, found.only_drawn, found.neither)
    elements = f"{found.elements:,}"
    return (name, str(len(pages)), elements, f"{found.correlation:.3f}", *map(str, counts))


if __name__ == "__main__":
    main()
