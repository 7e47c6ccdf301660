"""Images of a page in Markdown: those that show something, with the source they are shown from."""

import re

from dehusk.model import Tree
from dehusk.write.markdown.escape import escape_label
from dehusk.write.markdown.links import Addresses

_LAZY_SOURCES = ("data-src", "data-original", "data-lazy-src", "data-srcset", "srcset")
_SPACER = re.compile(
    r"(?:^|[/_-])(?:spacer|blank|pixel|clear|shim|trans|transparent|dot|1x1|1)\.(?:gif|png)", re.I
)
"""Names that layouts gave to images of nothing, before they had better means."""

_TINY = re.compile(rb' (?:width|height)="[01](?:px)?"')


def render_images(tree: Tree, nodes: list[int], addresses: Addresses) -> dict[int, str]:
    """What to write for each of these images; those that show nothing are left out."""
    if not nodes:
        return {}
    sources, alt = _find_sources(tree, nodes), tree.attribute("alt")
    rendered: dict[int, str] = {}
    for node in nodes:
        words = " ".join(alt.get(node, "").split())
        if words or not _is_spacer(tree, node, sources[node]):
            source = addresses.resolve(sources[node])
            rendered[node] = f"![{escape_label(words)}]({source})"
    return rendered


def _is_spacer(tree: Tree, node: int, source: str) -> bool:
    if _is_stand_in(source) or _SPACER.search(source):
        return True
    return _TINY.search(tree.markup, int(tree.start[node]), int(tree.stop[node])) is not None


def _find_sources(tree: Tree, nodes: list[int]) -> dict[int, str]:
    """What is shown once loaded, not what stands in for it until then."""
    known = tree.attribute("src")
    sources = {node: known.get(node, "") for node in nodes}
    waiting = [node for node in nodes if _is_stand_in(sources[node])]
    for name in _LAZY_SOURCES:
        if not waiting:
            break
        values = tree.attribute(name)
        for node in waiting:
            sources[node] = _first_source(values.get(node, "")) or sources[node]
        waiting = [node for node in waiting if _is_stand_in(sources[node])]
    return sources


def _is_stand_in(source: str) -> bool:
    return not source.strip() or source.lstrip()[:5].lower() == "data:"


def _first_source(value: str) -> str:
    """The first of a list of sources with their widths, or the only one."""
    parts = value.split()
    return parts[0].rstrip(",") if parts else ""
