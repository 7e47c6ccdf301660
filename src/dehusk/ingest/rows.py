"""A table's row to a page: what its columns say, or what is wrong with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dehusk.errors import OverCap
from dehusk.ingest.archive import HTML_TYPES, Found, read_media_type
from dehusk.ingest.identity import name_capture, site_of
from dehusk.ingest.settings import TEXT, SourceSettings
from dehusk.model import PageRef, PassedOver, RawPage, Rejected


@dataclass(frozen=True, slots=True)
class Table:
    """Where a table is and what its pages are called; rows are counted from 1."""

    path: str
    name: str
    site: str
    settings: SourceSettings

    def read_row(self, row: Mapping[str, Any], number: int) -> Found:
        """The page in a row."""
        columns = self.settings.columns
        is_text = self.settings.content == TEXT
        given = row.get(self.settings.page_column)
        if not isinstance(given, str | bytes):
            what = "text" if is_text else "HTML"
            return self.reject(number, f"no {what} in its column {self.settings.page_column!r}")
        media, charset = read_media_type(_read_text(row, columns.content_type))
        # Beside a text, the type is often that of the page it was taken from.
        if media is not None and media not in HTML_TYPES and not is_text:
            return PassedOver(media)
        body = given.encode("utf-8", "replace") if isinstance(given, str) else given
        if len(body) > self.settings.max_bytes:
            return self.reject(number, str(OverCap("bytes", len(body), self.settings.max_bytes)))
        ref = self._refer_to(row, number, len(body))
        return RawPage(ref._replace(charset="utf-8" if isinstance(given, str) else charset), body)

    def reject(self, number: int, reason: str, offset: int | None = None) -> Rejected:
        """What is wrong with a row."""
        return Rejected(f"{self.name}:{number}", "read", reason, offset)

    def _refer_to(self, row: Mapping[str, Any], number: int, n_bytes: int) -> PageRef:
        url = _read_text(row, self.settings.columns.url)
        captured = self.settings.columns.captured
        return PageRef(
            source=f"{self.name}:{number}",
            site=(url and site_of(url, self.settings.site_by)) or self.site,
            path=self.path,
            n_bytes=n_bytes,
            url=url if url and "://" in url else None,
            captured=name_capture(_read_text(row, captured) or row.get(captured)),
        )


def _read_text(row: Mapping[str, Any], column: str) -> str | None:
    value = row.get(column)
    if not isinstance(value, str):
        return None
    # JSON can spell half a character, which nothing could write again.
    return value.encode("utf-8", "replace").decode().strip() or None
