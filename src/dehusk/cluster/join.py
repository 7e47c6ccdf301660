"""Groups of like pages to clusters: groups stay apart only if each has something the other lacks.

Two templates each have parts of their own. A page with comments and one without, a long page and a
short one, are of one template, because only one of the two has anything that the other has not. So
groups are joined, nearest first, until any two of them have marks of their own on nearly all of
their pages that are on hardly any of the other's. Bare pages, which have only what all of a site
has, are like any of its templates and would join them all: they are set aside.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.cluster.divide import FEWEST_PAGES
from dehusk.cluster.matrix import Cells, Counts, PathMatrix
from dehusk.model import Indices, Mask

NEARLY_ALL, HARDLY_ANY = 0.8, 0.1
"""Shares of a group's pages. No page is perfect: neither all nor none would hold."""

ENOUGH_OWN = 7
"""So many marks of its own make a template another one, however large the part that they share."""

FEWEST_OWN, OWN_SHARE = 2, 0.1
"""Fewer do if they are a tenth of both templates (the geometric mean: a list of pages may have
little of its own, but lacks most of what a page has). On gold sites, parts that come one instead of
the other are up to .08 of a template, kinds of pages with few marks differ by .12 and more."""

FEW_PAGES = 3
"""Up to so many, a page's own content looks like marks. Such a group must lack much, too."""

LACKED_SHARE = 0.1
"""The share of the other's template that a group of few pages lacks if it is of another template:
home pages, error pages."""

COHERENCE = 1 / 3
"""The share of its pages' paths that a cluster's template has at least: true clusters of the gold
sites have .38 and more, pages of two sites at most .3."""

MOST_MIXED = 2 * FEWEST_PAGES
"""From so many pages on, a group that is mixed would have been divided."""

GLUED_SHARE = 0.3
"""The share of its own in each of two templates that bare pages must not glue together. Below, they
may be pages without optional parts: up to .17 on gold sites, .25 to .3 where half the pages are."""

Distances = npt.NDArray[np.float64]


def join(matrix: PathMatrix, groups: Indices) -> Indices:
    """The cluster of each page."""
    columns, weights = matrix.find_equals()
    mixed = _Groups.count(matrix, groups, columns, weights)
    groups = _dissolve_mixed(mixed, groups)
    if not groups.any():
        return groups
    joining = _Joining(_Groups.count(matrix, groups, columns, weights).condense())
    while joining.join_nearest():
        pass
    return joining.cluster_of[groups]


def _dissolve_mixed(mixed: "_Groups", groups: Indices) -> Indices:
    """The groups, those that share too little taken apart into their pages.

    Only groups too small to be divided can be mixed; in larger ones there was nothing to divide.
    """
    is_mixed = ~mixed.cohere() & (mixed.sizes[:, 0] < MOST_MIXED)
    alone = np.flatnonzero(is_mixed[groups])
    groups = groups.copy()
    groups[alone] = len(mixed.sizes) + np.arange(len(alone))
    return np.unique(groups, return_inverse=True)[1]


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    """How many pages of each group have each path.

    Paths found on the same pages are counted once, with their number as weight; `totals` is how
    many paths all pages of a group have together.
    """

    counts: Cells
    sizes: Cells
    weights: Cells
    totals: Cells

    @classmethod
    def count(
        cls, matrix: PathMatrix, groups: Indices, columns: Indices, weights: Counts
    ) -> "_Groups":
        sizes = np.bincount(groups).astype(np.float32)
        counts = matrix.count_by_group(groups, columns)
        return cls(counts, sizes[:, None], weights.astype(np.float32), counts @ weights)

    def condense(self) -> "_Groups":
        """The same without what is in no template, and with what is alike in all groups as one.

        What no group has on nearly all of its pages, two of them together do not either.
        """
        columns = np.flatnonzero(self.flag_own().any(axis=0))
        counts, at = np.unique(self.counts[:, columns], axis=1, return_inverse=True)
        weights = np.bincount(at.ravel(), self.weights[columns]).astype(np.float32)
        return _Groups(counts, self.sizes, weights, self.totals)

    def add(self, one: int, others: Indices | list[int]) -> "_Groups":
        """One of the groups together with each of others."""
        return _Groups(
            self.counts[others] + self.counts[one],
            self.sizes[others] + self.sizes[one],
            self.weights,
            self.totals[others] + self.totals[one],
        )

    def replace(self, number: int, by: "_Groups") -> None:
        """Put the one group of another value in a group's place."""
        self.counts[number], self.sizes[number] = by.counts[0], by.sizes[0]
        self.totals[number] = by.totals[0]

    def flag_own(self) -> Mask:
        """What nearly all pages of a group have: its template."""
        return self.counts >= NEARLY_ALL * self.sizes

    def flag_lacked(self) -> Mask:
        """What hardly any page of a group has."""
        return self.counts <= HARDLY_ANY * self.sizes

    def cohere(self) -> Mask:
        """Whether the pages of each group have enough in common to be of one template."""
        per_page = self.totals / self.sizes[:, 0]
        does: Mask = self.flag_own() @ self.weights >= COHERENCE * per_page
        return does


