"""Sections as they stand in a row: role, importance, path, and where in the text."""

import numpy as np

from dehusk.model import Section, Tree
from dehusk.section.divide import Division
from dehusk.write.text import Placed


def write_sections(tree: Tree, division: Division, placed: Placed) -> tuple[Section, ...]:
    """All sections of a page in order; one of which nothing is kept ends where it starts."""
    sections = division.sections
    numbers = np.arange(len(sections))
    # Blanks that are meant are no leaves, and go with the leaf before them.
    of_text = sections.of_leaf[np.searchsorted(tree.leaves, placed.nodes, side="right") - 1]
    first = np.searchsorted(of_text, numbers, side="left")
    last = np.searchsorted(of_text, numbers, side="right")
    bounds = np.append(placed.ends, 0)
    ends = np.where(last > 0, bounds[last - 1], 0)
    starts = np.where(last > first, np.append(placed.starts, 0)[first], ends)
    paths = {node: tree.path(node) for node in set(sections.nodes.tolist())}
    return tuple(
        Section(role, importance, paths[node], start, end)
        for role, importance, node, start, end in zip(
            division.roles,
            division.importance.tolist(),
            sections.nodes.tolist(),
            starts.tolist(),
            ends.tolist(),
            strict=True,
        )
    )
