"""A German motorcycle forum as of 2008: threads and boards in layout tables, ISO-8859-1.

Truth of a thread: its title, the bodies of its posts, the words they quote. Names, ranks, dates,
"Zitat von" labels and signatures are template. Truth of a board: thread titles and first lines.
"""

from __future__ import annotations

from datetime import date
from random import Random

from .cards import Card, Voice, link_titles, make_card, make_cards, make_listing, print_neighbours
from .page import Draft, Piece, escape_text, print_element
from .plan import Plan, is_special, to_special_rank
from .prose import compile_phrases, has_luck, pick, say, say_several
from .visit import draw_visit
from .words_de import WORDS, write_date, write_long_date

TITLES = compile_phrases(
    WORDS,
    "{model}: {bare} {things} {do}",
    "Suche {bare} {things} für {model}",
    "{bare} {things} {how} {done}?",
    "{number} {bare} {things} aus {town}",
)
SENTENCES = compile_phrases(
    WORDS,
    "Habe {when} {bare} {things} aus {town} {how} {done}.",
    "{user} hat {number} {bare} {things} {how} {done}.",
    "Wenn {bare} {things} {do}, müssen {bare} {things} aus {town} her.",
    "Bei der {model} {do} {bare} {things}, {bare} {things} nie.",
    "{bare} {things} {do} in {town}, {the} {things} {do} {when}.",
    "Würde {the} {things} {how} prüfen; {bare} {things} {do}.",
    "{bare} {things} und {bare} {things} wurden {how} {done}.",
    "{number} Euro: {bare} {things} aus {town}, {how} {done}.",
)
VOICE = Voice(
    sections=(("motor", "Motor"), ("fahrwerk", "Fahrwerk"), ("elektrik", "Elektrik")),
    titles=TITLES,
    summaries=SENTENCES,
    authors=(WORDS["user"],),
)
SIGNATURES = (
    "Wer später bremst, ist länger schnell.",
    "Rost ist auch eine Farbe!",
    "Suche weiterhin Rhönblitz-Teile, bitte alles anbieten.",
    "Gruß aus der Garage",
    "",
)
OLDEST_POST, POST_DAYS = date(2006, 4, 1).toordinal(), 900
SHORT_SHARE, QUOTE_SHARE, NOTICE_SHARE = 0.15, 0.4, 0.2
SPACER = '<img src="../img/spacer.gif" width="1" height="6" alt="">'
REPLY_BUTTON = (
    '<a href="#antwort"><img src="../img/antwort.gif" border="0" alt="Antwort erstellen"></a> '
    '<font size="1">Bitte vor dem Schreiben die Suche benutzen!</font><br>\n'
)


def draft_forum(plan: Plan, index: int) -> Draft:
    """Draft the forum's page at an index."""
    if is_special(index):
        return draft_board(plan, index, to_special_rank(index))
    return draft_thread(plan, index)


def draft_thread(plan: Plan, index: int) -> Draft:
    """Draft one thread; its reply button stands above and below the posts."""
    rng = plan.seed_page(index, ":body")
    card = make_card(plan, VOICE, index)
    similar = make_cards(plan, VOICE, plan.draw_others(rng, index, 3))
    body = (
        Piece('<font face="Verdana" size="4"><b>'),
        Piece(escape_text(card.title), card.title),
        Piece(f"</b></font><br>\n{REPLY_BUTTON}"),
        *print_posts(rng, card),
        Piece(REPLY_BUTTON),
        Piece(print_neighbours(plan, VOICE, card, ("Voriges Thema:", "Nächstes Thema:"))),
        Piece(
            f'<font size="2"><b>Ähnliche Themen</b></font>\n<ul>\n'
            f"{link_titles(similar, '../')}</ul>\n"
        ),
    )
    slots = frame_page(plan, rng, index) | {"crumbs": VOICE.sections[card.section][1]}
    return Draft(card.id, card.path, "thread", card.title, card.summary, body, slots, "iso-8859-1")


def print_posts(rng: Random, card: Card) -> list[Piece]:
    """Print the posts of a thread, later ones sometimes quoting the one before."""
    count = 1 if has_luck(rng, SHORT_SHARE) else rng.randrange(2, 10)
    pieces: list[Piece] = []
    user, quotable = card.author, card.summary
    day = OLDEST_POST + rng.randrange(POST_DAYS)
    for turn in range(count):
        quote = (user, quotable) if turn and has_luck(rng, QUOTE_SHARE) else None
        user = pick(rng, WORDS["user"]) if turn else card.author
        quotable = say(rng, SENTENCES) if turn else card.summary
        clock = f"{rng.randrange(24):02d}:{rng.randrange(60):02d}"
        stamp = f"{write_date(date.fromordinal(day + turn))}, {clock}"
        pieces += [
            Piece(print_user(rng, user)),
            Piece(f'<td valign="top"><font size="1">Verfasst am: {stamp}</font><hr size="1">\n'),
            *(print_quote(*quote) if quote else ()),
            print_words(rng, quotable),
            Piece(f"{print_signature(user)}</td></tr></table>\n{SPACER}\n"),
        ]
    return pieces


