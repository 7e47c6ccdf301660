"""Tree templates as a picture: support as colour, and whether a leaf says the same as a dot.

SVG by itself: no library, script, font or other file is needed to look at it.
"""

from collections.abc import Mapping
from itertools import groupby
from operator import attrgetter
from xml.etree import ElementTree as ET

from dehusk.counting import say_count
from dehusk.exporting.trees.labels import clean_line, cut_end, sort_names
from dehusk.exporting.trees.layout import BETWEEN, Box, lay_out, measure
from dehusk.exporting.trees.legend import draw_legend
from dehusk.exporting.trees.limbs import Limb, grow_limbs
from dehusk.exporting.trees.shapes import (
    BOX_HEIGHT,
    CHOICE,
    DOT,
    LINE,
    ROW,
    STACK,
    STYLE,
    add,
    choose_ink,
    draw_box,
    draw_dot,
    put_text,
)
from dehusk.learn.tree import TreeTemplate

MARGIN, HEADING = 24.0, 34.0
LEAST_WIDTH = 980.0
"""Room for the legend."""

LONGEST_WORDS, LONGEST_NAME = 52, 60


def draw_trees(site: str, templates: Mapping[str, TreeTemplate]) -> str:
    """The templates of a site's clusters below each other, as SVG."""
    picture = ET.Element("svg", xmlns="http://www.w3.org/2000/svg", role="img")
    title = f"{cut_end(clean_line(site), LONGEST_NAME)}: templates as trees"
    add(picture, "title").text = title
    add(picture, "style").text = STYLE
    paper = add(picture, "rect", fill="white")
    put_text(picture, (MARGIN, MARGIN + 8), title, "title")
    top = draw_legend(picture, MARGIN, MARGIN + 30) + HEADING
    width = LEAST_WIDTH
    for name in sort_names(templates):
        template = templates[name]
        size = f"{say_count(template.pages, 'page')}, {say_count(len(template.nodes), 'node')}"
        put_text(picture, (MARGIN, top), f"cluster {clean_line(name)}: {size}", "heading")
        root = grow_limbs(template)
        boxes = lay_out(root) if root else []
        frame = add(picture, "g", transform=f"translate({MARGIN:g} {top + 12:g})")
        _draw_tree(frame, boxes, template)
        width = max([width, *(_find_end(box) + 2 * MARGIN for box in boxes)])
        top += 12 + ROW * (1 + max((box.row for box in boxes), default=0)) + HEADING
    for element in (picture, paper):
        element.set("width", f"{width:.0f}")
        element.set("height", f"{top:.0f}")
    picture.set("viewBox", f"0 0 {width:.0f} {top:.0f}")
    return ET.tostring(picture, encoding="unicode") + "\n"


def _draw_tree(frame: ET.Element, boxes: list[Box], template: TreeTemplate) -> None:
    for parent, children in groupby(sorted(boxes[1:], key=_by_parent), key=_by_parent):
        _draw_lines(frame, boxes[parent], list(children))
    for box in boxes:
        limb = box.limb
        group = add(frame, "g")
        add(group, "title").text = _tell(limb, template.pages)
        share = limb.pages / max(template.pages, 1) if limb.pages else None
        draw_box(group, (box.left, box.row * ROW), box.width, (share, limb.mark))
        put_text(group, (box.left + 6, _middle(box) + 3.5), box.label, choose_ink(share))
        if limb.is_leaf and template.pages > 1:
            draw_dot(group, (_find_edge(box) + DOT, _middle(box)), limb.share)
        put_text(group, (_find_edge(box) + 2.2 * DOT, _middle(box) + 3.5), _say(limb), "said")


_by_parent = attrgetter("parent")


def _draw_lines(frame: ET.Element, parent: Box, children: list[Box]) -> None:
    """From a box to those below it, by way of a line that they share."""
    bend = parent.right + BETWEEN / 2
    path = f"M{parent.right:g} {_middle(parent):g}H{bend:g}V{_middle(children[-1]):g}"
    path += "".join(f"M{bend:g} {_middle(box):g}H{box.left:g}" for box in children)
    add(frame, "path", d=path, fill="none", stroke=CHOICE if parent.limb.is_choice else LINE)


def _middle(box: Box) -> float:
    return box.row * ROW + BOX_HEIGHT / 2


def _find_edge(box: Box) -> float:
    return box.right + (STACK if box.limb.mark == "*" else 0)


def _find_end(box: Box) -> float:
    return _find_edge(box) + 2.2 * DOT + measure(_say(box.limb))


def _say(limb: Limb) -> str:
    """The first that recurs at a leaf."""
    if limb.is_repeated:
        return "as above"
    return cut_end(limb.sayings[0].words, LONGEST_WORDS) if limb.sayings else ""


def _tell(limb: Limb, of: int) -> str:
    """All there is to know of a limb, shown where it is pointed at."""
    pages = [f"on {limb.pages:,} of {say_count(of, 'page')}"] if limb.pages else []
    size = [say_count(limb.size, "node")] if limb.size > 1 else []
    return "\n".join((limb.label, *pages, *size, *(saying.words for saying in limb.sayings)))
