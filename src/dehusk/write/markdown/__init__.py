"""The kept leaves of a page as Markdown: CommonMark with tables, strikes and footnotes.

`blocks` cuts the runs of the layout into blocks, `context` says what each stands in, `inline`
writes a block's text, `tables` its tables, `nesting` puts quotes and lists around it.
"""

from dehusk.write.markdown.render import render_markdown

__all__ = ["render_markdown"]
