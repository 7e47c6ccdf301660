"""What words say for content or against it, counted over the owners of sites.

What an owner's own pages say of a word must not be told to the network of these pages: it would
learn to trust words more than they are worth elsewhere. So owners are dealt out into groups, and
each group's pages are read with a lexicon that the others made.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.names import NAMING, Vocabulary, cut_words
from dehusk.learn.site.reading import Floats, Hashes
from dehusk.learn.site.view import View, view_page
from dehusk.learn.site.wording import Wording
from dehusk.model import stable_hash
from training.examples import Example

FEWEST_OWNERS = 8
"""A word that fewer use is their own."""

N_GROUPS = 8

_MOST_WORDS = 100.0
"""A longer block weighs no more."""

_SHORT = 12
"""Words of longer blocks say nothing of what a block is for."""

_WHOLE_PAGE = 0.9
_DOUBT = 3.0
"""So many owners are added in whom the word names content, and as many in whom it does not."""

_LOUDEST, _FAINTEST = 2.5, 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """How much of an owner's pages is named by each word, and how much of that is content; the same
    of the words of short blocks, by hash."""

    names: Mapping[str, tuple[float, float]]
    keys: Hashes
    content: Floats


def count_words(examples: Sequence[Example]) -> dict[str, Said]:
    """What the pages of each owner say of words."""
    by_owner: defaultdict[str, list[Example]] = defaultdict(list)
    for example in examples:
        by_owner[example.owner].append(example)
    return {owner: _count(pages) for owner, pages in sorted(by_owner.items())}


def group_of(owner: str) -> int:
    """Which group an owner is in."""
    return stable_hash(f"group of {owner}") % N_GROUPS


def make_lexicon(said: Mapping[str, Said], owners: Collection[str]) -> Lexicon:
    """What enough of the owners agree on."""
    counted = [said[owner] for owner in sorted(owners)]
    return Lexicon(_make_vocabulary(counted), _make_wording(counted))


def _make_vocabulary(counted: Sequence[Said]) -> Vocabulary:
    shares: defaultdict[str, list[float]] = defaultdict(list)
    for one in counted:
        for word, (part, whole) in one.names.items():
            shares[word].append(part / whole)
    says: dict[str, float] = {}
    for word, found in sorted(shares.items()):
        if len(found) >= FEWEST_OWNERS:
            score = float(_weigh(np.array(sum(found)), np.array(len(found))))
            if abs(score) >= _FAINTEST:
                says[word] = round(score, 4)
    return Vocabulary(says)


def _make_wording(counted: Sequence[Said]) -> Wording:
    if not counted:
        return Wording()
    every = np.concatenate([one.keys for one in counted])
    shares = np.concatenate([one.content for one in counted])
    keys, place, owners = np.unique(every, return_inverse=True, return_counts=True)
    content = np.bincount(place, shares, minlength=len(keys)).astype(np.float64)
    usual = float(np.clip(shares.mean(), 0.01, 0.99)) if len(shares) else 0.5
    says = _weigh(content, owners, usual)
    chosen = (owners >= FEWEST_OWNERS) & (np.abs(says) >= _FAINTEST) & (keys != 0)
    return Wording(keys[chosen], np.round(says[chosen], 4).astype(np.float32))


def _weigh(
    content: npt.NDArray[np.float64], owners: npt.NDArray[np.int64], usual: float = 0.5
) -> npt.NDArray[np.float64]:
    """The log odds of content, less what is usual; few owners are doubted."""
    doubt = 2 * _DOUBT
    odds = np.log((content + doubt * usual) / (owners - content + doubt * (1 - usual)))
    weighed: npt.NDArray[np.float64] = np.clip(
        odds - np.log(usual / (1 - usual)), -_LOUDEST, _LOUDEST
    )
    return weighed


def _count(pages: Sequence[Example]) -> Said:
    named: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    words, content = [np.zeros(0, np.uint64)], [np.zeros(0, np.float32)]
    for example in pages:
        view = view_page(example.page)
        _count_names(example, view, named)
        found = _find_short(example, view)
        words.append(found[0])
        content.append(found[1])
    keys, place, number = np.unique(np.concatenate(words), return_inverse=True, return_counts=True)
    share = np.bincount(place, np.concatenate(content), minlength=len(keys)) / number
    names = {word: (part, whole) for word, (part, whole) in named.items()}
    return Said(names, keys, share.astype(np.float32))


def _count_names(example: Example, view: View, named: defaultdict[str, list[float]]) -> None:
    weight = np.minimum(example.words, _MOST_WORDS) / max(float(example.words.sum()), 1.0)
    whole = np.concatenate(([0.0], np.cumsum(weight)))
    part = np.concatenate(([0.0], np.cumsum(weight * example.content)))
    low, high = view.places.low, view.places.high
    for attribute in NAMING:
        for node, name in example.page.tree.attribute(attribute).items():
            first, last = int(low[node]), int(high[node])
            share = whole[last] - whole[first]
            if not share or last - first >= len(view) * _WHOLE_PAGE:
                continue
            for word in cut_words(name):
                counted = named[word]
                counted[0] += part[last] - part[first]
                counted[1] += share


def _find_short(example: Example, view: View) -> tuple[Hashes, Floats]:
    """The words of short blocks that count, and whether each is content."""
    n_words = np.diff(view.reading.first_word)
    is_short = (n_words <= _SHORT) & (example.words > 0)
    chosen = np.repeat(is_short, n_words)
    content = np.repeat(example.content, n_words)
    return view.reading.word[chosen], content[chosen]
