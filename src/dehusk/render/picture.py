"""A picture of a whole page, in the same pixels that its boxes are told in."""

from dehusk.errors import NotRendered
from dehusk.model import Page, RawPage
from dehusk.parse.encoding import decode_html
from dehusk.render.browser import get_browser
from dehusk.render.marking import mark_elements
from dehusk.render.scripts import measure_marked
from dehusk.render.settings import RenderSettings
from dehusk.render.surroundings import find_surroundings
from dehusk.render.tab import Opened


def take_picture(raw: RawPage, page: Page, settings: RenderSettings) -> bytes:
    """The page as a PNG, cut off where it is very large; NotRendered where there is none."""
    html, _ = decode_html(raw.body, raw.ref.charset)
    marked = mark_elements(page.tree, html)
    opened = Opened(
        html=html if settings.javascript else marked.html,
        surroundings=find_surroundings(raw.ref, settings.cache),
        question=measure_marked(marked.name),
        settings=settings,
        wants_picture=True,
    )
    drawn = get_browser(settings).draw(opened)
    if drawn.picture is None:
        raise NotRendered("the browser gave no picture")
    return drawn.picture
