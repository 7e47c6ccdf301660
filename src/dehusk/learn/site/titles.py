"""How much of a page's title each of its blocks says, and where from there it stands."""

import re

import numpy as np

from dehusk.learn.site.reading import Floats, Hashes, hash_text, hash_words
from dehusk.learn.site.view import View
from dehusk.parse.tags import tag_ids

_JOINT = re.compile(r"\s+[-–—|·•:»«/]+\s+|\s*[|»«]\s*|:\s+|::")
_HEADING_IDS = tuple(tag_ids("h1 h2 h3"))
_HEADLINES = tuple(tag_ids("h1 h2"))
_MOST_HEADLINES = 3
_LONGEST = 300
_FEWEST_WORDS = 2
_ENOUGH = 0.6
"""So much of a title in so few other words is a headline, however it is marked."""


def cut_title(title: str, prefix: str, suffix: str) -> str:
    """The title without what the site adds to all."""
    cut = title[:_LONGEST].removesuffix(suffix) if suffix else title[:_LONGEST]
    cut = cut.removeprefix(prefix) if prefix else cut
    return cut or title[:_LONGEST]


def find_titles(view: View, ends: tuple[str, str]) -> Hashes:
    """The hashes of what others may call a page: its title and its first headlines."""
    tags = view.page.tree.tag[view.places.element]
    found = np.flatnonzero(np.isin(tags, _HEADLINES) & (view.reading.words > 1))
    own = hash_text(cut_title(view.page.title, *ends)) if view.page.title else 0
    return np.append(view.reading.loose[found[:_MOST_HEADLINES]], np.uint64(own))


def match_title(view: View, prefix: str, suffix: str) -> dict[str, Floats]:
    """Which blocks say the title, and how far from the first of them each block is."""
    title = cut_title(view.page.title or "", prefix, suffix)
    reading = view.reading
    n_blocks = len(view)
    parts = {hash_text(part) for part in (title, *_JOINT.split(title))} - {0}
    is_title = np.isin(reading.loose, np.array(sorted(parts), dtype=np.uint64))
    wanted = np.unique(hash_words(title))
    wanted = wanted[wanted != 0]
    hits = np.zeros(len(reading.word) + 1, dtype=np.int64)
    if len(wanted):
        place = np.minimum(np.searchsorted(wanted, reading.word), len(wanted) - 1)
        np.cumsum(wanted[place] == reading.word, out=hits[1:])
    said = np.diff(hits[reading.first_word])
    words = np.maximum(reading.words, 1)
    covers = np.minimum(said / max(len(wanted), 1), 1)
    overlap = said / words
    is_like = (np.minimum(covers, overlap) >= _ENOUGH) | (is_title & (words >= _FEWEST_WORDS))
    found = np.flatnonzero(is_like & (words >= _FEWEST_WORDS))
    tags = view.page.tree.tag[view.places.element]
    headed = found[np.isin(tags[found], _HEADING_IDS)]
    first = int((headed if len(headed) else found)[0]) if len(found) else -1
    distance = np.arange(n_blocks) - first
    return {
        "title same": is_title.astype(np.float32),
        "title covered": covers.astype(np.float32),
        "title overlap": overlap.astype(np.float32),
        "title after": ((distance > 0) & (first >= 0)).astype(np.float32),
        "title before": ((distance < 0) & (first >= 0)).astype(np.float32),
        "title distance": np.where(first >= 0, np.log1p(np.abs(distance)), -1).astype(np.float32),
    }
