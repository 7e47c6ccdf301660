"""What a site's pages have in common, and what is left to say of one of them."""

import gc
import json
import pickle
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from time import process_time

import pytest

from dehusk.learn.facts import (
    LateFacts,
    Metadata,
    SiteFacts,
    describe,
    gather_facts,
    load_facts,
)
from dehusk.model import Page
from tests.conftest import parse

THINGS = "Rain Sun Wind Snow Fog Hail Frost Cloud Storm Dew".split()


def make_pages(head: str, body: str = "", pages: int = 10) -> list[Page]:
    """Pages whose head and body differ by a word and a number."""
    fill = [{"thing": thing, "n": n} for n, thing in enumerate(THINGS[:pages])]
    return [
        parse(f"<head>{head.format(**words)}</head><body>{body.format(**words)}", f"{n}.html")
        for n, words in enumerate(fill)
    ]


def tell(pages: Sequence[Page]) -> list[Metadata]:
    facts = gather_facts(pages)
    return [describe(page, facts, "") for page in pages]


def read_titles(*titles: str, head: str = "") -> list[str | None]:
    pages = [parse(f"<title>{title}</title>{head}", f"{n}") for n, title in enumerate(titles)]
    return [page.title for page in tell(pages)]


@pytest.mark.parametrize(
    "title",
    [
        "{} | The Daily",
        "{} - The Daily",
        "{} – The Daily",
        "{} :: The Daily",
        "{}, The Daily",
        "{} (The Daily)",
        "{}- The Daily",
        "{}_The Daily",
        "The Daily: {}",
        "The Daily » {}",
        "The Daily - {} - The Daily",
        "{} | News | The Daily",
        "{} |",
    ],
)
def test_what_all_titles_share_is_cut(title: str) -> None:
    assert read_titles(*(title.format(thing) for thing in THINGS)) == THINGS


def test_the_joint_may_vary() -> None:
    joints = ["{} | The Daily", "{} - The Daily", "{} — the daily"]
    titles = [joints[n % 3].format(thing) for n, thing in enumerate(THINGS)]
    assert read_titles(*titles) == THINGS


def test_what_only_one_page_has_is_never_cut() -> None:
    titles = [f"{thing} - and {other}" for thing, other in pairwise(THINGS)]
    assert read_titles(*titles) == titles


def test_sections_are_cut_where_headlines_do_without_them() -> None:
    sections = ["News", "Sport", "Letters from readers"]
    things = [f"{thing} {n}" for n in range(3) for thing in THINGS]
    pages = [
        parse(f"<title>{thing} - {sections[n % 3]} - The Daily</title><h1>{thing}</h1>")
        for n, thing in enumerate(things)
    ]
    assert [page.title for page in tell(pages)] == things


def test_what_headlines_repeat_is_not_cut() -> None:
    titles = [f"{kind} | {thing}" for kind in ("Review", "Live") for thing in THINGS]
    pages = [parse(f"<title>{title}</title><h1>{title}</h1>") for title in titles]
    assert [page.title for page in tell(pages)] == titles


def test_numbers_that_tell_pages_apart_are_not_cut() -> None:
    titles = [f"{thing} - Page {n}" for n in (2, 3, 4) for thing in THINGS]
    heads = [f"<title>{title} - Daily</title><h1>{title[:-9]}</h1>" for title in titles]
    pages = [parse(head) for head in heads]
    assert [page.title for page in tell(pages)] == titles


def test_a_title_that_is_only_the_sites_stays_whole() -> None:
    titles = [f"{thing} | The Daily" for thing in THINGS]
    assert read_titles(*titles, "The Daily")[-1] == "The Daily"
    assert read_titles(*titles, "The Daily | Weather for all")[-1] == "The Daily | Weather for all"


def test_words_without_a_joint_are_cut_where_headlines_prove_it() -> None:
    pages = make_pages("<title>{thing} Facts and Details</title>", "<h1>{thing}</h1>")
    assert [page.title for page in tell(pages)] == THINGS
    unproven = make_pages("<title>{thing} Facts and Details</title>")
    assert tell(unproven)[0].title == "Rain Facts and Details"


def test_a_name_glued_to_titles_is_cut() -> None:
    name = '<meta property="og:site_name" content="The Daily">'
    assert [
        page.title for page in tell(make_pages(f"<title>The Daily{{thing}}</title>{name}"))
    ] == THINGS


