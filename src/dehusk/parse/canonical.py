"""UTF-8 HTML to canonical markup: what lexbor makes of a page, written out again.

In canonical markup structure can be read off the characters: the first "<" after a tag opens the
next one, every ">" closes one, elements nest properly and all but void ones are closed. In texts
and values "<", ">" and "&" stand as entities. Comments are gone, and so is the content of scripts,
styles and other raw text, but for linked data and old preformatted text.
"""

from html import escape

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from dehusk.errors import NotHtml

COMMON_RAW_TEXT = ("script", "style", "iframe")
RARE_RAW_TEXT = ("noembed", "noframes", "xmp", "plaintext")
"""Looking for these too would cost every page what only pages of the nineties have."""

_READ_RAW_TEXT = ("xmp", "plaintext")
_NBSP = "\xa0".encode()


def canonicalize(html: bytes, raw_text: tuple[str, ...] = COMMON_RAW_TEXT) -> bytes:
    """The page's markup as the parser understood it, with these elements' raw text taken out."""
    root = LexborHTMLParser(html, options=LexborDocumentOptions.WO_EVENTS).root
    if root is None:
        raise NotHtml("the parser finds no document in it")
    for element in root.css(",".join(raw_text)):
        _soften(element)
    markup = (root.html or "").encode()
    markup = _drop_comments(markup) if b"<!--" in markup else markup
    return markup.replace(b"&nbsp;", _NBSP) if b"&nbsp;" in markup else markup


def _soften(element: LexborNode) -> None:
    """Take the raw text out of an element; where it is worth reading, escape it instead."""
    content = element.first_child
    if content is None:
        return
    kind = element.attributes.get("type") if element.tag == "script" else None
    is_linked_data = (kind or "").strip().lower() == "application/ld+json"
    if is_linked_data or element.tag in _READ_RAW_TEXT:
        content.replace_with(escape(content.text_content or "", quote=False))
    else:
        content.decompose()


def _drop_comments(markup: bytes) -> bytes:
    kept: list[bytes] = []
    position = 0
    while (start := markup.find(b"<!--", position)) >= 0:
        before = markup[position:start]
        kept.append(before)
        if before.rfind(b"<") > before.rfind(b">"):
            # It only looks like a comment: a tag is still open, and this is a broken name in it.
            position = markup.find(b">", start)
            kept.append(markup[start:position])
        else:
            position = markup.find(b"-->", start + 4) + 3
            if position < 3:
                break
    else:
        kept.append(markup[position:])
    return b"".join(kept)
