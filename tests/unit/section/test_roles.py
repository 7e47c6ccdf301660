"""What sections are for, by what the page declares, how it is built, and what it is called."""

import numpy as np
import pytest

from dehusk.section.divide import divide_page
from dehusk.section.role_words import read_role
from dehusk.section.stars import find_stars
from tests.conftest import parse

STORY = f"<p>{'The story goes on and on for many words. ' * 12}</p>"
LINKS = "".join(f"<li><a href=/{name}>{name}</a></li>" for name in ("Home", "News", "Sport", "Art"))
TEASERS = "".join(
    f"<li><a href=/{n}>A headline of another story that has many words {n}</a></li>" for n in "abc"
)


def roles_of(html: str, *template: str) -> dict[str, str | None]:
    """The role of each section by its first text; these texts are template, or start with it."""
    page = parse(f"<body>{html}</body>")
    texts = [text.strip() for text in page.tree.leaf_texts()]
    scores = np.array([text.startswith(template) for text in texts], dtype=np.float32)
    division = divide_page(page, scores, find_stars(page.tree))
    return {
        texts[first]: role
        for first, role in zip(division.sections.first.tolist(), division.roles, strict=True)
    }


@pytest.mark.parametrize(
    ("part", "role"),
    [
        ("<nav>x {}</nav>", "navigation"),
        ("<aside>x {}</aside>", "related"),
        ("<footer>x {}</footer>", "footer"),
        ("<div role=contentinfo>x {}</div>", "footer"),
        ("<div role=navigation>x {}</div>", "navigation"),
        ("<section id=comments>x {}</section>", "comments"),
        ("<div itemscope itemtype='https://schema.org/Comment'>x {}</div>", "comments"),
        ("<div class='relatedPosts'>x<ul><a href=/>{}</a></ul></div>", "related"),
        ("<div class='c-Ad_slot'>x {}</div>", "advertisement"),
        ("<div class=byline>x {}</div>", "metadata"),
        ("<div itemprop=author>x {}</div>", "metadata"),
        ("<form>x {}<input name=q></form>", "form"),
        ("<footer><nav>x {}</nav></footer>", "footer"),
        ("<div class=kommentare><div class=meta>x {}</div></div>", "comments"),
    ],
)  # fmt: skip
def test_what_is_declared_or_named_has_its_role(part: str, role: str) -> None:
    html = f"<article>{STORY}{STORY}</article>{part.replace('{}', 'more words')}"
    assert roles_of(html)["x" if "x<" in part else "x more words"] == role


def test_a_header_is_one_only_before_the_story_and_as_template() -> None:
    page = (
        "<header>The Gazette {}</header><main><article><h1>Rain</h1>" + STORY + "</article></main>"
    )
    assert roles_of(page.replace("{}", ""), "The Gazette")["The Gazette"] == "header"
    assert roles_of(page.replace("header", "section"), "The Gazette")["The Gazette {}"] == "header"
    inside = f"<article><header>Rain</header><div>{STORY}</div></article>"
    assert roles_of(inside)["Rain"] is None


def test_nameless_parts_of_template_are_told_by_how_they_are_built() -> None:
    html = (
        f"<div class=x1>Logo of ours</div><div class=x2><ul>{LINKS}</ul></div><div class=x3>{STORY}"
        f"<div>{STORY}</div></div><div class=x4><ul>{TEASERS}</ul></div>"
        "<div class=x5>Mail <input name=m></div><div class=x6>All rights reserved</div>"
    )
    roles = roles_of(html, "Logo", "Home", "News", "Sport", "Art", "A headline", "Mail", "All")
    told = ("header", "navigation", "main", "related", "form", "footer")
    assert tuple(roles.values()) == told


def test_links_that_are_content_keep_no_role_of_template() -> None:
    html = f"<div>{STORY}</div><div><ul>{LINKS}</ul></div>"
    assert roles_of(html)["Home"] is None
    assert roles_of(html, "Home", "News", "Sport", "Art")["Home"] == "navigation"


def test_the_bulk_of_the_text_is_main_whatever_it_is_called() -> None:
    assert roles_of(f"<div class=header>{STORY}</div><p>x") == {
        STORY[3:-4].strip(): "main",
        "x": None,
    }
    whole = f"<div class='with-sidebar related'><div>{STORY}</div><div>Scores</div></div>"
    assert roles_of(whole)[STORY[3:-4].strip()] == "main"


def test_comments_are_the_story_where_there_is_no_other() -> None:
    thread = f"<div class=comments><div>{STORY}</div><div>{STORY}</div></div>"
    assert set(roles_of(thread).values()) == {"main"}
    article = f"<article><div>My {STORY}</div></article>"
    assert list(roles_of(article + thread).values()) == ["main", "comments"]


def test_a_field_between_sections_makes_none_a_form() -> None:
    html = f"<div>{STORY}</div><div><input name=q></div><div>Short notes</div>"
    assert roles_of(html)["Short notes"] is None


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("site-footer", "footer"),
        ("entry-footer", None),
        ("post-header", None),
        ("footer-nav", "footer"),
        ("mainMenu", "navigation"),
        ("no-comments", None),
        ("recent-comments", "related"),
        ("css-1q2w3e", None),
        ("download", None),
        ("reklama", "advertisement"),
    ],
)
def test_names_tell_roles_by_whole_words(name: str, role: str | None) -> None:
    assert read_role(name) == role


def test_a_page_of_nothing_has_no_roles() -> None:
    assert roles_of("") == {}
    assert roles_of("<img src=x>") == {"": "main"}
