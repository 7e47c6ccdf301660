"""An English newspaper: articles, section listings, a home page and "not found" pages.

Truth of an article: headline, standfirst, byline with date, body, caption. Reader letters are
comments. "Read also" lines, share bars, tags, related stories and the league table are template.
"""

from __future__ import annotations

from random import Random

from .cards import (
    Card,
    Voice,
    link_titles,
    make_card,
    make_cards,
    make_listing,
    print_neighbours,
    print_teaser,
    print_teasers,
)
from .page import (
    Draft,
    Piece,
    escape_text,
    print_comment,
    print_element,
    print_figure,
    print_linked,
    print_list,
)
from .plan import Plan, is_special, to_special_rank
from .prose import compile_phrases, has_luck, pick, say, say_several
from .visit import draw_visit
from .words_en import WORDS, write_date, write_long_date

HEADLINES = compile_phrases(
    WORDS,
    "{place} {org} {present} {adj} {mod} {things}",
    "{number} {adj} {mod} {things}: {place} {present} repairs",
    "Why {place} {present} {adj} {mod} {things}",
    "{first} {last} {present} {adj} {mod} {things} {how}",
    "{adj} {mod} {things} near {place} {state} {how}",
)
SENTENCES = compile_phrases(
    WORDS,
    "{place}’s {adj} {org} {past} {number} {adj} {mod} {things} {since} {place}’s {event}.",
    "{first} {last}, {adj} {trade}, {said} {mod} {things} around {place} {state} {how}.",
    "{since} {place}’s {event}, {adj} {mod} {things} on {last} Street {state} {how}.",
    "Nobody from {place} {past} {adj} {mod} {things} {how}.",
    "“{adj} {mod} {things} {state}, {mod} {things} {state},” {said} {first} {last} of {place}.",
    "Between {place} and {place}, {number} {mod} {things} {state} {how}.",
    "For {first} {last}, {mod} {things} meant {adj} {mod} {things} & {number} {adj} {things}.",
    "{number}% of {adj} {mod} {things} {state} {since} {place}’s {event}, {said} {trade} {last}.",
    "{adj} {mod} {things} {state}; {mod} {things} {state} {how} — {first} {last} {said} so.",
)
SUBHEADS = compile_phrases(WORDS, "{adj} {mod} {things} {how}", "“{adj} {mod} {things} {state}”")
CAPTIONS = compile_phrases(WORDS, "{adj} {mod} {things} near {place}. Photograph: {first} {last}")
LETTERS = compile_phrases(
    WORDS,
    "My {adj} {mod} {things} {state} {how}, like {place}’s {things}.",
    "Ask {first} {last} why {mod} {things} {state}!",
    "{place} {past} {number} {adj} {things} {how}.",
)
VOICE = Voice(
    sections=(
        ("politics", "Politics"),
        ("world", "World"),
        ("business", "Business"),
        ("culture", "Culture"),
        ("science", "Science"),
        ("sport", "Sport"),
    ),
    titles=HEADLINES,
    summaries=SENTENCES,
    authors=(WORDS["first"], WORDS["last"]),
)
SPORT = 5
ERROR_CYCLE, ERROR_SLOT = 12, 2
SUBHEAD_CYCLE = 5
# A paragraph is drawn from one number between 0 and 1; what lies above the last bound is plain.
LINKED_BELOW, QUOTED_BELOW, LISTED_BELOW = 0.25, 0.32, 0.38
BRIEF_SHARE, LONG_SHARE = 0.1, 0.06
RIBBON_SHARE, LETTERS_SHARE, READ_ALSO_SHARE = 0.2, 0.4, 0.5
SHARE_BAR = (
    '<ul class="share"><li><a href="#" data-net="mail">Share by email</a></li> '
    '<li><a href="#" data-net="link">Copy link</a></li> <li><a href="#">Print</a></li></ul>\n'
)
ADS = (
    "Fenwick Motors: hybrid estates from £199 a month",
    "Tidewell Spa breaks — two nights for the price of one",
    "Learn the cello this spring. First lesson free",
)


def draft_news(plan: Plan, index: int) -> Draft:
    """Draft the newspaper's page at an index."""
    if not is_special(index):
        return draft_article(plan, index)
    rank = to_special_rank(index)
    if rank == 0:
        return draft_home(plan, index)
    if rank % ERROR_CYCLE == ERROR_SLOT:
        return draft_error(plan, index)
    errors_before = (rank + ERROR_CYCLE - 1 - ERROR_SLOT) // ERROR_CYCLE
    return draft_listing(plan, index, rank - 1 - errors_before)


