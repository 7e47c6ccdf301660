"""A page's markup as it is handed to the browser: every element numbered as in the page's tree.

Canonical markup is what the tree was read from, so its elements are the tree's, one for one. It
lacks what is no text of the page but decides how it is drawn: the document type, the style sheets
written in it, and the line end that a parser drops at the start of `pre`; they are put back.
"""

import re
from dataclasses import dataclass
from html import escape

from selectolax.lexbor import LexborHTMLParser

from dehusk.model import TEXT, Tree
from dehusk.parse.tags import TAG_IDS, table_of, tag_ids

_STYLE, _SVG = TAG_IDS["style"], TAG_IDS["svg"]
_STARTS_WITH_LINE_END = table_of(tag_ids("pre listing textarea"))
_DOCTYPE = re.compile(rb"(?:\s|<!--.*?-->|<\?[^>]*>)*(<!doctype[^>]*>)", re.I | re.S)
_PROLOGUE_BYTES = 4096
_PLAIN_NAME = b"data-dehusk"


@dataclass(frozen=True, slots=True)
class Marked:
    """Markup whose elements have their node numbers in the attribute of this name."""

    html: bytes
    name: str


def mark_elements(tree: Tree, html: bytes) -> Marked:
    """The page ready to be drawn; `html` is what the tree was read from, in UTF-8."""
    name = _find_free_name(tree.markup)
    dropped = {**_read_sheets(tree, html), **_find_line_ends(tree)}
    pieces = [_find_doctype(html)]
    done = 0
    elements = (tree.tag != TEXT).nonzero()[0]
    for node, stop in zip(elements.tolist(), tree.stop[elements].tolist(), strict=True):
        pieces.append(tree.markup[done : stop - 1])
        pieces.append(b' %b="%d">%b' % (name, node, dropped.get(node, b"")))
        done = stop
    pieces.append(tree.markup[done:])
    return Marked(b"".join(pieces), name.decode())


def _find_free_name(markup: bytes) -> bytes:
    """An attribute's name that the page has nowhere: of two of one name the first counts."""
    name = _PLAIN_NAME
    while name in markup:
        name += b"-"
    return name


def _find_doctype(html: bytes) -> bytes:
    """What decides between today's layout and that of the nineties."""
    found = _DOCTYPE.match(html.removeprefix(b"\xef\xbb\xbf")[:_PROLOGUE_BYTES])
    return found[1] if found else b""


def _read_sheets(tree: Tree, html: bytes) -> dict[int, bytes]:
    """The style sheets of the page, by the element each stands in."""
    nodes = (tree.tag == _STYLE).nonzero()[0].tolist()
    root = LexborHTMLParser(html).root if nodes else None
    if root is None:
        return {}
    sheets = [element.text().encode() for element in root.css("style")]
    if len(sheets) != len(nodes):
        # Some stood where canonical markup has nothing left; better misplaced than lost.
        sheets = [b"\n".join(sheets)]
    return {
        node: escape(sheet.decode()).encode() if _is_in_drawing(tree, node) else sheet
        for node, sheet in zip(nodes, sheets, strict=False)
    }


def _find_line_ends(tree: Tree) -> dict[int, bytes]:
    """One for each element that would lose its first line end when it is parsed again."""
    return dict.fromkeys(_STARTS_WITH_LINE_END[tree.tag].nonzero()[0].tolist(), b"\n")


def _is_in_drawing(tree: Tree, node: int) -> bool:
    """In drawings a style sheet is text like any other, not raw text."""
    while node >= 0 and tree.tag[node] != _SVG:
        node = int(tree.parent[node])
    return node >= 0
