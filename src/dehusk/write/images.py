"""Which images of a page show something, and the source they are shown from."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from dehusk.model import Tree

_LAZY_SOURCES = ("data-src", "data-original", "data-lazy-src", "data-srcset", "srcset")
_SPACER = re.compile(
    r"(?:^|[/_-])(?:spacer|blank|pixel|clear|shim|trans|transparent|dot|1x1|1)\.(?:gif|png)", re.I
)
"""Names that layouts gave to images of nothing, before they had better means."""

_TINY = re.compile(rb' (?:width|height)="[01](?:px)?"')


def find_sources(tree: Tree, images: Sequence[int]) -> dict[int, str]:
    """The sources of those images that show something, or say it in words."""
    alt = tree.attribute("alt") if images else {}
    sources: dict[int, str] = {}
    for node in images:
        source = choose_source(partial(_read_attribute, tree, node))
        if alt.get(node, "").strip() or not _is_spacer(tree, node, source):
            sources[node] = source
    return sources


def _read_attribute(tree: Tree, node: int, name: str) -> str:
    return tree.attribute(name).get(node, "")


def choose_source(read: Callable[[str], str]) -> str:
    """What is shown once loaded, not what stands in for it until then, of an image's attributes."""
    source = read("src")
    if not _is_stand_in(source):
        return source
    later = (_first_source(read(name)) for name in _LAZY_SOURCES)
    return next((found for found in later if not _is_stand_in(found)), source)


def _is_stand_in(source: str) -> bool:
    """Whether a source is none, or within its address, as those are that wait for another."""
    return not source.strip() or source.lstrip()[:5].lower() == "data:"


def _is_spacer(tree: Tree, node: int, source: str) -> bool:
    if not source.strip() or _SPACER.search(source):
        return True
    return _TINY.search(tree.markup, int(tree.start[node]), int(tree.stop[node])) is not None


def _first_source(value: str) -> str:
    """The first of a list of sources with their widths, or the only one."""
    parts = value.split()
    return parts[0].rstrip(",") if parts else ""
