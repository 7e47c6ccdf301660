"""The documentation of an imaginary Python library: reference pages and index pages.

Truth of a reference page: all that documents the call, with code, tables, nested and definition
lists and footnotes. "Note" labels, both tables of contents and the feedback box are template.
"""

from __future__ import annotations

import re
from random import Random

from .cards import Card, Voice, link_titles, make_card, make_cards, make_listing, print_neighbours
from .docs_code import print_code, print_signature
from .page import Draft, Piece, escape_text, print_element, print_figure
from .plan import Plan, is_special, to_special_rank
from .prose import compile_phrases, has_luck, pick, say, say_several
from .visit import draw_visit
from .words_docs import WORDS
from .words_en import write_date

TITLES = compile_phrases(
    WORDS,
    "Quay.{action}_{object}_{objects}",
    "Quay.{action}_{adj_name}_{objects}",
)
SENTENCES = compile_phrases(
    WORDS,
    "Calling {call} {must} {action} {adj} {objects} {how}.",
    "Each {adj} {object} {must} {action} {number} {adj} {objects} {how}.",
    "After {call}, {adj} {objects} {must} {action} {adj} {objects} {how}.",
    "Pass {call} for {adj} {objects}; {adj} {objects} {must} {action} {call}.",
    "Since {number}.{number}, {adj} {objects} {must} {action} {adj} {objects} {how}.",
    "{adj} {objects} & {adj} {objects} {must} {action} {call}.",
)
TERSE = compile_phrases(
    WORDS,
    "{action} {adj} {objects} {how}",
    "{adj} {objects} {must} {action} {call}",
    "{number} {adj} {objects} {how}",
)
HEADINGS = compile_phrases(WORDS, "{adj} {objects}", "{action} {adj} {objects} {how}")
VOICE = Voice(
    sections=(("core", "Core"), ("storage", "Storage"), ("network", "Network"), ("cli", "Tools")),
    titles=TITLES,
    summaries=SENTENCES,
    authors=(WORDS["first"], WORDS["last"]),
)
IDENTIFIER = re.compile(r"\b\w+_\w+\b")
SHORT_SHARE, NOTICE_SHARE = 0.1, 0.3
INDEX_SIZE, SIDEBAR_SIZE = 20, 8


def draft_docs(plan: Plan, index: int) -> Draft:
    """Draft the manual's page at an index."""
    if is_special(index):
        return draft_index(plan, index, to_special_rank(index))
    return draft_reference(plan, index)


def draft_reference(plan: Plan, index: int) -> Draft:
    """Draft the page about one call."""
    rng = plan.seed_page(index, ":body")
    card = make_card(plan, VOICE, index)
    headings = [say(rng, HEADINGS) for _ in range(rng.randrange(1, 5))]
    names = rng.sample(WORDS["object"], rng.randrange(2, 6))
    parameters = [(name, pick(rng, WORDS["type"])) for name in names]
    body = (
        print_element("h1", card.title),
        print_prose("p", card.summary),
        print_signature(card.title, parameters),
        print_definitions(rng, parameters),
        *print_sections(rng, headings),
        Piece(print_neighbours(plan, VOICE, card, ("Previous:", "Next:"))),
        Piece(f'<p class="edited">Last edited by {card.author} on {write_date(card.day)}</p>\n'),
    )
    slots = frame_page(plan, rng, card.section, index) | {
        "crumbs": VOICE.sections[card.section][1],
        "contents": print_contents(headings),
    }
    return Draft(card.id, card.path, "reference", card.title, card.summary, body, slots)


def print_sections(rng: Random, headings: list[str]) -> list[Piece]:
    """Print the page below its parameters: a section a heading, then footnotes."""
    if has_luck(rng, SHORT_SHARE):
        return []
    pieces: list[Piece] = []
    notes: list[str] = []
    for number, heading in enumerate(headings):
        pieces.append(print_element("h2", heading, f'id="s{number}"'))
        pieces.append(print_noted(say_several(rng, SENTENCES, 1, 3), len(notes) + 1))
        notes.append(say(rng, SENTENCES))
        pieces += print_specimen(rng)
        pieces.append(print_prose("p", say_several(rng, SENTENCES, 2, 4)))
    return [*pieces, *print_footnotes(notes)]


def print_specimen(rng: Random) -> list[Piece]:
    """Print one of the things manuals are made of."""
    return SPECIMENS[rng.randrange(len(SPECIMENS))](rng)


def print_prose(tag: str, text: str) -> Piece:
    """Print prose with its identifiers set as code."""
    html = IDENTIFIER.sub(r"<code>\g<0></code>", escape_text(text))
    return Piece(f"<{tag}>{html}</{tag}>\n", text)


def print_noted(text: str, number: int) -> Piece:
    """Print a paragraph that ends with a footnote mark, which is part of its text."""
    html = IDENTIFIER.sub(r"<code>\g<0></code>", escape_text(text))
    mark = f'<sup><a href="#fn{number}">[{number}]</a></sup>'
    return Piece(f"<p>{html} {mark}</p>\n", f"{text} [{number}]")


def print_footnotes(notes: list[str]) -> list[Piece]:
    """Print the footnotes; the arrow back is not part of them."""
    pieces = [Piece('<ol class="footnotes">\n')]
    for number, note in enumerate(notes, 1):
        pieces.append(Piece(f'<li id="fn{number}">'))
        pieces.append(print_prose("span", note))
        pieces.append(Piece('<a href="#top">↩</a></li>\n'))
    return [*pieces, Piece("</ol>\n")]


