"""Tree templates as text for a person: an element a line, what is in it indented below."""

from collections.abc import Iterator, Mapping

from dehusk.counting import say_count
from dehusk.exporting.trees.labels import clean_line, cut_end, sort_names
from dehusk.exporting.trees.limbs import Limb, grow_limbs
from dehusk.learn.tree import TreeTemplate

LONGEST_LINE = 110
LONGEST_NAME = 60

_INDENT = "  "
_NOTATION = """\
An element a line, with what is in it indented below; a > b: b is all there is in a.
Marked * it comes any number of times, ? once or not at all. One of those after | stands in their
place; of `any of*` any number, in any order. Digits in names are 0.
5/6 before an element: 5 of 6 pages have it. "Home" 4/5 after it: on 4 of these 5 it says Home.
(varies): nothing it says recurs. (+3 rare): in it are 3 more, on too few pages to tell anything."""


def write_trees(site: str, templates: Mapping[str, TreeTemplate]) -> str:
    """The templates of a site's clusters, under their names."""
    lines = [f"# {line}" for line in _NOTATION.split("\n")]
    for name in sort_names(templates):
        template = templates[name]
        size = f"{say_count(template.pages, 'page')}, {say_count(len(template.nodes), 'node')}"
        title = f"{cut_end(clean_line(site), LONGEST_NAME)}, cluster {clean_line(name)}: {size}"
        lines += ["", title, "=" * len(title), *_write_tree(template)]
    return "\n".join((*lines, ""))


def _write_tree(template: TreeTemplate) -> Iterator[str]:
    root = grow_limbs(template)
    if root is None:
        yield "nothing to read on its pages"
        return
    width = 2 * len(str(template.pages)) + 1
    waiting = [(root, 0, "")]
    while waiting:
        limb, depth, sign = waiting.pop()
        support = f"{limb.pages}/{template.pages}" if limb.pages else ""
        margin = f"{support:>{width}}  {_INDENT * depth}{sign}"
        below = " " * (len(margin) + 4)
        yield from _write_limb(limb, margin, below, is_alone=template.pages < 2)
        sign = "| " if limb.is_choice else ""
        waiting += [(child, depth + 1, sign) for child in reversed(limb.below)]


def _write_limb(limb: Limb, margin: str, below: str, *, is_alone: bool) -> Iterator[str]:
    rare = f"  (+{limb.rare:,} rare)" if limb.rare else ""
    line = f"{margin}{limb.label}"
    words = [saying.words for saying in limb.sayings]
    if limb.is_repeated:
        words = ["(as above)"]
    elif limb.is_leaf and not words and not is_alone:
        words = ["(varies)"]
    together = "  ".join((line, *words)) + rare
    if len(words) < 2 and len(together) <= LONGEST_LINE:
        yield together
    else:
        yield line + rare
        yield from (f"{below}{one}" for one in words)
