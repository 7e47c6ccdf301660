"""Where extracts go: a folder of files, a file of rows, or standard output."""

import json
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from dehusk.errors import BadOutput, OutputUnwritable
from dehusk.model import Extract, PageRef, Rejected
from dehusk.write.files import make_folder, naming_output, write_whole
from dehusk.write.names import file_name_of, flat_name_of
from dehusk.write.rows import to_json_line

FORMATS = ("text", "jsonl")
STANDARD_OUTPUT = "-"
_PAGE_SUFFIX = ".txt"
_IDENTITY_FILE = ".dehusk-run"
_FILE_SUFFIXES = (".txt", ".json", ".csv", ".md", ".html", ".husk", ".parquet", ".gz", ".warc")


class Output(Protocol):
    """Takes a run's rows as they come; what it has taken is safe."""

    def has(self, ref: PageRef) -> bool:
        """Whether an earlier run wrote this page."""

    def write(self, ref: PageRef, row: Extract | Rejected) -> None:
        """Take one page."""

    def close(self, summary: Mapping[str, object], *, finished: bool) -> None:
        """Nothing more comes."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a run writes; `identity` is what a run that goes on with another must share."""

    name: str
    format: str | None = None
    identity: str = ""
    resume: bool = False

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder, and not rows in a file or on standard output."""
        if self.name == STANDARD_OUTPUT:
            return False
        return Path(self.name).is_dir() or Path(self.name).suffix != ".jsonl"

    @property
    def is_resumable(self) -> bool:
        """Whether a later run could go on with what this one wrote."""
        return self.is_folder and self.format != "jsonl"


def open_output(target: Target) -> Output:
    """The output that a name and a format ask for."""
    path = Path(target.name)
    with naming_output(path):
        _refuse_nonsense(target, path)
        if target.is_folder:
            rows = RowsOutput(path / "pages.jsonl") if target.format == "jsonl" else None
            return FolderOutput(target, rows)
    if target.name == STANDARD_OUTPUT:
        return RowsOutput(None) if target.format in (None, "jsonl") else TextOutput()
    return RowsOutput(path)


def _refuse_nonsense(target: Target, path: Path) -> None:
    if not target.name:
        raise BadOutput("''", "give a folder, a name that ends in .jsonl, or -")
    if target.resume and not target.is_resumable:
        raise BadOutput(target.name, "only a folder of text files can be resumed")
    if target.is_folder:
        if path.exists() and not path.is_dir():
            raise BadOutput(target.name, "it is a file; give a folder, a .jsonl name, or -")
        if path.suffix in _FILE_SUFFIXES and not path.is_dir():
            raise BadOutput(target.name, "give a folder, a name that ends in .jsonl, or -")
    elif target.name != STANDARD_OUTPUT and target.format == "text":
        raise BadOutput(target.name, "a .jsonl file takes rows, not text; name a folder")


def _standard_output() -> IO[str]:
    if sys.stdout is None:
        raise OutputUnwritable("standard output", "it is closed")
    return sys.stdout


class TextOutput:
    """Texts one after another on standard output, each under its source."""

    def has(self, ref: PageRef) -> bool:
        """Nothing is remembered."""
        return False

    def write(self, ref: PageRef, row: Extract | Rejected) -> None:
        """Print a page; what was rejected is only counted."""
        if isinstance(row, Extract):
            with naming_output(Path("standard output")):
                _standard_output().write(f"==> {ref.source} <==\n{row.text}\n\n")

    def close(self, summary: Mapping[str, object], *, finished: bool) -> None:
        """Let everything through."""
        with naming_output(Path("standard output")):
            _standard_output().flush()


class RowsOutput:
    """JSONL in the order of the input; a file gets its name when it is complete."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._part = path.with_name(path.name + ".part") if path else None
        self._rejected: RowsOutput | None = None
        self._file = _standard_output() if self._part is None else _open_rows(self._part)

    def has(self, ref: PageRef) -> bool:
        """Rows are written anew each time."""
        return False

    def write(self, ref: PageRef, row: Extract | Rejected) -> None:
        """Add a row; rejections go to a file beside."""
        if isinstance(row, Extract):
            self.add(row)
        elif self._path is not None:
            if self._rejected is None:
                self._rejected = RowsOutput(self._rejected_path(self._path))
            self._rejected.add(row)

    def add(self, row: Extract | Rejected) -> None:
        """Add a row here."""
        with naming_output(self._path or Path("standard output")):
            self._file.write(to_json_line(row))

    def close(self, summary: Mapping[str, object], *, finished: bool) -> None:
        """Give the file its name, or leave the part under its own."""
        with naming_output(self._path or Path("standard output")):
            self._file.flush()
            if self._path is not None and self._part is not None:
                self._file.close()
                if finished:
                    self._part.replace(self._path)
                    if self._rejected is None:
                        self._rejected_path(self._path).unlink(missing_ok=True)
        if self._rejected is not None:
            self._rejected.close(summary, finished=finished)

    def _rejected_path(self, path: Path) -> Path:
        return path.with_suffix(".rejected.jsonl")


