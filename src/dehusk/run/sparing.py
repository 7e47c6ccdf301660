"""What is read is not written over, and what is written is not read the next time."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from dehusk.errors import BadOutput
from dehusk.ingest import Inventory
from dehusk.write.target import STANDARD_OUTPUT, Target


def spare_sources(inventory: Inventory, sources: Sequence[str], target: Target) -> None:
    """Refuse an output that would overwrite what is read."""
    if target.name != STANDARD_OUTPUT:
        spare_files(inventory.list_files(sources), target.name, target.list_paths())


def stay_outside(sources: Sequence[str], target: Target) -> None:
    """Refuse an output in a folder that is read: the next time, it would be read, too."""
    if target.name == STANDARD_OUTPUT:
        return
    written = Path(target.name).resolve()
    for source in sources:
        if Path(source).is_dir() and Path(source).resolve() in written.parents:
            raise BadOutput(target.name, f"it is inside the source {source}; name another output")


def spare_files(files: Iterable[str], name: str, written: Iterable[Path]) -> None:
    """Refuse to write what is, or holds, one of these files."""
    ours = {os.path.realpath(path) for path in written}
    folders = tuple(os.path.join(path, "") for path in ours)  # noqa: PTH118
    for file in files:
        if file in ours or file.startswith(folders):
            raise BadOutput(name, f"it is, or holds, the source {file}; name another output")
