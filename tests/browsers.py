"""The system's Chromium for tests that need one, and pages drawn in it."""

import shutil
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from dehusk.ingest import Inventory, read_page
from dehusk.model import Page
from dehusk.parse import DEFAULT_CAPS, parse_page
from dehusk.render import RenderSettings, prepare_rendering, render_page
from dehusk.render.chromium import NAMES

CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None or find_spec("playwright") is None,
    reason="no Chromium or no Playwright here: apt install chromium; pip install 'dehusk[render]'",
)


@cache
def settings(**chosen: object) -> RenderSettings:
    return prepare_rendering(RenderSettings(**chosen))  # type: ignore[arg-type]


def draw_all(source: Path, rendering: RenderSettings) -> dict[str, Page]:
    """Every page of a source, drawn, by its URL or name."""
    pages = {}
    with Inventory() as inventory:
        inventory.take_all([str(source)])
        for ref in inventory.pages():
            raw = read_page(ref)
            page = parse_page(raw)
            assert isinstance(page, Page), page
            pages[ref.url or ref.source] = render_page(raw, page, DEFAULT_CAPS, rendering)
    return pages


def draw(folder: Path, html: str, rendering: RenderSettings) -> Page:
    """One page, alone in its folder but for what the test put there."""
    path = folder / "page.html"
    path.write_text(html, encoding="utf-8")
    (page,) = draw_all(path, rendering).values()
    return page


def boxes_by_id(page: Page) -> Mapping[str, list[float]]:
    """Left, top, width, height of every element that has an id and is drawn."""
    assert page.boxes is not None, page.warnings
    ids = page.tree.attribute("id")
    drawn = {name: page.boxes[node] for node, name in ids.items()}
    return {name: box.tolist() for name, box in drawn.items() if not np.isnan(box[0])}
