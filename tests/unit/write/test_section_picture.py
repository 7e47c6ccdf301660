"""Sections drawn on a picture: frames where their leaves are, with roles and importance."""

import re
import struct
from collections.abc import Mapping
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from dehusk.model import Page
from dehusk.section.divide import Division
from dehusk.section.split import Sections
from dehusk.write.section_picture import draw_sections
from tests.conftest import parse

PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 800, 600)
FRAME = re.compile(r'<rect x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)" fill="(#\w+)" fill-o')


def make_page(html: str, boxes: Mapping[str, tuple[float, float, float, float]]) -> Page:
    """A page in which the elements with these ids have boxes."""
    page = parse(html)
    drawn = np.full((len(page.tree), 4), np.nan, dtype=np.float32)
    for node, name in page.tree.attribute("id").items():
        drawn[node] = boxes.get(name, (np.nan,) * 4)
    return replace(page, boxes=drawn)


def divide(*of_leaf: int, roles: tuple[str | None, ...], importance: tuple[float, ...]) -> Division:
    none = np.zeros(len(roles), dtype=np.int32)
    first = np.searchsorted(of_leaf, np.arange(len(roles))).astype(np.int32)
    sections = Sections(np.array(of_leaf, dtype=np.int32), first, none, none - 1)
    return Division(sections, np.array(importance), roles)


def test_a_frame_is_about_all_leaves_of_its_section() -> None:
    html = "<p id=a>A</p><p id=b>B</p><p id=c>C</p>"
    boxes = {"a": (10, 20, 30, 40), "b": (5, 70, 100, 10), "c": (0, 90, 50, 50)}
    division = divide(0, 0, 1, roles=("main", None), importance=(1.0, 0.0))
    drawn = draw_sections(make_page(html, boxes), division, PICTURE)
    assert FRAME.findall(drawn) == [
        ("5.0", "20.0", "100.0", "60.0", "#188038"),
        ("0.0", "90.0", "50.0", "50.0", "#d93025"),
    ]
    texts = [
        text.text for text in ElementTree.fromstring(drawn).iter() if text.tag.endswith("}text")
    ]
    assert texts[2:] == ["main 1.00", "section 0.00"]


@pytest.mark.parametrize("box", [(np.nan,) * 4, (5, 5, 0, 0)])
def test_what_is_not_drawn_has_no_frame(box: tuple[float, float, float, float]) -> None:
    page = make_page("<p id=a>A</p>", {"a": box})
    drawn = draw_sections(page, divide(0, roles=("main",), importance=(1.0,)), PICTURE)
    assert not FRAME.findall(drawn)


def test_a_page_without_leaves_is_a_picture_without_frames() -> None:
    drawn = draw_sections(make_page("<p></p>", {}), divide(roles=(), importance=()), PICTURE)
    root = ElementTree.fromstring(drawn)
    assert (root.get("width"), root.get("height")) == ("800", "634")
    assert not FRAME.findall(drawn)


def test_labels_stay_on_the_picture() -> None:
    page = make_page("<p id=a>A</p>", {"a": (790, 0, 10, 10)})
    drawn = draw_sections(page, divide(0, roles=("main",), importance=(0.5,)), PICTURE)
    (at,) = re.findall(r'<text x="([\d.]+)" y="11.5"', drawn)
    assert float(at) < 800 - 9 * 7


def test_a_page_without_boxes_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="no boxes"):
        draw_sections(parse("<p>A</p>"), divide(0, roles=("main",), importance=(1.0,)), PICTURE)
