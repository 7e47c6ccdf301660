"""A Russian blog: posts with comments, archive pages and an "about" page.

Truth of a post: title, date line, body, captions. The author box, the calendar, tags and similar
posts are template. Every eighth page is declared as windows-1251 and really encoded so.
"""

from __future__ import annotations

from datetime import date
from random import Random

from .cards import (
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
    print_comment,
    print_element,
    print_figure,
    print_linked,
    print_list,
)
from .plan import Plan, is_special, to_special_rank
from .prose import compile_phrases, has_luck, pick, say, say_several
from .visit import draw_visit
from .words_ru import MONTH_NAMES, WORDS, write_date, write_long_date

TITLES = compile_phrases(
    WORDS,
    "{adj} {local} {things} в {town}",
    "Как {he} {he_did} {adj} {local} {things}",
    "Зачем {she} {she_did} {adj} {local} {things}",
    "{adj} {local} {things} {do} {things}",
)
SENTENCES = compile_phrases(
    WORDS,
    "{when} {he} {he_did} {adj} {local} {things} {how}.",
    "{opinion}, {adj} {local} {things} {do} {local} {things} {how}.",
    "Я {how} {i_did} {local} {things} в {town}, а {she} {she_did} {adj} {local} {things}.",
    "В {town} {adj} {things} {do} {local} {things}; {when} я {i_did} {local} {things}.",
    "{she} {she_did} {local} {things} {how}, ведь {adj} {local} {things} {do} {things}.",
    "«{adj} {local} {things} {do} {adj} {things}», — {he} {how} {he_did} {local} {things}.",
    "Если {adj} {local} {things} {do} {things}, {he} {how} {he_did} {number} {genitive}.",
    "{when} в {town} я {i_did} {adj} {local} {things}; {local} {things} {do} {adj} {things}.",
)
SUBHEADS = compile_phrases(WORDS, "{adj} {local} {things}", "{local} {things} {how}")
CAPTIONS = compile_phrases(
    WORDS, "{adj} {local} {things}, {when}", "{she} {she_did} {adj} {local} {things}"
)
REPLIES = compile_phrases(
    WORDS,
    "{opinion}, {local} {things} {do} {adj} {things}!",
    "А {he} {when} {he_did} {adj} {local} {things}.",
    "Спасибо, {how} {i_did} {local} {things}.",
    "{adj} {local} {things}? {she} {she_did} {things} {how}.",
)
VOICE = Voice(
    sections=(("gorod", "Город"), ("doma", "Дома"), ("v-puti", "В пути")),
    titles=TITLES,
    summaries=SENTENCES,
    authors=(("Пётр",), ("Заречный",)),
)
ABOUT_RANK = 1
WINDOWS_CYCLE, WINDOWS_SLOT = 8, 3
EXTRA_CYCLE = 4
SHORT_SHARE, COMMENTS_SHARE, NOTICE_SHARE = 0.12, 0.7, 0.25
LIKE_BAR = (
    '<p class="like">Понравилось? <a href="#">Поделиться</a> <a href="#">В закладки</a></p>\n'
)
AUTHOR_BOX = (
    '<div class="author"><img src="../img/me.jpg" alt="Пётр" width="64" height="64">\n'
    "<p><b>Пётр Заречный</b> ведёт этот дневник с 2011 года и до сих пор не научился "
    "варить варенье.</p></div>\n"
)


def draft_blog(plan: Plan, index: int) -> Draft:
    """Draft the blog's page at an index."""
    if not is_special(index):
        return draft_post(plan, index)
    rank = to_special_rank(index)
    if rank == ABOUT_RANK:
        return draft_about(plan, index)
    return draft_archive(plan, index, rank - (rank > ABOUT_RANK))


def choose_encoding(index: int) -> str:
    """Say how the page at an index is encoded: the blog's old posts were never converted."""
    return "windows-1251" if index % WINDOWS_CYCLE == WINDOWS_SLOT else "utf-8"


def draft_post(plan: Plan, index: int) -> Draft:
    """Draft one post with its comments."""
    rng = plan.seed_page(index, ":body")
    card = make_card(plan, VOICE, index)
    others = make_cards(plan, VOICE, plan.draw_others(rng, index, 4))
    stamp = write_date(card.day)
    link = f"../{others[-1].path}" if others else "#"
    body = (
        Piece('<article class="post">\n'),
        print_element("h1", card.title),
        print_element("p", stamp, 'class="date"'),
        print_element("p", card.summary),
        *tell_post(rng, index, link),
        Piece(LIKE_BAR + print_tags(rng) + AUTHOR_BOX + "</article>\n"),
        Piece(print_neighbours(plan, VOICE, card, ("Раньше:", "Позже:"))),
        Piece(
            f'<section class="similar"><h2>Похожие записи</h2>\n'
            f"{print_teasers(others[:2], '../')}</section>\n"
        ),
        *print_discussion(rng),
    )
    slots = frame_page(plan, rng, index) | {"crumbs": VOICE.sections[card.section][1]}
    return Draft(
        id=card.id,
        path=card.path,
        kind="post",
        title=card.title,
        summary=card.summary,
        body=body,
        slots=slots,
        encoding=choose_encoding(index),
        published=card.day.isoformat(),
    )


