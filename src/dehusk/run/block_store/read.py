"""A block store read again: its pages, and the markup of each, exact or not at all."""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from dehusk.errors import BadBlockStore
from dehusk.model import Indices
from dehusk.run.block_store.cut import POINTER_BYTES, point_to
from dehusk.run.block_store.tables import make_blocks_schema, make_pages_schema
from dehusk.write.folder import BLOCKS_FOLDER, BLOCKS_TABLE, PAGES_TABLE

GROUPS_HELD = 16
"""So many row groups are held: pages that stand together share most of their blocks."""

_PAGES_A_BATCH = 256

Halves = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page of a store: what it is called, and the pointers to its blocks, in order."""

    source: str
    url: str | None
    captured: str | None
    site: str
    blocks: tuple[bytes, ...]


def open_blocks(folder: str | Path) -> "BlockStore":
    """The block store in a folder, which may be that of a run."""
    folder = Path(folder)
    return BlockStore(folder / BLOCKS_FOLDER if (folder / BLOCKS_FOLDER).is_dir() else folder)


def split_pointers(joined: bytes) -> list[bytes]:
    """Pointers that stand one after another, each alone."""
    stops = range(0, len(joined) + 1, POINTER_BYTES)
    return [joined[start:stop] for start, stop in pairwise(stops)]


class BlockStore:
    """A store open for reading; the place of each block is known, and few blocks are held."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with self._naming(BLOCKS_TABLE):
            self._blocks = _open_table(folder / BLOCKS_TABLE, make_blocks_schema())
            self._index = _Index.read(self._blocks)
        with self._naming(PAGES_TABLE):
            self._pages = _open_table(folder / PAGES_TABLE, make_pages_schema())
        self._held: OrderedDict[int, Any] = OrderedDict()

    def __enter__(self) -> "BlockStore":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files."""
        self._blocks.close()
        self._pages.close()

    def pages(self) -> Iterator[StoredPage]:
        """All pages, sorted by site and key."""
        with self._naming(PAGES_TABLE):
            for batch in self._pages.iter_batches(_PAGES_A_BATCH):
                for row in batch.to_pylist():
                    yield StoredPage(**{**row, "blocks": tuple(row["blocks"])})

    def rebuild(self, page: StoredPage) -> bytes:
        """The page's canonical markup."""
        return b"".join(self.read_blocks(page))

    def read_blocks(self, page: StoredPage) -> list[bytes]:
        """The page's blocks in their order, each checked against its pointer."""
        with self._naming(BLOCKS_TABLE):
            candidates = zip(page.blocks, self._index.find(page.blocks), strict=True)
            return [self._read_block(pointer, rows) for pointer, rows in candidates]

    def _read_block(self, pointer: bytes, rows: Indices) -> bytes:
        for row in rows.tolist():
            block = self._read_row(row)
            if point_to(block) == pointer:
                return block
        why = "damaged" if len(rows) else "missing"
        raise BadBlockStore(str(self._folder / BLOCKS_TABLE), f"block {pointer.hex()} is {why}")

    def _read_row(self, row: int) -> bytes:
        group, place = self._index.locate(row)
        if group not in self._held:
            table = self._blocks.read_row_group(group, ["markup"])
            self._held[group] = table["markup"].combine_chunks()
            if len(self._held) > GROUPS_HELD:
                self._held.popitem(last=False)
        self._held.move_to_end(group)
        return bytes(self._held[group][place].as_buffer())

    @contextmanager
    def _naming(self, name: str) -> Iterator[None]:
        """What cannot be read, said with the name of the file."""
        try:
            yield
        except (OSError, ValueError, LookupError, TypeError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise BadBlockStore(str(self._folder / name), why) from error


def _open_table(path: Path, schema: Any) -> Any:
    table = import_module("pyarrow.parquet").ParquetFile(path)
    if not table.schema_arrow.equals(schema):
        table.close()
        raise ValueError(f"its columns are not {', '.join(schema.names)} of the known types")
    return table


@dataclass(frozen=True, slots=True, eq=False)
class _Index:
    """Where each block is: the first halves of all pointers, sorted, and the row of each."""

    halves: Halves
    rows: Indices
    group_starts: Indices

    @classmethod
    def read(cls, blocks: Any) -> "_Index":
        chunks = blocks.read(["block"])["block"].chunks
        halves = _halve(b"".join(b"".join(chunk.to_pylist()) for chunk in chunks))
        rows = np.argsort(halves, kind="stable")
        meta = blocks.metadata
        sizes = [meta.row_group(group).num_rows for group in range(meta.num_row_groups)]
        return cls(halves[rows], rows, np.cumsum([0, *sizes]))

    def find(self, pointers: Sequence[bytes]) -> Iterator[Indices]:
        """The rows that each pointer may mean; several where sites share the block."""
        wanted = _halve(b"".join(pointers))
        first = np.searchsorted(self.halves, wanted, "left")
        last = np.searchsorted(self.halves, wanted, "right")
        return (self.rows[start:stop] for start, stop in zip(first, last, strict=True))

    def locate(self, row: int) -> tuple[int, int]:
        """The row group of a row, and the row's place in it."""
        group = bisect_right(self.group_starts, row) - 1
        return group, row - int(self.group_starts[group])


def _halve(pointers: bytes) -> Halves:
    """Half of each pointer is enough to find its block by."""
    return np.frombuffer(pointers, dtype=np.uint64)[:: POINTER_BYTES // 8]
