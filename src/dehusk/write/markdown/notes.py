"""Footnotes: references that lead to a note on the same page, and notes that lead back."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

import numpy as np

from dehusk.model import Indices, Ints, Mask, Tree, flag_below
from dehusk.parse.tags import TAG_IDS, table_of, tag_ids

_A, _SUP = TAG_IDS["a"], TAG_IDS["sup"]
_IS_NOTE = table_of(tag_ids("li p div dd aside"))
_IS_NESTING = table_of(tag_ids("li dd blockquote table pre a h1 h2 h3 h4 h5 h6"))
"""Where a note could not stand on its own."""

_LABEL = re.compile(r"\s*[\[(]?\s*(\d{1,4}|[a-z])\s*[\])]?\s*")
_DEFINITION = re.compile(
    r"""(?:<[^<>\n]*>|\S+)[ \t]*
    (?:\s(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\))[ \t]*)?(?:\n|\Z)""",
    re.X | re.S,
)
"""After a label and a colon, what readers that know no notes take for an address and a title."""

_NOT_A_LINE = ("```", "|")
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


def is_note_text(markdown: str) -> bool:
    """Whether what a note starts with is text to all readers, those that know no notes included.

    >>> is_note_text("See there."), is_note_text("x:y"), is_note_text("Ibid. (p. 4)")
    (True, False, False)
    """
    return not (_DEFINITION.match(markdown) or markdown.startswith(_NOT_A_LINE))


def find_notes(tree: Tree, is_kept: Mask, untaken: Set[int] = frozenset()) -> Notes:
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
    can_be_note = _IS_NOTE[tree.tag] & ~_flag_inside(tree, np.flatnonzero(_IS_NESTING[tree.tag]))
    found = [_read_reference(tree, kept, *pair) for pair in pairs if can_be_note[pair[1]]]
    known = _drop_doubtful(tree, [reference for reference in found if reference])
    references = [reference for reference in known if reference.note not in untaken]
    labels = {reference.note: reference.label for reference in references}
    silent = {leaf for reference in references for leaf in reference.leaves[1:]}
    silent.update(_find_arrows(tree, kept, list(labels), list(inner)))
    first = {reference.leaves[0]: f"[^{reference.label}]" for reference in references}
    links = frozenset(reference.link for reference in references)
    return Notes(labels, first, links, frozenset(silent))


def _flag_inside(tree: Tree, nodes: Indices) -> Mask:
    """One flag a node: is it below one of these?"""
    flags: Mask = flag_below(nodes, tree.end)[tree.parent] & (tree.parent >= 0)
    return flags


def _read_reference(tree: Tree, kept: Ints, link: int, note: int) -> _Reference | None:
    """A raised number that leads to a kept note further on."""
    is_raised = _SUP in (tree.tag[tree.parent[link]], *tree.tag[link + 1 : link + 2])
    if note < link or not is_raised:
        return None
    leaves = _leaves_below(tree, kept, link)
    label = _LABEL.fullmatch("".join(tree.texts(leaves)))
    if label is None or not len(_leaves_below(tree, kept, note)):
        return None
    return _Reference(link, label[1], note, leaves.tolist())


def _leaves_below(tree: Tree, leaves: Ints, node: int) -> Ints:
    first, last = np.searchsorted(leaves, (node, tree.end[node]))
    return leaves[first:last]


def _drop_doubtful(tree: Tree, references: list[_Reference]) -> list[_Reference]:
    """Labels of one note each, notes of one label each, and none within another."""
    pairs = {(reference.label, reference.note) for reference in references}
    labels = Counter(label for label, _ in pairs)
    notes = Counter(note for _, note in pairs)
    is_inner = _flag_inside(tree, np.array(sorted(notes), dtype=np.int32))
    return [
        one
        for one in references
        if labels[one.label] == 1 and notes[one.note] == 1 and not is_inner[one.note]
    ]


def _find_arrows(tree: Tree, kept: Ints, notes: list[int], links: list[int]) -> Iterator[int]:
    """The leaves of notes that only lead back to where they were referred to."""
    is_noted = flag_below(np.array(notes, dtype=np.int32), tree.end)
    for link in links:
        if is_noted[link]:
            leaves = _leaves_below(tree, kept, link)
            if _ARROW.fullmatch("".join(tree.texts(leaves))):
                yield from leaves.tolist()
