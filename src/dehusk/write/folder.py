"""A folder as output: a file a page, or one of rows; what was rejected, and a summary."""

import json
from pathlib import Path
from typing import IO

from dehusk.errors import BadOutput
from dehusk.ingest.folder import OUTPUT_MARK
from dehusk.model import Cleaned, Duplicate, PageRef, Rejected, Sketch
from dehusk.write.ending import Ending, mark_row
from dehusk.write.files import make_folder, naming_output, remove_files, remove_parts, write_whole
from dehusk.write.names import file_name_of, flat_name_of
from dehusk.write.row_file import RowFile, open_rows
from dehusk.write.rows import to_json_line, write_json_line
from dehusk.write.target import Target

_SKETCH_FILE = ".dehusk-sketches"
BLOCKS_FOLDER = "blocks"
BLOCKS_TABLE, PAGES_TABLE = "blocks.parquet", "pages.parquet"
BLOCKS_PART, BLOCKS_PART_LOG = "blocks.part", "blocks.part-wal"
"""What a block store is made of, and what stands in its folder while it grows."""

_BLOCK_FILES = (
    *(BLOCKS_TABLE, PAGES_TABLE, f"{BLOCKS_TABLE}.part", f"{PAGES_TABLE}.part"),
    *(BLOCKS_PART, BLOCKS_PART_LOG),
)
_FORMER_FILES = (
    *("summary.json", "duplicates.jsonl", "pages.jsonl", "pages.parquet"),
    *(f"{BLOCKS_FOLDER}/{name}" for name in _BLOCK_FILES),
)


class FolderOutput:
    """Pages below `pages/<site>/`, what was rejected, what repeats, and last `summary.json`."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._folder = Path(target.name)
        make_folder(self._folder)
        resumes = target.resume and self._is_same_run()
        if target.stores_blocks:
            # Now, for a run that cannot have its store must leave that of an earlier one.
            make_folder(self._folder / BLOCKS_FOLDER)
        if not resumes:
            self._clear_former_run()
        if (self._folder / OUTPUT_MARK).exists():
            remove_parts(self._folder / "pages")
        write_whole(self._folder / OUTPUT_MARK, target.identity.encode())
        self._rejected = open_rows(self._folder / "rejected.jsonl")
        self._rows: RowFile | None = None
        if target.layout.is_rows:
            self._rows = RowFile(self._folder / f"pages{target.layout.suffix}", target)
        else:
            self._sketches = _SketchFile(self._folder / _SKETCH_FILE, resumes=resumes)

    def path_of(self, ref: PageRef) -> Path:
        """The file of a page."""
        return self._folder / "pages" / self._name_of(ref)

    def recall(self, ref: PageRef) -> Cleaned | None:
        """Files are whole, so one that exists is done, if its sketch is known."""
        if self._rows is not None:
            return None
        known = self._sketches.known.get(self._name_of(ref))
        return known if known is not None and self.path_of(ref).exists() else None

    def write(self, ref: PageRef, page: Cleaned) -> None:
        """Write a page's file."""
        if self._rows is not None:
            self._rows.write(ref, page)
            return
        # The sketch first: every file that is there must have one.
        with naming_output(self._folder):
            self._sketches.add(self._name_of(ref), page)
        write_whole(self.path_of(ref), page.document.encode("utf-8", "replace"))

    def reject(self, row: Rejected) -> None:
        """Note a rejection."""
        with naming_output(self._folder):
            self._rejected.write(to_json_line(row))
            self._rejected.flush()

    def close(self, ending: Ending) -> None:
        """Settle the duplicates; the summary is written last."""
        self._rejected.close()
        if self._rows is not None:
            self._rows.close(ending)
        else:
            with naming_output(self._folder):
                self._settle_files(ending)
                self._sketches.close(ending)
        with naming_output(self._folder):
            self._report(ending)
        content = json.dumps(ending.summary, ensure_ascii=False, indent=1) + "\n"
        write_whole(self._folder / "summary.json", content.encode())

    def _settle_files(self, ending: Ending) -> None:
        for duplicate in ending.duplicates.values():
            path = self.path_of(duplicate.ref)
            if ending.drops_duplicates:
                remove_files(path)
            elif self._target.format_name == "json":
                marked = mark_row(path.read_text(encoding="utf-8"), duplicate)
                write_whole(path, marked.encode())

    def _report(self, ending: Ending) -> None:
        """Which pages repeat which, a row each."""
        path = self._folder / "duplicates.jsonl"
        if not ending.duplicates:
            remove_files(path)
            return
        with open_rows(path) as file:
            for duplicate in sorted(ending.duplicates.values(), key=_place_of):
                ref = duplicate.ref
                row = {"source": ref.source, "url": ref.url, "captured": ref.captured}
                row |= {"site": ref.site, "duplicate_of": duplicate.original}
                file.write(write_json_line(row))

    def _clear_former_run(self) -> None:
        """Remove what an earlier run wrote: pages that this one lacks would pass for its own."""
        if not (self._folder / OUTPUT_MARK).exists():
            return
        with naming_output(self._folder):
            names = _read_sketches(self._folder / _SKETCH_FILE)
            remove_files(*(self._folder / "pages" / name for name in names if ".." not in name))
            remove_files(*(self._folder / name for name in _FORMER_FILES))

    def _is_same_run(self) -> bool:
        """Whether an earlier run did the same; one that did something else must not be mixed in."""
        path = self._folder / OUTPUT_MARK
        if not path.exists():
            return False
        if path.read_text(encoding="utf-8") != self._target.identity:
            hint = "an earlier run into it had other settings; repeat those, or name another folder"
            raise BadOutput(self._target.name, hint)
        return True

    def _name_of(self, ref: PageRef) -> str:
        name = file_name_of(ref.key, self._target.layout.suffix, ref.copy)
        return f"{flat_name_of(ref.site, '')}/{name.as_posix()}"


def _place_of(duplicate: Duplicate) -> tuple[str, str, int]:
    return duplicate.ref.site, duplicate.ref.key, duplicate.ref.copy


class _SketchFile:
    """The sketches of the pages written so far, so that a run that goes on knows all of them."""

    def __init__(self, path: Path, *, resumes: bool) -> None:
        self._path = path
        self.known: dict[str, Cleaned] = _read_sketches(path) if resumes else {}
        # Written anew, so that nothing is added to a line that was cut.
        with naming_output(path):
            self._file: IO[str] = path.open("w", encoding="utf-8")
            for name, page in self.known.items():
                self.add(name, page)

    def add(self, name: str, page: Cleaned) -> None:
        sketch = page.sketch
        hashes = [part.hex() for part in (sketch.whole, sketch.own, sketch.hashes)]
        hashes.append(sketch.title)
        self._file.write(json.dumps([name, page.canonical, *hashes]) + "\n")
        self._file.flush()

    def close(self, ending: Ending) -> None:
        """What a finished run leaves must not tell in how many goes it was done."""
        self._file.close()
        if ending.finished:
            lines = sorted(set(self._path.read_text(encoding="utf-8").splitlines(keepends=True)))
            write_whole(self._path, "".join(lines).encode())


def _read_sketches(path: Path) -> dict[str, Cleaned]:
    if not path.exists():
        return {}
    known = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            name, canonical, whole, own, hashes, title = json.loads(line)
            digests = [bytes.fromhex(digest) for digest in (whole, own, hashes)]
            known[name] = Cleaned("", canonical, Sketch(digests[0], digests[1], digests[2], title))
        except (ValueError, TypeError):
            # The last line of a run that was killed may be cut.
            continue
    return known
