"""Makes a detail page's card: all that the other pages of its site show of it.

A card is cheap and pure, so that teasers, listings and previous/next links can quote pages that
have not been made.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from html import escape

from .page import Piece, escape_text
from .plan import Plan, to_rank
from .prose import Phrase, Words, pick, say, slugify

LAST_DAY = date(2026, 3, 3).toordinal()
# Seven years of dates, three pages a day, then round again: sites of any size stay plausible.
DAYS = 2550
PAGES_PER_DAY = 3
# Enough for the pages related to the one being made, at about a kilobyte each.
CARDS_KEPT = 4096


# Compared by identity: hashing every word list for each card looked up would cost more than cards.
@dataclass(frozen=True, slots=True, eq=False)
class Voice:
    """How a site words its cards; a section is a folder name and the label shown for it."""

    sections: tuple[tuple[str, str], ...]
    titles: tuple[Phrase, ...]
    summaries: tuple[Phrase, ...]
    authors: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """What other pages know of a detail page."""

    index: int
    id: str
    path: str
    section: int
    title: str
    summary: str
    author: str
    day: date


@lru_cache(maxsize=CARDS_KEPT)
def make_card(plan: Plan, voice: Voice, index: int) -> Card:
    """Make the card of the detail page at `index`; sections take turns by rank."""
    rng = plan.seed_page(index)
    section = to_rank(index) % len(voice.sections)
    title = say(rng, voice.titles)
    folder = voice.sections[section][0]
    slug = f"{index:04d}-{slugify(title)}"
    return Card(
        index=index,
        id=f"{folder}-{slug}",
        path=f"{folder}/{slug}.html",
        section=section,
        title=title,
        summary=say(rng, voice.summaries),
        author=" ".join(pick(rng, names) for names in voice.authors),
        day=date.fromordinal(LAST_DAY - index // PAGES_PER_DAY % DAYS),
    )


def make_cards(plan: Plan, voice: Voice, indices: Iterable[int]) -> list[Card]:
    """Make several cards, in the order asked for."""
    return [make_card(plan, voice, index) for index in indices]


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of a section's listing: where it lives and which detail pages it shows."""

    id: str
    path: str
    label: str
    page: int
    indices: tuple[int, ...]


def make_listing(plan: Plan, voice: Voice, number: int, size: int) -> Listing:
    """Make the `number`-th listing of a site: sections take turns, then their second pages."""
    page, section = divmod(number, len(voice.sections))
    folder, label = voice.sections[section]
    name = f"page-{page + 1}" if page else "index"
    return Listing(
        id=f"{folder}-{name}",
        path=f"{folder}/{name}.html",
        label=label,
        page=page + 1,
        indices=tuple(plan.list_section(section, len(voice.sections), page, size)),
    )


def link_titles(cards: Iterable[Card], root: str) -> str:
    """Print cards as bare list items: most-read lists, tables of contents."""
    return "".join(
        f'<li><a href="{root}{card.path}">{escape_text(card.title)}</a></li>\n' for card in cards
    )


def print_teasers(cards: Iterable[Card], root: str) -> str:
    """Print cards with their first sentences, as part of the template (related pages)."""
    return "".join(print_teaser(card, root).html for card in cards)


def print_teaser(card: Card, root: str) -> Piece:
    """Print a card as content: on listings the title and the summary are the truth."""
    return Piece(
        f'<div class="teaser">\n<a href="{root}{card.path}"><img src="{root}img/{card.index % 90}'
        f'-s.jpg" alt="{escape(card.title)}" width="120" height="80"></a>\n'
        f'<h3><a href="{root}{card.path}">{escape_text(card.title)}</a></h3>\n'
        f"<p>{escape_text(card.summary)}</p>\n</div>\n",
        f"{card.title}\n{card.summary}",
    )


def print_neighbours(plan: Plan, voice: Voice, card: Card, labels: tuple[str, str]) -> str:
    """Print the links to the pages before and after, each naming the other page's title."""
    links = []
    for label, rel, other in zip(
        labels, ("prev", "next"), plan.find_neighbours(card.index), strict=True
    ):
        if other is not None:
            near = make_card(plan, voice, other)
            links.append(
                f'<a rel="{rel}" href="../{near.path}">{label} {escape_text(near.title)}</a>\n'
            )
    return f'<nav class="pager">\n{"".join(links)}</nav>\n'
