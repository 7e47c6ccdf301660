"""What real boxes change: the method `tree` with areas from Chromium, and with estimated ones.

For the sample sites, or gold sites with --gold: F1 of the text, precision and recall of noise by
words, how many sections a page has, and how far both ways agree on which leaves belong together.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from statistics import fmean

import numpy as np

from benchmarks.corpus import open_sites
from dehusk.errors import MissingBrowser, MissingExtra
from dehusk.evaluate.exhibit import Exhibit
from dehusk.evaluate.ground import Ground, prepare, split_singles
from dehusk.ingest import read_page
from dehusk.model import Ints, Page
from dehusk.parse import DEFAULT_CAPS
from dehusk.render import RenderSettings, prepare_rendering, render_page
from dehusk.run.local import Job
from dehusk.run.pipeline import LearnedSite, Recipe, learn_site
from dehusk.section.choose import choose_content
from dehusk.write.text import render_text

FEWEST_PAGES = 5


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over the scored pages of a site."""

    f1: float
    precision: float
    recall: float
    sections: float


def main() -> None:
    """Print a line for each site and way."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--gold", type=Path, default=Path("no gold"), help="gold archives")
    options.add_argument("--sites", type=int, help="only so many sites")
    arguments = options.parse_args()
    try:
        settings = prepare_rendering(RenderSettings())
    except (MissingExtra, MissingBrowser) as error:
        sys.exit(f"nothing compared: {error}")
    rows: list[tuple[Figures, Figures, float]] = []
    n_drawn = n_pages = 0
    print(
        f"{'site':32}{'areas':>10}{'F1':>8}{'noise P':>9}{'noise R':>9}{'sections':>10}{'agree':>8}"
    )
    with open_sites(arguments.gold) as (_, sites):
        chosen = [site for site in split_singles(sites) if len(site.scored) >= FEWEST_PAGES]
        for site in islice(chosen, arguments.sites):
            ground = prepare(site, Job())
            drawn_ground = render_all(ground, settings)
            n_drawn += sum(page.boxes is not None for page in drawn_ground.pages)
            n_pages += len(ground.pages)
            rows.append(compare(ground, drawn_ground))
            _print_row(f"{site.set_name}/{site.name}", *rows[-1])
    if rows:
        estimated, drawn, agreement = zip(*rows, strict=True)
        _print_row("mean", _mean(estimated), _mean(drawn), fmean(agreement))
        print(f"{n_drawn} of {n_pages} pages were drawn")


def _print_row(name: str, estimated: Figures, drawn: Figures, agreement: float) -> None:
    for way, figures in (("estimated", estimated), ("drawn", drawn)):
        shares = f"{figures.f1:8.3f}{figures.precision:9.3f}{figures.recall:9.3f}"
        agree = f"{agreement:8.3f}" if way == "drawn" else ""
        print(f"{name[:32]:32}{way:>10}{shares}{figures.sections:10.1f}{agree}", flush=True)


def render_all(ground: Ground, settings: RenderSettings) -> Ground:
    """The same site, with the boxes of its pages."""
    drawn = {page.ref: _render(page, settings) for page in ground.pages}
    exhibits = [
        replace(one, page=drawn.get(one.page.ref) or _render(one.page, settings))
        for one in ground.exhibits
    ]
    return replace(ground, pages=list(drawn.values()), exhibits=exhibits)


def _render(page: Page, settings: RenderSettings) -> Page:
    return render_page(read_page(page.ref), page, DEFAULT_CAPS, settings)


def compare(estimated: Ground, drawn: Ground) -> tuple[Figures, Figures, float]:
    """The figures of both ways, and how far their sections agree."""
    learned = [
        learn_site(ground.site.name, ground.pages, Recipe("tree")) for ground in (estimated, drawn)
    ]
    agreement = [
        agree(
            learned[0].divide(one.page).sections.of_leaf,
            learned[1].divide(other.page).sections.of_leaf,
        )
        for one, other in zip(estimated.exhibits, drawn.exhibits, strict=True)
    ]
    figures = [
        judge(site, ground) for site, ground in zip(learned, (estimated, drawn), strict=True)
    ]
    return figures[0], figures[1], fmean(agreement)


def judge(site: LearnedSite, ground: Ground) -> Figures:
    """How good a way is on a site."""
    rows = [_judge_page(site, exhibit) for exhibit in ground.exhibits]
    right, called, there = (sum(row[1][at] for row in rows) for at in range(3))
    return Figures(
        f1=fmean(row[0] for row in rows),
        precision=right / called if called else 1.0,
        recall=right / there if there else 1.0,
        sections=fmean(row[2] for row in rows),
    )


def _judge_page(site: LearnedSite, exhibit: Exhibit) -> tuple[float, tuple[int, int, int], int]:
    page, truth = exhibit.page, exhibit.leaves
    is_kept = choose_content(site.judge(page).scores)
    words = np.where(truth.is_counted, truth.n_words, 0)
    is_noise = ~truth.is_content
    counts = (is_noise & ~is_kept, ~is_kept, is_noise)
    right, called, there = (int(words[which].sum()) for which in counts)
    score = exhibit.wanted.score(render_text(page.tree, is_kept))
    return score.f1, (right, called, there), len(site.divide(page).sections)


def agree(one: Ints, other: Ints) -> float:
    """The share of neighbouring leaves that both put together, or both apart."""
    if len(one) < 2:
        return 1.0
    return float((np.diff(one).astype(bool) == np.diff(other).astype(bool)).mean())


def _mean(figures: Iterable[Figures]) -> Figures:
    rows = list(figures)
    return Figures(*(fmean(column) for column in zip(*map(_list, rows), strict=True)))


def _list(figures: Figures) -> Iterator[float]:
    return (getattr(figures, name) for name in Figures.__slots__)


if __name__ == "__main__":
    main()
