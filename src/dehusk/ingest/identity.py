"""What a page's site is called, and when it was captured, in one spelling each."""

import re
from datetime import UTC, date, datetime
from functools import lru_cache
from urllib.parse import urlsplit

from publicsuffixlist import PublicSuffixList

_AUTHORITY = re.compile(r"\s*[a-zA-Z][\w+.-]*://([^/?#\\]*)")
_CDX_TIMESTAMP = re.compile(r"(?:19|20)\d{12}")
_MILLISECONDS_FROM = 100_000_000_000
"""As seconds this would be the year 5138."""


def site_of(url: str, by: str = "domain") -> str | None:
    """The registrable domain, private suffixes included, or the host; nothing where there is none.

    >>> site_of("https://www.news.example.co.uk/a"), site_of("http://me.github.io/x")
    ('example.co.uk', 'me.github.io')
    >>> site_of("https://www.news.example.co.uk/a", "host")
    'www.news.example.co.uk'
    """
    if by == "folder":
        return None
    found = _AUTHORITY.match(url)
    return _site_of_authority(found[1], by) if found else None


@lru_cache(maxsize=65_536)
def _site_of_authority(authority: str, by: str) -> str | None:
    try:
        host = (urlsplit(f"//{authority}").hostname or "").rstrip(".")
    except ValueError:
        return None
    if not host or by == "host" or host.replace(".", "").isdigit() or ":" in host:
        return host or None
    return _suffixes().privatesuffix(host) or host


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


def name_capture(when: object) -> str | None:
    """When a page was captured: ISO 8601 where the value is understood, else as it is given.

    >>> name_capture("20240102030405"), name_capture(1704164645), name_capture("2024-01-02")
    ('2024-01-02T03:04:05Z', '2024-01-02T03:04:05Z', '2024-01-02')
    """
    if isinstance(when, bool) or when is None:
        return None
    if isinstance(when, int | float) and not _CDX_TIMESTAMP.fullmatch(str(when)):
        when = _from_epoch(when)
        if when is None:
            return None
    if isinstance(when, datetime):
        return _write_time(when)
    if isinstance(when, date):
        return when.isoformat()
    text = str(when).strip()
    if _CDX_TIMESTAMP.fullmatch(text):
        return _write_cdx(text)
    return text or None


def _from_epoch(number: float) -> datetime | None:
    try:
        seconds = number / 1000 if abs(number) >= _MILLISECONDS_FROM else number
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _write_time(when: datetime) -> str:
    when = when.astimezone(UTC) if when.tzinfo else when
    return when.isoformat(timespec="seconds").removesuffix("+00:00") + "Z"


def _write_cdx(digits: str) -> str:
    day = f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}"
    return f"{day}T{digits[8:10]}:{digits[10:12]}:{digits[12:]}Z"