def print_definitions(rng: Random, parameters: list[tuple[str, str]]) -> Piece:
    """Print the parameters: a line for the term, a line for what it means."""
    html, lines = "", []
    for name, kind in parameters:
        meaning = say(rng, TERSE)
        html += f"<dt><code>{name}</code> <em>{kind}</em></dt>\n"
        html += print_prose("dd", meaning).html
        lines += [f"{name} {kind}", meaning]
    return Piece(f'<dl class="params">\n{html}</dl>\n', "\n".join(lines))


def print_nested(rng: Random) -> list[Piece]:
    """Print a list whose items have lists of their own."""
    html, lines = "", []
    for _ in range(rng.randrange(2, 5)):
        inner = [say(rng, TERSE) for _ in range(rng.randrange(3))]
        outer = say(rng, TERSE)
        items = "".join(print_prose("li", line).html for line in inner)
        below = f"\n<ul>\n{items}</ul>\n" if inner else ""
        html += f"<li>{escape_text(outer)}{below}</li>\n"
        lines += [outer, *inner]
    return [Piece(f"<ul>\n{html}</ul>\n", "\n".join(lines))]


def print_options(rng: Random) -> list[Piece]:
    """Print a table of options with a header row."""
    header = ("Option", "Default", "Effect")
    html = "<tr>" + " ".join(f"<th>{cell}</th>" for cell in header) + "</tr>\n"
    lines = [" ".join(header)]
    for _ in range(rng.randrange(2, 7)):
        row = (pick(rng, WORDS["call"]), pick(rng, WORDS["value"]), say(rng, TERSE))
        html += "<tr>" + " ".join(f"<td>{escape_text(cell)}</td>" for cell in row) + "</tr>\n"
        lines.append(" ".join(row))
    return [Piece(f"<table>\n{html}</table>\n", "\n".join(lines))]


def print_admonition(rng: Random) -> list[Piece]:
    """Print a note or a warning; its label is the theme's, its text the page's."""
    label = pick(rng, ("Note", "Warning", "Tip"))
    opening = f'<div class="admonition {label.lower()}"><p class="label">{label}</p>\n'
    return [
        Piece(opening),
        print_prose("p", say_several(rng, SENTENCES, 1, 2)),
        Piece("</div>\n"),
    ]


def print_drawing(rng: Random) -> list[Piece]:
    """Print a diagram with its caption."""
    source = f"../img/{rng.randrange(40)}.svg"
    return [print_figure(source, say(rng, HEADINGS), say(rng, TERSE))]


def print_sample(rng: Random) -> list[Piece]:
    """Print a sample of code."""
    return [print_code(rng)]


SPECIMENS = (
    print_nested,
    print_options,
    print_admonition,
    print_drawing,
    print_sample,
    print_sample,
)


def print_contents(headings: list[str]) -> str:
    """Print the page's own table of contents, which repeats its headings."""
    items = "".join(
        f'<li><a href="#s{number}">{heading}</a></li>\n' for number, heading in enumerate(headings)
    )
    return f'<aside class="here"><h4>On this page</h4>\n<ul>\n{items}</ul></aside>\n'


def draft_index(plan: Plan, index: int, number: int) -> Draft:
    """Draft an index: the calls of one chapter with a line on each."""
    rng = plan.seed_page(index, ":body")
    listing = make_listing(plan, VOICE, number, INDEX_SIZE)
    cards = make_cards(plan, VOICE, listing.indices)
    title = f"Index of {listing.label}, part {listing.page}"
    body = (print_element("h1", title), *(print_entry(card) for card in cards))
    slots = frame_page(plan, rng, number % len(VOICE.sections), index) | {"crumbs": "Index"}
    return Draft(listing.id, listing.path, "index", title, title, body, slots)


def print_entry(card: Card) -> Piece:
    """Print a call's entry in an index."""
    return Piece(
        f'<h3><a href="../{card.path}">{card.title}</a></h3>\n<p>{escape_text(card.summary)}</p>\n',
        f"{card.title}\n{card.summary}",
    )


def frame_page(plan: Plan, rng: Random, section: int, index: int) -> dict[str, str]:
    """Fill the slots that every page has; the sidebar lists the chapter's first pages."""
    visit = draw_visit(rng, index, WORDS["user"])
    chapter = plan.list_section(section, len(VOICE.sections), 0, SIDEBAR_SIZE)
    popular = make_cards(plan, VOICE, plan.draw_others(rng, index, 3))
    notice = f'<div class="notice">Release {rng.randrange(2, 9)}.{rng.randrange(12)} is out</div>\n'
    ad = '<div class="ad">Supported by <a href="#">Larkmoor Hosting</a>, disks by the sea</div>\n'
    return {
        "stars": f"{visit.online:,}",
        "account": f"Signed in as {visit.user}" if visit.user else "Sign in to comment",
        "built": write_date(visit.day),
        "tree": link_titles(make_cards(plan, VOICE, chapter), "../"),
        "popular": link_titles(popular, "../"),
        "notice": notice if has_luck(rng, NOTICE_SHARE) else "",
        "ad": ad if visit.has_ad else "",
    }