def test_on_few_pages_only_the_declared_name_is_cut() -> None:
    titles = ["Rain | News | The Daily", "Sun | News | The Daily"]
    assert read_titles(*titles) == titles
    named = read_titles(*titles, head='<meta property="og:site_name" content="the daily">')
    assert named == ["Rain | News", "Sun | News"]


def test_a_site_may_be_named_by_its_domain() -> None:
    page = parse("<title>Rain - CNN.com</title>")
    page = replace(page, ref=page.ref._replace(site="cnn.com"))
    assert tell([page])[0].title == "Rain"


def at_domain(pages: Sequence[Page], site: str) -> list[Page]:
    return [replace(page, ref=page.ref._replace(site=site)) for page in pages]


@pytest.mark.parametrize(
    "titles",
    [
        [f"{phone} - {colour}" for phone in THINGS for colour in ("Black", "White")],
        [f"{book} - Chapter {n}" for book in ("War and Peace", "Emma") for n in range(9)],
        [f"{show} - Season {n % 2} - Episode {n}" for show in ("Rain", "Sun") for n in range(8)],
        [f"Season {n % 2} - Episode {n // 2}" for n in range(16)],
        [f"{one} - {two}" for one in THINGS[:5] for two in THINGS[:5] if one != two],
    ],
    ids=lambda titles: titles[0],
)
@pytest.mark.parametrize("headline", ["first", "last", "none"])
def test_cutting_does_not_make_pages_alike(titles: list[str], headline: str) -> None:
    at = {"first": 0, "last": -1}.get(headline)
    heads = ["" if at is None else f"<h1>{title.split(' - ')[at]}</h1>" for title in titles]
    pages = [parse(f"<title>{t} | Shop</title>{h}") for t, h in zip(titles, heads, strict=True)]
    assert [page.title for page in tell(pages)] == titles


def test_a_team_of_many_games_is_not_the_site() -> None:
    titles = [f"{team} - Dortmund" for team in THINGS[:4]] + ["Rain - Sun", "Sun - Fog"]
    pages = [parse(f"<title>{title}</title>") for title in titles]
    assert [page.title for page in tell(pages)] == titles


def test_half_the_titles_prove_nothing_without_headlines() -> None:
    titles = [f"{thing} - {'Berlin' if n % 2 else thing[::-1]}" for n, thing in enumerate(THINGS)]
    pages = [parse(f"<title>{title}</title>") for title in titles]
    assert [page.title for page in tell(pages)] == titles
    assert tell(pages)[0].site_name is None


def test_a_title_that_says_one_name_twice_says_it_once() -> None:
    titles = [f"{thing} - Wikipedia" for thing in THINGS]
    assert read_titles(*titles, "Wikipedia - Wikipedia")[-1] == "Wikipedia"


def test_a_lone_front_page_keeps_its_name_in_front() -> None:
    front = parse("<title>The Daily - News from everywhere</title><h1>Rain</h1>")
    assert tell(at_domain([front], "thedaily.com"))[0].title == "The Daily - News from everywhere"
    story = parse("<title>The Daily - Rain</title><h1>Rain</h1>")
    assert tell(at_domain([story], "thedaily.com"))[0].title == "Rain"


@pytest.mark.parametrize("title", ["|", "- | -", "—"])
def test_a_title_of_joints_alone_passes_on(title: str) -> None:
    assert tell([parse(f"<title>{title}</title><h1>Rain</h1>")])[0].title == "Rain"
    assert tell([parse(f"<title>{title}</title>")])[0].title == title


@pytest.mark.parametrize(
    ("site", "title", "cut"),
    [
        ("en.wikipedia.org", "Rain - Wikipedia", "Rain"),
        ("blog.x-rays.co.uk", "Rain | X-rays", "Rain"),
        ("me.github.io", "Rain | Me", "Rain"),
        ("news.site.example", "Rain | News", "Rain | News"),
    ],
)
def test_the_domains_own_label_is_a_name(site: str, title: str, cut: str) -> None:
    assert tell(at_domain([parse(f"<title>{title}</title>")], site))[0].title == cut


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("{} - TheDaily", "TheDaily"),
        ("TheDaily - {}", "TheDaily"),
        ("Letters of Note: {}", "Letters of Note"),
        ("{}-知乎", "知乎"),
        ("{} (The Daily (2nd))", "The Daily (2nd)"),
        ("{} of all", None),
    ],
)
def test_what_nearly_all_titles_say_is_the_sites_name(title: str, name: str | None) -> None:
    pages = make_pages(f"<title>{title.format('{thing}')}</title>")
    assert {page.site_name for page in tell(at_domain(pages, "thedaily.com"))} == {name}


