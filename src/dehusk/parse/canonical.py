"""UTF-8 HTML to canonical markup: what lexbor makes of a page, written out again.

In canonical markup structure can be read off the characters: the first "<" after a tag opens the
next one, every ">" closes one, elements nest properly and all but void ones are closed. In texts
and values "<", ">", "&" and no-break spaces stand as entities. Comments are gone, and so is the
content of scripts, styles and other raw text, but for linked data and old preformatted text.
"""

from html import escape

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from dehusk.core.markup import find_comments
from dehusk.errors import NotHtml

COMMON_RAW_TEXT = ("script", "style", "iframe", "template")
RARE_RAW_TEXT = ("noembed", "noframes", "xmp", "plaintext")
"""Looking for these too would cost every page what only pages of the nineties have."""

RAW_TEXT_READ = ("xmp", "plaintext")


def canonicalize(html: bytes, raw_text: tuple[str, ...] = COMMON_RAW_TEXT) -> bytes:
    """The page's markup as the parser understood it, with these elements' raw text taken out."""
    root = LexborHTMLParser(html, options=LexborDocumentOptions.WO_EVENTS).root
    if root is None:
        raise NotHtml("the parser finds no document in it")
    # Inner ones first: in drawings such elements may hold others, whose text is not theirs.
    for element in reversed(root.css(",".join(raw_text))):
        _soften(element)
    return _drop_comments((root.html or "").encode())


def _soften(element: LexborNode) -> None:
    """Take the raw text out of an element; where it is worth reading, put it back escaped."""
    name = element.tag
    if name == "template":
        # Its content is a document of its own, which no selector reaches into.
        element.decompose()
    elif element.first_child is not None:
        kind = element.attributes.get("type") if name == "script" else None
        is_linked_data = (kind or "").strip().lower() == "application/ld+json"
        contents = list(element.iter(include_text=True))
        # Raw text is one child in HTML, but in drawings such elements may hold others: all that
        # these say, put back at every level, would grow without end.
        is_text = all(content.is_text_node for content in contents)
        is_read = is_text and (is_linked_data or name in RAW_TEXT_READ)
        text = element.text() if is_read else ""
        for content in contents:
            content.decompose()
        if text:
            element.insert_child(escape(text, quote=False))


def _drop_comments(markup: bytes) -> bytes:
    kept: list[bytes] = []
    position = 0
    for start in find_comments(markup):
        if start < position:
            continue
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
