"""What a page declares of itself, place by place."""

import json
from html import unescape

import pytest

from dehusk.parse.declared import Candidate
from dehusk.parse.metadata import Candidates, read_candidates
from tests.unit.pages import parse_tree

ADDRESS = "https://site.example/rain"


def read(head: str, body: str = "<p>text</p>", url: str | None = None) -> Candidates:
    tree = parse_tree(f"<html><head>{head}</head><body>{body}</body></html>")
    return read_candidates(tree, url)


def script(data: object) -> str:
    text = data if isinstance(data, str) else json.dumps(data)
    return f'<script type="application/ld+json">{text}</script>'


def values(candidates: tuple[Candidate, ...]) -> list[str]:
    return [candidate.value for candidate in candidates]


def sources(candidates: tuple[Candidate, ...]) -> list[str]:
    return [candidate.source for candidate in candidates]


def test_a_page_that_declares_nothing_has_no_candidates() -> None:
    assert read("") == Candidates()


def test_titles_come_from_the_title_element_before_all_others() -> None:
    head = (
        script({"@type": "Article", "headline": "D"})
        + '<meta name="twitter:title" content="C"><meta property="og:title" content="B">'
        + "<title>A</title>"
    )
    found = read(head, "<h1>E</h1>").title
    assert values(found) == ["A", "B", "C", "D", "E"]
    assert sources(found) == ["title", "og:title", "twitter:title", "json-ld", "h1"]


def test_descriptions_come_from_the_plain_element_first() -> None:
    head = (
        '<meta property="og:description" content="B"><meta name="Description" content="A">'
        + script({"@type": "WebPage", "description": "C"})
    )
    assert values(read(head).description) == ["A", "B", "C"]


def test_authors_come_from_linked_data_before_meta_microdata_and_links() -> None:
    head = '<meta name="author" content="Meta">' + script(
        {"@type": "NewsArticle", "author": "Linked"}
    )
    body = '<p itemprop="author">Micro</p><a rel="nofollow author" href="/a">Rel</a>'
    assert values(read(head, body).author) == ["Linked", "Meta", "Micro", "Rel"]


def test_dates_of_publication_come_in_their_order_and_in_one_spelling() -> None:
    head = '<meta name="date" content="3 May 2021">' + script(
        {"@type": "Article", "datePublished": "2024-05-03T10:00:00+0200"}
    )
    head += '<meta property="article:published_time" content="2023/05/03">'
    body = (
        '<time datetime="2019-05-03">long ago</time>'
        '<time pubdate datetime="2020-05-03">then</time>'
        '<span itemprop="datePublished" content="20220503">x</span>'
    )
    assert values(read(head, body).published) == [
        "2024-05-03T10:00:00+02:00",
        "2023-05-03",
        "2021-05-03",
        "2022-05-03",
        "2020-05-03",
        "2019-05-03",
    ]


def test_modified_dates_come_from_linked_data_meta_and_headers() -> None:
    head = (
        '<meta http-equiv="Last-Modified" content="Fri, 03 May 2024 10:00:00 GMT">'
        '<meta property="og:updated_time" content="2024-05-04">'
        + script({"@type": "Article", "dateModified": "2024-05-05"})
    )
    assert values(read(head).modified) == ["2024-05-05", "2024-05-04", "2024-05-03T10:00:00+00:00"]


def test_addresses_come_from_the_canonical_link_first() -> None:
    head = f'<meta property="og:url" content="/b"><link rel="canonical" href="{ADDRESS}">'
    head += script({"@type": "WebPage", "url": "/c"})
    found = read(head).canonical
    assert values(found) == [ADDRESS, "/b", "/c"]
    assert sources(found) == ["rel=canonical", "og:url", "json-ld"]


def test_languages_are_spelled_alike_whoever_declares_them() -> None:
    head = (
        '<meta http-equiv="content-language" content="EN-gb">'
        '<meta property="og:locale" content="pt_BR">'
        + script({"@type": "WebPage", "inLanguage": "de"})
    )
    assert values(read(head).language) == ["en-GB", "pt-BR", "de"]


def test_a_name_of_the_sites_builder_is_not_the_sites() -> None:
    made = '<meta name="generator" content="Press"><meta name="application-name" content="{}">'
    assert read(made.format("Press")).site_name == ()
    assert values(read(made.format("The Daily")).site_name) == ["The Daily"]


def test_several_authors_are_joined() -> None:
    people = [{"name": "Ann Alder"}, {"name": "Bo Birch"}, "By Ann Alder", {"name": None}, 7]
    assert values(read(script({"@type": "Article", "author": people})).author) == [
        "Ann Alder, Bo Birch"
    ]
    twice = '<meta name="citation_author" content="A A"><meta name="citation_author" content="B B">'
    assert values(read(twice).author) == ["A A, B B"]


@pytest.mark.parametrize(
    "author", ["", " ", "https://social.example/ann", "ann@site.example", "By ", "@ann", "123"]
)
def test_what_is_no_name_is_no_author(author: str) -> None:
    assert read(f'<meta name="author" content="{author}">').author == ()