def test_half_the_titles_name_a_site_like_its_domain() -> None:
    titles = [f"{thing} | {'The Daily Post' if n % 3 else 'Ann'}" for n, thing in enumerate(THINGS)]
    pages = [parse(f"<title>{title}</title>") for title in titles]
    found = tell(at_domain(pages, "daily.example"))[1]
    assert (found.title, found.site_name) == ("Sun", "The Daily Post")


def test_the_name_between_other_parts_is_cut_too() -> None:
    name = '<meta property="og:site_name" content="The Daily">'
    titles = [f"{thing} | The Daily | Page {n}" for n, thing in enumerate(THINGS)]
    assert read_titles(*titles, head=name)[2] == "Wind | Page 2"


def test_a_title_that_all_pages_share_gives_way_to_the_next() -> None:
    pages = make_pages("<title>The Daily</title>", "<h1>The Daily</h1><h1>{thing}</h1>")
    assert [page.title for page in tell(pages)] == THINGS


def test_the_sites_name_is_the_declared_one_or_the_titles_end() -> None:
    ended = make_pages("<title>{thing} - The Daily</title>")
    assert tell(ended)[0].site_name == "The Daily"
    declared = make_pages(
        '<title>{thing} - The Daily</title><meta property="og:site_name" content="Daily Press">'
    )
    assert tell(declared)[0].site_name == "Daily Press"
    assert tell(make_pages("<title>{thing}</title>"))[0].site_name is None


def test_a_default_author_is_dropped_for_the_next_in_order() -> None:
    default = '<meta name="author" content="Admin">'
    assert tell(make_pages(default))[0].author is None
    pages = make_pages(default, '<a rel="author" href="#">Ann {thing}</a>')
    assert [page.author for page in tell(pages)] == [f"Ann {thing}" for thing in THINGS]


def test_a_default_author_stays_one_wherever_he_is_named() -> None:
    pages = make_pages('<meta name="author" content="Admin">')
    odd = parse('<a rel="author" href="#">Admin</a>')
    assert describe(odd, gather_facts(pages), "").author is None


def test_a_default_description_is_dropped_for_the_next_in_order() -> None:
    head = '<meta name="description" content="A site.">'
    head += '<meta property="og:description" content="{thing}.">'
    assert tell(make_pages(head))[0].description == "Rain."


def test_one_date_for_all_pages_is_no_pages_date() -> None:
    head = '<meta name="date" content="2020-01-01"><meta name="last-modified" content="2020-01-01">'
    found = tell(make_pages(head))[0]
    assert (found.published, found.modified) == (None, None)


JSON_DATE = (
    '<script type="application/ld+json">{{{{"@type":"Article","datePublished":"{}"}}}}</script>'
)
META_DATE = '<meta property="article:published_time" content="{}">'


@pytest.mark.parametrize("head", [JSON_DATE, META_DATE])
def test_news_of_one_day_keep_it_and_a_moment_of_all_pages_goes(head: str) -> None:
    def say(date: str) -> str | None:
        return tell(make_pages(head.format(date)))[0].published

    assert say("2024-05-03") == "2024-05-03"
    assert say("2024-05-03T00:00:00Z") == "2024-05-03T00:00:00+00:00"
    assert say("2024-05-03T10:15:20Z") is None


def test_nine_in_ten_are_constant_and_eight_are_not() -> None:
    def say(n_alike: int) -> str | None:
        authors = ["Admin"] * n_alike + THINGS[n_alike:]
        return tell([parse(f'<meta name="author" content="{name}">') for name in authors])[0].author

    assert (say(9), say(8)) == (None, "Admin")


def test_fewer_than_five_pages_make_nothing_constant() -> None:
    assert tell(make_pages('<meta name="author" content="Ann">', pages=4))[0].author == "Ann"
    assert tell(make_pages('<meta name="author" content="Ann">', pages=5))[0].author is None


def test_a_bare_time_counts_only_where_it_is_not_repeated() -> None:
    own = make_pages("", '<time datetime="2024-05-1{n}">x</time>')
    assert tell(own)[3].published == "2024-05-13"
    repeated = own[:7] + make_pages("", '<time datetime="2024-01-01">x</time>', pages=3)
    assert tell(repeated)[-1].published is None


def test_one_language_and_one_name_are_no_defaults() -> None:
    head = (
        '<meta property="og:locale" content="de_AT"><meta property="og:site_name" content="Bote">'
    )
    found = tell(make_pages(head))[0]
    assert (found.language, found.site_name) == ("de-AT", "Bote")


