"""The method `self-taught`: no truth of other sites; the site's own repetition is the teacher.

Blocks that other pages repeat are taken for template, new ones in running text for content; a
linear decision on what each page by itself tells learns from these (after Chakrabarti, Kumar and
Punera's page-level detection, as the paper on template strings reports it), and so judges what
repetition alone cannot: a related story is new, yet looks like template.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dehusk.errors import BadSetting
from dehusk.learn.evidence import SiteEvidence
from dehusk.learn.method import State
from dehusk.learn.saved import read_mapping, read_text
from dehusk.learn.site.columns import Columns
from dehusk.learn.site.method import DECIMALS, MOST_PAGES
from dehusk.learn.site.page_features import describe_tags, describe_text
from dehusk.learn.site.reading import Floats
from dehusk.learn.site.recall import recall_pages
from dehusk.learn.site.site_features import Evidence
from dehusk.learn.site.threads import one_thread
from dehusk.learn.site.titles import match_title
from dehusk.learn.site.view import View, view_page
from dehusk.model import Mask, Page, Reason, Scores

_REPEATED, _NEW = 0.7, 0.2
"""From this share of words that other pages have a block is template; up to that, content."""

_LINKED = 0.3
"""A block of more links is no teacher of content."""

_SUBLINEAR, _RIDGE, _ROUNDS, _SURE = 0.5, 3.0, 12, 12.0
_FARTHEST = 5.0
_MOST_REASONS = 3


@dataclass(frozen=True, slots=True)
class SelfTaught:
    """`pages`: learn from so many pages of a cluster at most, drawn by their keys."""

    name: ClassVar[str] = "self-taught"

    pages: int = MOST_PAGES

    def __post_init__(self) -> None:
        if type(self.pages) is not int or self.pages < 1:
            raise BadSetting(self.name, "pages", self.pages, "a whole number from 1")

    def learn(self, pages: Sequence[Page], site: SiteEvidence) -> "TaughtTemplate":
        """What tells the site's new text from its repeated text on a page by itself."""
        learned = recall_pages(pages, site, self.pages)
        known = learned.known
        ends = site.title_prefix, site.title_suffix
        rows, labels, weights = [], [], []
        for view in learned.views:
            noted = Columns(len(view))
            Evidence(view, known).describe(noted)
            told = noted.join().to_mapping()
            columns = _describe(view, ends)
            is_template = _find_repeated(told)
            is_content = (told["known words"] <= _NEW) & (columns["link share"] <= _LINKED)
            chosen = (is_template | is_content) & (view.reading.words > 0)
            rows.append(np.stack(list(columns.values()), axis=1)[chosen])
            labels.append(is_content[chosen] & ~is_template[chosen])
            weights.append(view.reading.words[chosen] ** _SUBLINEAR)
        if not rows or not np.concatenate(labels).any() or np.concatenate(labels).all():
            return TaughtTemplate({}, {}, {}, 0.0, ends)
        with one_thread():
            *tables, bias = _fit(
                np.concatenate(rows), np.concatenate(labels), np.concatenate(weights)
            )
        mean, scale, weight = (_name(list(columns), values) for values in tables)
        return TaughtTemplate(mean, scale, weight, round(float(bias[0]), DECIMALS), ends)

    def load(self, state: State) -> "TaughtTemplate":
        """The template that was saved."""
        mean, scale, weight = (_read_numbers(state, name) for name in ("mean", "scale", "weight"))
        if not mean.keys() == scale.keys() == weight.keys():
            raise ValueError("mean, scale and weight are not of the same features")
        bias = _read_numbers(state, "bias").get("bias", 0.0)
        ends = read_text(state, "title_prefix"), read_text(state, "title_suffix")
        return TaughtTemplate(mean, scale, weight, bias, ends)


