"""A page's own elements with their scores, made to be looked at in a browser.

Every element that holds leaves has `data-dehusk-score`; the largest ones of one verdict, or the
single leaves where verdicts meet, have `data-dehusk` too and are tinted. The legend is drawn by the
style, so that the document's text is the page's.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from dehusk.model import TEMPLATE_SCORE, TEXT, Indices, Page, Scores, Tree
from dehusk.parse.tags import TAG_IDS
from dehusk.write.document import write_document
from dehusk.write.outline import Outline, draw_whole_outline
from dehusk.write.pieces import join_pieces, write_pieces

Sums = npt.NDArray[np.float64]

_BODY = TAG_IDS["body"]

_STYLE = """<style>
body { max-width: 56rem; margin: 4rem auto; padding: 0 1.5rem; color: #202124;
  background: #fff; font: 1rem/1.55 system-ui, sans-serif }
img { max-width: 100%; max-height: 12rem; height: auto }
pre { white-space: pre-wrap }
td, th { padding: 0 .4em; vertical-align: top }
[data-dehusk] { border-radius: 2px }
[data-dehusk=kept] { --bar: #34a853; --tint: #e3f4e6; background: var(--tint) }
[data-dehusk=removed] { --bar: #ea4335; --tint: #fdeceb; background: var(--tint); color: #8a5a57;
  text-decoration: line-through #d9302566 }
:is(address, article, aside, blockquote, details, div, dl, figure, footer, h1, h2, h3, h4, h5, h6,
  header, main, menu, nav, ol, p, pre, section, table, ul)[data-dehusk] {
  box-shadow: -.4rem 0 var(--tint), -.65rem 0 var(--bar) }
[data-dehusk=removed] a { color: inherit }
[data-dehusk=removed] img, img[data-dehusk=removed] { opacity: .35 }
[data-dehusk-score]:hover:not(:has([data-dehusk-score]:hover)) { outline: 2px solid #1a73e8 }
[data-dehusk-score]:hover:not(:has([data-dehusk-score]:hover))::after {
  content: attr(data-dehusk-score); display: inline-block; margin-left: .4em; padding: 0 .4em;
  border-radius: .6em; background: #1a73e8; color: #fff; font: .75rem/1.4 system-ui, sans-serif }
html::before, html::after { position: fixed; top: .75rem; z-index: 1; padding: .15rem .8rem;
  border-radius: 1rem; font: .85rem/1.5 system-ui, sans-serif }
html::before { content: "kept: score below 0.5"; right: 50%; margin-right: .3rem;
  background: #e3f4e6; border: 1px solid #34a853; color: #137333 }
html::after { content: "removed: 0.5 or more"; left: 50%; margin-left: .3rem;
  background: #fdeceb; border: 1px solid #ea4335; color: #a50e0e; text-decoration: line-through }
</style>"""


def render_annotated(page: Page, scores: Scores) -> str:
    """The page's own elements and leaves, each with its score."""
    outline = draw_whole_outline(page.tree)
    pieces = write_pieces(page.tree, outline)
    marks = _write_marks(page.tree, outline, scores)
    for node, (tag, mark) in enumerate(zip(outline.sketch.tag.tolist(), marks, strict=True)):
        if mark:
            pieces.openings[node] = _mark_piece(pieces.openings[node], tag, mark)
    body = join_pieces(outline.sketch, pieces)
    at = (outline.sketch.tag == _BODY).nonzero()[0][:1].tolist()
    opening = _mark_piece(b"<body>", _BODY, marks[at[0]]) if at else b"<body>"
    return write_document(page, None, b"%b\n%b\n</body>" % (opening, body.strip(b"\n")), _STYLE)


def _mark_piece(opening: bytes, tag: int, mark: bytes) -> bytes:
    if tag == TEXT:
        return b"<span%b>%b</span>" % (mark, opening)
    name, bracket, rest = opening.partition(b">")
    return name + mark + bracket + rest if bracket else opening


def _write_marks(tree: Tree, outline: Outline, scores: Scores) -> list[bytes]:
    """The attributes that say the score of each node; empty for those that need none."""
    first = np.searchsorted(tree.leaves, outline.nodes)
    last = np.searchsorted(tree.leaves, tree.end[outline.nodes])
    n_removed = _sum_between(scores >= TEMPLATE_SCORE, first, last)
    is_mixed = (n_removed > 0) & (n_removed < last - first)
    is_border = ~is_mixed & (is_mixed[outline.sketch.parent] | (outline.sketch.tag == _BODY))
    is_marked = (last > first) & (is_border | (outline.sketch.tag != TEXT))
    verdicts = np.where(is_border, np.where(n_removed > 0, 2, 1), 0)
    means = _average(tree, scores, first, last)
    rows = zip(is_marked.tolist(), means.tolist(), verdicts.tolist(), strict=True)
    return [_write_mark(mean) + _VERDICTS[at] if marked else b"" for marked, mean, at in rows]


_VERDICTS = (b"", b' data-dehusk="kept"', b' data-dehusk="removed"')


def _write_mark(score: float) -> bytes:
    """Two digits, which never say more than the verdict.

    >>> _write_mark(0.499)
    b' data-dehusk-score="0.49"'
    """
    shown = round(score, 2)
    if score < TEMPLATE_SCORE <= shown:
        shown = TEMPLATE_SCORE - 0.01
    return b' data-dehusk-score="%.2f"' % shown


def _average(tree: Tree, scores: Scores, first: Indices, last: Indices) -> Sums:
    """The mean score of each stretch of leaves, by length; an image counts as one character."""
    is_text = tree.tag[tree.leaves] == TEXT
    weights = np.where(is_text, (tree.stop - tree.start)[tree.leaves], 1)
    total = np.maximum(_sum_between(weights, first, last), 1)
    return _sum_between(weights * scores, first, last) / total


def _sum_between(values: npt.NDArray[Any], first: Indices, last: Indices) -> Sums:
    sums = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
    result: Sums = sums[last] - sums[first]
    return result
