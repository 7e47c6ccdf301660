"""Pages made to be slow or large cost what their size does; odd ones are learned from, too."""

import json
import time
from collections.abc import Callable
from random import Random

import pytest

from dehusk.learn.evidence import gather_evidence
from dehusk.learn.tree import TreeTemplate, TreeTemplates
from dehusk.learn.tree.memory import MOST_REMEMBERED, NUMBERS_OF_ENTRY
from dehusk.model import Page
from tests.unit.learn.tree.sites import kept, learn, pages_of

N_PAGES = 15
SIBLINGS = 2_000
LIMIT_S = 12
"""Of processor time, for learning from all pages: several times what a slow machine needs."""

MAY_STAND_IN_A_DIV = (
    *("article", "section", "nav", "aside", "header", "footer", "main", "address", "h1", "h2"),
    *("h3", "p", "pre", "blockquote", "ol", "ul", "div", "center", "figure", "fieldset"),
)
Make = Callable[[Random], str]


def name(chance: Random) -> str:
    return "".join(chance.choices("abcdefghij", k=6))


def grow(chance: Random, levels: int) -> str:
    if not levels:
        return "x"
    tags = chance.choices(("div", "section", "b", "ul", "nav", "i"), k=chance.randint(1, 2))
    return "".join(f"<{tag}>{grow(chance, levels - 1)}</{tag}>" for tag in tags)


def same(chance: Random) -> str:
    return "".join(f"<p>{chance.random()}</p>" for _ in range(SIBLINGS))


