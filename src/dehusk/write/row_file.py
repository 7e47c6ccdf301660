"""A file of rows, JSONL or Parquet: gathered beside it, and given its name when complete."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from dehusk.model import Cleaned, PageRef, Rejected
from dehusk.write.ending import Ending
from dehusk.write.files import naming_output, remove_files
from dehusk.write.rows import to_json_line, write_parquet
from dehusk.write.target import Target


class RowFile:
    """Rows in the order they come.

    Which pages repeat others is known only at the end, so rows wait as lines of JSON in a part
    file; that is also what an interrupted run leaves.
    """

    def __init__(self, path: Path, target: Target) -> None:
        path = path.resolve()
        self._path = path
        self._is_parquet = target.format_name == "parquet"
        self._part = path.with_name(path.name + (".part.jsonl" if self._is_parquet else ".part"))
        self._file = open_rows(self._part)
        self._rejected: IO[str] | None = None

    def recall(self, ref: PageRef) -> None:
        """Rows are written anew each time."""

    def write(self, ref: PageRef, page: Cleaned) -> None:
        """Add a row."""
        with naming_output(self._path):
            self._file.write(page.document)

    def reject(self, row: Rejected) -> None:
        """Add to the rejections, in a file beside."""
        if self._rejected is None:
            self._rejected = open_rows(self._beside(".part"))
        with naming_output(self._path):
            self._rejected.write(to_json_line(row))

    def close(self, ending: Ending) -> None:
        """Write the file, or leave the parts under their own names."""
        with naming_output(self._path):
            self._file.close()
            if self._rejected is not None:
                self._rejected.close()
            if ending.finished:
                self._complete(ending)

    def _complete(self, ending: Ending) -> None:
        if self._is_parquet:
            written = self._path.with_name(self._path.name + ".part")
            write_parquet(_parse(self._settle(ending)), written)
            written.replace(self._path)
            remove_files(self._part)
        elif ending.duplicates:
            settled = self._path.with_name(self._path.name + ".part2")
            with open_rows(settled) as file:
                file.writelines(self._settle(ending))
            settled.replace(self._path)
            remove_files(self._part)
        else:
            self._part.replace(self._path)
        if self._rejected is not None:
            self._beside(".part").replace(self._beside(""))
        else:
            remove_files(self._beside(""))

    def _settle(self, ending: Ending) -> Iterator[str]:
        with self._part.open(encoding="utf-8", newline="\n") as lines:
            yield from ending.settle_rows(lines)

    def _beside(self, ending: str) -> Path:
        return self._path.with_name(f"{self._path.stem}.rejected.jsonl{ending}")


def open_rows(path: Path) -> IO[str]:
    """A file for lines of text, its folder made where there is none."""
    with naming_output(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("w", encoding="utf-8", errors="replace", newline="\n")


def _parse(lines: Iterator[str]) -> Iterator[tuple[dict[str, object], int]]:
    return ((json.loads(line), len(line)) for line in lines)
