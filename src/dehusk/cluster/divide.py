"""Pages to small groups that are alike: divided in two again and again by what tells most.

A tree of decisions, grown by description length: of all paths, the one is asked for that saves most
bits in telling which of the others a page has. Each question is counted in one product of matrices,
so that time grows with the pages and not with their pairs. Groups come out too small rather than
mixed; joining them is another matter.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.cluster.matrix import Cells, Counts, PathMatrix
from dehusk.model import Indices, Mask

FEWEST_PAGES = 3
"""A group is not divided into less, nor asked about what is on fewer pages, or on all but fewer."""

MOST_QUESTIONS = 1024
"""So many paths are asked about at most, those that would tell most by themselves."""

_CLEAR = 0.8
"""Where a path is on so much of one side and so little of the other, it votes on the others."""

Bits = npt.NDArray[np.float64]


def divide(matrix: PathMatrix) -> Indices:
    """The group of each page."""
    groups = np.zeros(matrix.n_pages, dtype=np.intp)
    waiting: list[Indices] = [np.arange(matrix.n_pages)]
    n_groups = 1
    while waiting:
        rows = waiting.pop()
        is_apart = _split(matrix.take_pages(rows))
        if is_apart is not None:
            groups[rows[is_apart]] = n_groups
            n_groups += 1
            waiting += [rows[is_apart], rows[~is_apart]]
    return groups


def _split(matrix: PathMatrix) -> Mask | None:
    """Which pages to set apart from the others, if dividing is worth its cost."""
    questions = _list_questions(matrix)
    if questions is None:
        return None
    gains = questions.weigh()
    best = int(np.argmax(gains))
    return questions.vote(best) if gains[best] > 0 else None


@dataclass(frozen=True, slots=True, eq=False)
class _Questions:
    """Paths that some pages have and some have not; of those always found together, one."""

    cells: Cells
    supports: Counts
    weights: Counts

    def weigh(self) -> Bits:
        """The bits that dividing by each question saves, less those it takes to say who is where.

        A path is told by two shares instead of one where that saves more than it takes to say
        which path it is, and the share: or else chance alone would divide any pages.
        """
        n_pages, yes = len(self.cells), self.supports.astype(float)
        no = n_pages - yes
        both = (self.cells.T @ self.cells).astype(float)
        together = n_pages * _entropy(yes / n_pages)
        saved = together - yes[:, None] * _entropy(both / yes[:, None])
        saved -= no[:, None] * _entropy((yes - both) / no[:, None])
        saved -= 0.5 * np.log2(n_pages) + np.log2(len(yes))
        # Rounded, so that equal gains are equal whatever order their parts were added in.
        gains: Bits = np.round(np.maximum(saved, 0) @ self.weights - together, 6)
        return gains

    def vote(self, question: int) -> Mask:
        """The pages that answer yes, or rather what all that goes with the question says of them.

        A page may lack the one path that the question is about, and have all that belong to it.
        """
        is_yes = self.cells[:, question] > 0
        of_yes = self.cells[is_yes].mean(axis=0)
        of_no = self.cells[~is_yes].mean(axis=0)
        for_it = self.weights * ((of_yes >= _CLEAR) & (of_no <= 1 - _CLEAR))
        against = self.weights * ((of_no >= _CLEAR) & (of_yes <= 1 - _CLEAR))
        if not for_it.any() or not against.any():
            return is_yes
        votes = self.cells @ for_it / for_it.sum() - self.cells @ against / against.sum()
        is_voted: Mask = votes > 0
        smaller = min(is_voted.sum(), (~is_voted).sum())
        return is_voted if smaller >= FEWEST_PAGES else is_yes


def _list_questions(matrix: PathMatrix) -> _Questions | None:
    supports, n_pages = matrix.supports(), matrix.n_pages
    divides = (supports >= FEWEST_PAGES) & (supports <= n_pages - FEWEST_PAGES)
    if not divides.any():
        return None
    matrix = matrix.keep_paths(divides)
    columns, weights = matrix.find_equals()
    supports = matrix.supports()[columns]
    told = np.round(weights * _entropy(supports / n_pages), 9)
    most = np.sort(np.argsort(-told, kind="stable")[:MOST_QUESTIONS])
    return _Questions(matrix.fill(columns[most]), supports[most], weights[most])


def _entropy(share: Bits) -> Bits:
    """The bits it takes to answer a question that so many answer with yes."""
    share = np.clip(share, 1e-12, 1 - 1e-12)
    bits: Bits = -(share * np.log2(share) + (1 - share) * np.log2(1 - share))
    return bits
