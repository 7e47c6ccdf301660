"""All pages of a job, listed once on disk: what is there, in the order it was found.

Archives are long to look through and sites may have millions of pages, so the list is kept in a
temporary database rather than made twice or held in memory.
"""

import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from dehusk.errors import BadSetting, OutputUnwritable
from dehusk.ingest.find import STANDARD_INPUT, Finder, Listed
from dehusk.ingest.folder import UNNAMED_SITE
from dehusk.ingest.identity import site_of
from dehusk.ingest.settings import SourceSettings
from dehusk.ingest.spool import Spool
from dehusk.model import PageRef, PassedOver, RawPage, Rejected

Pairs = Mapping[str, str | bytes] | Iterable[tuple[str, str | bytes]]
"""(URL or name, HTML) of each page."""

_FIELDS = PageRef._fields
_COLUMNS = ", ".join(f'"{name}"' for name in (*_FIELDS, "stage", "reason"))
_SCHEMA = f"CREATE TABLE found (n INTEGER PRIMARY KEY, {_COLUMNS})"
_INSERT = f"INSERT INTO found ({_COLUMNS}) VALUES ({', '.join('?' * (len(_FIELDS) + 2))})"  # noqa: S608
_PATH = _FIELDS.index("path")
# Which of several captures is the newest must not depend on the order they were found in.
_DROP_OLDER = """
    DELETE FROM found WHERE n IN (
        SELECT n FROM (
            SELECT n, row_number() OVER (
                PARTITION BY site, url ORDER BY captured DESC, source, path, "offset"
            ) AS place
            FROM found WHERE url IS NOT NULL
        ) WHERE place > 1
    )
"""
# Copies are the pages of one PageRef.key, which this must say in the same way.
_KEY = "coalesce(nullif(url, ''), source) || coalesce(' ' || nullif(captured, ''), '')"
_COUNT_COPIES = f"""
    UPDATE found SET copy = numbered.place - 1 FROM (
        SELECT n, row_number() OVER (
            PARTITION BY site, {_KEY} ORDER BY n
        ) AS place
        FROM found WHERE stage IS NULL
    ) AS numbered WHERE numbered.n = found.n AND numbered.place > 1
"""  # noqa: S608
_LIST_PATHS = "SELECT DISTINCT path FROM found WHERE stage IS NULL"


class Order(StrEnum):
    """How pages are listed."""

    AS_FOUND = "n"
    BY_SITE = "site, n"


class Inventory:
    """The pages of some sources; temporary files are gone when it is closed."""

    def __init__(self, settings: SourceSettings | None = None) -> None:
        self.settings = settings or SourceSettings()
        self.passed_over: Counter[str] = Counter()
        self._spool = Spool()
        self._finder = Finder(self.settings, self._spool)
        # Without a name it is a temporary file, which the system forgets when we end.
        self._database = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute(_SCHEMA)

    def __enter__(self) -> "Inventory":
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()
        self._spool.__exit__()

    def take_sources(self, sources: Sequence[str]) -> Iterator[Listed]:
        """List what is in files, folders, archives, tables; tells each thing as it is found."""
        for item in self._finder.find_pages(sources):
            self._add(item)
            yield item
        self._finish()

    def take_all(self, sources: Sequence[str]) -> None:
        """The same, without a look at what is listed."""
        for _ in self.take_sources(sources):
            pass

    def take_pairs(self, pages: Pairs) -> None:
        """List pages that are given as (URL or name, HTML)."""
        for pair in pages.items() if isinstance(pages, Mapping) else pages:
            page = _make_page(*_check_pair(pair), self.settings)
            self._add(self._spool.keep_page(page))
        self._finish()

    def list_files(self, sources: Sequence[str]) -> Iterator[str]:
        """The real paths of the sources, and of the archives, tables and pages found in them."""
        for source in sources:
            if source != STANDARD_INPUT and Path(source).exists():
                yield os.path.realpath(source)
        yield from map(os.path.realpath, self._finder.containers)
        for (path,) in self._database.execute(_LIST_PATHS):
            yield _find_real_path(os.fsdecode(path))

    def pages(self, order: Order = Order.AS_FOUND) -> Iterator[PageRef]:
        """The pages that can be read, as far as is known."""
        return (item for item in self.everything(order) if isinstance(item, PageRef))

    def everything(self, order: Order = Order.AS_FOUND) -> Iterator[PageRef | Rejected]:
        """The pages, and among them what was rejected from the start."""
        rows = self._database.execute(f"SELECT {_COLUMNS} FROM found ORDER BY {order}")  # noqa: S608
        return map(_read_row, rows)

    def _add(self, item: Listed) -> None:
        if isinstance(item, PassedOver):
            self.passed_over[item.kind] += 1
            return
        row: list[object]
        if isinstance(item, Rejected):
            ref = PageRef(item.source, "", "", 0, offset=cast("int", item.offset))
            row = [*ref, item.stage, item.reason]
        else:
            row = [*item, None, None]
            # A path need not be text.
            row[_PATH] = os.fsencode(item.path)
        try:
            self._database.execute(_INSERT, row)
        except sqlite3.OperationalError as error:
            raise OutputUnwritable("the list of pages", str(error)) from error

    def _finish(self) -> None:
        self._spool.flush()
        if self.settings.latest:
            self._database.execute(_DROP_OLDER)
        self._database.execute(_COUNT_COPIES)


def _find_real_path(path: str) -> str:
    """There may be millions of pages: the folder of many is looked up once."""
    if os.path.islink(path):  # noqa: PTH114
        return os.path.realpath(path)
    folder, name = os.path.split(path)
    return os.path.join(_find_real_folder(folder), name)  # noqa: PTH118


@lru_cache(maxsize=1024)
def _find_real_folder(folder: str) -> str:
    return os.path.realpath(folder)


def _read_row(row: Sequence[Any]) -> PageRef | Rejected:
    *values, stage, reason = row
    if stage is not None:
        return Rejected(values[0], stage, reason, values[_FIELDS.index("offset")])
    values[_PATH] = os.fsdecode(values[_PATH])
    return PageRef(*values)


def _check_pair(pair: object) -> tuple[str, str | bytes]:
    if isinstance(pair, tuple | list) and len(pair) == 2:
        name, html = pair
        if isinstance(name, str) and isinstance(html, str | bytes):
            return name, html
    raise BadSetting("pages", "pair", pair, "(URL or name, HTML)")


def _make_page(name: str, html: str | bytes, settings: SourceSettings) -> RawPage:
    """A page as it was handed over; a name with a scheme is its URL."""
    name = name.encode("utf-8", "replace").decode()
    url = name if "://" in name else None
    ref = PageRef(
        source=name,
        site=(site_of(url, settings.site_by) if url else None) or UNNAMED_SITE,
        path="",
        n_bytes=0,
        url=url,
        charset="utf-8" if isinstance(html, str) else None,
    )
    return RawPage(ref, html.encode("utf-8", "replace") if isinstance(html, str) else html)
