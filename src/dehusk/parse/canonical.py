"""UTF-8 HTML to canonical markup: what lexbor makes of a page, written out again.

In canonical markup structure can be read off the characters: the first "<" after a tag opens the
next one, every ">" closes one, elements nest properly and all but void ones are closed. In texts
and values "<", ">" and "&" stand as entities. Comments are gone, and so is the content of scripts,
styles and other raw text, but for linked data and old preformatted text.
"""

from html import escape

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from dehusk.errors import NotHtml

_RAW_TEXT = "script,style,iframe,noembed,noframes,xmp,plaintext"
_READ_RAW_TEXT = ("xmp", "plaintext")


def canonicalize(html: bytes) -> str:
    """The page's markup as the parser understood it."""
    root = LexborHTMLParser(html, options=LexborDocumentOptions.WO_EVENTS).root
    if root is None:
        raise NotHtml("the parser finds no document in it")
    for element in root.css(_RAW_TEXT):
        _soften(element)
    markup = root.html or ""
    markup = _drop_comments(markup) if "<!--" in markup else markup
    return markup.replace("&nbsp;", "\xa0") if "&nbsp;" in markup else markup


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


def _drop_comments(markup: str) -> str:
    kept: list[str] = []
    position = 0
    while (start := markup.find("<!--", position)) >= 0:
        text_start = max(markup.rfind(">", position, start) + 1, position)
        if markup.find("<", text_start) == start:
            kept.append(markup[position:start])
            position = _end_of(markup, "-->", start)
        else:
            # It only looks like one: part of a broken name inside a tag that is still open.
            tag_end = _end_of(markup, ">", start)
            kept.append(markup[position:tag_end])
            position = tag_end
    kept.append(markup[position:])
    return "".join(kept)


def _end_of(markup: str, mark: str, start: int) -> int:
    found = markup.find(mark, start)
    return found + len(mark) if found >= 0 else len(markup)
