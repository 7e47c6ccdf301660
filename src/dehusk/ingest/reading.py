"""The bytes of one page, read where its PageRef says."""

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from dehusk.errors import Unreadable
from dehusk.ingest.archive import read_record
from dehusk.ingest.jsonl import read_line
from dehusk.model import JSON_LINE, PLAIN, WARC_RECORD, PageRef, RawPage


def read_page(ref: PageRef) -> RawPage:
    """The page's bytes; whoever calls has checked that it wants that many."""
    try:
        with Path(ref.path).open("rb") as file:
            return RawPage(ref, _READERS[ref.form](file, ref, ref.n_bytes))
    except OSError as error:
        raise Unreadable(error.strerror or str(error)) from error


def _read_plain(file: BinaryIO, ref: PageRef, n_bytes: int) -> bytes:
    file.seek(ref.offset)
    return file.read(n_bytes)


_READERS: dict[str, Callable[[BinaryIO, PageRef, int], bytes]] = {
    PLAIN: _read_plain,
    WARC_RECORD: read_record,
    JSON_LINE: read_line,
}
