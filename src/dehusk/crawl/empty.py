"""Pages that say nothing until their scripts have run."""

from selectolax.lexbor import LexborHTMLParser

from dehusk.errors import PageError
from dehusk.parse import DEFAULT_CAPS
from dehusk.parse.encoding import decode_html

FEW_CHARS = 200
"""A page with less text than a short paragraph, and with scripts, is taken to wait for them."""

_LOOKED_AT_BYTES = 512 * 1024
_UNSEEN = ["script", "style", "template", "noscript", "svg", "title", "head"]


def needs_scripts(content: bytes, charset: str | None) -> bool:
    """Whether a page has scripts, and next to nothing to read without them.

    >>> needs_scripts(b"<div id=root></div><script src=app.js></script>", None)
    True
    >>> needs_scripts(b"<p>Hello.</p>", None)
    False
    """
    if b"<script" not in content and b"<SCRIPT" not in content:
        return False
    try:
        html, _ = decode_html(content[:_LOOKED_AT_BYTES], charset)
        DEFAULT_CAPS.check_markup(html)
    except PageError:
        return False
    page = LexborHTMLParser(html)
    if page.css_first("script") is None or page.css_first("frameset") is not None:
        return False
    page.strip_tags(_UNSEEN)
    body = page.body
    return body is not None and len(" ".join(body.text(separator=" ").split())) < FEW_CHARS
