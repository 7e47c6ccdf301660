"""What colours, frames and dots in the picture of a tree mean."""

from xml.etree import ElementTree as ET

from dehusk.exporting.trees.shapes import (
    BOX_HEIGHT,
    CHOICE,
    DOT,
    ROW,
    Point,
    add,
    choose_ink,
    draw_box,
    draw_dot,
    put_text,
)

_SHARES = (0.1, 0.25, 0.5, 0.75, 1.0)
_BOX, _TEXT = 38.0, 46.0
_COLUMNS = (0.0, 330.0, 640.0)


def draw_legend(picture: ET.Element, left: float, top: float) -> float:
    """Draw it in three columns; gives where it ends."""
    for number, share in enumerate(_SHARES):
        place = (left + number * (_BOX + 4), top)
        draw_box(picture, place, _BOX, (share, ""))
        put_text(picture, (place[0] + 6, top + 12), f"{share:.0%}", choose_ink(share))
    put_text(picture, (left + 216, top + 12), "of the pages", "legend")
    marks = (("*", "any number of times"), ("?", "once or not at all"))
    for number, (mark, words) in enumerate(marks, 1):
        draw_box(picture, (left, top + number * ROW), _BOX, (0.25, mark))
        put_text(picture, (left + _TEXT + 6, top + number * ROW + 12), words, "legend")
    dots = (
        (1.0, "says the same on most of its pages"),
        (0.2, "says the same on some of its pages"),
        (0.0, "varies from page to page"),
    )
    for number, (share, words) in enumerate(dots):
        middle = top + number * ROW + BOX_HEIGHT / 2
        draw_dot(picture, (left + _COLUMNS[1] + DOT, middle), share)
        put_text(picture, (left + _COLUMNS[1] + 3 * DOT, middle + 3.5), words, "legend")
    _explain_choices(picture, (left + _COLUMNS[2], top))
    return top + 3 * ROW


def _explain_choices(picture: ET.Element, at: Point) -> None:
    left, top = at
    draw_box(picture, at, _BOX + 8, (None, ""))
    put_text(picture, (left + 5, top + 12), "one of", "on-light")
    add(picture, "path", d=f"M{left + _BOX + 8:g} {top + 8.5:g}h14", stroke=CHOICE)
    put_text(picture, (left + _TEXT + 20, top + 12), "one of those that follow", "legend")
    rows = (("a > b", "b is all there is in a"), ("+12", "more in it: rare, or too many to draw"))
    for number, (sign, words) in enumerate(rows, 1):
        put_text(picture, (left + 5, top + number * ROW + 12), sign, "on-light")
        put_text(picture, (left + _TEXT + 20, top + number * ROW + 12), words, "legend")