def print_user(rng: Random, user: str) -> str:
    """Print the cell about a post's author, with its counters."""
    rank = WORDS["rank"][len(user) % len(WORDS["rank"])]
    town = WORDS["home"][len(user) % len(WORDS["home"])]
    return (
        '<table width="100%" border="0" cellpadding="6" bgcolor="#E8E8DC"><tr>'
        f'<td width="140" valign="top" bgcolor="#D4D4C4"><b>{user}</b><br>\n<font size="1">{rank}'
        f"<br>Beiträge: {rng.randrange(3, 4000)}<br>Wohnort: {town}</font></td>\n"
    )


def print_quote(user: str, words: str) -> list[Piece]:
    """Print a quotation; the label is the board's, the words are the thread's."""
    return [
        Piece(
            '<table width="90%" align="center" border="1" cellpadding="4"><tr><td>'
            f'<font size="1"><b>Zitat von {user}:</b></font></td></tr>\n<tr><td><i>'
        ),
        Piece(escape_text(words), words),
        Piece("</i></td></tr></table>\n"),
    ]


def print_words(rng: Random, opening: str) -> Piece:
    """Print a post's own words; line breaks part its paragraphs, as the boards did it."""
    blocks = [opening]
    blocks += [say_several(rng, SENTENCES, 1, 4) for _ in range(rng.randrange(3))]
    html = "<br><br>\n".join(escape_text(block) for block in blocks)
    return Piece(f'<font face="Verdana" size="2">{html}</font>\n', "\n".join(blocks))


def print_signature(user: str) -> str:
    """Print a user's signature, the same below each of the user's posts."""
    words = SIGNATURES[sum(map(ord, user)) % len(SIGNATURES)]
    return f'<br>_________________<br><font size="1">{words}</font>' if words else ""


def draft_board(plan: Plan, index: int, number: int) -> Draft:
    """Draft one page of a board."""
    rng = plan.seed_page(index, ":body")
    listing = make_listing(plan, VOICE, number, 15)
    header = "<th>Thema</th><th>Autor</th><th>Antworten</th><th>Aufrufe</th>"
    body: list[Piece] = [
        print_element("h2", f"Forum: {listing.label}"),
        Piece(f'<table width="100%" border="1" cellpadding="4"><tr>{header}</tr>\n'),
    ]
    for card in make_cards(plan, VOICE, listing.indices):
        body += print_board_row(rng, card)
    body.append(Piece(f'</table>\n<a href="page-{listing.page + 1}.html">Weiter &gt;&gt;</a>\n'))
    slots = frame_page(plan, rng, index) | {"crumbs": listing.label}
    title = f"Forum: {listing.label}, Seite {listing.page}"
    return Draft(listing.id, listing.path, "board", title, title, tuple(body), slots, "iso-8859-1")


def print_board_row(rng: Random, card: Card) -> list[Piece]:
    """Print a thread's row on its board; author and counters are not content."""
    return [
        Piece(f'<tr><td><a href="../{card.path}">'),
        Piece(escape_text(card.title), card.title),
        Piece('</a><br>\n<font size="1">'),
        Piece(escape_text(card.summary), card.summary),
        Piece(
            f"</font></td> <td>{card.author}</td> <td>{rng.randrange(80)}</td> "
            f"<td>{rng.randrange(90, 9000)}</td></tr>\n"
        ),
    ]


def frame_page(plan: Plan, rng: Random, index: int) -> dict[str, str]:
    """Fill the slots that every page has; this board never left its year."""
    visit = draw_visit(rng, index, WORDS["user"])
    active = make_cards(plan, VOICE, plan.draw_others(rng, index, 4))
    notice = (
        '<tr><td colspan="2" bgcolor="#FFFF99"><font size="2"><b>Achtung:</b> Am '
        f"{rng.randrange(1, 29)}. ist das Forum wegen Wartung nicht erreichbar.</font></td></tr>\n"
    )
    ad = (
        '<tr><td colspan="2" align="center"><font size="1">Anzeige</font><br>\n'
        '<a href="#"><img src="../img/banner.gif" width="468" height="60" border="0" '
        'alt="Motorradhaus Lenz: Inspektion zum Festpreis"></a></td></tr>\n'
    )
    return {
        "today": write_long_date(visit.day.replace(year=2008)),
        "online": str(visit.online % 140 + 3),
        "newest": pick(rng, WORDS["user"]),
        "account": f"Angemeldet als {visit.user}" if visit.user else "Sie sind nicht angemeldet",
        "popular": link_titles(active, "../"),
        "notice": notice if has_luck(rng, NOTICE_SHARE) else "",
        "ad": ad if visit.has_ad else "",
    }
