"""What a page may ask for: a style sheet, picture, font or script that its own source holds."""

from dataclasses import dataclass
from typing import Protocol

import xxhash

MOST_BYTES = 8 * 1024 * 1024
"""The largest file that is handed to a page."""


@dataclass(frozen=True, slots=True)
class Resource:
    """Bytes that a page asked for; the media type where the source knows it."""

    body: bytes
    media_type: str | None = None

    @property
    def digest(self) -> str:
        """The same for the same bytes."""
        return xxhash.xxh3_64_hexdigest(self.body)


class Surroundings(Protocol):
    """What lies beside a page in its source."""

    @property
    def address(self) -> str:
        """The URL that the page is opened at; what it names is relative to it."""

    @property
    def hosts(self) -> str:
        """The hosts that it may have something of, as a security policy names them."""

    def find(self, url: str) -> Resource | None:
        """What the source holds at a URL, if anything."""


@dataclass(frozen=True, slots=True)
class Alone:
    """A page that has nothing beside it: from a table, from standard input, or handed over."""

    address: str

    @property
    def hosts(self) -> str:
        """None."""
        return ""

    def find(self, url: str) -> Resource | None:
        """There is nothing."""
        return None
