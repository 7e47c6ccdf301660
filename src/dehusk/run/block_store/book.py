"""The blocks of a run's pages while it goes on: a database beside the output, then two tables.

Nothing is held in memory, and what was taken survives the process: a run that goes on finds it.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dehusk.errors import BadBlockStore, OutputUnwritable
from dehusk.model import PageBlocks, PageRef
from dehusk.run.block_store.cut import DIGEST_BYTES, digest_blocks
from dehusk.run.block_store.read import open_blocks
from dehusk.run.block_store.savings import Savings
from dehusk.run.block_store.tables import SizedRow, write_blocks, write_pages
from dehusk.write.files import make_folder, naming_output, remove_files
from dehusk.write.folder import BLOCKS_PART, BLOCKS_PART_LOG, BLOCKS_TABLE, PAGES_TABLE

PAGES_A_COMMIT = 64
"""A process that is killed costs so many pages at most, which are done again."""

# `wanted` are the pages of this run: an earlier one may have had pages that are gone by now.
_SCHEMA = """
    CREATE TABLE IF NOT EXISTS site (n INTEGER PRIMARY KEY, name TEXT UNIQUE);
    CREATE TABLE IF NOT EXISTS page (
        n INTEGER PRIMARY KEY, site INTEGER, key TEXT, copy INTEGER,
        source TEXT, url TEXT, captured TEXT, bytes INTEGER, digest BLOB, digests BLOB,
        UNIQUE (site, key, copy)
    );
    CREATE TABLE IF NOT EXISTS block (
        n INTEGER PRIMARY KEY, site INTEGER, digest BLOB, markup BLOB, UNIQUE (site, digest)
    );
    DROP TABLE IF EXISTS wanted;
    CREATE TABLE wanted (page INTEGER PRIMARY KEY);
    DROP TABLE IF EXISTS used;
    CREATE TABLE used (place INTEGER PRIMARY KEY, block INTEGER UNIQUE);
"""
_PRAGMAS = (
    # Alone with its file, the log needs no shared memory, which network folders lack.
    *("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = NORMAL"),
    "cache_size = -65536",
)
_STARTED = 1
"""The `user_version` of a database that has all that a finished store had."""

_PRIMARY = 0xFF
"""Of SQLite's codes of errors, the part that says the kind."""

_FIND_PAGE = "SELECT n FROM page WHERE site = ? AND key = ? AND copy = ?"
_ADD_PAGE = "INSERT OR REPLACE INTO page VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_ADD_BLOCK = "INSERT OR IGNORE INTO block VALUES (NULL, ?, ?, ?)"
_WANT = "INSERT OR IGNORE INTO wanted VALUES (?)"
_PLACE = """
    SELECT block.n, place FROM block LEFT JOIN used ON used.block = block.n
    WHERE site = ? AND digest = ?
"""
_USE = "INSERT INTO used VALUES (?, ?)"
_LIST_PAGES = """
    SELECT source, url, captured, copy, bytes, digest, digests FROM page
    WHERE site = ? AND n IN wanted ORDER BY key, copy
"""
_LIST_BLOCKS = """
    SELECT place, site.name, markup FROM used
    JOIN block ON block.n = used.block JOIN site ON site.n = block.site ORDER BY place
"""
_PAGE_COLUMNS = ("source", "url", "captured", "copy", "bytes", "digest")

Figures = dict[str, Counter[str]]
"""The figures of each site, by the names that Savings has for them."""


