"""The pages of a site's sample to SiteEvidence: what occurs on how many of them."""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from dehusk.model import Found, Page, stable_hash

TITLE_JOINT = re.compile(r"\s+[-–—|·•:»«/]+\s+|\s*[|»«]\s*|:\s+|::")
"""What the parts of a title are joined by."""

LONGEST_TITLE = 300
"""Nobody reads on in a longer one; what is cut off cannot be shared."""

_SHARED_TITLE_SHARE = 0.5
"""A title's first or last part is the site's when at least this share of titles has it."""


@dataclass(frozen=True, slots=True)
class SiteEvidence:
    """What a method may know beyond its cluster, counted over the site's whole sample.

    The mappings go from the xxh64 of a text, link or image source to the pages that hold it. They
    are counted when they are first asked for: not every method does.
    """

    pages: int
    titles: tuple[str, ...]
    title_prefix: str
    title_suffix: str
    sample: Sequence[Page] = field(default=(), repr=False, compare=False)
    _found: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def text_pages(self) -> Mapping[int, int]:
        """On how many pages each text is."""
        return self._count_hashes(_leaf_texts)

    @property
    def link_pages(self) -> Mapping[int, int]:
        """On how many pages each link is."""
        return self._count_hashes(_link_addresses)

    @property
    def image_pages(self) -> Mapping[int, int]:
        """On how many pages each image is."""
        return self._count_hashes(_image_addresses)

    def count_pages(
        self, what: Hashable, find: Callable[[Page], Iterable[str]]
    ) -> Mapping[str, int]:
        """On how many pages of the sample each thing is that a method finds on them."""
        return self.find_once(what, lambda sample: count_on_pages(sample, find))

    def find_once(self, what: Hashable, find: Callable[[Sequence[Page]], Found]) -> Found:
        """What is found in the sample for the first cluster that asks, and known to the others."""
        if what not in self._found:
            self._found[what] = find(self.sample)
        found: Found = self._found[what]
        return found

    def _count_hashes(self, find: Callable[[Page], Iterable[str]]) -> Mapping[int, int]:
        return self.find_once(find, partial(_count_hashes, find=find))


def count_on_pages(pages: Iterable[Page], find: Callable[[Page], Iterable[str]]) -> Counter[str]:
    """On how many of the pages each thing is, however often it is found on one."""
    counts: Counter[str] = Counter()
    for page in pages:
        counts.update(set(find(page)))
    return counts


def gather_evidence(pages: Sequence[Page]) -> SiteEvidence:
    """What a method may know beyond its cluster."""
    titles = tuple(sorted(page.title for page in pages if page.title))
    prefix, suffix = _find_shared_ends(titles)
    return SiteEvidence(
        pages=len(pages),
        titles=titles,
        title_prefix=prefix,
        title_suffix=suffix,
        sample=tuple(pages),
    )


def _leaf_texts(page: Page) -> list[str]:
    return [" ".join(text.split()) for text in page.tree.leaf_texts()]


def _link_addresses(page: Page) -> Iterable[str]:
    return page.tree.attribute("href").values()


def _image_addresses(page: Page) -> Iterable[str]:
    return page.tree.attribute("src").values()


def _count_hashes(
    sample: Iterable[Page], find: Callable[[Page], Iterable[str]]
) -> Mapping[int, int]:
    pages: Counter[int] = Counter()
    for page in sample:
        pages.update({stable_hash(value) for value in find(page) if value})
    return dict(sorted(pages.items()))


def _find_shared_ends(titles: Sequence[str]) -> tuple[str, str]:
    """The prefix and suffix that most titles share, with the joint that sets them off.

    >>> _find_shared_ends(["Rain - The Daily", "Sun - The Daily", "The Daily"])
    ('', ' - The Daily')
    """
    prefixes: Counter[str] = Counter()
    suffixes: Counter[str] = Counter()
    for whole in titles:
        title = whole[:LONGEST_TITLE]
        joints = list(TITLE_JOINT.finditer(title))
        prefixes.update(title[: joint.end()] for joint in joints)
        suffixes.update(title[joint.start() :] for joint in joints)
    return _most_shared(prefixes, len(titles)), _most_shared(suffixes, len(titles))


def _most_shared(ends: Counter[str], n_titles: int) -> str:
    """The longest end among those on enough titles."""
    shared = [end for end, n in ends.items() if n > 1 and n >= n_titles * _SHARED_TITLE_SHARE]
    return max(shared, key=lambda end: (len(end), end), default="")
