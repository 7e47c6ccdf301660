"""Where the picture of a site goes; draws nothing itself."""

from importlib.util import find_spec
from pathlib import Path

from dehusk.errors import BadOutput, MissingExtra
from dehusk.write.names import flat_name_of

EXTRA, LIBRARY = "evaluate", "matplotlib"
ENDINGS = (".png", ".svg", ".pdf")

_OTHER_ENDINGS = (".jpg", ".jpeg", ".gif", ".webp", ".html", ".txt", ".json", ".strings")
_HINT = f"give a name that ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}, or a folder"


def check_pictures(draw: Path | None) -> None:
    """What cannot be drawn is better known before the work than after."""
    if draw is None:
        return
    suffix = draw.suffix.lower()
    is_strange = suffix in _OTHER_ENDINGS or (suffix in ENDINGS and suffix != draw.suffix)
    if is_strange and not draw.is_dir():
        raise BadOutput(str(draw), _HINT)
    if draw.is_file() and not is_one_file(draw):
        raise BadOutput(str(draw), f"it is a file; {_HINT}")
    if find_spec(LIBRARY) is None:
        raise MissingExtra(EXTRA, LIBRARY)


def is_one_file(draw: Path) -> bool:
    """Whether it is the picture of one site."""
    return draw.suffix in ENDINGS and not draw.is_dir()


def list_pictures(draw: Path, site: str) -> list[Path]:
    """The files of a site's picture."""
    if is_one_file(draw):
        return [draw]
    return [draw / flat_name_of(site, ending) for ending in (".svg", ".png")]
