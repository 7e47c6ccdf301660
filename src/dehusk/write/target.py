"""What a user names as output, and which output that means."""

from dataclasses import dataclass
from pathlib import Path

from dehusk.errors import BadOutput
from dehusk.write.formats import FORMATS, Format

STANDARD_OUTPUT = "-"
ROW_SUFFIXES = (".jsonl", ".parquet")
BESIDE = (
    *(".rejected.jsonl", ".rejected.jsonl.part", ".jsonl.part", ".jsonl.part2"),
    *(".parquet.part", ".parquet.part.jsonl"),
)
"""Endings of the files that are made beside a file of rows."""

FILE_SUFFIXES = (
    *(".ndjson", ".txt", ".json", ".csv", ".md", ".html", ".husk", ".gz", ".warc", ".wacz"),
)
"""Names of files, which no folder is likely to have."""

_HINT = "give a folder, a name that ends in .jsonl or .parquet, or -"


@dataclass(frozen=True, slots=True)
class Target:
    """Where a run writes; `identity` is what a run that goes on with another must share.

    `finds_duplicates`: which pages repeat others will be known at the end; `drops_duplicates`: they
    are then left out, not only marked. `stores_blocks`: pages are kept in a block store, too.
    """

    name: str
    format: str | None = None
    identity: str = ""
    resume: bool = False
    finds_duplicates: bool = False
    drops_duplicates: bool = False
    stores_blocks: bool = False

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder, and not rows in a file or on standard output."""
        if self.name == STANDARD_OUTPUT:
            return False
        return Path(self.name).is_dir() or Path(self.name).suffix.lower() not in ROW_SUFFIXES

    @property
    def format_name(self) -> str:
        """The format asked for, or what such an output is usually wanted in."""
        if self.format is not None:
            return self.format
        if self.is_folder:
            return "text"
        return Path(self.name).suffix.lower().removeprefix(".") or "jsonl"

    @property
    def layout(self) -> Format:
        """How pages are written."""
        return FORMATS[self.format_name]

    @property
    def is_resumable(self) -> bool:
        """Whether a later run could go on with what this one wrote."""
        return self.is_folder and not self.layout.is_rows

    @property
    def waits_for_duplicates(self) -> bool:
        """Whether nothing can be printed before the end."""
        return self.finds_duplicates and (self.drops_duplicates or self.layout.says_duplicates)

    @property
    def is_sorted_by_site(self) -> bool:
        """Whether rows of one site stand together, for whoever reads only some of them."""
        return self.format_name == "parquet"

    def list_paths(self) -> list[Path]:
        """What is written to: the folder, or the file and what stands beside it while it grows."""
        path = Path(self.name).resolve()
        if self.is_folder:
            return [path]
        return [path, *(path.with_name(f"{path.stem}{ending}") for ending in BESIDE)]

    def refuse_nonsense(self) -> None:
        """Fail where the name, the format and the wish to resume do not go together."""
        if not self.name:
            raise BadOutput("''", _HINT)
        if self.resume and not self.is_resumable:
            raise BadOutput(self.name, "only a folder with a file a page can be resumed")
        if self.stores_blocks and not self.is_folder:
            raise BadOutput(self.name, "blocks are stored in a folder; name one as output")
        if self.name == STANDARD_OUTPUT:
            if self.format_name == "parquet":
                raise BadOutput(self.name, "Parquet needs a file; name one that ends in .parquet")
        elif self.is_folder:
            self._refuse_files(Path(self.name))
        elif self.format is not None and not self.name.lower().endswith(f".{self.format}"):
            takes = Path(self.name).suffix.removeprefix(".")
            raise BadOutput(self.name, f"it takes {takes}, not {self.format}; {_HINT}")

    def _refuse_files(self, path: Path) -> None:
        if path.exists() and not path.is_dir():
            raise BadOutput(self.name, f"it is a file; {_HINT}")
        if path.suffix in FILE_SUFFIXES and not path.is_dir():
            raise BadOutput(self.name, _HINT)
