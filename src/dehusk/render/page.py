"""A parsed page to the same page with boxes; where scripts may run, to the page they built.

Without scripts the tree stays as it is, and every element knows its box. With scripts the document
that they left is parsed like any other page. A page that cannot be drawn goes on as it was, and
says why in a warning.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import xxhash

from dehusk.errors import NotRendered, PageError
from dehusk.model import Page, RawPage
from dehusk.parse import Caps, parse_page
from dehusk.parse.encoding import decode_html
from dehusk.parse.html import build_tree
from dehusk.render.boxes import Quarters, place_boxes, to_pixels
from dehusk.render.browser import get_browser
from dehusk.render.cache import FORMAT, Cache, Entry
from dehusk.render.marking import mark_elements
from dehusk.render.resource import Surroundings
from dehusk.render.scripts import measure_marked, read_document
from dehusk.render.settings import RenderSettings
from dehusk.render.surroundings import find_surroundings
from dehusk.render.tab import Answer, Opened

_NO_BOXES: Quarters = np.empty((0, 4), dtype=np.int32)


def render_page(raw: RawPage, page: Page, caps: Caps, settings: RenderSettings) -> Page:
    """The page with its boxes, or with a warning why it has none."""
    surroundings = find_surroundings(raw.ref, settings.cache)
    drawing = _Drawing(raw, page, caps, settings, surroundings)
    cache = Cache(Path(settings.cache)) if settings.cache else None
    key = drawing.identify()
    entry = cache.get(key, surroundings) if cache else None
    drawn = drawing.apply(entry) if entry else None
    if drawn is None:
        entry = drawing.draw()
        if cache:
            cache.put(key, entry)
        drawn = drawing.apply(entry)
    return drawn or _warn(page, "its tree cannot be matched")


def _warn(page: Page, why: str) -> Page:
    return replace(page, warnings=(*page.warnings, str(NotRendered(why))))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A page on its way through the browser."""

    raw: RawPage
    page: Page
    caps: Caps
    settings: RenderSettings
    surroundings: Surroundings

    def identify(self) -> str:
        """What two drawings must share to be the same, but for what lies beside the page."""
        facts = [FORMAT, self.settings.identify(), self.surroundings.address, self.raw.ref.charset]
        digest = xxhash.xxh3_128(json.dumps(facts, sort_keys=True).encode())
        digest.update(self.page.tree.markup)
        digest.update(self.raw.body)
        return digest.hexdigest()

    def draw(self) -> Entry:
        """Open the page in the browser."""
        try:
            html, _ = decode_html(self.raw.body, self.raw.ref.charset)
            return self._draw_built(html) if self.settings.javascript else self._draw_static(html)
        except PageError as error:
            why = error.why if isinstance(error, NotRendered) else str(error)
            return Entry({}, _NO_BOXES, failed=why)

    def apply(self, entry: Entry) -> Page | None:
        """The page with what is known of it; nothing if it does not fit the page."""
        if entry.failed is not None:
            return _warn(self.page, entry.failed)
        page = self.page if entry.html is None else self._parse(entry.html)
        if page is None or len(entry.boxes) != len(page.tree):
            return None
        return replace(page, boxes=to_pixels(entry.boxes))

    def _draw_static(self, html: bytes) -> Entry:
        tree = self.page.tree
        marked = mark_elements(tree, html)
        answer, told = self._open(marked.html, measure_marked(marked.name))
        return Entry(told, place_boxes(len(tree), answer["nodes"], answer["flat"]))

    def _draw_built(self, html: bytes) -> Entry:
        answer, told = self._open(html, read_document(self.caps.max_bytes))
        if answer["html"] is None:
            raise NotRendered("its scripts left no document that can be taken")
        built = answer["html"].encode("utf-8", "replace")
        page = self._parse(built)
        if page is None:
            raise NotRendered("its scripts left a document larger than we take")
        numbered = build_tree(answer["marked"].encode("utf-8", "replace"), self.caps.max_depth)
        if not np.array_equal(numbered.tag, page.tree.tag):
            raise NotRendered("its tree cannot be matched")
        flat = np.asarray(answer["flat"], dtype=np.float64).reshape(-1, 4)
        row_of = {number: row for row, number in enumerate(answer["nodes"])}
        names = numbered.attribute(answer["name"]).items()
        drawn = [(node, row_of[int(text)]) for node, text in names if int(text) in row_of]
        nodes, rows = [node for node, _ in drawn], [row for _, row in drawn]
        return Entry(told, place_boxes(len(numbered), nodes, flat[rows].ravel().tolist()), built)

    def _open(self, html: bytes, question: str) -> tuple[Answer, dict[str, str | None]]:
        browser = get_browser(self.settings)
        drawn = browser.draw(Opened(html, self.surroundings, question, self.settings))
        if drawn.answer["origin"] == "null":
            raise NotRendered("its scripts put another page in its place")
        return drawn.answer, dict(drawn.told)

    def _parse(self, html: bytes) -> Page | None:
        """The document as a page of the same name."""
        ref = self.raw.ref._replace(charset="utf-8")
        page = parse_page(RawPage(ref, html), self.caps)
        return replace(page, ref=self.raw.ref) if isinstance(page, Page) else None
