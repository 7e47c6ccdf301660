"""Where each page belongs, as rows; files get their names when they are complete."""

from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from dehusk.model import Membership, PageRef, Rejected
from dehusk.write.files import naming_output, remove_files
from dehusk.write.row_file import open_rows
from dehusk.write.rows import to_json_line, write_json_line

PAGES, REJECTED = "pages.jsonl", "rejected.jsonl"


class PageRows:
    """pages.jsonl and rejected.jsonl of a folder, in the order of the input."""

    def __init__(self, folder: Path) -> None:
        self._paths = {name: folder / f".{name}.part" for name in (PAGES, REJECTED)}
        self._folder = folder
        with ExitStack() as opened:
            self._files = {
                name: opened.enter_context(open_rows(path)) for name, path in self._paths.items()
            }
            self._opened = opened.pop_all()

    def __enter__(self) -> "PageRows":
        return self

    def take(self, found: PageRef | Rejected, outcome: Membership | Rejected) -> None:
        """Add a row."""
        with naming_output(self._folder):
            if isinstance(outcome, Rejected):
                self._files[REJECTED].write(to_json_line(outcome))
            elif isinstance(found, PageRef):
                self._files[PAGES].write(write_json_line(_make_row(found, outcome)))

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        """What was interrupted leaves nothing."""
        with naming_output(self._folder):
            self._opened.close()
            for name, path in self._paths.items():
                if kind is None:
                    path.replace(self._folder / name)
            remove_files(*self._paths.values())


def _make_row(ref: PageRef, membership: Membership) -> dict[str, object]:
    return {
        "source": ref.source,
        "url": ref.url,
        "captured": ref.captured,
        "site": ref.site,
        "cluster": membership.cluster,
        "template": membership.template,
    }
