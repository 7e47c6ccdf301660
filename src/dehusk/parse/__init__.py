"""From a RawPage to a Page: decode the bytes, refuse the hostile, flatten the tree once."""

from dehusk.errors import PageError
from dehusk.model import Page, RawPage, Rejected
from dehusk.parse.caps import DEFAULT_CAPS, Caps
from dehusk.parse.encoding import decode_html
from dehusk.parse.html import build_tree
from dehusk.parse.metadata import read_language, read_title

__all__ = ["DEFAULT_CAPS", "Caps", "parse_page"]


def parse_page(raw: RawPage, caps: Caps = DEFAULT_CAPS) -> Page | Rejected:
    """The page, or why it cannot be taken. Never raises, whatever the bytes."""
    try:
        caps.check_size(len(raw.body))
        html, encoding = decode_html(raw.body, raw.ref.charset)
        caps.check_markup(html)
        tree = build_tree(html, caps.max_depth)
    except PageError as error:
        return Rejected(raw.ref.source, "parse", str(error))
    return Page(raw.ref, tree, read_title(tree), read_language(tree), encoding)
