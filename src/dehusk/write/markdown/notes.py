"""Footnotes: references that lead to a note on the same page, and notes that lead back."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from dehusk.model import Ints, Mask, Tree, flag_below
from dehusk.parse.tags import TAG_IDS, table_of, tag_ids

_A, _SUP = TAG_IDS["a"], TAG_IDS["sup"]
_IS_NOTE = table_of(tag_ids("li p div dd aside"))
_IS_NESTING = table_of(tag_ids("li dd blockquote table pre a h1 h2 h3 h4 h5 h6"))
"""Where a note could not stand on its own."""

_LABEL = re.compile(r"\s*[\[(]?\s*(\d{1,4}|[a-z])\s*[\])]?\s*")
_ARROW = re.compile(r"\s*[\[(]?\s*[↩↑⤴⏎↵^⬆«←]+\ufe0e?\ufe0f?\s*[\])]?\s*")


@dataclass(frozen=True, slots=True)
class Notes:
    """A page's footnotes: the label of each note's element, what to write for a reference's leaf.

    The `links` are those of references. The leaves that are `silent` are part of references
    already written, or lead back to them.
    """

    labels: Mapping[int, str] = field(default_factory=dict)
    references: Mapping[int, str] = field(default_factory=dict)
    links: frozenset[int] = frozenset()
    silent: frozenset[int] = frozenset()


NO_NOTES = Notes()


@dataclass(frozen=True, slots=True)
class _Reference:
    link: int
    label: str
    note: int
    leaves: list[int]


def find_notes(tree: Tree, is_kept: Mask) -> Notes:
    """The notes whose references are kept and that are kept themselves; in doubt, none."""
    if b'href="#' not in tree.markup or not (tree.tag == _SUP).any():
        return NO_NOTES
    kept = tree.leaves[is_kept]
    inner = {
        node: href[1:]
        for node, href in tree.attribute("href").items()
        if href[:1] == "#" and tree.tag[node] == _A
    }
    # The first element of a name has it.
    named: dict[str, int] = {}
    for node, name in tree.attribute("id").items():
        named.setdefault(name, node)
    pairs = [(node, named[name]) for node, name in inner.items() if name in named]
    found = [_read_reference(tree, kept, link, note) for link, note in pairs]
    references = _drop_doubtful([reference for reference in found if reference])
    labels = {reference.note: reference.label for reference in references}
    silent = {leaf for reference in references for leaf in reference.leaves[1:]}
    silent.update(_find_arrows(tree, kept, list(labels), list(inner)))
    first = {reference.leaves[0]: f"[^{reference.label}]" for reference in references}
    links = frozenset(reference.link for reference in references)
    return Notes(labels, first, links, frozenset(silent))


def _read_reference(tree: Tree, kept: Ints, link: int, note: int) -> _Reference | None:
    """A raised number that leads to a kept note further on."""
    is_raised = _SUP in (tree.tag[tree.parent[link]], *tree.tag[link + 1 : link + 2])
    if note < link or not is_raised or not _is_note(tree, note):
        return None
    leaves = _leaves_below(tree, kept, link)
    label = _LABEL.fullmatch("".join(tree.texts(leaves)))
    if label is None or not len(_leaves_below(tree, kept, note)):
        return None
    return _Reference(link, label[1], note, leaves.tolist())


def _is_note(tree: Tree, node: int) -> bool:
    """Whether an element can be written as a note: a block that stands in no other."""
    if not _IS_NOTE[tree.tag[node]]:
        return False
    while (node := int(tree.parent[node])) >= 0:
        if _IS_NESTING[tree.tag[node]]:
            return False
    return True


def _leaves_below(tree: Tree, leaves: Ints, node: int) -> Ints:
    first, last = np.searchsorted(leaves, (node, tree.end[node]))
    return leaves[first:last]


def _drop_doubtful(references: list[_Reference]) -> list[_Reference]:
    """Labels of one note each, and notes of one label each."""
    pairs = {(reference.label, reference.note) for reference in references}
    labels = Counter(label for label, _ in pairs)
    notes = Counter(note for _, note in pairs)
    return [one for one in references if labels[one.label] == 1 and notes[one.note] == 1]


def _find_arrows(tree: Tree, kept: Ints, notes: list[int], links: list[int]) -> Iterator[int]:
    """The leaves of notes that only lead back to where they were referred to."""
    is_noted = flag_below(np.array(notes, dtype=np.int32), tree.end)
    for link in links:
        if is_noted[link]:
            leaves = _leaves_below(tree, kept, link)
            if _ARROW.fullmatch("".join(tree.texts(leaves))):
                yield from leaves.tolist()
