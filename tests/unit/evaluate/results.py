"""Made-up results: what is shown must not depend on how it was found."""

from collections.abc import Mapping
from pathlib import Path

from dehusk.evaluate.contest import (
    ALL_TEXT,
    CEILING,
    NOTHING,
    Outcome,
    PageResult,
    Problem,
    SiteResult,
)
from dehusk.evaluate.metrics import Score
from dehusk.evaluate.shares import Shares
from dehusk.evaluate.truth import TruthPage, TruthSite

ENTRIES = ("chunks", "other <b>")


def make_outcome(
    set_name: str,
    site: str,
    scores: Mapping[str, float],
    *,
    ceiling: float = 1.0,
    lost: Mapping[str, str] | None = None,
) -> Outcome:
    """A site where all entries score the same on each page."""
    lost = lost or {}
    results = []
    for entry in (CEILING, ALL_TEXT, *ENTRIES):
        pages = tuple(
            _make_page(id_, ceiling if entry == CEILING else f1, entry)
            if id_ not in lost
            else PageResult(id_, "", NOTHING, NOTHING)
            for id_, f1 in scores.items()
        )
        shares = Shares(0.4, 0.5, 0.8, 0.9)
        results.append(SiteResult(set_name, site, entry, pages, shares, seconds=1.0))
    problems = tuple(Problem(set_name, site, id_, why) for id_, why in lost.items())
    return Outcome(tuple(results), problems)


def _make_page(id_: str, f1: float, entry: str) -> PageResult:
    score = Score(f1, f1, f1)
    return PageResult(id_, f"kept by {entry}", score, score, score, score)


def make_truth(set_name: str, site: str, *ids: str) -> TruthSite:
    pages = tuple(TruthPage(id_, Path(f"{id_}.html"), f"wanted of {site} {id_}") for id_ in ids)
    return TruthSite(set_name, site, pages)
