"""What a server answered, as it came and as it was meant."""

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property

from dehusk.ingest.archive import HTML_TYPES, read_media_type

Headers = tuple[tuple[bytes, bytes], ...]


@dataclass(frozen=True)
class Response:
    """An answer: the body as sent, without its division into chunks, and as it was meant.

    `request` is the head of what was asked; `ip` is who answered. `is_cut`: the body was longer.
    """

    url: str
    request: bytes
    captured: datetime
    ip: str | None
    version: str
    status: int
    reason: str
    headers: Headers
    body: bytes
    content: bytes
    is_cut: bool = False

    def header(self, name: str) -> str | None:
        """A header's value, of several the first."""
        wanted = name.lower().encode()
        for key, value in self.headers:
            if key.lower() == wanted:
                return _decode(value).strip()
        return None

    @cached_property
    def media_type(self) -> str | None:
        """The type that the server says the body is of."""
        return read_media_type(self.header("Content-Type"))[0]

    @cached_property
    def charset(self) -> str | None:
        """The encoding that the server says the body is in."""
        return read_media_type(self.header("Content-Type"))[1]

    @property
    def is_page(self) -> bool:
        """Whether it is what was asked for, and HTML."""
        return 200 <= self.status < 300 and (self.media_type or "text/html") in HTML_TYPES

    @property
    def redirect(self) -> str | None:
        """Where the answer sends us, if it does."""
        return self.header("Location") if self.status in (301, 302, 303, 307, 308) else None


def _decode(value: bytes) -> str:
    """What a header says: UTF-8 where it can be, as in Location headers of our days."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def read_retry_after(value: str | None, now: datetime) -> float | None:
    """The seconds that a server asks to wait, told as a number or a date.

    >>> noon = datetime(2024, 5, 6, 12, tzinfo=UTC)
    >>> read_retry_after("120", noon), read_retry_after("Mon, 06 May 2024 12:00:07 GMT", noon)
    (120.0, 7.0)
    """
    if not value:
        return None
    if value.strip().isdecimal():
        return float(value)
    try:
        when = parsedate_to_datetime(value)
        when = when if when.tzinfo else when.replace(tzinfo=UTC)
        return max((when - now).total_seconds(), 0.0)
    except (ValueError, TypeError, OverflowError):
        return None