class FolderOutput:
    """One text file a page below `pages/<site>/`, or rows; `rejected.jsonl` and `summary.json`."""

    def __init__(self, target: Target, rows: RowsOutput | None) -> None:
        self._folder = Path(target.name)
        make_folder(self._folder)
        self._rows = rows
        self._resumes = target.resume and self._is_same_run(target)
        write_whole(self._folder / _IDENTITY_FILE, target.identity.encode())
        self._rejected = _open_rows(self._folder / "rejected.jsonl")

    def _is_same_run(self, target: Target) -> bool:
        """Whether an earlier run did the same; one that did something else must not be mixed in."""
        path = self._folder / _IDENTITY_FILE
        if not path.exists():
            return False
        if path.read_text(encoding="utf-8") != target.identity:
            hint = "an earlier run into it had other settings; repeat those, or name another folder"
            raise BadOutput(target.name, hint)
        return True

    def path_of(self, ref: PageRef) -> Path:
        """The file of a page."""
        site = flat_name_of(ref.site, "")
        return self._folder / "pages" / site / file_name_of(ref.key, _PAGE_SUFFIX)

    def has(self, ref: PageRef) -> bool:
        """Files are whole, so one that exists is done."""
        return self._resumes and self.path_of(ref).exists()

    def write(self, ref: PageRef, row: Extract | Rejected) -> None:
        """Write a page's file, or note its rejection."""
        if isinstance(row, Rejected):
            with naming_output(self._folder):
                self._rejected.write(to_json_line(row))
                self._rejected.flush()
        elif self._rows is not None:
            self._rows.write(ref, row)
        else:
            write_whole(self.path_of(ref), (row.text + "\n").encode())

    def close(self, summary: Mapping[str, object], *, finished: bool) -> None:
        """Write the summary last."""
        self._rejected.close()
        if self._rows is not None:
            self._rows.close(summary, finished=finished)
        content = json.dumps(summary, ensure_ascii=False, indent=1) + "\n"
        write_whole(self._folder / "summary.json", content.encode())


def _open_rows(path: Path) -> IO[str]:
    with naming_output(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("w", encoding="utf-8", errors="replace", newline="\n")


class Tally:
    """Counts of a run for its summary; nothing in it depends on time or order."""

    def __init__(self) -> None:
        self.written = 0
        self.skipped = 0
        self.reasons: Counter[str] = Counter()

    def add(self, row: Extract | Rejected) -> None:
        """Count a row."""
        if isinstance(row, Rejected):
            self.reasons[f"{row.stage}: {row.reason.partition(':')[0]}"] += 1
        else:
            self.written += 1

    @property
    def rejected(self) -> int:
        """Pages that could not be taken."""
        return self.reasons.total()