@dataclass(frozen=True, slots=True, eq=False)
class TaughtTemplate:
    """What each feature of a block is worth; nothing where the pages taught nothing."""

    mean: Mapping[str, float]
    scale: Mapping[str, float]
    weight: Mapping[str, float]
    bias: float
    ends: tuple[str, str]

    def score(self, page: Page) -> Scores:
        """How unlikely each leaf is content."""
        view = view_page(page)
        if not len(view) or not self.weight:
            return np.zeros(len(page.tree.leaves), dtype=np.float32)
        odds = self._weigh(view).sum(axis=1) + self.bias
        likely = np.round(1 / (1 + np.exp(-np.clip(odds, -_SURE, _SURE))), DECIMALS)
        scores: Scores = (1 - likely).astype(np.float32)[view.reading.block]
        return scores

    def explain(self, page: Page) -> Sequence[Reason]:
        """The features that spoke most for the decision on each leaf."""
        view = view_page(page)
        tree, scores = page.tree, self.score(page)
        told = self._tell(view) if len(view) else []
        return [
            Reason(tree.path(node), text, float(score), told[block])
            for node, text, score, block in zip(
                tree.leaves.tolist(), tree.leaf_texts(), scores, view.reading.block, strict=True
            )
        ]

    def _tell(self, view: View) -> list[str]:
        if not self.weight:
            return ["nothing was learned"] * len(view)
        names, worth = list(self.weight), self._weigh(view)
        sign = np.where(worth.sum(axis=1) + self.bias > 0, 1.0, -1.0)
        order = np.argsort(-worth * sign[:, None], axis=1, kind="stable")[:, :_MOST_REASONS]
        return ["; ".join(names[feature] for feature in row) for row in order.tolist()]

    def _weigh(self, view: View) -> Floats:
        """What each feature adds to the odds of each block."""
        columns = _describe(view, self.ends)
        # A feature that is no more counts for nothing.
        none = np.zeros(len(view), dtype=np.float32)
        rows = np.stack([columns.get(name, none) for name in self.weight], axis=1)
        mean, scale, weight = (
            np.array([table[name] for name in self.weight])
            for table in (self.mean, self.scale, self.weight)
        )
        weighed: Floats = np.clip((rows - mean) * scale, -_FARTHEST, _FARTHEST) * weight
        return weighed

    def state(self) -> State:
        """A number a feature, readable and correctable."""
        return {
            "title_prefix": self.ends[0],
            "title_suffix": self.ends[1],
            "bias": {"bias": self.bias},
            "mean": dict(self.mean),
            "scale": dict(self.scale),
            "weight": dict(self.weight),
        }


def _describe(view: View, ends: tuple[str, str]) -> dict[str, Floats]:
    columns = Columns(len(view))
    describe_text(columns, view)
    describe_tags(columns, view)
    match_title(columns, view, ends)
    return columns.join().to_mapping()


def _find_repeated(told: Mapping[str, Floats]) -> Mask:
    """Which blocks other pages have too: most of their words, or the same in the same place."""
    is_repeated: Mask = told["known words"] >= _REPEATED
    return is_repeated | (told["slot same share"] >= _REPEATED)


def _fit(rows: Floats, is_content: Mask, weights: Floats) -> Sequence[Floats]:
    """Logistic regression by Newton's method; both kinds of blocks weigh the same.

    The mean and scale of each feature, what it is worth, and last what is added to all.
    """
    mean, scale = rows.mean(axis=0), 1 / (rows.std(axis=0) + 1e-3)
    normal = np.clip((rows - mean) * scale, -_FARTHEST, _FARTHEST).astype(np.float64)
    inputs = np.concatenate((normal, np.ones((len(rows), 1))), axis=1)
    target = is_content.astype(np.float64)
    of_kind = np.where(is_content, weights[is_content].sum(), weights[~is_content].sum())
    share = weights / of_kind * len(rows) / 2
    ridge = np.full(inputs.shape[1], _RIDGE)
    ridge[-1] = 1e-6
    worth = np.zeros(inputs.shape[1])
    for _ in range(_ROUNDS):
        likely = 1 / (1 + np.exp(-np.clip(inputs @ worth, -_SURE, _SURE)))
        slope = inputs.T @ (share * (likely - target)) + ridge * worth
        bend = (inputs * (share * likely * (1 - likely) + 1e-6)[:, None]).T @ inputs
        worth -= np.linalg.solve(bend + np.diag(ridge), slope)
    return mean, scale, worth[:-1].astype(np.float32), worth[-1:].astype(np.float32)


def _name(names: Sequence[str], values: Floats) -> dict[str, float]:
    return {name: round(float(value), DECIMALS) for name, value in zip(names, values, strict=True)}


def _read_numbers(state: State, name: str) -> dict[str, float]:
    given = read_mapping(state, name)
    numbers = {
        key: value
        for key, value in given.items()
        if isinstance(value, int | float) and math.isfinite(value)
    }
    if len(numbers) < len(given) or any(isinstance(value, bool) for value in given.values()):
        raise ValueError(f"{name} is not a number for each feature")
    return {key: float(value) for key, value in numbers.items()}
