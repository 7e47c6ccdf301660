"""Preformatted text to fenced code, with the language that its page highlights it in."""

import re
from collections.abc import Iterator, Sequence

from dehusk.model import Tree
from dehusk.parse.tags import TAG_IDS, tag_ids
from dehusk.write.markdown.inline import Piece

_CODE = TAG_IDS["code"]
_WRAPPERS = tag_ids("div figure section")
_MOST_WRAPPERS = 2
_PREFIXES = "language|lang|highlight-source"
_LANGUAGE, _WRAPPER_LANGUAGE = (
    re.compile(rf"(?:^|\s)(?:(?:{prefixes})-|brush:\s*)([\w+#.-]+)", re.I)
    for prefixes in (_PREFIXES, f"{_PREFIXES}|highlight")
)
_NO_LANGUAGES = frozenset(("default", "none", "notranslate", "text-html-basic"))
_TICKS = re.compile(r"`{3,}")


def render_code_block(tree: Tree, node: int, pieces: Sequence[Piece]) -> str:
    """A fenced block, its fence longer than any within."""
    code = "".join([piece.gap + piece.text for piece in pieces])
    lines = [line.rstrip() for line in re.split(r"\r\n?|\n", code)]
    code = "\n".join(lines).strip("\n")
    fence = "`" * max((len(ticks) + 1 for ticks in _TICKS.findall(code)), default=3)
    return f"{fence}{_find_language(tree, node)}\n{code}\n{fence}"


def _find_language(tree: Tree, node: int) -> str:
    classes = tree.attribute("class")
    for element in _name_givers(tree, node):
        pattern = _WRAPPER_LANGUAGE if element < node else _LANGUAGE
        found = pattern.search(classes.get(element, ""))
        if found and found[1].lower() not in _NO_LANGUAGES:
            return found[1].rstrip(";")
    return ""


def _name_givers(tree: Tree, node: int) -> Iterator[int]:
    """Preformatted text, the code right in it, and what is wrapped around them."""
    yield node
    if node + 1 < tree.end[node] and tree.tag[node + 1] == _CODE:
        yield node + 1
    for _ in range(_MOST_WRAPPERS):
        node = int(tree.parent[node])
        if node < 0 or tree.tag[node] not in _WRAPPERS:
            return
        yield node