def test_an_author_may_be_told_of_elsewhere_in_the_graph() -> None:
    graph = [
        {"@type": "BlogPosting", "author": {"@id": "#ann"}},
        {"@type": "Person", "@id": "#ann", "name": "Ann"},
    ]
    assert values(read(script({"@graph": graph})).author) == ["Ann"]


def test_the_article_is_found_under_the_page_it_is_the_main_matter_of() -> None:
    page = {"@type": "WebPage", "mainEntity": {"@type": "Article", "datePublished": "2024-05-03"}}
    assert values(read(script([page])).published) == ["2024-05-03"]


def test_other_things_are_not_taken_for_the_page() -> None:
    data = [
        {"@type": "BreadcrumbList", "name": "Crumbs", "author": "Crumb"},
        {"@type": "Organization", "name": "Firm", "description": "We sell."},
        {"@type": "Comment", "author": {"name": "Troll"}, "datePublished": "2024-01-01"},
        {"@type": "ItemList", "itemListElement": [{"@type": "Article", "author": "Other"}]},
        {"@type": "Article", "headline": "Rain", "comment": [{"@type": "Comment", "author": "T"}]},
    ]
    found = read(script(data))
    assert values(found.title) == ["Rain"]
    assert (found.author, found.published, found.description) == ((), (), ())


def test_of_several_articles_only_the_one_at_the_pages_address_counts() -> None:
    articles = [
        {"@type": "Article", "url": "https://site.example/sun", "author": "Other"},
        {"@type": "Article", "mainEntityOfPage": {"@id": f"{ADDRESS}/"}, "author": "Own"},
    ]
    link = f'<link rel="canonical" href="{ADDRESS}">'
    assert values(read(link + script(articles)).author) == ["Own"]
    assert read(script(articles)).author == ()


HOSTILE = [
    "{",
    "null",
    "[]",
    '"text"',
    "[" * 100_000,
    '{"@graph":' * 3_000 + "1" + "}" * 3_000,
    '{"@type":"Article","author":' + "9" * 10_000 + "}",
    '{"@type":' + '["Article",' * 50 + '"x"' + "]" * 50 + "}",
    '{"@type":"Article","author":{"name":{"name":["deep"]}},"url":{"a":1},"@id":[1]}',
    '{"@type":"Article","url":"http://[broken","author":"A"}',
    '{"@type":5,"@graph":"no","mainEntity":[[[[[[[[[[1]]]]]]]]]]}',
    '{"@type":"Article","name":"' + "x" * 1_000_000 + '"}',
]


@pytest.mark.parametrize("data", HOSTILE)
def test_hostile_linked_data_is_passed_over(data: str) -> None:
    found = read("<title>Rain</title>" + script(data) + script({"@type": "Article", "author": "B"}))
    assert values(found.title)[0] == "Rain"
    assert "B" in values(found.author)


BROKEN = [
    '<!-- {"@type":"Article","author":"Ann"} -->',
    '//<![CDATA[\n{"@type":"Article","author":"Ann"}\n//]]>',
    '/* <![CDATA[ */ {"@type":"Article","author":"Ann"} /* ]]> */',
    '{"@type":"Article","author":"Ann",}',
    '{"@type":"Article","author":"Ann"};',
    '{"@type":"Article","author":"\tAnn\n"}',
    '\ufeff{"@type":"Article","author":"A\\u0000nn\\ud800"}',
    '{"@type":"Article","author":"&lt;b&gt;Ann&lt;/b&gt;"}',
]


@pytest.mark.parametrize("data", BROKEN)
def test_linked_data_that_hands_broke_is_still_read(data: str) -> None:
    assert values(read(script(data)).author) == ["Ann"]


def test_microdata_counts_only_where_it_can_be_about_the_page() -> None:
    body = (
        '<div itemscope itemtype="https://schema.org/Article"><h1 itemprop="headline">Rain</h1>'
        '<span itemprop="author" itemscope itemtype="https://schema.org/Person">by '
        '<b itemprop="name">Ann</b>, editor</span>'
        '<div itemscope itemtype="https://schema.org/Comment"><i itemprop="author">Troll</i>'
        '<meta itemprop="datePublished" content="2024-01-01"></div></div>'
    )
    found = read("", body)
    assert values(found.author) == ["Ann"]
    assert found.published == ()
    assert values(found.title) == ["Rain", "Rain"]


def test_listings_have_no_date_nor_author_of_their_own() -> None:
    teaser = '<article><a rel="author">{0}</a><time datetime="2024-05-0{1}">then</time></article>'
    listing = teaser.format("Ann", 1) + teaser.format("Bo", 2)
    assert (read("", listing).author, read("", listing).published) == ((), ())
    page = "<article><h1>Rain</h1>" + teaser.format("Own", 3) + "</article>" + listing
    assert values(read("", page).author) == ["Own"]
    assert values(read("", page).published) == ["2024-05-03"]