class _Joining:
    """Groups while they are joined, and how far any two of them are apart: 1 or more are two
    templates."""

    def __init__(self, groups: _Groups) -> None:
        self._groups = groups
        self._is_own = groups.flag_own().astype(np.float32)
        self._is_lacked = groups.flag_lacked().astype(np.float32)
        numbers = np.arange(len(groups.sizes))
        self.cluster_of: Indices = numbers
        self._is_aside = np.zeros(len(numbers), dtype=bool)
        self._distances = np.full((len(numbers), len(numbers)), np.inf)
        for number in numbers[:-1].tolist():
            self._distances[number, number + 1 :] = self._measure(number, numbers[number + 1 :])

    def join_nearest(self) -> bool:
        """Join the two groups nearest to each other; False where all are two templates."""
        one, other = divmod(int(np.argmin(self._distances)), len(self._distances))
        if self._distances[one, other] >= 1:
            return False
        both = self._groups.add(one, [other])
        pairs = ((one, other), (other, one))
        bare = [number for number, full in pairs if self._is_glue(number, full, both)]
        if bare:
            self._is_aside[bare] = True
            self._distances[bare], self._distances[:, bare] = np.inf, np.inf
        else:
            self._replace(one, other, both)
        return True

    def _is_glue(self, bare: int, full: int, both: _Groups) -> bool:
        """Whether a group, joined to another, would take from it most of what a third lacks."""
        to_bare, to_full = self._list_distances(bare), self._list_distances(full)
        is_third = (to_bare < 1) & (to_full >= 1)
        is_third[full] = False
        thirds = np.flatnonzero(is_third)
        if not len(thirds):
            return False
        weights, is_own = self._groups.weights, self._is_own
        own = is_own[full] * weights
        ours = self._is_lacked[thirds] @ own
        theirs = is_own[thirds] @ (self._is_lacked[full] * weights)
        is_other = (ours >= GLUED_SHARE * own.sum()) & (
            theirs >= GLUED_SHARE * (is_own[thirds] @ weights)
        )
        is_lost = self._is_lacked[thirds] @ (own * both.flag_own()[0]) < ours / 2
        return bool((is_other & is_lost).any())

    def _list_distances(self, one: int) -> Distances:
        """How far all groups are from one, as measured last."""
        distances: Distances = np.minimum(self._distances[one], self._distances[:, one])
        return distances

    def _replace(self, one: int, other: int, both: _Groups) -> None:
        self._groups.replace(one, both)
        self._is_own[one], self._is_lacked[one] = both.flag_own()[0], both.flag_lacked()[0]
        self.cluster_of = np.where(self.cluster_of == other, one, self.cluster_of)
        self._distances[other], self._distances[:, other] = np.inf, np.inf
        others = np.unique(self.cluster_of[~self._is_aside[self.cluster_of]])
        others = others[others != one]
        distances = self._measure(one, others)
        self._distances[np.minimum(one, others), np.maximum(one, others)] = distances

    def _measure(self, one: int, others: Indices) -> Distances:
        """How far a group is from others."""
        weights, sizes = self._groups.weights, self._groups.sizes[:, 0]
        is_own, is_lacked = self._is_own[others], self._is_lacked[others]
        ours = is_lacked @ (self._is_own[one] * weights)
        theirs = is_own @ (self._is_lacked[one] * weights)
        template = max(self._is_own[one] @ weights, 1)
        templates = np.maximum(is_own @ weights, 1)
        fewer = np.minimum(ours, theirs)
        share = np.sqrt(ours / template * theirs / templates)
        by_share = np.minimum(fewer / FEWEST_OWN, share / OWN_SHARE)
        distances = np.maximum(fewer / ENOUGH_OWN, by_share)
        is_smaller = sizes[one] < sizes[others]
        lacked = np.where(is_smaller, theirs / templates, ours / template) / LACKED_SHARE
        is_few = np.minimum(sizes[one], sizes[others]) <= FEW_PAGES
        distances = np.where(is_few, np.minimum(distances, lacked), distances)
        # Of those as near as each other, the more alike come first.
        shared = is_own @ (self._is_own[one] * weights)
        unlike = 1 - shared / (template + templates - shared)
        coheres = self._groups.add(one, others).cohere()
        nearness: Distances = np.where(coheres, distances + 1e-3 * unlike, np.inf)
        return nearness
