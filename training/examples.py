"""Sites with truth to examples: the blocks of a page as numbers, and which of them are content.

A page is an example several times: alone, and read with what 1, 2, 3, 5, 10 and 25 pages of its
site taught, so that the network learns what evidence is worth when there is little of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.evaluate.exhibit import Exhibit
from dehusk.evaluate.ground import is_single, prepare
from dehusk.evaluate.truth import TruthSite
from dehusk.learn.site.columns import Columns
from dehusk.learn.site.features import describe_blocks
from dehusk.learn.site.lexicon import Lexicon, describe_words
from dehusk.learn.site.method import SiteTemplate
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.recall import draw_pages
from dehusk.learn.site.view import View, view_page
from dehusk.model import Ints, Page
from dehusk.run.local import Job
from dehusk.run.pipeline import LearnedSite, Recipe, drop_copies, learn_site
from training.folds import fold_of, owner_of

ALONE = 0
LEVELS = (1, 2, 3, 5, 10, 25)
"""From so many pages of a site is learned."""

OF_NAMES = ("names for", "names against", "near names for", "near names against")
OF_WORDING = ("wording", "wording against", "wording for", "wording of heading")
OF_WORDS = (*OF_NAMES, *OF_WORDING)
"""The features that depend on a lexicon, which is made first; they are the last of all."""

Halves = npt.NDArray[np.float16]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A page's blocks under one amount of evidence: all features but those of words."""

    features: Halves
    low: Ints
    high: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A page with truth: by block the share of its words that is content, and how many count;
    `optional` are those of content that may be missing.

    `looks` are by the number of pages that were learned from; `n_siblings` counts the examples of
    its site.
    """

    owner: str
    fold: int
    n_siblings: int
    page: Page
    content: Floats
    words: Floats
    optional: Floats
    looks: Mapping[int, Look]


@dataclass(frozen=True, slots=True)
class Examples:
    """Examples, and the names of the features of their looks."""

    features: tuple[str, ...]
    pages: Sequence[Example]


def make_examples(site: TruthSite) -> Examples:
    """The scored pages of a site."""
    ground = prepare(site, Job())
    seen = [(exhibit, view_page(exhibit.page)) for exhibit in ground.exhibits]
    seen = [(exhibit, view) for exhibit, view in seen if len(view)]
    looks = [{ALONE: _describe(_learn([view.page]), view)} for _, view in seen]
    pages = draw_pages(drop_copies(ground.pages), len(ground.pages))
    if not is_single(site.name) and len(pages) > 1:
        for level, n_pages in _choose_levels(len(pages)).items():
            learned = _learn(pages[:n_pages])
            for found, (_, view) in zip(looks, seen, strict=True):
                found[level] = _describe(learned, view)
    names = next((names for found in looks for names, _ in found.values()), ())
    examples = [
        _label(site, exhibit, view, {level: look for level, (_, look) in found.items()}, len(seen))
        for found, (exhibit, view) in zip(looks, seen, strict=True)
    ]
    return Examples(names, examples)


def describe_by(example: Example, lexicon: Lexicon) -> Floats:
    """The features of words, by what a lexicon says."""
    view = view_page(example.page)
    columns = Columns(len(view))
    describe_words(columns, view, lexicon)
    return columns.join().rows.T


def _choose_levels(n_pages: int) -> dict[int, int]:
    """The levels that a site has pages for; the first that takes all of them is the last."""
    levels: dict[int, int] = {}
    for level in LEVELS:
        levels[level] = min(level, n_pages)
        if level >= n_pages:
            break
    return levels


def _learn(pages: Sequence[Page]) -> LearnedSite:
    return learn_site("site", pages, Recipe("site"))


def _describe(learned: LearnedSite, view: View) -> tuple[tuple[str, ...], Look]:
    template = learned.templates[learned.clustering.assign(view.page).template]
    if not isinstance(template, SiteTemplate):
        raise TypeError("not learned by the method site")
    described = describe_blocks(view, template.recalled.know_of_others(view.page), Lexicon())
    names = described.features.names[: -len(OF_WORDS)]
    features = described.stack(names).astype(np.float16)
    return names, Look(features, described.low, described.high)


def _label(
    site: TruthSite, exhibit: Exhibit, view: View, looks: Mapping[int, Look], n_siblings: int
) -> Example:
    """A block that says nothing that counts goes with what is around it, and hardly weighs."""
    leaves, block, n_blocks = exhibit.leaves, view.reading.block, len(view)

    def count(values: npt.NDArray[np.generic]) -> npt.NDArray[np.float64]:
        return np.bincount(block, values, minlength=n_blocks).astype(np.float64)

    # What may be missing is still content, and says where content is.
    is_optional = leaves.is_content & ~leaves.is_counted
    counted = np.where(leaves.is_counted | is_optional, leaves.n_words, 0)
    words = count(counted)
    said = count(counted * leaves.is_content) / np.maximum(words, 1)
    silent = count(leaves.is_content) / np.maximum(count(np.ones(len(block))), 1)
    return Example(
        owner=owner_of(site),
        fold=fold_of(site),
        n_siblings=n_siblings,
        page=exhibit.page,
        content=np.where(words > 0, said, silent).astype(np.float32),
        words=words.astype(np.float32),
        optional=count(is_optional * leaves.n_words).astype(np.float32),
        looks=looks,
    )
