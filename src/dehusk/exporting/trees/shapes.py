"""What the picture of a tree is made of: boxes by support, dots by constancy, and texts."""

from xml.etree import ElementTree as ET

Point = tuple[float, float]

ROW, BOX_HEIGHT, DOT = 22.0, 17.0, 7.0
STACK = 6.0
"""How far the frames behind an element that may come again stand out."""

LINE, CHOICE, EDGE = "#9aa5b1", "#d55e00", "#33526e"

CONSTANT = 0.5
"""A leaf that says the same on at least this share of its pages is drawn full."""

INK = 0.7
"""Boxes of a larger share are so dark that letters in them are white."""

STYLE = """\
text{font:10px 'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#1b2733;white-space:pre}
.title{font:bold 15px 'DejaVu Sans',Verdana,sans-serif}
.heading{font:bold 12px 'DejaVu Sans',Verdana,sans-serif}
.legend{font:10.5px 'DejaVu Sans',Verdana,sans-serif}
.on-light{fill:black}.on-dark{fill:white}.said{fill:#5a6673}"""

_PALE, _DARK = (238, 245, 252), (11, 79, 138)
"""One hue from light to dark: told apart by the colour-blind, and in grey."""


def add(parent: ET.Element, tag: str, **attributes: str) -> ET.Element:
    """An element of the picture; names of attributes with _ for -."""
    named = {name.replace("_", "-"): value for name, value in attributes.items()}
    return ET.SubElement(parent, tag, named)


def put_text(parent: ET.Element, at: Point, text: str, style: str) -> None:
    """A line of text, if there is any."""
    if text:
        line = add(parent, "text", **{"class": style}, x=f"{at[0]:g}", y=f"{at[1]:g}")
        line.text = text


def draw_box(parent: ET.Element, at: Point, width: float, looks: tuple[float | None, str]) -> None:
    """An element: the share of the pages that have it (a choice has none), and its mark."""
    share, mark = looks
    fill = "white" if share is None else choose_colour(share)
    stroke = CHOICE if share is None else EDGE
    for offset in (STACK, STACK / 2, 0.0) if mark == "*" else (0.0,):
        box = add(
            parent,
            "rect",
            x=f"{at[0] + offset:g}",
            y=f"{at[1] + offset / 2:g}",
            width=f"{width:g}",
            height=f"{BOX_HEIGHT:g}",
            rx="3",
            fill="white" if offset else fill,
            stroke=stroke,
        )
        if mark == "?":
            box.set("stroke-dasharray", "3 2")
            box.set("stroke-width", "1.4")


def draw_dot(parent: ET.Element, at: Point, share: float) -> None:
    """A leaf: full where it says the same on most pages, half where on some, else empty."""
    x, y = at
    radius = DOT / 2
    add(
        parent,
        "circle",
        cx=f"{x:g}",
        cy=f"{y:g}",
        r=f"{radius:g}",
        fill=EDGE if share >= CONSTANT else "white",
        stroke=EDGE,
    )
    if 0 < share < CONSTANT:
        half = f"M{x:g} {y - radius:g}A{radius:g} {radius:g} 0 0 0 {x:g} {y + radius:g}Z"
        add(parent, "path", d=half, fill=EDGE)


def choose_ink(share: float | None) -> str:
    """The style of letters in a box of this share."""
    return "on-dark" if share is not None and share > INK else "on-light"


def choose_colour(share: float) -> str:
    """The darker, the more of the pages.

    >>> choose_colour(0.0), choose_colour(1.0)
    ('#eef5fc', '#0b4f8a')
    """
    part = min(max(share, 0.0), 1.0)
    mixed = (round(a + (b - a) * part) for a, b in zip(_PALE, _DARK, strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)