def by_turns(_: Random) -> str:
    return "<p>x</p><ul><li>y</ul>" * (SIBLINGS // 2)


def all_named(chance: Random) -> str:
    return "".join(f"<div class={name(chance)} id={name(chance)}>x</div>" for _ in range(SIBLINGS))


def all_tags(chance: Random) -> str:
    tags = chance.choices(MAY_STAND_IN_A_DIV, k=SIBLINGS)
    return "".join(f"<{tag}>x</{tag}>" for tag in tags)


def all_kinds(chance: Random) -> str:
    return "".join(f"<div class={name(chance)}>{grow(chance, 2)}</div>" for _ in range(SIBLINGS))


def two_hundred_deep(_: Random) -> str:
    return "<div>" * 200 + "x" + "</div>" * 200


def nine_hundred_deep(_: Random) -> str:
    return "<div>" * 900 + "x" + "</div>" * 900


def deep_and_unlike(chance: Random) -> str:
    tags = chance.choices(("div", "section", "article", "blockquote"), k=400)
    return "".join(f"<{tag}>x" for tag in tags)


def deep_and_wide(_: Random) -> str:
    return "<div>" * 200 + "<p>x<b>y</b>" * SIBLINGS


def runs_of_all_lengths(chance: Random) -> str:
    runs = (f"<{tag}>x</{tag}>" * chance.randint(1, 9) for tag in MAY_STAND_IN_A_DIV * 5)
    return "".join(runs)


def rows_of_all_kinds(chance: Random) -> str:
    rows = (chance.sample(MAY_STAND_IN_A_DIV, 8) for _ in range(200))
    return "".join(f"<div>{''.join(f'<{t}>x</{t}>' for t in row)}</div>" for row in rows)


CASES = (
    *(same, by_turns, all_tags, two_hundred_deep, nine_hundred_deep, deep_and_wide),
    *(runs_of_all_lengths, rows_of_all_kinds),
    *(pytest.param(one, marks=pytest.mark.slow) for one in (all_named, all_kinds, deep_and_unlike)),
)


def make_pages(make: Make, n_pages: int = N_PAGES) -> list[Page]:
    chance = Random(7)
    return pages_of(*(make(chance) for _ in range(n_pages)))


def learn_in_time(pages: list[Page]) -> TreeTemplate:
    evidence = gather_evidence(pages)
    start = time.process_time()
    template = TreeTemplates().learn(pages, evidence)
    assert time.process_time() - start < LIMIT_S
    return template


def memory_of(template: TreeTemplate) -> int:
    matcher = template.matcher
    return max(len(matcher._kinds), len(matcher._places), len(matcher._known))


@pytest.mark.parametrize("make", CASES, ids=lambda make: make.__name__)
def test_hostile_pages_are_learned_from_and_matched_in_time(make: Make) -> None:
    pages = make_pages(make)
    template = learn_in_time(pages)
    assert memory_of(template) <= MOST_REMEMBERED // NUMBERS_OF_ENTRY
    assert all(len(node.expression) <= 48 for node in template.nodes)
    start = time.process_time()
    for page in pages[:3]:
        assert template.matcher.match(page.tree).is_whole
        assert len(template.score(page)) == len(page.tree.leaves)
    loaded = TreeTemplates().load(json.loads(json.dumps(template.state())))
    assert loaded == template
    assert time.process_time() - start < LIMIT_S


def test_2000_like_siblings_are_one_star() -> None:
    template = learn(make_pages(same, 2))
    assert [node.kind.tag for node in template.nodes] == ["html", "body", "p", "-text"]
    state = json.loads(json.dumps(template.state()))
    assert state["nodes"][1]["children"] == "2*"


def test_siblings_by_turns_are_one_star() -> None:
    state = json.loads(json.dumps(learn(make_pages(by_turns, 2)).state()))
    assert state["nodes"][1]["children"] == "(2|3)*"


def test_pages_that_share_nothing_are_content() -> None:
    tags = ("table", "ul", "dl", "form", "article")
    bodies = []
    for number, tag in enumerate(tags):
        inner = {"table": "<tr><td>{}", "ul": "<li>{}", "dl": "<dt>{}"}.get(tag, "<p>{}")
        text = f"All that page {number} says is its own {'abcde'[number] * 9}"
        bodies.append(f"<{tag}>{inner.format(text)}</{tag}>")
    pages = pages_of(*bodies)
    template = learn(pages)
    for page in pages:
        assert template.matcher.match(page.tree).is_whole
        assert not template.score(page).any()


@pytest.mark.parametrize(
    "body",
    [
        *("", "x", "<img>", "<img src=a.png>", "just text", "<script>x()</script>"),
        *("<frameset><frame></frameset>", "<svg><text>x</text></svg>", "<p hidden>x", "&nbsp;"),
    ],
)
def test_odd_pages_are_learned_from(body: str) -> None:
    for n_pages in (1, 2, 15):
        pages = pages_of(*[body] * n_pages)
        template = learn(pages)
        assert TreeTemplates().load(json.loads(json.dumps(template.state()))) == template
        for page in pages:
            assert template.matcher.match(page.tree).is_whole
            assert len(template.score(page)) == len(template.explain(page)) == len(page.tree.leaves)
            assert n_pages > 1 or not template.score(page).any()


def test_pages_with_and_without_leaves_make_one_template() -> None:
    pages = pages_of("", "<p>Same words here</p>", "", "<p>Same words here</p>")
    template = learn(pages)
    assert template.pages == 4
    assert template.support[0].pages == 2
    assert kept(template, pages[1]) == []
    assert kept(template, pages[0]) == []


def test_5000_names_are_kept_apart_and_digits_are_not() -> None:
    chance = Random(3)
    names = [f"{name(chance)}x{n}" for n in range(5_000)]
    pages = pages_of(*(f"<p class='{' '.join(names)}'>{n}</p><p>own {n}</p>" for n in range(3)))
    template = learn_in_time(pages)
    (row,) = (node for node in template.nodes if node.kind.names)
    assert row.kind.names == {f"{one.rpartition('x')[0]}x0" for one in names}
    digits = pages_of(*("".join(f"<p class=c{n}>{n}</p>" for n in range(SIBLINGS)) for _ in "ab"))
    assert [len(node.children) for node in learn(digits).nodes] == [1, 1, 1, 0]


def test_a_text_of_a_megabyte_is_a_text() -> None:
    text = "otter " * 170_000
    pages = pages_of(*(f"<p>{text}</p><h1>{n} is another</h1>" for n in range(4)))
    template = learn_in_time(pages)
    assert kept(template, pages[0]) == ["0 is another"]


def make_article(chance: Random) -> str:
    """A page of a hundred kilobytes as they are: menus, cards, paragraphs with links."""
    words = chance.choices(("river", "otter", "mill", "bridge", "market", "rain"), k=60)
    text = " ".join(words)
    cards = "".join(
        f"<div class='card c{n}'><a href=/{n}><img src={n}.png alt=x></a><h3><a href=/{n}>"
        f"{chance.random()}</a></h3><p class=teaser>{text[:60]}</p></div>"
        for n in range(chance.randint(80, 120))
    )
    paragraphs = "".join(
        f"<p>{text} <a href=/x>{chance.random()}</a> <b>{text[:20]}</b> {text}</p>"
        + ("<ul><li>a<li>b</ul>" if chance.random() < 0.2 else "")
        for _ in range(95)
    )
    menu = "".join(f"<li class=m{n}><a href=/m{n}>Menu {n}</a>" for n in range(60))
    return (
        f"<header><nav><ul>{menu}</ul></nav></header><main><article><h1>{text[:30]}</h1>{paragraphs}"
        f"</article><aside>{cards}</aside></main><footer>{menu.replace('li', 'span')}</footer>"
    )


def test_pages_of_a_hundred_kilobytes_are_learned_from_and_matched_in_time() -> None:
    both = make_pages(make_article, 2 * N_PAGES)
    pages, others = both[:N_PAGES], both[N_PAGES:]
    assert min(len(page.tree.markup) for page in both) > 90_000
    evidence = gather_evidence(pages)
    learning_s, matching_s = [], []
    for _ in range(3):
        start = time.process_time()
        template = TreeTemplates().learn(pages, evidence)
        learned = time.process_time()
        for page in others:
            template.matcher.match(page.tree)
        learning_s.append(learned - start)
        matching_s.append((time.process_time() - learned) / N_PAGES)
    assert min(learning_s) < 3
    assert min(matching_s) < 0.01
