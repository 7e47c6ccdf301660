"""A page and the scores of its leaves to its sections, each with its importance and role."""

from dataclasses import dataclass

from dehusk.model import Ints, Page, Scores
from dehusk.section.boxes import measure_areas
from dehusk.section.importance import Sizes, measure_leaves, weigh_sections
from dehusk.section.roles import name_roles
from dehusk.section.split import Sections, cut_sections


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """The sections of a page, with one importance and one role, or None, for each."""

    sections: Sections
    importance: Sizes
    roles: tuple[str | None, ...]


def divide_page(page: Page, scores: Scores, stars: Ints) -> Division:
    """The sections of a page, given the score of each leaf and the uppermost star of each node."""
    sections = cut_sections(page.tree, measure_areas(page), stars)
    sizes = measure_leaves(page.tree)
    importance = weigh_sections(sections.of_leaf, sizes, scores)
    return Division(sections, importance, name_roles(page, sections, sizes, importance))
