"""What was learned, as files: JSON that a person can read, correct and share. Never pickle."""

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path
from typing import TypeVar

import xxhash

from dehusk.errors import BadSetting, BadSiteFile, UnknownName

State = Mapping[str, object]
Loaded = TypeVar("Loaded")

_LOADING_ERRORS = (
    *(LookupError, TypeError, ValueError, ArithmeticError, AttributeError),
    *(BadSetting, UnknownName),
)
"""What a file that was changed by hand may bring about while it is loaded."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file: its ending, its newest format, what it is called, and what writes it."""

    suffix: str
    newest: int
    what: str
    command: str


_MARKS = {"templates": (".husk", "extract"), "strings": (".strings", "strings clean")}
"""A part that only one kind of file has: its ending, and the command that takes it."""


def dump_state(state: State, kind: FileKind, lay_out: Callable[[State], str] | None = None) -> str:
    """The file's text."""
    row = {"format": kind.newest, "checksum": _checksum(state), **state}
    return (lay_out or _indent)(row) + "\n"


def load_file(path: Path, kind: FileKind, load: Callable[[State], Loaded]) -> Loaded:
    """What is in a file of this format or an older one."""
    row = _read(path, kind)
    state = {name: value for name, value in row.items() if name not in ("format", "checksum")}
    try:
        loaded = load(state)
    except _LOADING_ERRORS as error:
        raise BadSiteFile(str(path), f"{type(error).__name__}: {error}", kind.what) from error
    # Processes load what the one that started them has loaded, and told of, before.
    if row.get("checksum") != _checksum(state) and parent_process() is None:
        _log.warning("%s was changed since dehusk wrote it; its changes are taken", path)
    return loaded


def _read(path: Path, kind: FileKind) -> State:
    try:
        # Some editors put a mark before UTF-8.
        text = path.read_text(encoding="utf-8-sig")
        row = json.loads(text)
        if "\\ud" in text or "\\uD" in text:
            # Half a character, which only an escape can say, could not be saved again.
            json.dumps(row, ensure_ascii=False).encode()
    except OSError as error:
        raise BadSiteFile(str(path), error.strerror or str(error), kind.what) from error
    except (ValueError, RecursionError) as error:
        raise BadSiteFile(str(path), f"no JSON ({error})", kind.what) from error
    if not isinstance(row, dict) or type(row.get("format")) is not int or row["format"] < 1:
        why = f"it does not say its format; was it written by {kind.command}?"
        raise BadSiteFile(str(path), why, kind.what)
    for mark, (suffix, command) in _MARKS.items():
        if mark in row and suffix != kind.suffix:
            needed = f"{kind.command} writes what is needed here"
            why = f"it is a {suffix} file, for dehusk {command}; {needed}"
            raise BadSiteFile(str(path), why, kind.what)
    if row["format"] > kind.newest:
        why = f"its format {row['format']} is newer than this dehusk"
        raise BadSiteFile(str(path), why, kind.what)
    return row


def _indent(row: State) -> str:
    return json.dumps(row, ensure_ascii=False, indent=1)


def _checksum(state: State) -> str:
    text = json.dumps(state, ensure_ascii=False, sort_keys=True)
    return xxhash.xxh64_hexdigest(text.encode("utf-8", "surrogatepass"))
