"""Five small websites made up on the spot, with exact truth: what dehusk is shown and tested on.

What counts as truth, on every site:
- `text`: headline, byline and date of an article or post, body, captions, tables, lists, code,
  price and specification, the bodies of forum posts; on listings the titles and summaries listed.
- `comments`: the bodies of reader comments and product reviews.
- neither: navigation, teasers, tags, ads, counters, alternative texts, the names and dates of
  people who comment or post, their signatures, and labels the template prints ("Reviews", "Note").
- `author`, `published`: what is true of the page, not what the site prints on all of them.
A block is a line; the cells of a table row are joined by a space. Links lead to pages of the same
site by relative address; a link in the navigation may lead to a page that a small site lacks.
Each site also has a mirror (the shell "plain"): the same content in another template.
"""

from .page import SamplePage
from .site import SITES, make_page, make_site, write_site

__all__ = ["SITES", "SamplePage", "make_page", "make_site", "write_site"]
