"""Pages as they were drawn, kept on disk: a page is drawn once though it is read twice.

An entry is found by what the page is and how it is drawn. It says what the page had asked its
source for, and holds only as long as the source gives the same answers. It is written whole or not
at all, with a sum over its bytes; what is damaged is drawn again.
"""

import json
import time
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xxhash

from dehusk.errors import OutputUnwritable
from dehusk.render.boxes import Quarters
from dehusk.render.resource import Surroundings
from dehusk.write.files import write_whole

FORMAT = 2
FAILURE_AGE_S = 3600.0
"""A page that could not be drawn is tried again after an hour: the machine may have been busy."""

_MARK = b"dehusk drawn page\n"
_SUM_BYTES = 8
_MOST_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Entry:
    """A page as it was drawn: its boxes and, where scripts ran, its markup; or why it was not."""

    told: Mapping[str, str | None]
    boxes: Quarters
    html: bytes | None = None
    failed: str | None = None


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of entries."""

    folder: Path

    def get(self, key: str, surroundings: Surroundings) -> Entry | None:
        """The entry, if it is there, whole, and what the page asked for is still the same."""
        path = self._path_of(key)
        try:
            entry = _unpack(path.read_bytes())
            age_s = time.time() - path.stat().st_mtime
        except (OSError, ValueError, KeyError, TypeError, zlib.error):
            return None
        if entry.failed is not None:
            return entry if 0 <= age_s < FAILURE_AGE_S else None
        for url, digest in entry.told.items():
            found = surroundings.find(url)
            if (found.digest if found else None) != digest:
                return None
        return entry

    def put(self, key: str, entry: Entry) -> None:
        """Keep an entry; a cache that cannot be written to is none."""
        with suppress(OutputUnwritable):
            write_whole(self._path_of(key), _pack(entry))

    def _path_of(self, key: str) -> Path:
        return self.folder / "pages" / key[:2] / key[2:]


def _pack(entry: Entry) -> bytes:
    facts = {
        "told": dict(sorted(entry.told.items())),
        "nodes": len(entry.boxes),
        "failed": entry.failed,
        "has_html": entry.html is not None,
    }
    head = json.dumps(facts).encode()
    # Column by column: neighbours are alike, and so compress well.
    columns = np.ascontiguousarray(entry.boxes.T, dtype="<i4").tobytes()
    whole = b"%d\n%b%b%b" % (len(head), head, columns, entry.html or b"")
    packed = zlib.compress(whole)
    return _MARK + xxhash.xxh64_digest(packed) + packed


def _unpack(content: bytes) -> Entry:
    start = len(_MARK) + _SUM_BYTES
    packed = content[start:]
    if content[:start] != _MARK + xxhash.xxh64_digest(packed):
        raise ValueError("damaged")
    whole = zlib.decompressobj().decompress(packed, _MOST_BYTES)
    length, _, rest = whole.partition(b"\n")
    facts = json.loads(rest[: int(length)])
    at = int(length) + 16 * facts["nodes"]
    columns = np.frombuffer(rest[int(length) : at], dtype="<i4").reshape(4, -1)
    html = rest[at:] if facts["has_html"] else None
    return Entry(facts["told"], np.ascontiguousarray(columns.T), html, facts["failed"])
