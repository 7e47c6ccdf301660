"""The tree templates that a site file holds."""

from dehusk.learn.tree import TreeTemplate
from dehusk.run.pipeline import LearnedSite


def collect_trees(site: LearnedSite) -> dict[str, TreeTemplate]:
    """Templates by the names of their clusters; none, if they are of another method."""
    return {
        name: known for name, known in site.templates.items() if isinstance(known, TreeTemplate)
    }
