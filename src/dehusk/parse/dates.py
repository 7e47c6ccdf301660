"""Dates as pages write them to ISO 8601: a day alone stays a day, a time keeps its zone."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

_LONGEST = 100
_YEARS = range(1990, 2101)
"""The web is no older; a date outside is a default, a typing error or another calendar."""

_CLOCK = (
    r"(?:[T ,]+(?:at )?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?"
    r"(?:\s*([ap])\.?m\b\.?)?\s*([a-z]+|[+-]\d{2}(?::?\d{2})?)?)?"
)
"""Hour, minute, second, half of the day, zone."""

_NUMBERS = re.compile(rf"(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){_CLOCK}(?!\d)", re.I)
_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?()(Z|[+-]\d{2}:?\d{2})?)?", re.I)
_DAY_MONTH_YEAR = re.compile(r"(?<!\d)(\d{1,2})([./])(\d{1,2})\2(\d{4})(?!\d)")
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY_FIRST = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)?\.?[ -]+(?:of )?{_MONTH},?[ -]+(\d{{4}})(?!\d){_CLOCK}",
    re.I,
)
_MONTH_FIRST = re.compile(
    rf"\b{_MONTH} +(\d{{1,2}})(?:st|nd|rd|th)?,? +(\d{{4}})(?!\d){_CLOCK}", re.I
)
_ZONE = re.compile(r"([+-])(\d{2}):?(\d{2})?")
_MAIL = re.compile(
    rf"\d{{1,2}} {_MONTH} \d{{2,4}} +\d{{1,2}}:\d{{2}}(?::\d{{2}})? +(?![ap]\.?m\b)", re.I
)
_MOST_MONTHS = 12
_TWELVE = range(13)
_MILLISECONDS = 100_000_000_000
"""A larger number counts no seconds: they would reach beyond the year 5000."""


def read_date(text: str) -> str | None:
    """The date that the text states; None where it states none that can be.

    >>> read_date("2024-05-03T10:00+0200"), read_date("May 3rd, 2024"), read_date("0000-00-00")
    ('2024-05-03T10:00:00+02:00', '2024-05-03', None)
    """
    text = " ".join(text[:_LONGEST].split())
    for read in _READERS:
        try:
            date = read(text)
        except (ValueError, TypeError, IndexError, OverflowError):
            # The form is right and the date is none, as on February 30.
            return None
        if date:
            return date if int(date[:4]) in _YEARS else None
    return None


def read_epoch(number: float) -> str | None:
    """The moment so many seconds or milliseconds after the beginning of 1970.

    >>> read_epoch(1714723200), read_epoch(1714723200000), read_epoch(2024)
    ('2024-05-03T08:00:00+00:00', '2024-05-03T08:00:00+00:00', None)
    """
    try:
        seconds = number / 1000 if abs(number) > _MILLISECONDS else number
        moment = datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return moment.isoformat() if moment.year in _YEARS else None


def _read_compact(text: str) -> str | None:
    found = _COMPACT.fullmatch(text)
    if not found:
        return None
    year, month, day, *clock = found.groups()
    return _write((year, month, day), clock)


def _read_numbers(text: str) -> str | None:
    found = _NUMBERS.search(text)
    if not found:
        return None
    year, _, month, day, *clock = found.groups()
    return _write((year, month, day), clock)


def _read_mail(text: str) -> str | None:
    """As in the headers of mail and HTTP."""
    if not _MAIL.search(text):
        return None
    try:
        return parsedate_to_datetime(text).isoformat()
    except ValueError:
        return None


def _read_words(text: str) -> str | None:
    """In English words."""
    if found := _DAY_FIRST.search(text):
        day, month, year, *clock = found.groups()
    elif found := _MONTH_FIRST.search(text):
        month, day, year, *clock = found.groups()
    else:
        return None
    return _write((year, str(_MONTHS.index(month[:3].lower()) + 1), day), clock)


def _read_day_first(text: str) -> str | None:
    """With dots the day stands first; with strokes where it can be no month, or the same."""
    found = _DAY_MONTH_YEAR.search(text)
    if not found:
        return None
    day, joint, month, year = found.groups()
    if joint == "." or int(day) > _MOST_MONTHS or int(day) == int(month):
        return _write((year, month, day), [None])
    return _write((year, day, month), [None]) if int(month) > _MOST_MONTHS else None


def _write(day: tuple[str, str, str], clock: Sequence[str | None]) -> str:
    """The day with its time; the day alone where the time can be none."""
    year, month, number = map(int, day)
    date = datetime(year, month, number)
    if clock[0] is None:
        return date.date().isoformat()
    try:
        hour, minute, second = (int(part or 0) for part in clock[:3])
        zone = _read_zone(clock[4])
        moment = date.replace(
            hour=_read_hour(hour, clock[3]), minute=minute, second=second, tzinfo=zone
        )
        return moment.isoformat()
    except ValueError:
        return date.date().isoformat()


def _read_hour(hour: int, half: str | None) -> int:
    """The hour of 24, where one of twelve may be said to be of the first or second half."""
    if not half:
        return hour
    if hour not in _TWELVE:
        raise ValueError(hour)
    return hour % 12 + (12 if half in "pP" else 0)


def _read_zone(text: str | None) -> timezone | None:
    """Names of zones other than that of Greenwich are ambiguous and not taken."""
    if text is None:
        return None
    if text.upper() in ("Z", "UTC", "GMT"):
        return UTC
    found = _ZONE.fullmatch(text)
    if not found:
        return None
    offset = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return timezone(offset if found[1] == "+" else -offset)


_READERS = (_read_compact, _read_numbers, _read_mail, _read_words, _read_day_first)