def draft_article(plan: Plan, index: int) -> Draft:
    """Draft one article and what surrounds it."""
    rng = plan.seed_page(index, ":body")
    card = make_card(plan, VOICE, index)
    others = make_cards(plan, VOICE, plan.draw_others(rng, index, 5))
    body = (
        Piece('<article class="story">\n'),
        *open_story(rng, card),
        *tell_story(rng, card, others),
        Piece(SHARE_BAR + print_tags(rng) + "</article>\n"),
        Piece(print_neighbours(plan, VOICE, card, ("Previous story:", "Next story:"))),
        *print_letters(rng),
        Piece(
            f'<section class="related"><h2>Related stories</h2>\n'
            f"{print_teasers(others[:3], '../')}</section>\n"
        ),
    )
    slots = frame_page(plan, rng, index, "../") | {"crumbs": VOICE.sections[card.section][1]}
    if card.section == SPORT:
        slots["sidebar"] = print_league(rng)
    return Draft(
        id=card.id,
        path=card.path,
        kind="article",
        title=card.title,
        summary=card.summary,
        body=body,
        slots=slots,
        author=card.author,
        published=card.day.isoformat(),
    )


def open_story(rng: Random, card: Card) -> list[Piece]:
    """Print headline, standfirst, byline and the first of two share bars."""
    clock = f"{rng.randrange(5, 23)}:{rng.randrange(60):02d}"
    author = f"By {card.author} in {pick(rng, WORDS['place'])}"
    stamp = f"{clock}, {write_date(card.day)}"
    byline = (
        f'<p class="byline"><a rel="author" href="#">{author}</a> '
        f'<time datetime="{card.day.isoformat()}">{stamp}</time></p>\n'
    )
    return [
        print_element("h1", card.title),
        print_element("p", card.summary, 'class="standfirst"'),
        Piece(byline, f"{author} {stamp}"),
        Piece(SHARE_BAR),
    ]


def tell_story(rng: Random, card: Card, others: list[Card]) -> list[Piece]:
    """Print an article's body: one paragraph for a brief, otherwise up to a long read."""
    if has_luck(rng, BRIEF_SHARE):
        return [print_element("p", say_several(rng, SENTENCES, 1, 2))]
    source = f"../img/{card.index % 90}.jpg"
    pieces = [print_figure(source, say(rng, SUBHEADS), say(rng, CAPTIONS))]
    count = rng.randrange(20, 31) if has_luck(rng, LONG_SHARE) else rng.randrange(3, 13)
    for turn in range(count):
        if turn % SUBHEAD_CYCLE == SUBHEAD_CYCLE - 1:
            pieces.append(print_element("h2", say(rng, SUBHEADS)))
        pieces.append(print_paragraph(rng, others))
        if turn == count // 2:
            pieces += interrupt_story(rng, others)
    return pieces


def print_paragraph(rng: Random, others: list[Card]) -> Piece:
    """Print a paragraph, sometimes with a link to another story, a quotation or a list."""
    roll = rng.random()
    if roll < LINKED_BELOW and others:
        text = say_several(rng, SENTENCES, 2, 4)
        return print_linked(text, rng.randrange(20), f"../{others[-1].path}")
    if roll < QUOTED_BELOW:
        return print_element("blockquote", say(rng, SENTENCES))
    if roll < LISTED_BELOW:
        return print_list("ul", [say(rng, SENTENCES) for _ in range(3)])
    return print_element("p", say_several(rng, SENTENCES, 2, 4))


def interrupt_story(rng: Random, others: list[Card]) -> list[Piece]:
    """Print the template's own lines in the middle of a story."""
    if not others or not has_luck(rng, READ_ALSO_SHARE):
        return []
    card = others[-1]
    link = f'<a href="../{card.path}">{escape_text(card.title)}</a>'
    return [Piece(f'<p class="also"><strong>Read also:</strong> {link}</p>\n')]


def print_tags(rng: Random) -> str:
    """Print the list of tags under a story."""
    tags = [pick(rng, WORDS["things"]) for _ in range(3)] + [pick(rng, WORDS["place"])]
    items = " ".join(f'<a href="#" rel="tag">{tag}</a>' for tag in tags)
    return f'<p class="tags">Filed under: {items}</p>\n'


