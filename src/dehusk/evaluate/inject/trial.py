"""One kind of part put into a site's pages, the site learned anew: what is found, what is lost."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np

from dehusk.evaluate.inject.parts import Kind, Words, make_words
from dehusk.evaluate.inject.places import Places, find_places
from dehusk.evaluate.inject.splice import Insert, Spliced, splice
from dehusk.evaluate.metrics import Wanted
from dehusk.learn.evidence import gather_evidence
from dehusk.model import Judged, Mask, Page, stable_hash
from dehusk.parse import Caps
from dehusk.parse.words import split_words
from dehusk.run.pipeline import LearnedSite, Recipe, learn_site
from dehusk.write.text import render_text, render_whole

_FEWEST_PAGES = 2
"""What is on one page only is no template."""


@dataclass(frozen=True, slots=True)
class Miss:
    """A piece of a part that stayed on a page."""

    source: str
    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of one kind of part on one site.

    `removed`: the share of its words, mean over the `pages` it was put into; `miss` is the first
    piece that stayed. `lost`: the share of the other text kept without it that is missing with it,
    mean over the pages that had any; `gained`: the other way round.
    """

    pages: int
    removed: float
    lost: float
    gained: float
    miss: Miss | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """A site before anything is put in: its pages, their places, and what is kept of each."""

    site: str
    pages: Sequence[Page]
    places: Sequence[Places | None]
    words: Words
    kept: Sequence[Wanted]
    kept_share: float


def pick_pages(pages: Sequence[Page]) -> list[Page]:
    """Each page once and none without words, in an order of their own.

    A part on one of two copies would make all else on them look like a template.
    """
    originals: dict[bytes, Page] = {}
    for page in sorted(pages, key=lambda page: (page.ref.key, page.tree.markup)):
        if split_words(render_whole(page.tree)):
            originals.setdefault(page.tree.markup, page)
    return list(originals.values())


def lay_ground(site: str, pages: Sequence[Page], recipe: Recipe) -> Ground:
    """Learn and clean the site as it is, of pages that were picked."""
    learned = learn_site(site, pages, recipe)
    kept = [_read(learned.judge(page)) for page in pages]
    words = [split_words(render_whole(page.tree)) for page in pages]
    evidence = gather_evidence(pages)
    return Ground(
        site=site,
        pages=pages,
        places=[find_places(page, evidence) for page in pages],
        words=make_words(frozenset(word for found in words for word in found)),
        kept=[Wanted(text) for text in kept],
        kept_share=fmean(
            len(split_words(text)) / len(found) for text, found in zip(kept, words, strict=True)
        ),
    )


def try_kind(ground: Ground, kind: Kind, recipe: Recipe, caps: Caps) -> Trial | None:
    """Put the part in, learn, clean; nothing where too few pages can take it in."""
    spliced = _put_in(ground, kind, caps)
    if sum(found is not None for found in spliced) < _FEWEST_PAGES:
        return None
    pages = [
        found.page if found else page for page, found in zip(ground.pages, spliced, strict=True)
    ]
    learned = learn_site(ground.site, pages, recipe)
    return _measure(ground, spliced, learned)


def _put_in(ground: Ground, kind: Kind, caps: Caps) -> list[Spliced | None]:
    """The pages with the part, in the order of all pages; nothing for those that have none."""
    ranks = sorted(range(len(ground.pages)), key=lambda n: _rank(ground.pages[n]))
    wanted = max(round(kind.share * len(ranks)), _FEWEST_PAGES)
    spliced: list[Spliced | None] = [None] * len(ranks)
    for rank in ranks:
        if wanted:
            spliced[rank] = _put_into_page(ground, rank, kind, caps)
            wanted -= spliced[rank] is not None
    return spliced


def _rank(page: Page) -> tuple[int, str]:
    return stable_hash(f"part {page.ref.key}"), page.ref.key


def _put_into_page(ground: Ground, number: int, kind: Kind, caps: Caps) -> Spliced | None:
    page, places = ground.pages[number], ground.places[number]
    if places is None:
        return None
    html = kind.write(ground.words, page.ref.key).encode()
    inserts = [Insert(at, html) for at in kind.choose(places, page.ref.key) if at is not None]
    return splice(page, inserts, caps) if inserts else None


def _measure(ground: Ground, spliced: Sequence[Spliced | None], learned: LearnedSite) -> Trial:
    removed: list[float] = []
    misses: list[Miss] = []
    lost: list[float] = []
    gained: list[float] = []
    for page, found, kept in zip(ground.pages, spliced, ground.kept, strict=True):
        judged = learned.judge(found.page if found else page)
        if found:
            removed.append(_share_removed(judged, found.is_put_in))
            misses += _find_miss(judged, found.is_put_in)
            judged = replace(judged, is_kept=judged.is_kept & ~found.is_put_in)
        text = _read(judged)
        score = kept.score(text)
        lost += [1 - score.recall] if kept.text else []
        gained += [1 - score.precision] if text else []
    return Trial(
        pages=len(removed),
        removed=fmean(removed),
        lost=fmean(lost) if lost else 0.0,
        gained=fmean(gained) if gained else 0.0,
        miss=misses[0] if misses else None,
    )


def _share_removed(judged: Judged, is_part: Mask) -> float:
    texts = judged.page.tree.leaf_texts()
    n_words = np.array([len(split_words(text)) for text in texts])
    return float(n_words[is_part & ~judged.is_kept].sum() / n_words[is_part].sum())


def _find_miss(judged: Judged, is_part: Mask) -> Sequence[Miss]:
    """The first piece of the part that stayed, if any did."""
    page = judged.page
    stayed = np.flatnonzero(is_part & judged.is_kept)
    if not len(stayed):
        return []
    node = int(page.tree.leaves[stayed[0]])
    return [
        Miss(page.ref.source, page.tree.path(int(page.tree.parent[node])), page.tree.text_of(node))
    ]


def _read(judged: Judged) -> str:
    return render_text(judged.page.tree, judged.is_kept)