class BlockBook:
    """Takes a run's pages as they come, and becomes a block store at the end."""

    def __init__(self, folder: Path, *, resumes: bool) -> None:
        make_folder(folder)
        self._folder = folder
        self._path = folder / BLOCKS_PART
        self._uncommitted = 0
        self._is_finished = False
        if not resumes:
            self._remove()
        with self._naming():
            self._database = self._open()
            rows = self._database.execute("SELECT name, n FROM site")
            self._sites: dict[str, int] = dict(rows.fetchall())
            try:
                self._start(resumes=resumes)
            except BaseException:
                self._database.close()
                raise

    def recall(self, ref: PageRef) -> bool:
        """Whether an earlier run took this page; if so, it is a page of this one too."""
        with self._naming():
            number = self._find(ref)
            if number is not None:
                self._want(number)
        return number is not None

    def add(self, ref: PageRef, blocks: PageBlocks) -> None:
        """Take a page."""
        with self._naming():
            self._want(self._put(ref, blocks))

    def leave_out(self, refs: Iterable[PageRef]) -> None:
        """Forget pages that are not to be kept."""
        with self._naming():
            for ref in refs:
                self._database.execute("DELETE FROM wanted WHERE page = ?", (self._find(ref),))

    def export(self) -> dict[str, Savings]:
        """Write the store's tables, the same for any order of pages; what each site saves."""
        tables = [self._folder / name for name in (PAGES_TABLE, BLOCKS_TABLE)]
        parts = [table.with_name(f"{table.name}.part") for table in tables]
        figures: Figures = {}
        with self._naming():
            # Pages must not be lost with the tables, if these cannot be written.
            self._commit()
            self._begin()
            write_pages(self._list_pages(figures), parts[0])
            write_blocks(self._list_blocks(figures), parts[1])
        with naming_output(self._folder):
            for part, table in zip(parts, tables, strict=True):
                part.replace(table)
        return {site: Savings(**counts) for site, counts in figures.items()}

    def finish(self) -> None:
        """The run is done: the store is all that is to be left."""
        self._is_finished = True

    def close(self) -> None:
        """Keep what was taken for a run that goes on, unless this one is done."""
        with self._naming():
            try:
                if not self._is_finished:
                    self._commit()
            finally:
                self._database.close()
        if self._is_finished:
            self._remove()

    def _open(self) -> sqlite3.Connection:
        """The database; a damaged one is begun anew, and its pages are done again."""
        try:
            return _connect(self._path)
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
        self._remove()
        return _connect(self._path)

    def _start(self, *, resumes: bool) -> None:
        """Begin with the pages of a finished store, where there is one to go on with."""
        ((version,),) = self._database.execute("PRAGMA user_version")
        if version == _STARTED:
            return
        self._begin()
        if resumes:
            self._take_back()
        # With its pages or not at all: whoever comes after an interruption takes them again.
        self._database.execute(f"PRAGMA user_version = {_STARTED}")
        self._commit()

    def _take_back(self) -> None:
        """Take the pages of a finished store; of a damaged one, those before the damage."""
        with suppress(BadBlockStore), open_blocks(self._folder) as store:
            for page in store.pages():
                ref = PageRef(page.source, page.site, "", 0, url=page.url, captured=page.captured)
                blocks = digest_blocks(store.read_blocks(page))
                self._put(ref._replace(copy=page.copy), blocks)

    def _find(self, ref: PageRef) -> int | None:
        identity = (self._sites.get(ref.site), ref.key, ref.copy)
        row = self._database.execute(_FIND_PAGE, identity).fetchone()
        return row[0] if row else None

    def _put(self, ref: PageRef, blocks: PageBlocks) -> int:
        self._begin()
        site = self._number_site(ref.site)
        markup = blocks.markup
        self._database.executemany(_ADD_BLOCK, ((site, *block) for block in markup.items()))
        n_bytes = sum(len(markup[digest]) for digest in _split(blocks.digests))
        names = (ref.source, ref.url, ref.captured)
        row = (site, ref.key, ref.copy, *names, n_bytes, blocks.whole, blocks.digests)
        number = self._database.execute(_ADD_PAGE, row).lastrowid
        assert number is not None
        return number

    def _number_site(self, name: str) -> int:
        if name not in self._sites:
            added = self._database.execute("INSERT INTO site VALUES (NULL, ?)", (name,))
            assert added.lastrowid is not None
            self._sites[name] = added.lastrowid
        return self._sites[name]

    def _want(self, number: int) -> None:
        self._begin()
        self._database.execute(_WANT, (number,))
        self._uncommitted += 1
        if self._uncommitted >= PAGES_A_COMMIT:
            self._commit()

    def _begin(self) -> None:
        if not self._database.in_transaction:
            self._database.execute("BEGIN")

    def _commit(self) -> None:
        if self._database.in_transaction:
            self._database.execute("COMMIT")
        self._uncommitted = 0

    def _list_pages(self, figures: Figures) -> Iterator[SizedRow]:
        """The rows of the pages; blocks get their numbers as pages use them first."""
        used = 0
        for site, number in sorted(self._sites.items()):
            for *values, joined in self._database.execute(_LIST_PAGES, (number,)):
                blocks = []
                for digest in _split(joined):
                    place = self._place_block(number, digest, used)
                    used = max(used, place + 1)
                    blocks.append(place)
                row = dict(zip(_PAGE_COLUMNS, values, strict=True))
                counts = figures.setdefault(site, Counter())
                counts.update(pages=1, page_bytes=row["bytes"], pointers=len(blocks))
                yield {**row, "site": site, "blocks": blocks}, len(joined)

    def _place_block(self, site: int, digest: bytes, following: int) -> int:
        """The number of a block, which is the following one where it has none."""
        block, place = self._database.execute(_PLACE, (site, digest)).fetchone()
        if place is None:
            self._database.execute(_USE, (following, block))
            return following
        return int(place)

    def _list_blocks(self, figures: Figures) -> Iterator[SizedRow]:
        for place, site, markup in self._database.execute(_LIST_BLOCKS):
            figures[site].update(blocks=1, block_bytes=len(markup))
            row = {"block": place, "site": site, "bytes": len(markup), "markup": markup}
            yield row, len(markup)

    def _remove(self) -> None:
        with naming_output(self._path):
            remove_files(*(self._folder / name for name in (BLOCKS_PART, BLOCKS_PART_LOG)))

    @contextmanager
    def _naming(self) -> Iterator[None]:
        """What the database refuses, said with its name."""
        try:
            yield
        except sqlite3.Error as error:
            raise OutputUnwritable(str(self._path), str(error)) from error


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        for pragma in _PRAGMAS:
            database.execute(f"PRAGMA {pragma}")
        _refuse_damage(database)
        database.executescript(_SCHEMA)
    except BaseException:
        database.close()
        raise
    return database


def _refuse_damage(database: sqlite3.Connection) -> None:
    ((found,),) = database.execute("PRAGMA quick_check(1)")
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether the file is to blame, and not what is around it: a lock, or a full disk."""
    # What the check finds has no code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & _PRIMARY in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _split(joined: bytes) -> list[bytes]:
    """Digests that stand one after another, each alone."""
    starts = range(0, len(joined), DIGEST_BYTES)
    return [joined[start : start + DIGEST_BYTES] for start in starts]