def print_letters(rng: Random) -> list[Piece]:
    """Print the readers' letters, on the stories that have any."""
    if not has_luck(rng, LETTERS_SHARE):
        return []
    count = rng.randrange(1, 7)
    pieces = [Piece(f'<section class="letters"><h2>Readers write ({count})</h2>\n')]
    for _ in range(count):
        user, hours = pick(rng, WORDS["user"]), rng.randrange(2, 24)
        pieces.append(Piece(f'<p class="who"><b>{user}</b> {hours} hours ago</p>\n'))
        pieces.append(print_comment(say_several(rng, LETTERS, 1, 3)))
    return [*pieces, Piece("</section>\n")]


def print_league(rng: Random) -> str:
    """Print the sidebar of the sport section only: a table whose figures never stand still."""
    rows = "".join(
        f"<tr><td>{place}</td><td>{rng.randrange(12, 60)}</td></tr>\n"
        for place in WORDS["place"][::130]
    )
    return f'<aside class="league"><h2>League table</h2><table>\n{rows}</table></aside>\n'


def draft_home(plan: Plan, index: int) -> Draft:
    """Draft the front page: three teasers a section."""
    rng = plan.seed_page(index, ":body")
    body: list[Piece] = []
    for section, (folder, label) in enumerate(VOICE.sections):
        indices = plan.list_section(section, len(VOICE.sections), 0, 3)
        if section < plan.details:
            link = f'<a href="{folder}/index.html">{label}</a>'
            body.append(Piece(f'<h2 class="strip">{link}</h2>\n'))
            body += [print_teaser(card, "") for card in make_cards(plan, VOICE, indices)]
    slots = frame_page(plan, rng, index, "") | {"crumbs": "Front page"}
    title, summary = "Front page", "News from the coast and the hills, every morning since 1874."
    return Draft("home", "index.html", "home", title, summary, tuple(body), slots)


def draft_listing(plan: Plan, index: int, number: int) -> Draft:
    """Draft one page of a section."""
    rng = plan.seed_page(index, ":body")
    listing = make_listing(plan, VOICE, number, 10)
    body = (
        print_element("h1", listing.label),
        *(print_teaser(card, "../") for card in make_cards(plan, VOICE, listing.indices)),
        Piece(
            f'<nav class="pager">Page {listing.page} '
            f'<a href="page-{listing.page + 1}.html">Older stories</a></nav>\n'
        ),
    )
    slots = frame_page(plan, rng, index, "../") | {"crumbs": listing.label}
    title = f"{listing.label}, page {listing.page}" if listing.page > 1 else listing.label
    return Draft(listing.id, listing.path, "listing", title, f"{title} news", body, slots)


def draft_error(plan: Plan, index: int) -> Draft:
    """Draft the page served for a wrong address; its message is all the content it has."""
    rng = plan.seed_page(index, ":body")
    path = f"lost/{index:04d}-{pick(rng, WORDS['user'])}.html"
    lines = (f"There is no page at /{path}.", "It may have moved when we changed our archive.")
    body = (print_element("h1", "Page not found"), *(print_element("p", line) for line in lines))
    slots = frame_page(plan, rng, index, "../") | {"crumbs": "Error 404"}
    return Draft(f"error-{index:04d}", path, "error", "Page not found", lines[0], body, slots)


def frame_page(plan: Plan, rng: Random, index: int, root: str) -> dict[str, str]:
    """Fill the slots that every page has, whatever it is about."""
    visit = draw_visit(rng, index, WORDS["user"])
    popular = make_cards(plan, VOICE, plan.draw_others(rng, index, 5))
    ribbon = f'<div class="ribbon">Breaking: {say(rng, HEADLINES)}</div>\n'
    ad = f'<div class="ad"><span>Advertisement</span> <a href="#">{pick(rng, ADS)}</a></div>\n'
    return {
        "today": write_long_date(visit.day),
        "online": f"{visit.online:,}",
        "account": f"Logged in as {visit.user}" if visit.user else "Sign in",
        "popular": link_titles(popular, root),
        "ribbon": ribbon if has_luck(rng, RIBBON_SHARE) else "",
        "ad": ad if visit.has_ad else "",
    }
