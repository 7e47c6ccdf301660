"""What the state says of a crawl as a whole: counts, what to start over, where pages are."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from dehusk.crawl.failures import Kind
from dehusk.crawl.state import Role, State, Status

_NOTED = ("n_bytes", "scripted", "built", "unchanged")


@dataclass(slots=True)
class Tally:
    """How far a crawl is, over all of its runs; kept up by whoever settles an address."""

    pages: int = 0
    others: int = 0
    n_bytes: int = 0
    waiting: int = 0
    scripted: int = 0
    built: int = 0
    unchanged: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)

    def list_counts(self) -> dict[str, int]:
        """What changes while an answer is taken in, and is taken back where that fails."""
        return {name: getattr(self, name) for name in ("waiting", *_NOTED)}

    def take_back(self, counts: Mapping[str, int]) -> None:
        """Count as before."""
        for name, count in counts.items():
            setattr(self, name, count)

    @property
    def failed(self) -> int:
        """All that gave no page and should have."""
        return self.failures.total()


class PlaceOfPage(NamedTuple):
    """Where a page is in the archive."""

    url: str
    start: int
    n_bytes: int
    captured: str


def count_all(state: State) -> Tally:
    """The counts of a crawl as its state has them."""
    tally = Tally()
    rows = state.rows
    for status, count in rows.execute("SELECT status, count(*) FROM addresses GROUP BY status"):
        if status == Status.WAITING:
            tally.waiting = count
        elif status == Status.PAGE:
            tally.pages = count
        elif status == Status.OTHER:
            tally.others = count
    tally.failures.update(dict(_count_reasons(rows, Status.FAILED)))
    tally.left_out.update(dict(_count_reasons(rows, Status.LEFT)))
    for name in _NOTED:
        setattr(tally, name, int(str(state.recall(name) or 0)))
    return tally


def count_listings(state: State) -> Counter[str]:
    """How many listings there are of each host, or on its behalf."""
    rows = state.rows.execute(
        "SELECT coalesce(owner, host), count(*) FROM addresses WHERE kind = ? GROUP BY 1",
        (int(Role.LISTING),),
    )
    return Counter(dict(rows.fetchall()))


def note_counts(state: State, tally: Tally) -> None:
    """Write down what the addresses themselves do not tell."""
    for name in _NOTED:
        state.note(name, getattr(tally, name))


def _count_reasons(rows: sqlite3.Connection, status: Status) -> Iterator[tuple[str, int]]:
    return rows.execute(
        "SELECT coalesce(reason, ''), count(*) FROM addresses WHERE status = ? GROUP BY reason",
        (int(status),),
    )


def list_failures(state: State) -> Iterator[tuple[str, str]]:
    """Every address that failed, and why."""
    return state.rows.execute(
        "SELECT url, coalesce(reason, '') FROM addresses WHERE status = ? ORDER BY id",
        (int(Status.FAILED),),
    )


def list_pages(state: State, host: str) -> list[PlaceOfPage]:
    """The pages of a host that are in the archive."""
    return [
        PlaceOfPage(*row)
        for row in state.rows.execute(
            "SELECT url, start, n_bytes, captured FROM addresses"
            " WHERE status = ? AND host = ? AND start IS NOT NULL ORDER BY id",
            (int(Status.PAGE), host),
        )
    ]


def ask_all_again(state: State) -> int:
    """Have everything that was ever answered or failed wait once more; how much that is."""
    return state.rows.execute(
        "UPDATE addresses SET status = 0, tries = 0, not_before = 0 WHERE status IN (?, ?, ?)",
        (int(Status.PAGE), int(Status.OTHER), int(Status.FAILED)),
    ).rowcount


def ask_failed_again(state: State) -> None:
    """Have all wait once more that failed for reasons of the day."""
    reasons = [*(str(kind) for kind in Kind if kind.is_of_the_day), "status 429", "status 5__"]
    state.rows.executemany(
        "UPDATE addresses SET status = 0, tries = 0, not_before = 0"
        " WHERE status = ? AND reason LIKE ?",
        [(int(Status.FAILED), reason) for reason in reasons],
    )


def ask_left_again(state: State, reason: str) -> None:
    """Have all wait once more that was left for a reason that is none any more."""
    state.rows.execute(
        "UPDATE addresses SET status = 0, tries = 0, not_before = 0"
        " WHERE status = ? AND reason = ?",
        (int(Status.LEFT), reason),
    )


def forget_after(state: State, stop: int) -> int:
    """Have all wait again whose answers lie, or end, behind a point of the archive."""
    return state.rows.execute(
        "UPDATE addresses SET status = 0, start = NULL, stop = NULL, captured = NULL,"
        " digest = NULL, etag = NULL, modified = NULL WHERE stop > ?",
        (stop,),
    ).rowcount
