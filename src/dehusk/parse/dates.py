"""Dates as pages write them to ISO 8601: a day alone stays a day, a time keeps its zone."""

import re
from datetime import UTC, datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

_LONGEST = 100
_YEARS = range(1990, 2101)
"""The web is no older; a date outside is a default, a typing error or another calendar."""

_CLOCK = (
    r"(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([A-Za-z]+|[+-]\d{2}(?::?\d{2})?)?)?"
)
_NUMBERS = re.compile(rf"(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){_CLOCK}(?!\d)")
_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?(Z|[+-]\d{2}:?\d{2})?)?")
_DOTTED = re.compile(r"(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)")
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = rf"({'|'.join(_MONTHS)})[a-z]*\.?"
_DAY_FIRST = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)?\.?[ -]+(?:of )?{_MONTH},?[ -]+(\d{{4}})", re.I
)
_MONTH_FIRST = re.compile(rf"\b{_MONTH} +(\d{{1,2}})(?:st|nd|rd|th)?,? +(\d{{4}})(?!\d)", re.I)
_ZONE = re.compile(r"([+-])(\d{2}):?(\d{2})?")


def read_date(text: str) -> str | None:
    """The date that the text states; None where it states none that can be.

    >>> read_date("2024-05-03T10:00+0200"), read_date("May 3rd, 2024"), read_date("0000-00-00")
    ('2024-05-03T10:00:00+02:00', '2024-05-03', None)
    """
    text = " ".join(text[:_LONGEST].split())
    for read in (_read_compact, _read_numbers, _read_mail, _read_words):
        try:
            date = read(text)
        except (ValueError, TypeError, IndexError, OverflowError):
            # The form is right and the date is none, as on February 30.
            return None
        if date:
            return date if int(date[:4]) in _YEARS else None
    return None


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
    if ":" not in text:
        return None
    try:
        return parsedate_to_datetime(text).isoformat()
    except ValueError:
        return None


def _read_words(text: str) -> str | None:
    """In English words, or day first with dots; the time of day is not looked for."""
    if found := _DAY_FIRST.search(text):
        day, month, year = found.groups()
    elif found := _MONTH_FIRST.search(text):
        month, day, year = found.groups()
    elif found := _DOTTED.search(text):
        day, month, year = found.groups()
    else:
        return None
    number = month if month.isdigit() else str(_MONTHS.index(month[:3].lower()) + 1)
    return _write((year, number, day), [None])


def _write(day: tuple[str, str, str], clock: list[str | None]) -> str:
    year, month, date = map(int, day)
    if clock[0] is None:
        return datetime(year, month, date).date().isoformat()
    hour, minute, second = (int(part or 0) for part in clock[:3])
    moment = datetime(year, month, date, hour, minute, second, tzinfo=_read_zone(clock[3]))
    return moment.isoformat()


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
