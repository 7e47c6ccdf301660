"""What a crawl knows, in SQLite beside its archive: killed at any moment, it is true.

Every address is in it once. What became of an address is written together with what it led to and
how far the archive is good, or not at all.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple

from dehusk.errors import BadCrawlState, CrawlRunning, OtherCrawl

SUFFIX = ".crawl"
FORMAT = 1

_CACHE_KIB = 16 * 1024
_FOLDER = "folder "

_SCHEMA = """
CREATE TABLE facts(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE hosts(name TEXT PRIMARY KEY, not_before REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE robots(
    origin TEXT PRIMARY KEY, read_at REAL NOT NULL, verdict TEXT NOT NULL, text BLOB
) WITHOUT ROWID;
CREATE TABLE shapes(
    shape TEXT PRIMARY KEY, admitted INTEGER NOT NULL, repeats INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE addresses(
    id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, host TEXT NOT NULL, kind INTEGER NOT NULL,
    rank INTEGER NOT NULL, depth INTEGER NOT NULL, hops INTEGER NOT NULL, owner TEXT,
    status INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0,
    not_before REAL NOT NULL DEFAULT 0, reason TEXT,
    start INTEGER, stop INTEGER, n_bytes INTEGER, captured TEXT, digest TEXT,
    etag TEXT, modified TEXT
);
CREATE INDEX waiting ON addresses(host, rank, id) WHERE status = 0;
CREATE INDEX digests ON addresses(digest) WHERE digest IS NOT NULL;
"""


class Role(IntEnum):
    """What an address is asked for as."""

    PAGE = 0
    LISTING = 1


class Status(IntEnum):
    """What became of an address."""

    WAITING = 0
    PAGE = 1
    OTHER = 2
    FAILED = 3
    LEFT = 4


class Lead(NamedTuple):
    """An address that was come upon, on its way into the state.

    `owner` is the host whose pages a listing names, where that is not its own.
    """

    url: str
    host: str
    role: Role
    depth: int
    hops: int = 0
    rank: int = 0
    owner: str | None = None


class Waiting(NamedTuple):
    """An address to be fetched, with what is known of a former answer."""

    id: int
    url: str
    role: Role
    depth: int
    hops: int
    tries: int
    owner: str | None
    captured: str | None
    digest: str | None
    etag: str | None
    modified: str | None


class Kept(NamedTuple):
    """Where an answer is in the archive, and what tells it from a later one."""

    start: int
    stop: int
    n_bytes: int
    captured: str
    digest: str
    etag: str | None
    modified: str | None


class State:
    """The state file of one crawl; nobody else has it open."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._db = sqlite3.connect(path, isolation_level=None, timeout=0)
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            with self.together():
                if not self._db.execute("SELECT 1 FROM sqlite_master").fetchone():
                    for statement in _SCHEMA.split(";"):
                        self._db.execute(statement)
                    self.note("format", FORMAT)
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise CrawlRunning(str(path)) from error
            raise BadCrawlState(str(path), str(error)) from error
        except sqlite3.DatabaseError as error:
            raise BadCrawlState(str(path), str(error)) from error
        if (found := self.recall("format")) != FORMAT:
            why = f"its format is {found!r}, this dehusk reads {FORMAT}"
            raise BadCrawlState(str(path), why)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that is written within is written, or nothing of it."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def check_identity(self, asked: Mapping[str, object]) -> None:
        """Remember what is asked for, or refuse what differs from what was."""
        former = self.recall("identity")
        if former is None:
            self.note("identity", json.dumps(asked))
            return
        known: dict[str, object] = json.loads(str(former))
        asked = json.loads(json.dumps(asked))
        differences = tuple(
            f"{name} was {_tell(known.get(name))}, now {_tell(asked.get(name))}"
            for name in sorted({*known, *asked})
            if known.get(name) != asked.get(name)
        )
        if differences:
            raise OtherCrawl(str(self._path), differences)

    def recall(self, name: str) -> object:
        """A fact that was noted."""
        row = self._db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def note(self, name: str, value: object) -> None:
        """Note a fact."""
        self._db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))

    def note_folder(self, folder: str) -> None:
        """Note a folder that a START led to."""
        self.note(_FOLDER + folder, 1)

    def list_folders(self) -> list[str]:
        """The folders that were noted."""
        rows = self._db.execute("SELECT name FROM facts WHERE name LIKE ?", (_FOLDER + "%",))
        return [str(name).removeprefix(_FOLDER) for (name,) in rows]

    def add(self, leads: Iterable[Lead]) -> list[str]:
        """Take in addresses; gives the hosts of those that were new."""
        new = []
        for lead in leads:
            row = lead._replace(role=int(lead.role))  # type: ignore[arg-type]
            done = self._db.execute(
                "INSERT OR IGNORE INTO addresses(url, host, kind, depth, hops, rank, owner)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            if done.rowcount:
                new.append(lead.host)
        return new

    def knows(self, url: str) -> bool:
        """Whether an address was come upon before."""
        found = self._db.execute("SELECT 1 FROM addresses WHERE url = ?", (url,))
        return found.fetchone() is not None

    def list_waiting(self, host: str, now: float, most: int) -> list[Waiting]:
        """The next addresses of a host that may be fetched by now."""
        rows = self._db.execute(
            "SELECT id, url, kind, depth, hops, tries, owner, captured, digest, etag, modified"
            " FROM addresses WHERE status = 0 AND host = ? AND not_before <= ?"
            " ORDER BY rank, id LIMIT ?",
            (host, now, most),
        )
        return [Waiting(*row)._replace(role=Role(row[2])) for row in rows]

    def find_next_time(self, host: str) -> float | None:
        """When the first of a host's addresses may be fetched; nothing if none is waiting."""
        row = self._db.execute(
            "SELECT min(not_before) FROM addresses WHERE status = 0 AND host = ?", (host,)
        ).fetchone()
        return row[0] if row else None

    def list_hosts(self) -> list[tuple[str, float]]:
        """The hosts with addresses waiting, and when each may be asked at the earliest."""
        return list(
            self._db.execute(
                "SELECT host, coalesce(hosts.not_before, 0) FROM"
                " (SELECT DISTINCT host FROM addresses WHERE status = 0)"
                " LEFT JOIN hosts ON hosts.name = host"
            )
        )

    def hold_off(self, host: str, until: float) -> None:
        """Remember not to ask a host before a time."""
        self._db.execute("INSERT OR REPLACE INTO hosts VALUES (?, ?)", (host, until))

    def clamp_patience(self, latest: float) -> None:
        """Have nothing wait for longer than until then."""
        for table in ("hosts", "addresses"):
            self._db.execute(
                f"UPDATE {table} SET not_before = ?1 WHERE not_before > ?1",  # noqa: S608
                (latest,),
            )

    def settle(self, known: Waiting, status: Status, reason: str | None, kept: Kept | None) -> None:
        """Write down what became of an address; a former answer stays where there is no new one."""
        self._db.execute(
            "UPDATE addresses SET status = ?, reason = ?, tries = tries + 1 WHERE id = ?",
            (int(status), reason, known.id),
        )
        if kept is not None:
            self._db.execute(
                "UPDATE addresses SET start = ?, stop = ?, n_bytes = ?, captured = ?, digest = ?,"
                " etag = ?, modified = ? WHERE id = ?",
                (*kept, known.id),
            )

    def postpone(self, known: Waiting, until: float, reason: str) -> None:
        """Have an address wait for another try."""
        self._db.execute(
            "UPDATE addresses SET tries = tries + 1, not_before = ?, reason = ? WHERE id = ?",
            (until, reason, known.id),
        )

    def leave(self, host: str, status: Status, reason: str, under_way: Collection[int] = ()) -> int:
        """Give up all that waits of a host, but for what is under way; how much that was."""
        return self._db.execute(
            "UPDATE addresses SET status = ?, reason = ? WHERE status = 0 AND host = ?"
            " AND id NOT IN (SELECT value FROM json_each(?))",
            (int(status), reason, host, json.dumps(list(under_way))),
        ).rowcount

    @property
    def rows(self) -> sqlite3.Connection:
        """For the questions that other files ask."""
        return self._db


def _tell(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return "without" if value is None else str(value)
