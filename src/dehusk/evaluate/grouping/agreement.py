"""Texts and the topics known of them to how well the texts alone show the topics.

TF-IDF over words and k-means, as S3 asks for "a standard clustering", with as many groups as there
are topics; beside it the nearest neighbour, which needs no luck in choosing centres.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from sklearn.cluster import KMeans
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import adjusted_mutual_info_score
from threadpoolctl import threadpool_limits

from dehusk.parse.words import split_words

SEED = 0
STARTS = 20
"""How often k-means begins anew; the tightest groups are taken."""

NO_NEIGHBOUR = -1

_ROWS_AT_ONCE = 256
"""Keeps the table of all pairs out of memory."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well groups of texts agree with their topics.

    `mutual_information` is adjusted: 1 is the same grouping, 0 what chance gives. `neighbours` has
    for each text the one most like it, or NO_NEIGHBOUR where it shares no word with any.
    """

    mutual_information: float
    purity: float
    same_topic: float
    neighbours: tuple[int, ...]


def measure_agreement(
    texts: Sequence[str], topics: Sequence[str], apart: Sequence[str] | None = None
) -> Agreement:
    """The agreement of two or more texts with their topics.

    Texts with the same value in `apart` are no neighbours.

    >>> measure_agreement(["red roses", "red tulips", "old cars", "old ships"], [*"aabb"]).purity
    1.0
    """
    vectors = _weigh_words(texts)
    groups = _group(vectors, len(set(topics)))
    neighbours = _find_neighbours(vectors, apart or range(len(texts)))
    same = [at >= 0 and topics[at] == own for at, own in zip(neighbours, topics, strict=True)]
    return Agreement(
        float(adjusted_mutual_info_score(topics, groups)),
        _measure_purity(topics, groups),
        sum(same) / len(same),
        neighbours,
    )


def expect_same_topic(topics: Sequence[str], apart: Sequence[object] | None = None) -> float:
    """What `same_topic` would be with neighbours drawn by chance, from those it is sought among.

    >>> expect_same_topic(["tea", "tea", "rum"])
    0.3333333333333333
    """
    apart = apart or range(len(topics))
    n_topic, n_house = Counter(topics), Counter(apart)
    n_both = Counter(zip(topics, apart, strict=True))
    return fmean(
        (n_topic[topic] - n_both[topic, house]) / (len(topics) - n_house[house])
        for topic, house in zip(topics, apart, strict=True)
    )


def _weigh_words(texts: Sequence[str]) -> csr_matrix:
    """A row a text, of length one or, without words, zero."""
    if not any(split_words(text) for text in texts):
        return csr_matrix((len(texts), 1))
    return TfidfVectorizer(analyzer=split_words, sublinear_tf=True).fit_transform(texts)


def _group(vectors: csr_matrix, n_groups: int) -> list[int]:
    n_distinct = len({(row.indices.tobytes(), row.data.tobytes()) for row in vectors})
    k_means = KMeans(min(n_groups, n_distinct), n_init=STARTS, random_state=SEED)
    # Several threads add up in an order of their own, and the last digits may turn a page over.
    with threadpool_limits(1):
        return [int(group) for group in k_means.fit_predict(vectors)]


def _find_neighbours(vectors: csr_matrix, apart: Sequence[object]) -> tuple[int, ...]:
    """By cosine; of several as near the first."""
    _, house = np.unique(np.asarray(apart), return_inverse=True)
    found: list[int] = []
    for start in range(0, len(house), _ROWS_AT_ONCE):
        rows = slice(start, start + _ROWS_AT_ONCE)
        likeness: npt.NDArray[np.float64] = (vectors[rows] @ vectors.T).toarray()
        likeness[house[rows, None] == house] = 0
        nearest = likeness.argmax(axis=1)
        found += np.where(likeness.max(axis=1) > 0, nearest, NO_NEIGHBOUR).tolist()
    return tuple(found)


def _measure_purity(topics: Sequence[str], groups: Sequence[int]) -> float:
    """The share of texts whose topic is the most frequent one of their group."""
    names, numbers = np.unique(np.asarray(topics), return_inverse=True)
    table = np.zeros((max(groups) + 1, len(names)), dtype=np.intp)
    np.add.at(table, (np.asarray(groups), numbers), 1)
    return float(table.max(axis=1).sum() / len(topics))
