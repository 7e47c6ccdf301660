"""Metadata of pages that declare anything at all."""

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dehusk.learn.facts import Metadata, SiteFacts, describe, gather_facts, load_facts
from dehusk.model import Page, PageRef, RawPage
from dehusk.parse import parse_page

NAMES = """
    description author og:title og:url og:site_name article:published_time last-modified date
    content-language og:locale citation_author dc.creator twitter:title generator application-name
""".split()
KEYS = """
    @type @id @graph name headline author url mainEntity mainEntityOfPage datePublished dateModified
    publisher isPartOf inLanguage description creator @value
""".split()
SCRAPS = [
    *("Article", "WebPage", "WebSite", "Person", "http://[", "//", "2024-02-30", "2024-05-03T9:9Z"),
    *(
        "99999999999999999999",
        "1 may 0001",
        " | ",
        " - ",
        "by ",
        "&amp;#0;",
        "\ud800",
        "\x00",
        "<b>",
    ),
]
words = st.sampled_from(SCRAPS) | st.text(max_size=12)
json_values = st.recursive(
    words | st.none() | st.booleans() | st.integers() | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)
    ),
    max_leaves=20,
)
scripts = st.builds(
    '<script type="application/ld+json">{}{}</script>'.format,
    json_values.map(json.dumps),
    st.sampled_from(["", ";", "-->", "}", "\\"]),
)
metas = st.builds('<meta name="{}" content="{}">'.format, st.sampled_from(NAMES), words)
marks = st.builds(
    '<{} itemscope itemtype="x/{}" rel="{}" href="{}" itemprop="{}" datetime="{}">{}'.format,
    st.sampled_from(["div", "time", "a", "link", "h1", "article", "base", "title"]),
    st.sampled_from(["Article", "Person", ""]),
    st.sampled_from(["author", "canonical", "me"]),
    words,
    st.sampled_from(["author", "name", "datePublished", "headline description"]),
    words,
    words,
)
titles = st.builds("<title>{}</title>".format, st.lists(words, max_size=5).map("".join))
markup = st.lists(scripts | metas | marks | titles | words, max_size=12).map("".join)


def parse(html: str, name: str) -> Page | None:
    body = b"<body>" + html.encode("utf-8", "replace")
    page = parse_page(RawPage(PageRef(name, "site.example", name, len(body), url=name), body))
    return page if isinstance(page, Page) else None


@given(st.lists(markup, min_size=1, max_size=7), words)
@settings(max_examples=300, deadline=None)
@example(['<link rel="canonical" href="//[">'], "http://[")
@example(["<title>|</title>"] * 3, "")
def test_describing_a_page_never_raises_and_can_be_written(htmls: list[str], url: str) -> None:
    pages = [page for html in htmls if (page := parse(html, url))]
    facts = gather_facts(pages)
    assert load_facts(json.loads(json.dumps(facts.state()))) == facts
    for page in pages:
        for known in (facts, SiteFacts()):
            _check(describe(page, known, page.title or ""))


def _check(metadata: Metadata) -> None:
    for name in Metadata.__dataclass_fields__:
        value = getattr(metadata, name)
        assert value is None or value.strip(), name
        json.dumps(value, ensure_ascii=False).encode()
