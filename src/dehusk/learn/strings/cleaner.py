"""A text without its template strings: raw markup or plain text, nothing parsed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dehusk.learn.strings.locality import Locality, cut_out, find_breaks, find_removed
from dehusk.learn.strings.markup import settle_tags
from dehusk.learn.strings.matcher import Matcher
from dehusk.learn.strings.mine import TemplateString
from dehusk.learn.strings.patterns import Patterns


@dataclass(frozen=True, slots=True)
class CleanText:
    """What is left of a text, and the share of its characters, without separators, that went."""

    text: bytes
    removed_share: float


class Cleaner:
    """The strings of one site, ready to clean its texts, all of them markup or none."""

    def __init__(
        self,
        strings: Sequence[TemplateString],
        patterns: Patterns,
        locality: Locality,
        *,
        is_markup: bool,
    ) -> None:
        self._matcher = Matcher(strings, patterns, is_markup=is_markup)
        self._locality = locality
        self._is_markup = is_markup

    def clean(self, text: bytes) -> CleanText:
        """The text, which is UTF-8, without what is template."""
        matches = self._matcher.match(text)
        tokens = matches.tokens
        breaks = np.empty(0, dtype=np.int32) if self._is_markup else find_breaks(text, tokens)
        is_removed = find_removed(tokens, matches.cover(), self._locality, breaks)
        if self._is_markup:
            is_removed = settle_tags(text, tokens, is_removed)
        sizes = tokens.stop - tokens.start
        share = float(sizes[is_removed].sum()) / max(int(sizes.sum()), 1)
        return CleanText(cut_out(text, tokens, is_removed), round(share, 4))
