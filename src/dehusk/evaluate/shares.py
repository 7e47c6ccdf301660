"""How much of a site is template, and how much of that was found."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dehusk.evaluate.exhibit import Exhibit
from dehusk.model import Mask


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of a site's words and texts; none where there is nothing to share.

    `template` is S0's average template fraction: the words removed, of all on a mean page; `noise`
    is what it should be. `noise_found` is S4's: of the words that are not content, those removed.
    `template_found` is S0's template discovery ratio: of the distinct texts that stand outside the
    content on at least two pages, those removed from most of them.
    """

    template: float | None = None
    noise: float | None = None
    noise_found: float | None = None
    template_found: float | None = None


def measure_shares(exhibits: Sequence[Exhibit], kept: Sequence[Mask]) -> Shares:
    """The shares of a choice of leaves, over all pages of a site."""
    total = removed = noise = found = 0
    for exhibit, is_kept in zip(exhibits, kept, strict=True):
        truth = exhibit.leaves
        words = np.where(truth.is_counted, truth.n_words, 0)
        total += int(words.sum())
        removed += int(words[~is_kept].sum())
        noise += int(words[~truth.is_content].sum())
        found += int(words[~truth.is_content & ~is_kept].sum())
    return Shares(
        template=_share(removed, total),
        noise=_share(noise, total),
        noise_found=_share(found, noise),
        template_found=_find_recurring(exhibits, kept),
    )


def _find_recurring(exhibits: Sequence[Exhibit], kept: Sequence[Mask]) -> float | None:
    """The share of recurring texts outside the content that were removed."""
    n_pages: defaultdict[str, int] = defaultdict(int)
    n_removed: defaultdict[str, int] = defaultdict(int)
    for exhibit, is_kept in zip(exhibits, kept, strict=True):
        truth = exhibit.leaves
        texts = exhibit.page.tree.leaf_texts()
        is_removed: dict[str, bool] = {}
        for leaf in np.flatnonzero(truth.is_counted & ~truth.is_content).tolist():
            text = " ".join(texts[leaf].split())
            is_removed[text] = is_removed.get(text, True) and not is_kept[leaf]
        for text, gone in is_removed.items():
            n_pages[text] += 1
            n_removed[text] += gone
    recurring = [text for text, pages in n_pages.items() if pages > 1]
    discovered = sum(2 * n_removed[text] > n_pages[text] for text in recurring)
    return _share(discovered, len(recurring))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
