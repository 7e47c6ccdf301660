"""A block store read again: its pages, and the markup of each, exact or not at all."""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import Any

from dehusk.errors import BadBlockStore
from dehusk.model import Tree
from dehusk.parse.caps import DEEPEST
from dehusk.parse.html import read_tree
from dehusk.run.block_store.cut import digest
from dehusk.run.block_store.tables import make_blocks_schema, make_pages_schema
from dehusk.write.folder import BLOCKS_FOLDER, BLOCKS_PART, BLOCKS_TABLE, PAGES_TABLE

GROUPS_HELD = 16
"""So many row groups are held: pages that stand together share most of their blocks."""

_PAGES_A_BATCH = 256

_SIGNS_OF_DAMAGE = (OSError, ValueError, LookupError, TypeError)


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page of a store: what it is called, and the numbers of its blocks, in order.

    `copy` counts the pages of the same key before it; `n_bytes` and `digest` are those of its
    markup.
    """

    source: str
    url: str | None
    captured: str | None
    site: str
    copy: int
    n_bytes: int
    digest: bytes
    blocks: tuple[int, ...]


def open_blocks(folder: str | Path) -> "BlockStore":
    """The block store in a folder, which may be that of a run."""
    folder = Path(folder)
    return BlockStore(folder / BLOCKS_FOLDER if (folder / BLOCKS_FOLDER).is_dir() else folder)


class BlockStore:
    """A store open for reading; few of its blocks are held at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with self._naming(BLOCKS_TABLE):
            self._blocks = _open_table(folder / BLOCKS_TABLE, make_blocks_schema())
            # Blocks are numbered as their rows.
            self._group_starts = _list_starts(self._blocks)
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
        found = 0
        with self._naming(PAGES_TABLE):
            for batch in self._pages.iter_batches(_PAGES_A_BATCH):
                found += len(batch)
                for row in batch.to_pylist():
                    blocks = tuple(row.pop("blocks"))
                    yield StoredPage(n_bytes=row.pop("bytes"), blocks=blocks, **row)
            _check_count(found, self._pages.metadata.num_rows)

    def rebuild(self, page: StoredPage) -> bytes:
        """The page's canonical markup."""
        return b"".join(self.read_blocks(page))

    def read_tree(self, page: StoredPage) -> Tree:
        """The page's tree, as it was when the page was stored."""
        with self._naming(BLOCKS_TABLE):
            return read_tree(self.rebuild(page), DEEPEST)

    def read_blocks(self, page: StoredPage) -> list[bytes]:
        """The page's blocks in their order; together they are checked against its digest."""
        with self._naming(BLOCKS_TABLE):
            blocks = [self._read_block(number) for number in page.blocks]
        if digest(b"".join(blocks)) != page.digest:
            raise BadBlockStore(str(self._folder), f"the blocks of {page.source} are damaged")
        return blocks

    def _read_block(self, number: int) -> bytes:
        group = bisect_right(self._group_starts, number) - 1
        if not 0 <= group < len(self._group_starts) - 1:
            raise BadBlockStore(str(self._folder / BLOCKS_TABLE), f"block {number} is missing")
        if group not in self._held:
            column = self._blocks.read_row_group(group, ["markup"])["markup"]
            _check_count(len(column), self._group_starts[group + 1] - self._group_starts[group])
            self._held[group] = column.combine_chunks()
            if len(self._held) > GROUPS_HELD:
                self._held.popitem(last=False)
        self._held.move_to_end(group)
        return bytes(self._held[group][number - self._group_starts[group]].as_buffer())

    @contextmanager
    def _naming(self, name: str) -> Iterator[None]:
        """What cannot be read, said with the name of the file."""
        try:
            yield
        except FileNotFoundError as error:
            raise BadBlockStore(str(self._folder / name), self._say_what_to_do()) from error
        except (*_SIGNS_OF_DAMAGE, import_module("pyarrow").ArrowException) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise BadBlockStore(str(self._folder / name), why) from error

    def _say_what_to_do(self) -> str:
        if (self._folder / BLOCKS_PART).exists():
            return "the run that makes it is not finished; repeat its command with --resume"
        return "there is no such file; dehusk run with --store-blocks makes one"


def _open_table(path: Path, schema: Any) -> Any:
    pq = import_module("pyarrow.parquet")
    table = pq.ParquetFile(path, page_checksum_verification=True)
    if not table.schema_arrow.equals(schema):
        table.close()
        raise ValueError(f"its columns are not {', '.join(schema.names)} of the known types")
    return table


def _check_count(found: int, promised: int) -> None:
    if found != promised:
        raise ValueError(f"it has {found} rows where {promised} should be")


def _list_starts(table: Any) -> list[int]:
    """The first row of each row group, and the end of the last."""
    groups = range(table.metadata.num_row_groups)
    sizes = (table.metadata.row_group(group).num_rows for group in groups)
    return list(accumulate(sizes, initial=0))