def test_a_language_is_detected_only_where_none_is_declared() -> None:
    text = (
        "The rain had stopped at last, and there was nobody left who would have thought that. " * 9
    )
    assert describe(parse("<p>x"), SiteFacts(), text).language == "en"
    assert describe(parse("<html lang=fr><p>x"), SiteFacts(), text).language == "fr"


@pytest.mark.parametrize(
    ("href", "base", "url", "canonical"),
    [
        ("https://a.example/x", "", None, "https://a.example/x"),
        ("/x", "", None, None),
        ("/x", "", "https://a.example/y/z", "https://a.example/x"),
        ("x", '<base href="/b/">', "https://a.example/y/z", "https://a.example/b/x"),
        ("x", '<base href="https://b.example/">', None, "https://b.example/x"),
        ("http://[broken", "", "https://a.example/", None),
        ("javascript:void(0)", "", "https://a.example/", None),
        ("https://nowhere/", "", None, None),
    ],
)
def test_addresses_are_made_whole_or_left_out(
    href: str, base: str, url: str | None, canonical: str | None
) -> None:
    page = parse(f'{base}<link rel="canonical" href="{href}">')
    page = replace(page, ref=page.ref._replace(url=url))
    assert describe(page, SiteFacts(), "").canonical == canonical


def test_facts_survive_being_saved(sample_pages: Callable[[str, int], list[Page]]) -> None:
    facts = gather_facts(sample_pages("news", 20))
    assert facts.constants["author"] == {"author": ("Gazette newsroom",)}
    assert load_facts(json.loads(json.dumps(facts.state()))) == facts


@pytest.mark.parametrize(
    "state", [None, {}, [], "x", {"title_ends": 3, "constants": {"author": ["x"]}, "site_name": 5}]
)
def test_a_state_of_another_shape_gives_no_facts(state: object) -> None:
    facts = load_facts(state)
    assert describe(parse("<title>Rain - Daily</title>"), facts, "").title == "Rain - Daily"
    assert facts.site_name is None


@pytest.mark.parametrize("site", ["news", "blog", "docs"])
def test_gathering_ignores_page_order(
    site: str, sample_pages: Callable[[str, int], list[Page]]
) -> None:
    pages = sample_pages(site, 20)
    facts = gather_facts(pages)
    Random(1).shuffle(pages)
    assert gather_facts(pages) == facts


def test_no_pages_make_no_facts() -> None:
    assert describe(parse("<title>Rain</title>"), gather_facts([]), "").title == "Rain"


BOMBS = [
    ["<div itemprop=author>" * 100 + "<b>x</b>" * 40_000],
    ["<div itemprop=description>" * 100 + "<b>x</b>" * 40_000],
    ["<a rel=author>x</a>" * 50_000],
    [f"<title>{'a ' * 138}{n}</title><h1>b - c</h1>" for n in range(256)],
    [f"<title>{'a ' * 60}{n}{' b' * 60}</title><h1>b - c</h1>" for n in range(256)],
    [f"<title>{n}{', a' * 99}</title>" for n in range(256)],
    [f"<title>{n}{' - a' * 70}</title><h1>b - c</h1>" for n in range(256)],
]


@pytest.mark.parametrize("htmls", BOMBS, ids=lambda htmls: htmls[0][:30])
def test_no_page_takes_long(htmls: list[str]) -> None:
    pages = [parse(html, f"{n}") for n, html in enumerate(htmls)]
    start = process_time()
    describe(pages[0], gather_facts(pages), "")
    # Half a second on a quiet machine; without bounds each takes six or more.
    assert process_time() - start < 2


def test_late_facts_are_those_of_the_pages_and_let_them_go() -> None:
    pages = make_pages("<title>{thing} | The Daily</title>")
    wanted = gather_facts(pages)
    tree = weakref.ref(pages[0].tree.tag)
    late = LateFacts(pages)
    del pages
    gc.collect()
    assert tree() is not None
    assert late.read() == wanted
    gc.collect()
    assert tree() is None
    assert late.read() is late.read()


def test_late_facts_are_sent_without_the_pages() -> None:
    late = LateFacts(make_pages("<title>{thing} | The Daily</title>"))
    sent = pickle.loads(pickle.dumps(late))
    assert sent.read() == late.read() != SiteFacts()


def test_late_facts_of_no_pages_are_none() -> None:
    assert LateFacts().read() == SiteFacts(constants=gather_facts([]).constants)
