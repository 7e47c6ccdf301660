"""Whole pages that repeat: mirrors, print versions, session URLs, captures of the same.

A page is sketched by what it alone says, so that neither a shared template makes two pages alike
nor another template two copies different. Pages are gone through from the plainest name on: each
that repeats one before it is its duplicate. What comes out does not depend on the order of pages.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import xxhash
from rensa import RMinHash

from dehusk.core.reading import join_words as hash_rows
from dehusk.core.reading import read_words
from dehusk.errors import OutputUnwritable
from dehusk.model import Duplicate, Extract, Mask, Page, PageRef, Sketch
from dehusk.run.said import join_names, join_words

FEWEST_WORDS = 20
"""Shorter texts repeat by chance ("not found"): there the whole page must be the same."""

SHINGLE_WORDS = 3
ALIKE = 0.9
"""The share of their three-word shingles that near duplicates have in common, at least."""

N_HASHES, N_BANDS = 128, 16
"""Pages that share nine of ten shingles miss each other in all bands once in 8,000 times."""

_BAND_BYTES = 2 * N_HASHES // N_BANDS
_COLUMNS = (
    *("whole", "own"),
    *(f"substr(hashes, {1 + band * _BAND_BYTES}, {_BAND_BYTES})" for band in range(N_BANDS)),
)
_SEED = 2003
_MOST_COMPARED = 32
"""So many originals at most are compared with one page: time stays linear."""

Hashes = npt.NDArray[np.uint16]
Buckets = npt.NDArray[np.uint64]


def sketch_page(page: Page, row: Extract) -> Sketch:
    """What tells whether two pages are the same, or nearly, from all a page says and its own."""
    words, _ = read_words(row.text.encode("utf-8", "surrogatepass"))
    words = words[words != 0]
    title = " ".join((row.title or "").casefold().split())
    whole = _digest_whole(page)
    if len(words) < FEWEST_WORDS:
        return Sketch(whole)
    shingles, bounds = hash_rows(words, np.array([0, len(words)], dtype=np.int64), SHINGLE_WORDS)
    found = RMinHash.digest_matrix_from_flat_token_hashes(shingles, bounds, N_HASHES, _SEED)
    (least,) = found.to_rows()
    hashes = np.array(least, dtype=np.uint64).astype(np.uint16)
    return Sketch(whole, _digest(words.tobytes()), hashes.tobytes(), title)


def _digest_whole(page: Page) -> bytes:
    """All that a page says; where that is next to nothing, all that it is."""
    words = join_words(page.title or "", page.tree)
    if words.count(b"\0") < FEWEST_WORDS:
        return _digest(page.tree.markup)
    return _digest(words + b"\0" + join_names(page.tree))


def _digest(content: bytes) -> bytes:
    return xxhash.xxh64_digest(content)


_SCHEMA = """
    CREATE TABLE page (
        n INTEGER PRIMARY KEY, site TEXT, source TEXT, url TEXT, captured TEXT, copy INTEGER,
        is_elsewhere INTEGER, whole BLOB, own BLOB, hashes BLOB, title TEXT
    )
"""
_INSERT = "INSERT INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
# The plainest name: what calls itself canonical, has no query, is short; then anything that is
# always the same.
_IN_ORDER = """
    SELECT * FROM page ORDER BY
        is_elsewhere, instr(coalesce(url, ''), '?') > 0, length(coalesce(url, source)),
        coalesce(url, source), captured, site, copy, n
