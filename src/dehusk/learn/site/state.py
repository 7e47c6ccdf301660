"""What was learned of a site as plain JSON values, and back: a person can read it and correct it.

Texts and slots stand as rows with what they count for; the many hashes of words in a row, links
and images, which say nothing to anybody, are packed.
"""

import base64
from collections.abc import Mapping
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from dehusk.learn.method import State
from dehusk.learn.saved import read_mapping, read_rows, read_text
from dehusk.learn.site.labels import Labels
from dehusk.learn.site.memory import (
    DECIMALS,
    PART_COLUMNS,
    SLOT_COLUMNS,
    ClusterMemory,
    Counts,
    Known,
    SiteMemory,
    Table,
)
from dehusk.learn.site.reading import Hashes

VERSION = 3
"""Of what is saved; hashes of another version are of other things."""

_TOO_LARGE = 2**31


def write_state(known: Known, texts: Labels, ways: Labels) -> State:
    """All that is known, with the texts and ways that hashes are of."""
    site, cluster = known.site, known.cluster
    return {
        "version": VERSION,
        "title_prefix": known.ends[0],
        "title_suffix": known.ends[1],
        "site": {
            "pages": _pack(site.digests),
            **{name: _pack_counts(getattr(site, name)) for name in _OF_SITE},
        },
        "cluster": {
            "pages": _pack(cluster.digests),
            "texts": [
                {"text": texts.get(key, ""), "hash": f"{key:016x}", "pages": n}
                for key, n in zip(
                    cluster.loose.keys.tolist(), cluster.loose.pages.tolist(), strict=True
                )
            ],
            "said": _pack_counts(cluster.said),
            "slots": _write_table(cluster.slots, SLOT_COLUMNS, ways),
            "parts": _write_table(cluster.parts, PART_COLUMNS, ways),
        },
    }


Number = TypeVar("Number", bound=np.generic)

_OF_SITE = ("grams", "pointers", "titles")


def read_state(state: State) -> tuple[Known, tuple[Labels, Labels]]:
    """What gave this state; complains about what was broken by hand."""
    if state.get("version") != VERSION:
        raise ValueError("another version of the method site learned it: learn the site again")
    site, cluster = read_mapping(state, "site"), read_mapping(state, "cluster")
    counts = {name: _unpack_counts(read_mapping(site, name)) for name in _OF_SITE}
    known = Known(
        SiteMemory(digests=_unpack(site, "pages", np.uint64), **counts),
        ClusterMemory(
            digests=_unpack(cluster, "pages", np.uint64),
            loose=_read_texts(cluster),
            said=_unpack_counts(read_mapping(cluster, "said")),
            slots=_read_table(cluster, "slots", SLOT_COLUMNS),
            parts=_read_table(cluster, "parts", PART_COLUMNS),
        ),
        (read_text(state, "title_prefix"), read_text(state, "title_suffix")),
    )
    ways = _read_labels(cluster, "slots", "way") | _read_labels(cluster, "parts", "way")
    return known, (_read_labels(cluster, "texts", "text"), ways)


def _read_labels(state: State, name: str, label: str) -> dict[int, str]:
    rows = read_rows(state, name)
    return {_read_hash(row): read_text(row, label) for row in rows if label in row}


def _read_texts(cluster: State) -> Counts:
    rows = read_rows(cluster, "texts")
    pages = np.array([_read_number(row, "pages") for row in rows], dtype=np.int32)
    keys = _read_keys(rows)
    order = np.argsort(keys)
    return Counts(keys[order], pages[order])


def _write_table(table: Table, columns: tuple[str, ...], ways: Labels) -> list[dict[str, object]]:
    rows = []
    for key, values in zip(table.keys.tolist(), table.values.tolist(), strict=True):
        told = {"way": ways[key]} if key in ways else {}
        numbers = (round(value, DECIMALS) for value in values)
        rows.append({**told, "hash": f"{key:016x}", **dict(zip(columns, numbers, strict=True))})
    return rows


def _read_table(state: State, name: str, columns: tuple[str, ...]) -> Table:
    rows = read_rows(state, name)
    values = [[_read_number(row, column) for column in columns] for row in rows]
    keys = _read_keys(rows)
    order = np.argsort(keys)
    numbers = np.array(values, dtype=np.float32).reshape(len(rows), len(columns))
    if (numbers >= _TOO_LARGE).any():
        # In four bytes the largest are rounded up, and would be refused once they are saved.
        raise ValueError(f"{name} has numbers that are too large")
    return Table(keys[order], numbers[order])


def _read_keys(rows: list[Mapping[str, object]]) -> Hashes:
    return np.array([_read_hash(row) for row in rows], dtype=np.uint64)


def _read_hash(row: Mapping[str, object]) -> int:
    given = read_text(row, "hash")
    if len(given) != 16 or not set(given) <= set("0123456789abcdef"):
        raise ValueError("hash is not 16 signs of 0 to 9 and a to f")
    return int(given, 16)


def _read_number(row: Mapping[str, object], name: str) -> float:
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < _TOO_LARGE:
        raise ValueError(f"{name} is not a number from 0")
    return value


def _pack_counts(counts: Counts) -> dict[str, str]:
    return {"hashes": _pack(counts.keys), "counts": _pack(counts.pages)}


def _unpack_counts(state: State) -> Counts:
    keys, pages = _unpack(state, "hashes", np.uint64), _unpack(state, "counts", np.int32)
    if len(keys) != len(pages) or (np.diff(keys.astype(np.float64)) < 0).any():
        raise ValueError("hashes and counts do not go together")
    return Counts(keys, pages)


def _pack(values: npt.NDArray[np.generic]) -> str:
    little = values.astype(values.dtype.newbyteorder("<"))
    return base64.b64encode(little.tobytes()).decode()


def _unpack(state: State, name: str, kind: type[Number]) -> npt.NDArray[Number]:
    raw = base64.b64decode(read_text(state, name), validate=True)
    little = np.frombuffer(raw, dtype=np.dtype(kind).newbyteorder("<"))
    return little.astype(kind)
