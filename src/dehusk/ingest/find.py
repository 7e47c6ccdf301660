"""Sources to the pages in them: files as they lie, archives and tables opened.

Every page gets a reference to where its bytes can be read again. Where that is impossible
(standard input, Parquet, archives compressed as a whole) its bytes are spooled.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dehusk.errors import BadTable, NoPagesFound, PageError, SourceMissing, Unreadable
from dehusk.ingest import jsonl
from dehusk.ingest.archive import Archive, Found, read_archive
from dehusk.ingest.folder import UNNAMED_SITE, FoundFile, list_files
from dehusk.ingest.kinds import SNIFFED_BYTES, Kind, kind_of
from dehusk.ingest.reading import read_page
from dehusk.ingest.rows import Table
from dehusk.ingest.salvage import Packing
from dehusk.ingest.settings import SourceSettings
from dehusk.ingest.spool import Spool
from dehusk.ingest.wacz import open_wacz
from dehusk.model import JSON_LINE, PageRef, PassedOver, RawPage, Rejected

STANDARD_INPUT = "-"

Listed = PageRef | Rejected | PassedOver


@dataclass(frozen=True, slots=True)
class Finder:
    """Looks into sources; `containers` are the archives and tables that it opened."""

    settings: SourceSettings
    spool: Spool
    containers: list[str] = field(default_factory=list)

    def find_pages(self, sources: Sequence[str]) -> Iterator[Listed]:
        """What the sources hold, in the order they are named, each in the order of its paths."""
        found = has_texts = False
        for item in self._find_all(sources):
            found = found or not isinstance(item, PassedOver)
            has_texts = has_texts or item == PassedOver(".txt")
            yield item
        if not found:
            raise NoPagesFound(tuple(sources), self.settings.content, has_texts)

    def _find_all(self, sources: Sequence[str]) -> Iterator[Listed]:
        named = [source for source in sources if source != STANDARD_INPUT]
        for file in list_files(named, Kind(self.settings.content)):
            yield from self._look_into(file)
        if STANDARD_INPUT in sources:
            yield from self._look_into(self._read_standard_input())

    def _look_into(self, file: FoundFile) -> Iterator[Listed]:
        try:
            yield from self._list_pages(file)
        except OSError as error:
            yield Rejected(file.name, "read", str(Unreadable(error.strerror or str(error))))

    def _list_pages(self, file: FoundFile) -> Iterator[Listed]:
        if file.kind is None:
            yield PassedOver(Path(file.path).suffix.lower() or "no ending")
        elif not file.is_regular():
            yield PassedOver("no regular file")
        elif file.kind.is_page:
            yield file.refer()
        else:
            self.containers.append(file.path)
            yield from self._open_container(file)

    def _open_container(self, file: FoundFile) -> Iterator[Listed]:
        archive = Archive(file.path, file.name, file.site)
        if file.kind is Kind.WARC:
            return self._list_archive(archive)
        return self._list_wacz(archive) if file.kind is Kind.WACZ else self._list_table(file)

    def _read_standard_input(self) -> FoundFile:
        if sys.stdin is None:
            raise SourceMissing("- (standard input is closed)")
        path = self.spool.keep_file(sys.stdin.buffer)
        page = Kind(self.settings.content)
        kind = kind_of(Path(path), page) or page
        return FoundFile(path, STANDARD_INPUT, UNNAMED_SITE, kind, is_named=True)

    def _list_wacz(self, package: Archive) -> Iterator[Listed]:
        for archive in open_wacz(package, self.spool):
            if isinstance(archive, Archive):
                yield from self._list_archive(archive)
            else:
                yield archive

    def _list_archive(self, archive: Archive) -> Iterator[Listed]:
        with archive.open() as file:
            packing = Packing(file.read(SNIFFED_BYTES))
            is_seekable: bool | None = None
            for found in read_archive(archive, self.settings):
                if not isinstance(found, RawPage):
                    yield found
                    continue
                if is_seekable is None:
                    is_seekable = _can_be_read_again(found)
                # Of records packed together only the first can be found again.
                at = found.ref.offset - archive.start
                source = found.ref.source
                name = (found.ref.url or "") if source == f"{archive.name}@{at}" else source
                is_there = is_seekable and packing.shows(file, at, name)
                yield found.ref if is_there else self.spool.keep_page(found)

    def _list_table(self, file: FoundFile) -> Iterator[Listed]:
        column = self.settings.page_column
        columns = _list_columns(file)
        if columns and column not in columns:
            if file.is_named:
                raise BadTable(file.name, column, tuple(columns), self.settings.content)
            yield PassedOver(f"{file.kind} without {column}")
            return
        for found in _read_table(Table(file.path, file.name, file.site, self.settings), file):
            if not isinstance(found, RawPage):
                yield found
            elif found.ref.form == JSON_LINE:
                yield found.ref
            else:
                yield self.spool.keep_page(found)


def _list_columns(file: FoundFile) -> list[str]:
    if file.kind is Kind.JSONL:
        return jsonl.list_columns(file.path)
    # Imported only where it is needed: that takes longer than reading a small site.
    from dehusk.ingest import parquet

    return parquet.list_columns(file.path)


def _read_table(table: Table, file: FoundFile) -> Iterator[Found]:
    if file.kind is Kind.JSONL:
        return jsonl.read_jsonl(table)
    from dehusk.ingest import parquet

    return parquet.read_parquet(table)


def _can_be_read_again(page: RawPage) -> bool:
    """Whether the page stands where its reference says, as it does in a well-packed archive."""
    try:
        return read_page(page.ref).body == page.body
    except PageError:
        return False
