"""What sections are built of: links, fields and times, in numbers that know no language."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dehusk.model import TEXT, Indices, Ints, Mask, Tree, flag_below
from dehusk.parse.tags import TAG_IDS, table_of, tag_ids
from dehusk.section.importance import Sizes
from dehusk.section.split import Sections

_LINK, _TIME = TAG_IDS["a"], TAG_IDS["time"]
_IS_FIELD = table_of(tag_ids("input select textarea"))
_IS_LABEL = table_of(tag_ids("label legend select datalist button textarea"))
_CORE_SHARE = 0.7
"""What holds so much of a section speaks for it."""

Counts = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Signs:
    """One value a section: bytes of text, all, unlinked, and in no label or choice
    of a form; links, fields and times.

    `core` is the innermost element that holds nearly all of the section.
    """

    text: Counts
    unlinked: Counts
    unlabelled: Counts
    n_links: Counts
    n_fields: Counts
    n_times: Counts
    link_share: Counts
    core: Ints


def read_signs(tree: Tree, sections: Sections, sizes: Sizes) -> Signs:
    """What each section is built of."""
    n = len(sections)
    is_text = tree.tag[tree.leaves] == TEXT
    links = np.flatnonzero(tree.tag == _LINK)
    is_linked = flag_below(links, tree.end)[tree.leaves]

    def add(which: Mask) -> Counts:
        return np.bincount(sections.of_leaf, weights=sizes * which, minlength=n).astype(np.float64)

    def count(nodes: Indices) -> Counts:
        return np.bincount(_find_section(tree, sections, nodes), minlength=n).astype(np.float64)

    labels = np.flatnonzero(_IS_LABEL[tree.tag])
    fields = np.flatnonzero(_IS_FIELD[tree.tag])
    text, unlinked = add(is_text), add(is_text & ~is_linked)
    return Signs(
        text=text,
        unlinked=unlinked,
        unlabelled=add(is_text & ~flag_below(labels, tree.end)[tree.leaves]),
        n_links=count(links),
        n_fields=count(fields[_flag_shown(tree, fields)]),
        n_times=count(np.flatnonzero(tree.tag == _TIME)),
        link_share=1.0 - unlinked / np.maximum(text, 1.0),
        core=_find_cores(tree, sections, sizes),
    )


def _find_section(tree: Tree, sections: Sections, nodes: Indices) -> Indices:
    """The section that each of these nodes stands in; those between sections are left out."""
    after = np.searchsorted(tree.leaves, nodes)
    found = np.full(len(nodes), -1, dtype=np.int32)
    for leaf in (after - 1, after):
        leaf = np.clip(leaf, 0, len(tree.leaves) - 1)
        section = sections.of_leaf[leaf]
        holder = sections.nodes[section]
        is_held = (holder <= nodes) & (nodes < tree.end[holder])
        found[is_held] = section[is_held]
    return found[found >= 0]


def _flag_shown(tree: Tree, fields: Indices) -> Mask:
    """Which fields a reader may fill in."""
    spans = zip(tree.start[fields].tolist(), tree.stop[fields].tolist(), strict=True)
    shown = [tree.markup.find(b' type="hidden"', start, stop) < 0 for start, stop in spans]
    return np.array(shown, dtype=np.bool_)


def _find_cores(tree: Tree, sections: Sections, sizes: Sizes) -> Ints:
    before = np.concatenate(([0.0], np.cumsum(sizes)))
    total = np.bincount(sections.of_leaf, weights=sizes, minlength=len(sections))
    elements = np.flatnonzero(tree.tag != TEXT)
    first = np.searchsorted(tree.leaves, elements)
    last = np.searchsorted(tree.leaves, tree.end[elements]) - 1
    is_held = last >= first
    elements, first, last = elements[is_held], first[is_held], last[is_held]
    section = sections.of_leaf[first]
    size = before[last + 1] - before[first]
    is_core = (section == sections.of_leaf[last]) & (size >= _CORE_SHARE * total[section])
    core = sections.nodes.copy()
    # In document order the innermost comes last.
    core[section[is_core]] = elements[is_core]
    return core