"""


class SketchBook:
    """The sketches of a job's pages, in a temporary file."""

    def __init__(self) -> None:
        self._database = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute(_SCHEMA)
        self._count = 0

    def close(self) -> None:
        """Forget everything."""
        self._database.close()

    def add(self, ref: PageRef, canonical: str | None, sketch: Sketch) -> int:
        """Show a page; its number. One that calls another canonical is never the original of it."""
        is_elsewhere = canonical is not None and ref.url is not None and canonical != ref.url
        names = (ref.site, ref.source, ref.url, ref.captured, ref.copy)
        hashes = (sketch.whole, sketch.own, sketch.hashes)
        row = (self._count, *names, is_elsewhere, *hashes, sketch.title)
        try:
            self._database.execute(_INSERT, row)
        except sqlite3.OperationalError as error:
            raise OutputUnwritable("the list of pages", str(error)) from error
        self._count += 1
        return self._count - 1

    def find_duplicates(self) -> Iterator[Duplicate]:
        """Every page that repeats another."""
        is_crowded = self._flag_crowded()
        originals: dict[tuple[int, bytes], list[_Sketched]] = defaultdict(list)
        for number, *row in self._database.execute(_IN_ORDER):
            if not is_crowded[number]:
                continue
            page = _Sketched.read(row)
            original = page.find_among(originals)
            if original is not None:
                yield Duplicate(number, page.ref, original.name_for(page))
                continue
            for bucket in page.list_buckets():
                if len(originals[bucket]) < _MOST_COMPARED:
                    originals[bucket].append(page)

    def _flag_crowded(self) -> Mask:
        """Which pages share a bucket with any other: only they can repeat or be repeated."""
        is_crowded = np.zeros(self._count, dtype=np.bool_)
        for column in _COLUMNS:
            values = self._read_column(column)
            _, place, count = np.unique(values, return_inverse=True, return_counts=True)
            is_crowded |= (count[place] > 1) & (values != 0)
        return is_crowded

    def _read_column(self, column: str) -> Buckets:
        """One bucket of every page as a number; 0 where it has none."""
        rows = self._database.execute(f"SELECT {column} FROM page ORDER BY n")  # noqa: S608
        numbers = (xxhash.xxh64_intdigest(value) if value else 0 for (value,) in rows)
        return np.fromiter(numbers, dtype=np.uint64, count=self._count)


@dataclass(frozen=True, slots=True)
class _Sketched:
    """A page among those that may repeat."""

    ref: PageRef
    sketch: Sketch

    @classmethod
    def read(cls, row: Sequence[Any]) -> "_Sketched":
        site, source, url, captured, copy, _, whole, own, hashes, title = row
        ref = PageRef(source, site, "", 0, url=url, captured=captured, copy=copy)
        return cls(ref, Sketch(whole, own, hashes, title))

    def list_buckets(self) -> list[tuple[int, bytes]]:
        """Where pages like this one are found."""
        sketch = self.sketch
        values = (sketch.whole, sketch.own, *_cut_bands(sketch.hashes))
        return [(index, value) for index, value in enumerate(values) if value]

    def find_among(
        self, originals: Mapping[tuple[int, bytes], Sequence["_Sketched"]]
    ) -> "_Sketched | None":
        """The first original that this page repeats."""
        for bucket in self.list_buckets():
            for original in originals.get(bucket, ()):
                if self._repeats(original):
                    return original
        return None

    def name_for(self, page: "_Sketched") -> str:
        """What a duplicate calls this page: by its site too where its name alone is not enough."""
        if (self.ref.site, self.ref.key) == (page.ref.site, page.ref.key):
            return self.ref.source
        is_plain = self.ref.url is not None or self.ref.site == page.ref.site
        return self.ref.key if is_plain else f"{self.ref.site}: {self.ref.key}"

    def _repeats(self, original: "_Sketched") -> bool:
        ours, theirs = self.sketch, original.sketch
        # A lone mirror keeps its template, for want of pages to learn it from: compare all of it.
        if ours.whole == theirs.whole or (ours.own and ours.own == theirs.own):
            return True
        # Variants of a thing differ in few words, but they are called differently.
        if not (ours.hashes and theirs.hashes) or not _are_alike(ours.title, theirs.title):
            return False
        return bool((_to_array(ours.hashes) == _to_array(theirs.hashes)).mean() >= ALIKE)


def _are_alike(title: str, other: str) -> bool:
    """Whether two titles may be those of one page; a print version's may say so."""
    return title in other or other in title


def _to_array(hashes: bytes) -> Hashes:
    return np.frombuffer(hashes, dtype=np.uint16)


def _cut_bands(hashes: bytes) -> list[bytes]:
    return [hashes[at : at + _BAND_BYTES] for at in range(0, len(hashes), _BAND_BYTES)]
