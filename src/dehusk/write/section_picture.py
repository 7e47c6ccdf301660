"""The sections of a page drawn on its picture: a frame each, its role, and importance as colour."""

import base64
from html import escape

import numpy as np
import numpy.typing as npt

from dehusk.model import TEXT, Page
from dehusk.section.divide import Division

_NOISE, _CONTENT = (217, 48, 37), (24, 128, 56)
_LEGEND_PX = 34
_LABEL_PX = 15
_LETTER_PX = 7.2
_STYLE = (
    "text { font: 12px/1 system-ui, sans-serif; fill: #fff }"
    " .word { fill: #202124; font-size: 13px }"
)


def draw_sections(page: Page, division: Division, picture: bytes) -> str:
    """An SVG with the picture in it; the page must have boxes."""
    width, height = _read_size(picture)
    frames = [
        _draw_frame(box, f"{role or 'section'} {importance:.2f}", importance, width)
        for box, role, importance in zip(
            _frame_sections(page, division).tolist(),
            division.roles,
            division.importance.tolist(),
            strict=True,
        )
        if np.isfinite(box).all()
    ]
    image = base64.b64encode(picture).decode()
    whole = f'width="{width}" height="{height + _LEGEND_PX}"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {whole}'
            f' viewBox="0 {-_LEGEND_PX} {width} {height + _LEGEND_PX}">',
            f"<style>{_STYLE}</style>",
            f'<rect y="{-_LEGEND_PX}" {whole} fill="#fff"/>',
            _draw_legend(),
            f'<image width="{width}" height="{height}" href="data:image/png;base64,{image}"/>',
            *frames,
            "</svg>",
            "",
        )
    )


def _read_size(picture: bytes) -> tuple[int, int]:
    """Width and height stand at the start of every PNG."""
    return int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])


def _frame_sections(page: Page, division: Division) -> npt.NDArray[np.float64]:
    """Left, top, right, bottom of what is drawn of each section's leaves."""
    tree, boxes = page.tree, page.boxes
    if boxes is None:
        raise ValueError("the page has no boxes")
    is_text = tree.tag[tree.leaves] == TEXT
    drawn = boxes[np.where(is_text, tree.parent[tree.leaves], tree.leaves)].astype(np.float64)
    first, last = drawn[:, :2], drawn[:, :2] + drawn[:, 2:]
    is_drawn = np.isfinite(drawn).all(axis=1) & (drawn[:, 2:] > 0).all(axis=1)
    frames = np.full((len(division.sections), 4), np.inf)
    frames[:, 2:] = -np.inf
    of_leaf = division.sections.of_leaf[is_drawn]
    np.minimum.at(frames[:, :2], of_leaf, first[is_drawn])
    np.maximum.at(frames[:, 2:], of_leaf, last[is_drawn])
    return frames


def _draw_frame(box: list[float], label: str, importance: float, width: int) -> str:
    left, top, right, bottom = box
    colour = _mix(importance)
    tab = len(label) * _LETTER_PX + 6
    # Where there is room the label is within, else beside what it would cover.
    is_roomy = bottom - top > 2 * _LABEL_PX and right - left > 2 * tab
    at = min(right - tab if is_roomy else right, width - tab)
    size = f'width="{right - left:.1f}" height="{bottom - top:.1f}"'
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" {size} fill="{colour}" fill-opacity=".13"'
        f' stroke="{colour}" stroke-width="2"/>'
        f'<rect x="{at:.1f}" y="{top:.1f}" width="{tab:.1f}" height="{_LABEL_PX}" fill="{colour}"/>'
        f'<text x="{at + 3:.1f}" y="{top + 11.5:.1f}">{escape(label)}</text>'
    )


def _draw_legend() -> str:
    shades = "".join(
        f'<rect x="{120 + 24 * step}" y="-24" width="24" height="14" fill="{_mix(step / 10)}"/>'
        for step in range(11)
    )
    return (
        '<text class="word" x="12" y="-13">template 0.00</text>'
        f'{shades}<text class="word" x="394" y="-13">1.00 content</text>'
    )


def _mix(importance: float) -> str:
    """From red to green by way of a dark yellow.

    >>> _mix(0.0), _mix(1.0)
    ('#d93025', '#188038')
    """
    middle = (180, 120, 0)
    low, high = (_NOISE, middle) if importance < 0.5 else (middle, _CONTENT)
    share = importance * 2 if importance < 0.5 else importance * 2 - 1
    mixed = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)
