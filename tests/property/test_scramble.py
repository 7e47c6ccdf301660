"""Whatever the page, scrambling its names changes names and nothing else."""

import re

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from dehusk.evaluate.scramble import scramble_name, scramble_names
from dehusk.model import Page, PageRef, RawPage, Tree
from dehusk.parse import parse_page
from dehusk.write.text import render_whole

SALT = "a site"
TAGS = "p div span a br table td script style title textarea noscript svg iframe li body".split()
VALUES = [
    "nav",
    "'nav'",
    '"nav lead"',
    '"n&amp;v"',
    "'>'",
    '"',
    "'",
    '"<p class=x>"',
    "é",
    "a/",
    "",
]
NAMES = ["class", "id", "CLASS", "for", "title", "href", "data-class", "="]
SCRAPS = [
    "<!--",
    "-->",
    "<",
    ">",
    '"',
    "'",
    "=",
    " class=nav ",
    "text",
    "&lt;p class=nav&gt;",
    "漢",
]
SCRAPS += ["<!", "<?", "</", "/>", "--!>", "\n", "<![CDATA[", "]]>", "\x1b$B"]

attributes = st.builds(
    "{}{}={}{}".format,
    st.sampled_from([" ", "\n", "/", ""]),
    st.sampled_from(NAMES),
    st.sampled_from(["", " "]),
    st.sampled_from(VALUES),
)
tags = st.builds(
    "<{}{}{}{}".format,
    st.sampled_from(["", "", "", "/"]),
    st.sampled_from(TAGS),
    st.lists(attributes, max_size=3).map("".join),
    st.sampled_from([">", ">", ">", "/>", ""]),
)
markup = st.lists(tags | st.sampled_from(SCRAPS) | st.text(max_size=3), max_size=30).map("".join)


def parse(body: bytes) -> Tree | None:
    page = parse_page(RawPage(PageRef("page", "site", "page", len(body)), body))
    return page.tree if isinstance(page, Page) else None


def scramble_list(value: str) -> list[str]:
    return [scramble_name(name, SALT) for name in re.split(r"[ \t\n\f\r]+", value) if name]


@settings(max_examples=300)
@given(markup)
@example("</><p id=nav>text")
def test_text_and_tree_stay_and_every_name_is_changed(html: str) -> None:
    # Only in drawings it holds text, and cutting markup does not know what it is in.
    assume("<svg" not in html or "<![CDATA[" not in html)
    body = b"<body>" + html.replace("\0", "").encode("utf-8", "replace")
    before, after = parse(body), parse(scramble_names(body, SALT))
    assert (before is None) == (after is None)
    if before is None or after is None:
        return
    assert render_whole(after) == render_whole(before)
    assert before.tag.tolist() == after.tag.tolist()
    assert before.attribute("title") == after.attribute("title")
    for node, value in before.attribute("id").items():
        # A slash before the end of a tag is left out of the name, whether it belongs to it or not.
        changed = after.attribute("id")[node]
        assert changed.split() == scramble_list(value) or (
            changed.removesuffix("/").split() == scramble_list(value.removesuffix("/"))
        )


@given(st.binary())
def test_any_bytes_are_taken(body: bytes) -> None:
    scramble_names(body, SALT)


@given(st.lists(st.text("abcdeé&;-_<>", min_size=1), max_size=4))
def test_the_names_of_an_attribute_are_changed_one_by_one(names: list[str]) -> None:
    value = " ".join(names).replace("&", "&amp;")
    tree = parse(scramble_names(f'<body><p class="{value}">text'.encode(), SALT))
    assert tree is not None
    (found,) = tree.attribute("class").values()
    assert found.split() == [scramble_name(name, SALT) for name in names]