def test_times_beside_the_page_are_not_its_own() -> None:
    for place in ("aside", "nav", "footer", "a"):
        body = f'<{place}><time datetime="2024-05-03">x</time></{place}>'
        assert read("", body).published == ()


def test_marks_in_texts_declare_nothing() -> None:
    text = ' rel="author" itemprop="author" property="og:title" '
    assert read("", f"<p>{text}</p><pre>{text}</pre>") == Candidates()


def test_values_are_read_without_leftover_escapes() -> None:
    assert values(
        read('<meta name="description" content="a &amp;amp; b &amp;nbsp;">').description
    ) == ["a & b"]


WORDS = [
    "&lt;details&gt;: The Details element",
    "std::vector&lt;int&gt;::begin",
    "Using &amp;nbsp; in HTML",
    "if a&lt;b and c&gt;d",
    "Escape &amp;amp;lt; twice",
]


@pytest.mark.parametrize("words", WORDS)
def test_words_that_look_like_markup_stay_in_titles_and_headlines(words: str) -> None:
    body = f'<h1>{words}</h1><p itemprop="headline">{words}</p>'
    found = read(f"<title>{words}</title>", body).title
    assert values(found) == [unescape(words)] * 3


def test_declared_values_lose_one_escape_and_inline_tags_but_no_words() -> None:
    content = (
        "&lt;b class='x'&gt;Rain&lt;/b&gt;&lt;br/&gt;in &lt;details&gt; &amp;amp;lt; a&lt;b c&gt;d"
    )
    found = read(f'<meta name="description" content="{content}">').description
    assert values(found) == ["Rain in <details> &lt; a<b c>d"]
    data = {"@type": "Article", "headline": "&amp;lt; <em>vector</em>&lt;int&gt;"}
    assert values(read(script(data)).title) == ["&lt; vector<int>"]


@pytest.mark.parametrize("number", [1714723200, 1714723200.5, 1714723200000])
def test_dates_may_be_seconds_or_milliseconds(number: float) -> None:
    data = {"@type": "Article", "datePublished": number, "dateModified": True}
    found = read(script(data))
    assert values(found.published) == ["2024-05-03T08:00:00+00:00"]
    assert found.modified == ()


@pytest.mark.parametrize("number", ["1e999", "NaN", "-1", "9" * 400, "2024", "null"])
def test_other_numbers_are_no_dates(number: str) -> None:
    assert read(script('{"@type":"Article","datePublished":' + number + "}")).published == ()


REVIEW = {"@type": "Review", "name": "Broke", "author": "Cross", "datePublished": "2024-01-01"}
QUESTIONS = [{"@type": "Question", "name": name, "author": "Asker"} for name in ("Q1?", "Q2?")]


def test_a_review_is_the_page_only_where_nothing_else_is() -> None:
    for kind in ("Product", "WebPage", "Article"):
        found = read(script({"@type": kind, "name": "Umbrella"}) + script(REVIEW))
        assert (values(found.title), found.author, found.published) == (["Umbrella"], (), ())
    assert values(read(script(REVIEW)).author) == ["Cross"]


def test_a_page_of_questions_is_not_one_of_them() -> None:
    faq = {"@type": "FAQPage", "name": "Help", "mainEntity": QUESTIONS}
    assert values(read(script(faq)).title) == ["Help"]
    assert read(script({"@type": "FAQPage", "mainEntity": QUESTIONS[:1]})).title == ()
    answers = {"@type": "QAPage", "mainEntity": QUESTIONS[0]}
    assert values(read(script(answers)).author) == ["Asker"]


@pytest.mark.parametrize(
    ("head", "url", "addresses"),
    [
        ("", ADDRESS, ("/sun", "/rain")),
        ("", ADDRESS, ("https://site.example/sun", ADDRESS)),
        ("", "http://www.site.example/rain/", ("/sun", "/rain#article")),
        ('<link rel="canonical" href="/rain">', f"{ADDRESS}?from=home", ("sun", ADDRESS)),
        (
            '<base href="https://site.example/"><link rel="canonical" href="rain">',
            None,
            ("sun", "/rain"),
        ),
        ('<meta property="og:url" content="/rain">', f"{ADDRESS}?x", ("https://a.example", "rain")),
    ],
)
def test_addresses_are_whole_before_they_are_compared(
    head: str, url: str | None, addresses: tuple[str, str]
) -> None:
    other, own = addresses
    articles = [
        {"@type": "Article", "url": other, "author": "Other"},
        {"@type": "Article", "url": own, "author": "Own"},
    ]
    assert values(read(head + script(articles), url=url).author) == ["Own"]


def test_of_several_articles_at_other_addresses_none_counts() -> None:
    others = [{"@type": "Article", "url": f"/{name}", "author": name} for name in ("sun", "fog")]
    assert read(script(others), url=ADDRESS).author == ()
    nowhere = [{"@type": "Article", "author": "A"}, {"@type": "Article", "headline": "B"}]
    assert values(read(script(nowhere), url=ADDRESS).author) == ["A"]
