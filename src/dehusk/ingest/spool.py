"""Pages that come once, kept on disk so that they can be read twice."""

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType

from dehusk.errors import BadSetting, OutputUnwritable
from dehusk.ingest.identity import site_of
from dehusk.model import PageRef

Pairs = Mapping[str, str | bytes] | Iterable[tuple[str, str | bytes]]
"""(URL or name, HTML) of each page."""

UNNAMED_SITE = "pages"


class Spool:
    """A temporary file of page bodies, gone when it is closed."""

    def __init__(self) -> None:
        self._file = tempfile.NamedTemporaryFile(prefix="dehusk-", suffix=".spool")  # noqa: SIM115
        self.refs: list[PageRef] = []

    def __enter__(self) -> "Spool":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._file.close()

    def add_all(self, pages: Pairs) -> None:
        """Take (name or URL, HTML) pairs."""
        for pair in pages.items() if isinstance(pages, Mapping) else pages:
            try:
                name, html = pair
            except ValueError as error:
                raise BadSetting("pages", "pair", pair, "(URL or name, HTML)") from error
            self.add(name, html)
        self._file.flush()

    def add(self, name: str, html: str | bytes) -> None:
        """Take one page; a name with a scheme is its URL."""
        body = html.encode("utf-8", "replace") if isinstance(html, str) else html
        offset = self._file.tell()
        try:
            self._file.write(body)
        except OSError as error:
            raise OutputUnwritable(str(Path(self._file.name).parent), str(error)) from error
        url = name if "://" in name else None
        self.refs.append(
            PageRef(
                source=name,
                site=(site_of(url) if url else None) or UNNAMED_SITE,
                path=self._file.name,
                offset=offset,
                n_bytes=len(body),
                url=url,
                charset="utf-8" if isinstance(html, str) else None,
            )
        )
