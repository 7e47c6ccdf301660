"""How much of a page's title each of its blocks says, and where from there it stands."""

import numpy as np

from dehusk.core.titles import describe_title
from dehusk.learn.evidence import TITLE_JOINT
from dehusk.learn.site.columns import Columns
from dehusk.learn.site.reading import Hashes, hash_runs, read_text
from dehusk.learn.site.view import View
from dehusk.model import Mask
from dehusk.parse.tags import table_of, tag_ids

_HEADINGS = table_of(tag_ids("h1 h2 h3")).view(np.uint8)
_HEADLINES = table_of(tag_ids("h1 h2"))
_MOST_HEADLINES = 3
_LONGEST = 300
_FEWEST_WORDS = 2
_ENOUGH = 0.6
"""So much of a title in so few other words is a headline, however it is marked."""

_FEATURES = (
    "title same", "title covered", "title overlap", "title after", "title before", "title distance",
)  # fmt: skip

_BORDER = "\ue000"
"""No title has it: a sign that nobody but its maker knows."""

_BORDER_HASH = read_text(_BORDER).loose[0]


def cut_title(title: str, prefix: str, suffix: str) -> str:
    """The title without what the site adds to all."""
    cut = title[:_LONGEST].removesuffix(suffix) if suffix else title[:_LONGEST]
    cut = cut.removeprefix(prefix) if prefix else cut
    return cut or title[:_LONGEST]


def find_titles(view: View, ends: tuple[str, str]) -> Hashes:
    """The hashes of what others may call a page: its title and its first headlines."""
    return view.page.tree.find_once(("titles", ends), lambda _: _find_titles(view, ends))


def _find_titles(view: View, ends: tuple[str, str]) -> Hashes:
    tags = view.page.tree.tag[view.places.element]
    found = (_HEADLINES[tags] & (view.reading.words > 1)).nonzero()[0]
    own = hash_title(cut_title(view.page.title or "", *ends))
    return np.append(view.reading.loose[found[:_MOST_HEADLINES]], own)


def hash_title(title: str) -> Hashes:
    """The loose hash of a whole title."""
    words = read_text(title).loose
    return hash_runs(words, np.array([0, len(words)]))


def match_title(columns: Columns, view: View, ends: tuple[str, str]) -> None:
    """Which blocks say the title, and how far from the first of them each block is."""
    title = cut_title(view.page.title or "", *ends)
    reading = view.reading
    told = read_text(TITLE_JOINT.sub(f" {_BORDER} ", title))
    is_border = told.loose == _BORDER_HASH
    wanted = sorted({*told.exact[~is_border].tolist()} - {0})
    rows = describe_title(
        reading.word,
        reading.first_word,
        reading.loose,
        np.array(wanted, dtype=np.uint64),
        _hash_parts(told.loose, is_border),
        _HEADINGS[view.page.tree.tag[view.places.element]],
        _ENOUGH,
        _FEWEST_WORDS,
    )
    columns.note(_FEATURES, rows)


def _hash_parts(words: Hashes, is_border: Mask) -> Hashes:
    """The hashes of a title and of what stands between its joints."""
    words = np.where(is_border, np.uint64(0), words)
    first = np.concatenate(([0], is_border.nonzero()[0], [len(words)]))
    return np.append(hash_runs(words, first), hash_runs(words, first[[0, -1]]))
