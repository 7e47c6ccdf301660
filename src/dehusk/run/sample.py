"""The bounded sample a site is learned from: the same for any order of pages and any split of them.

A page's place is the hash of its key. The sample holds the pages that come first in that order, and
for each URL shape those that come first among their like, so that rare templates are not drowned.
Both are prefixes of a fixed order under budgets of pages and bytes, and so two samples merge into
the sample of all their pages.
"""

import re
from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import itemgetter
from urllib.parse import SplitResult, urlsplit

from dehusk.errors import BadSetting
from dehusk.model import PageRef, stable_hash

MEBIBYTE = 1024 * 1024

Place = tuple[int, str, str, int]
"""A page's place in the fixed order: its key's hash, the rest only to tell equal keys apart."""


@dataclass(frozen=True, slots=True)
class SampleSettings:
    """How much of a site is learned from; smaller sites are learned from whole."""

    pages: int = 256
    mebibytes: int = 32
    shapes: int = 32
    pages_per_shape: int = 16

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if getattr(self, name) < 1:
                raise BadSetting("sample", name, getattr(self, name), "1 or more")


def sample_pages(refs: Iterable[PageRef], settings: SampleSettings) -> list[PageRef]:
    """The sample of one site's pages, in the fixed order."""
    sample = SiteSample(settings)
    for ref in refs:
        sample.add(ref)
    return sample.choose()


@dataclass(slots=True)
class SiteSample:
    """A sample while it grows."""

    settings: SampleSettings
    seen: int = 0
    _first: "_Prefix" = field(init=False)
    _by_shape: dict[tuple[int, str], "_Prefix"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._first = _Prefix(self.settings.pages, self.settings.mebibytes * MEBIBYTE)

    def add(self, ref: PageRef) -> None:
        """Show the sample one page."""
        self.seen += 1
        place = (stable_hash(ref.key), ref.key, ref.path, ref.offset)
        self._first.add(place, ref)
        if ref.n_bytes <= self._shape_bytes() // 2:
            shape = shape_of(ref.url or ref.source)
            prefix = self._prefix_of((stable_hash(shape), shape))
            if prefix is not None:
                prefix.add(place, ref)

    def merge(self, other: "SiteSample") -> None:
        """Take in a sample of other pages of the site: as if all had been shown to this one."""
        self.seen += other.seen
        self._first.merge(other._first)
        for shape, theirs in other._by_shape.items():
            ours = self._prefix_of(shape)
            if ours is not None:
                ours.merge(theirs)

    def choose(self) -> list[PageRef]:
        """The pages that were drawn."""
        drawn = dict(self._first.rows)
        for prefix in self._by_shape.values():
            drawn.update(prefix.rows)
        return [drawn[place] for place in sorted(drawn)]

    def _prefix_of(self, shape: tuple[int, str]) -> "_Prefix | None":
        """The shape's own sample, unless so many shapes come before it that it has none."""
        if shape not in self._by_shape:
            if len(self._by_shape) >= self.settings.shapes:
                last = max(self._by_shape)
                if shape > last:
                    return None
                del self._by_shape[last]
            self._by_shape[shape] = _Prefix(self.settings.pages_per_shape, self._shape_bytes())
        return self._by_shape[shape]

    def _shape_bytes(self) -> int:
        return self.settings.mebibytes * MEBIBYTE // self.settings.shapes


@dataclass(slots=True)
class _Prefix:
    """The first pages in the fixed order that fit; nothing enters past one that fell out.

    Pages too large to be one among several are passed over.
    """

    max_pages: int
    max_bytes: int
    n_bytes: int = 0
    rows: list[tuple[Place, PageRef]] = field(default_factory=list)
    fell_out: Place | None = None

    def add(self, place: Place, ref: PageRef) -> None:
        if ref.n_bytes > self.max_bytes // 2 or (self.fell_out and place >= self.fell_out):
            return
        insort(self.rows, (place, ref), key=itemgetter(0))
        self.n_bytes += ref.n_bytes
        self._cut()

    def merge(self, other: "_Prefix") -> None:
        fallen = [place for place in (self.fell_out, other.fell_out) if place is not None]
        self.fell_out = min(fallen, default=None)
        rows = sorted((*self.rows, *other.rows), key=itemgetter(0))
        self.rows = [row for row in rows if self.fell_out is None or row[0] < self.fell_out]
        self.n_bytes = sum(ref.n_bytes for _, ref in self.rows)
        self._cut()

    def _cut(self) -> None:
        while len(self.rows) > self.max_pages or self.n_bytes > self.max_bytes:
            self.fell_out, last = self.rows.pop()
            self.n_bytes -= last.n_bytes


_DIGITS, _LETTERS = re.compile(r"\d+"), re.compile(r"[^\W\d_]+")
_LONGEST_NAME = 15


def shape_of(name: str) -> str:
    """A URL or path with what varies from page to page taken out: a guess at its template.

    >>> shape_of("https://shop.example/toys/cars/red-car-12.html?ref=a&id=3")
    'shop.example/toys/cars/a-a-0.html?id&ref'
    """
    address = _split_url(name)
    path = f"{address.netloc}{address.path}" if address else name
    *folders, last = path.split("/")
    stem, dot, suffix = last.rpartition(".")
    ending = f".{suffix}" if dot and len(suffix) <= 5 else ""
    shape = [folder if _is_plain(folder) else _blur(folder) for folder in folders]
    shape.append(_blur(stem if ending else last) + ending)
    query = sorted({pair.partition("=")[0] for pair in address.query.split("&")}) if address else []
    return "/".join(shape) + ("?" + "&".join(query) if any(query) else "")


def _split_url(name: str) -> SplitResult | None:
    try:
        return urlsplit(name) if "://" in name else None
    except ValueError:
        return None


def _is_plain(folder: str) -> bool:
    return (len(folder) <= _LONGEST_NAME and not _DIGITS.search(folder)) or "." in folder


def _blur(segment: str) -> str:
    """Words to "a", numbers to "0", three or more of them to three.

    >>> _blur("2024-why-we-left-town")
    '0-a-a'
    """
    blurred = _LETTERS.sub("a", _DIGITS.sub("0", segment))
    return "-".join(blurred.split("-")[:3])
