"""The template strings of a site as a .strings file (docs/reference/strings-file.md)."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from dehusk.catalogue import Catalogue
from dehusk.ingest.settings import CONTENTS, HTML
from dehusk.learn.saved import read_mapping
from dehusk.learn.strings import Strings
from dehusk.learn.strings.cleaner import Cleaner
from dehusk.learn.strings.mine import StringSet
from dehusk.learn.strings.state import dump_strings, load_strings
from dehusk.run.shelf import Shelf
from dehusk.run.state_file import FileKind, State, dump_state, load_file
from dehusk.write.files import write_whole
from dehusk.write.names import flat_name_of

FORMAT = 1
SUFFIX = ".strings"

_KIND = FileKind(SUFFIX, FORMAT, "strings file", "dehusk strings learn")
_ONLY_METHOD: Catalogue[Strings] = Catalogue("method", "", {Strings.name: Strings})


@dataclass(frozen=True, slots=True)
class SiteStrings:
    """The template strings of a site, and all else that its pages are cleaned with.

    `content`: whether its pages are HTML or plain text.
    """

    site: str
    content: str
    method: Strings
    found: StringSet

    @property
    def is_markup(self) -> bool:
        """Whether tags are borders of words, too."""
        return self.content == HTML

    def make_cleaner(self) -> Cleaner:
        """What cleans the pages of the site."""
        patterns, locality = self.method.known_patterns, self.method.locality
        return Cleaner(self.found.strings, patterns, locality, is_markup=self.is_markup)

    def state(self) -> State:
        """The strings as plain JSON values."""
        settings = asdict(self.method)
        found = dump_strings(self.found)
        return {"site": self.site, "content": self.content, "settings": settings, **found}


def make_method(settings: Mapping[str, object]) -> Strings:
    """The method with these settings, or an error that lists what there is."""
    return _ONLY_METHOD.create(Strings.name, settings)


def save_strings(strings: SiteStrings, path: Path) -> None:
    """Write the file, whole or not at all."""
    write_whole(path, dump_state(strings.state(), _KIND, _lay_out).encode())


def read_strings(path: Path) -> SiteStrings:
    """The strings in a file."""
    return load_file(path, _KIND, _load)


def strings_path(folder: Path, site: str) -> Path:
    """Where a folder keeps the site's file."""
    return folder / flat_name_of(site, SUFFIX)


def make_shelf(path: Path) -> Shelf[Cleaner]:
    """Cleaners of the sites in a folder; or that of a file, whatever site is asked for."""
    return Shelf(partial(_read_cleaner, path))


def _read_cleaner(path: Path, site: str) -> Cleaner:
    return read_strings(strings_path(path, site) if path.is_dir() else path).make_cleaner()


def _load(state: State) -> SiteStrings:
    site, content = state.get("site"), state.get("content")
    if not isinstance(site, str):
        raise TypeError("site is not a text")
    if not isinstance(content, str) or content not in CONTENTS:
        raise ValueError(f"content is none of {', '.join(CONTENTS)}")
    method = make_method(read_mapping(state, "settings"))
    found = load_strings(state, method.known_patterns, is_markup=content == HTML)
    return SiteStrings(site, content, method, found)


def _lay_out(row: State) -> str:
    """JSON with a string a line, so that one can be found, and taken out, by hand."""
    lines = [f"{_write(name)}: {_lay_out_value(value)}" for name, value in row.items()]
    return "{\n " + ",\n ".join(lines) + "\n}"


def _lay_out_value(value: object) -> str:
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return "[\n  " + ",\n  ".join(map(_write, value)) + "\n ]"
    return _write(value)


def _write(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
