"""The kept leaves of a page as a small clean HTML document, which reads the same as their text."""

from dehusk.model import Mask, Page
from dehusk.write.document import write_document
from dehusk.write.outline import draw_outline
from dehusk.write.pieces import join_pieces, write_pieces


def render_html(page: Page, is_kept: Mask, title: str | None = None) -> str:
    """The document; without a title it has the page's own.

    Nothing in it acts or hides. Parsed again, its text is just that of the kept leaves.
    """
    outline = draw_outline(page.tree, is_kept)
    body = join_pieces(outline.sketch, write_pieces(page.tree, outline))
    return write_document(page, title, b"<body>\n%b\n</body>" % body.strip(b"\n"))
