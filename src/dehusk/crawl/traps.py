"""Pages without end, and how they are told: calendars, sessions, query strings, looping paths.

Session ids are taken out of addresses before anybody sees them (`address`). Here an address is
refused when its own look gives it away, or when there are too many of its shape already: the path
with its query's names. The more parameters there are to combine, the fewer addresses of a shape are
taken; of pages that are named by a date fewer still; and none any more when the last ones of the
shape all said word for word what another page had said.
"""

import re
from collections import Counter
from enum import StrEnum

from dehusk.crawl.address import Address
from dehusk.crawl.state import State


class Trap(StrEnum):
    """What an address is refused for."""

    LOOP = "paths that repeat themselves"
    DEEP = "paths too deep"
    PARAMETERS = "query strings too long"
    CALENDAR = "calendars without end"
    QUERIES = "query strings without end"
    SAME = "query strings that change nothing"


MOST_REPEATS = 3
MOST_FOLDERS = 20
MOST_PARAMETERS = 8
MOST_DATED = 400
"""A year of days, with some room: what a calendar links to is mostly found elsewhere, too."""

MOST_OF_SHAPE = (0, 50_000, 10_000, 1_000, 300, 100, 100, 100, 100)
"""By the number of parameters: `?topic=7` may have many pages, five filters make them up."""

MOST_SAME = 16

_MOST_IN_MEMORY = 4_096
_YEAR = r"(?:19|20|21)\d\d"
_DATED_PATH = re.compile(rf"/{_YEAR}(?:[/-](?:0?[1-9]|1[0-2]))(?:[/-](?:0?[1-9]|[12]\d|3[01]))?/?$")
_DATED_VALUE = re.compile(rf"(?:^|[=&]){_YEAR}-?[01]\d(?:-?[0-3]\d)?(?:$|[&T])")
_DATE_NAMES = re.compile(r"(?:^|&)(?:year|month|day|week|date|cal\w*|jahr|monat|tag|mois)=", re.I)
_DIGITS = re.compile(r"\d+")


def judge_look(address: Address) -> Trap | None:
    """What an address by itself gives away."""
    folders = [name for name in address.path.split("/") if name]
    if len(folders) > MOST_FOLDERS:
        return Trap.DEEP
    repeated = Counter(folders).most_common(1)
    if repeated and repeated[0][1] > MOST_REPEATS - 1 and _is_looping(folders):
        return Trap.LOOP
    if address.query.count("&") >= MOST_PARAMETERS:
        return Trap.PARAMETERS
    return None


def _is_looping(folders: list[str]) -> bool:
    """Whether a run of folders is there so often, one after another.

    >>> _is_looping("a/b/a/b/a/b".split("/")), _is_looping("a/1/a/2/a/3".split("/"))
    (True, False)
    """
    for length in range(1, len(folders) // MOST_REPEATS + 1):
        for start in range(len(folders) - length * MOST_REPEATS + 1):
            run = folders[start : start + length]
            if folders[start : start + length * MOST_REPEATS] == run * MOST_REPEATS:
                return True
    return False


def is_dated(address: Address) -> bool:
    """Whether a page is named by a day or month and by nothing else, as calendars do."""
    if address.query:
        return bool(_DATE_NAMES.search(address.query) or _DATED_VALUE.search(address.query))
    return bool(_DATED_PATH.search(address.path))


def name_shape(address: Address) -> str | None:
    """What an address has in common with the others it is counted with, if it is counted."""
    if is_dated(address):
        return "date " + address.origin + _DIGITS.sub("0", address.path) + _name_query(address)
    return address.origin + address.path + _name_query(address) if address.query else None


def _name_query(address: Address) -> str:
    names = sorted({pair.partition("=")[0] for pair in address.query.split("&") if pair})
    return "?" + "&".join(names) if names else ""


class TrapBook:
    """Counts the addresses of a shape, in the state; the last used shapes are in memory."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._known: dict[str, tuple[int, int]] = {}

    def judge(self, address: Address) -> Trap | None:
        """Why an address is a trap; nothing if it is none. Whoever takes it admits it then."""
        trap = judge_look(address)
        shape = name_shape(address) if trap is None else None
        if shape is None:
            return trap
        admitted, repeats = self._count(shape)
        if repeats >= MOST_SAME:
            return Trap.SAME
        if shape.startswith("date "):
            return Trap.CALENDAR if admitted >= MOST_DATED else None
        n_parameters = min(address.query.count("&") + 1, len(MOST_OF_SHAPE) - 1)
        return Trap.QUERIES if admitted >= MOST_OF_SHAPE[n_parameters] else None

    def admit(self, address: Address) -> None:
        """Count an address that was taken."""
        shape = name_shape(address)
        if shape is not None:
            admitted, repeats = self._count(shape)
            self._put(shape, admitted + 1, repeats)

    def note_answer(self, address: Address, *, is_repeat: bool) -> None:
        """Count pages of a shape that say what another page said; one that does not starts anew."""
        shape = name_shape(address)
        if shape is not None:
            admitted, repeats = self._count(shape)
            self._put(shape, admitted, repeats + 1 if is_repeat else 0)

    def _count(self, shape: str) -> tuple[int, int]:
        known = self._known.get(shape)
        if known is None:
            row = self._state.rows.execute(
                "SELECT admitted, repeats FROM shapes WHERE shape = ?", (shape,)
            ).fetchone()
            known = (row[0], row[1]) if row else (0, 0)
        return known

    def _put(self, shape: str, admitted: int, repeats: int) -> None:
        if len(self._known) >= _MOST_IN_MEMORY:
            self._known.clear()
        self._known[shape] = admitted, repeats
        self._state.rows.execute(
            "INSERT OR REPLACE INTO shapes VALUES (?, ?, ?)", (shape, admitted, repeats)
        )

    def forget(self) -> None:
        """What is in memory may be true no more: what was to be written was not."""
        self._known.clear()
