"""Where the pictures of a site are, and how those of an earlier run go; draws nothing itself."""

from collections.abc import Collection
from pathlib import Path

from dehusk.write.files import naming_output, remove_files
from dehusk.write.names import flat_name_of

NAMES = PAGES, TREE = "pages", "tree"


def find_folder(output: Path, site: str) -> Path:
    """The folder of a site's pictures."""
    return output / "sites" / flat_name_of(site, "")


def list_files(folder: Path, name: str) -> list[Path]:
    """The files of a picture."""
    return [folder / f"{name}{ending}" for ending in (".svg", ".png")]


def remove_others(folder: Path, drawn: Collection[str] = ()) -> None:
    """Remove what an earlier run drew of other clusters than those found now."""
    with naming_output(folder):
        for name in NAMES:
            if name not in drawn:
                remove_files(*list_files(folder, name))
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
