"""What each section is for, where there is evidence: one of nine roles, or none.

First what the page declares (see `marks`), then how the section is built and where it stands. What
a name or the structure alone tells is believed only of sections that can be so: a header comes
before the bulk of the text, a footer after it; links are navigation only where the method, too,
takes them for template.
"""

from collections.abc import Sequence

import numpy as np

from dehusk.model import Mask, Page
from dehusk.section.importance import NOISE_IMPORTANCE, Sizes
from dehusk.section.marks import Mark, Marks
from dehusk.section.role_names import (
    ADVERTISEMENT,
    COMMENTS,
    FOOTER,
    FORM,
    HEADER,
    MAIN,
    METADATA,
    NAVIGATION,
    RELATED,
)
from dehusk.section.signs import Signs, read_signs
from dehusk.section.split import Sections

BORDER = 0.5
"""Below this importance a section is rather template, by the scale of all methods."""

_MAIN_SHARE = 0.1
"""With so much of what the largest main section says, another is main, too."""

_LINK_WEIGHT = 0.1
"""What a linked byte counts for, where text of one's own is looked for."""

_LINKED = 0.75
_HALF_LINKED = 0.4
_TEASERS = 0.15
"""Shares of the text that are linked: by themselves, under a name, and of a few teasers."""

_FEW_LINKS = 3
_SHORT_LINK = 30.0
"""Bytes of text a link: menus are of words, teasers of sentences."""

_TEXT_A_FIELD = 80.0
_LITTLE_TEXT_A_FIELD = 20.0
"""Bytes of text a field, labels and choices aside; little where the text seems to be content."""

_SHORT = 200.0
"""Bytes of what can be a byline or the label of an advertisement."""

_AT_ENDS = (HEADER, FOOTER, NAVIGATION, FORM, ADVERTISEMENT)
"""What may stand between a page's edge and its header or footer."""


def name_roles(
    page: Page, sections: Sections, sizes: Sizes, importance: Sizes
) -> tuple[str | None, ...]:
    """The role of each section, or None."""
    if not len(sections):
        return ()
    signs = read_signs(page.tree, sections, sizes)
    own = signs.unlinked + _LINK_WEIGHT * (signs.text - signs.unlinked)
    bulk = int(np.argmax(own * importance))
    read = Marks(page.tree, sizes)
    marks = [read.get(core) for core in signs.core.tolist()]
    is_template = importance < BORDER
    roles = [
        _believe(mark, n, signs, bulk, is_template) or _guess(mark, n, signs, bulk, is_template)
        for n, mark in enumerate(marks)
    ]
    _doubt_comments(roles, marks, own * ~is_template)
    is_end = (importance < NOISE_IMPORTANCE) & ~np.array([mark.is_inside for mark in marks])
    _name_ends(roles, is_end, bulk)
    _name_main(roles, own, is_template)
    return tuple(roles)


def _believe(mark: Mark, section: int, signs: Signs, bulk: int, is_template: Mask) -> str | None:
    """What is declared, where the section can be so."""
    role, text = mark.role, signs.text[section]
    if role is None or (section == bulk and role != COMMENTS):
        return None
    is_likely = mark.is_sure or bool(is_template[section])
    link_share, n_links = signs.link_share[section], signs.n_links[section]
    has_links = link_share >= _HALF_LINKED or (link_share >= _TEASERS and n_links >= _FEW_LINKS)
    is_possible = {
        MAIN: False,
        HEADER: section < bulk and (is_template[section] or link_share >= _HALF_LINKED),
        FOOTER: section > bulk,
        METADATA: text <= _SHORT,
        FORM: signs.unlabelled[section] <= _TEXT_A_FIELD * signs.n_fields[section],
        ADVERTISEMENT: mark.is_sure or text <= _SHORT,
        RELATED: is_likely or has_links,
        NAVIGATION: is_likely or has_links,
    }
    return role if is_possible.get(role, True) else None


def _guess(mark: Mark, section: int, signs: Signs, bulk: int, is_template: Mask) -> str | None:
    """What a section is built like; links and times tell only of template."""
    n_links, text = float(signs.n_links[section]), float(signs.text[section])
    n_fields = float(signs.n_fields[section])
    most = _TEXT_A_FIELD if is_template[section] else _LITTLE_TEXT_A_FIELD
    if n_fields and signs.unlabelled[section] <= most * n_fields and section != bulk:
        return FORM
    if not is_template[section]:
        return None
    if signs.n_times[section] and text <= _SHORT:
        return METADATA
    if n_links >= _FEW_LINKS and signs.link_share[section] >= _LINKED and not mark.is_inside:
        return NAVIGATION if text / n_links < _SHORT_LINK else RELATED
    return None


def _doubt_comments(roles: list[str | None], marks: Sequence[Mark], own: Sizes) -> None:
    """Where hardly anything else is content, what is only called comments is the page's own."""
    is_comment = np.array([role == COMMENTS for role in roles])
    is_other = np.array([role is None for role in roles])
    if own[is_other].sum() >= _MAIN_SHARE * own[is_comment].sum():
        return
    for section, mark in enumerate(marks):
        if is_comment[section] and not mark.is_sure:
            roles[section] = None


def _name_ends(roles: list[str | None], is_end: Mask, bulk: int) -> None:
    """Template at the edges of a page that has no other role is its header or footer."""
    for role, places in (
        (HEADER, range(bulk)),
        (FOOTER, range(len(roles) - 1, bulk, -1)),
    ):
        for section in places:
            if roles[section] is None and is_end[section]:
                roles[section] = role
            elif roles[section] not in _AT_ENDS:
                break


def _name_main(roles: list[str | None], own: Sizes, is_template: Mask) -> None:
    """Content of no other role, but for scraps beside much more of it."""
    free = [n for n, role in enumerate(roles) if role is None and not is_template[n]]
    most = max((float(own[section]) for section in free), default=0.0)
    for section in free:
        if own[section] >= _MAIN_SHARE * most:
            roles[section] = MAIN
