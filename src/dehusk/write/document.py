"""A complete HTML document around a body: what a page says of itself, and nothing that acts."""

import re
from html import escape

from dehusk.model import Page
from dehusk.parse.tags import TAG_IDS
from dehusk.write.addresses import find_base

_BODY = TAG_IDS["body"]
_DIRECTION = re.compile(rb' dir="(ltr|rtl|auto)"', re.I)


def write_document(page: Page, title: str | None, body: bytes, style: str = "") -> str:
    """The document; without a title it has the page's own."""
    title = " ".join((title or page.title or "").split())
    base = find_base(page.tree, page.ref.url)
    head = [
        '<meta charset="utf-8">',
        f"<title>{escape(title, quote=False)}</title>" if title else "",
        f'<base href="{escape(base)}">' if base else "",
        style,
    ]
    lines = ["<!DOCTYPE html>", f"<html{_write_root(page)}>", "<head>", *filter(None, head)]
    document = "\n".join((*lines, "</head>", body.decode(), "</html>", ""))
    # Both came as entities: a parser takes a bare return for a newline, and an escape may be taken
    # for the sign of an old Japanese encoding.
    return document.replace("\r", "&#13;").replace("\x1b", "&#27;")


def _write_root(page: Page) -> str:
    """The language and direction of the whole page."""
    language = f' lang="{escape(page.language)}"' if page.language else ""
    for node in (0, *(page.tree.tag == _BODY).nonzero()[0][:1].tolist()):
        direction = _DIRECTION.search(_read_tag(page, node))
        if direction:
            return f'{language} dir="{direction[1].decode().lower()}"'
    return language


def _read_tag(page: Page, node: int) -> bytes:
    return page.tree.markup[page.tree.start[node] : page.tree.stop[node]]