def tell_post(rng: Random, index: int, link: str) -> list[Piece]:
    """Print a post's body below its first paragraph; some posts end right there."""
    if has_luck(rng, SHORT_SHARE):
        return []
    pieces: list[Piece] = []
    for turn in range(rng.randrange(3, 12)):
        text = say_several(rng, SENTENCES, 2, 5)
        linked = turn % 3 == 1
        pieces.append(
            print_linked(text, rng.randrange(12), link) if linked else print_element("p", text)
        )
        if turn % EXTRA_CYCLE == EXTRA_CYCLE - 1:
            pieces.append(print_extra(rng, index + turn))
    return pieces


def print_extra(rng: Random, picture: int) -> Piece:
    """Print something other than a paragraph: picture, heading, quotation or list."""
    extras = (
        print_figure(f"../img/{picture % 60}.jpg", say(rng, SUBHEADS), say(rng, CAPTIONS)),
        print_element("h2", say(rng, SUBHEADS)),
        print_element("blockquote", say(rng, SENTENCES)),
        print_list("ol", [say(rng, CAPTIONS) for _ in range(rng.randrange(2, 6))]),
    )
    return extras[rng.randrange(len(extras))]


def print_tags(rng: Random) -> str:
    """Print the post's tags."""
    tags = rng.sample(WORDS["tag"], 3)
    links = ", ".join(f'<a rel="tag" href="#{number}">{tag}</a>' for number, tag in enumerate(tags))
    return f'<p class="tags">Метки: {links}</p>\n'


def print_discussion(rng: Random) -> list[Piece]:
    """Print the comments, replies indented below what they answer, and the form."""
    count = rng.randrange(1, 12) if has_luck(rng, COMMENTS_SHARE) else 0
    pieces = [Piece(f'<section id="comments"><h2>Комментарии: {count}</h2>\n')]
    for _ in range(count):
        depth = rng.randrange(3)
        name = f"{pick(rng, WORDS['first'])} {pick(rng, WORDS['last'])}"
        clock = f"{rng.randrange(24)}:{rng.randrange(60):02d}"
        pieces += [
            Piece(
                f'<div class="comment depth-{depth}"><p class="who"><b>{name}</b> в {clock} '
                '<a href="#reply">Ответить</a></p>\n'
            ),
            print_comment(say_several(rng, REPLIES, 1, 3)),
            Piece("</div>\n"),
        ]
    form = '<form action="#"><textarea rows="3"></textarea> <button>Отправить</button></form>\n'
    return [*pieces, Piece(f"{form}</section>\n")]


def draft_archive(plan: Plan, index: int, number: int) -> Draft:
    """Draft a page of the archive."""
    rng = plan.seed_page(index, ":body")
    listing = make_listing(plan, VOICE, number, 8)
    heading = f"Архив: {listing.label}, страница {listing.page}"
    body = (
        print_element("h1", heading),
        *(print_teaser(card, "../") for card in make_cards(plan, VOICE, listing.indices)),
        Piece(f'<nav class="pager"><a href="page-{listing.page + 1}.html">Ещё старше</a></nav>\n'),
    )
    slots = frame_page(plan, rng, index) | {"crumbs": "Архив"}
    return Draft(
        listing.id, listing.path, "listing", heading, heading, body, slots, choose_encoding(index)
    )


def draft_about(plan: Plan, index: int) -> Draft:
    """Draft the page on which the author presents himself."""
    rng = plan.seed_page(index, ":body")
    texts = [say_several(rng, SENTENCES, 2, 4) for _ in range(4)]
    body = (
        print_element("h1", "О себе"),
        print_figure("../img/me-big.jpg", "Пётр у реки", say(rng, CAPTIONS)),
        *(print_element("p", text) for text in texts),
    )
    slots = frame_page(plan, rng, index) | {"crumbs": "О себе"}
    return Draft("about", "about/index.html", "about", "О себе", texts[0], body, slots)


def frame_page(plan: Plan, rng: Random, index: int) -> dict[str, str]:
    """Fill the slots that every page has."""
    visit = draw_visit(rng, index, WORDS["first"])
    recent = make_cards(plan, VOICE, plan.draw_others(rng, index, 4))
    notice = f'<div class="notice">Внимание: {say(rng, TITLES)} — скоро на сайте!</div>\n'
    ad = '<div class="ad">Реклама. <a href="#">Велосипеды напрокат у набережной</a></div>\n'
    return {
        "today": write_long_date(visit.day),
        "online": str(visit.online % 97),
        "account": f"Вы вошли как {visit.user}" if visit.user else "Войти",
        "popular": link_titles(recent, "../"),
        "calendar": print_calendar(visit.day),
        "notice": notice if has_luck(rng, NOTICE_SHARE) else "",
        "ad": ad if visit.has_ad else "",
    }


def print_calendar(day: date) -> str:
    """Print the month of the visit as a table of numbers."""
    cells = [""] * day.replace(day=1).weekday() + [str(number) for number in range(1, 29)]
    weeks = [cells[start : start + 7] for start in range(0, len(cells), 7)]
    rows = "".join(f"<tr><td>{'</td><td>'.join(week)}</td></tr>\n" for week in weeks)
    return f"<table><caption>{MONTH_NAMES[day.month - 1]} {day.year}</caption>\n{rows}</table>\n"
