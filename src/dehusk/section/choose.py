"""Scores, and the roles that are asked for, to the leaves that are kept."""

from collections.abc import Iterable, Sequence

import numpy as np

from dehusk.errors import UnknownName
from dehusk.model import TEMPLATE_SCORE, TEXT, Mask, Scores, Tree
from dehusk.section.divide import Division
from dehusk.section.role_names import MAIN, ROLES


def choose_content(scores: Scores) -> Mask:
    """Whether each leaf is content."""
    return scores < TEMPLATE_SCORE


def removed_share(tree: Tree, is_kept: Mask) -> float:
    """The share of the page's text that is not kept, by characters."""
    n_chars = (tree.stop - tree.start)[tree.leaves] * (tree.tag[tree.leaves] == TEXT)
    total = int(n_chars.sum())
    return round(float(n_chars[~is_kept].sum()) / total, 4) if total else 0.0


def keep_all(tree: Tree) -> Mask:
    """The mask of a page with nothing removed."""
    return np.ones(len(tree.leaves), dtype=np.bool_)


def check_roles(roles: str | Iterable[str]) -> tuple[str, ...]:
    """Roles to keep, given one by one or parted by commas; each once, in the order of all roles.

    >>> check_roles("comments, main")
    ('main', 'comments')
    """
    asked = [role.strip() for role in (roles.split(",") if isinstance(roles, str) else roles)]
    for role in asked:
        if role not in ROLES:
            raise UnknownName("role", role, ROLES)
    return tuple(role for role in ROLES if role in asked)


def keep_roles(division: Division, is_kept: Mask, roles: Sequence[str]) -> Mask:
    """Whole sections of these roles; as main, what the method keeps outside of other roles.

    With no roles at all, all that the method keeps.
    """
    if not roles:
        return is_kept
    is_whole = np.array([role in roles and role != MAIN for role in division.roles], np.bool_)
    of_leaf = division.sections.of_leaf
    if MAIN not in roles:
        return is_whole[of_leaf]
    is_main = np.array([role in (MAIN, None) for role in division.roles], dtype=np.bool_)
    kept: Mask = is_whole[of_leaf] | (is_kept & is_main[of_leaf])
    return kept
