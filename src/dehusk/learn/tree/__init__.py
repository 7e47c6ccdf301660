"""A template as a tree with `*`, `?` and `|`."""

from dehusk.learn.tree.method import TreeTemplate, TreeTemplates

__all__ = ["TreeTemplate", "TreeTemplates"]
