"""Tree templates for a person: as text, and as a picture."""

from dehusk.exporting.trees.learned import collect_trees
from dehusk.exporting.trees.picture import draw_trees
from dehusk.exporting.trees.text import write_trees

__all__ = ["collect_trees", "draw_trees", "write_trees"]
