"""A page as the text it is, markup or not: decoded as everywhere, and never parsed."""

from dehusk.errors import NotHtml, NotText
from dehusk.ingest import read_page
from dehusk.ingest.settings import TEXT
from dehusk.model import PageRef
from dehusk.parse.caps import Caps
from dehusk.parse.encoding import decode_html


def read_text(ref: PageRef, content: str, caps: Caps) -> bytes:
    """The page in UTF-8; too large a one is not even read."""
    caps.check_size(ref.n_bytes)
    raw = read_page(ref)
    try:
        return decode_html(raw.body, ref.charset)[0]
    except NotHtml as error:
        if content == TEXT:
            raise NotText(error.what) from error
        raise
