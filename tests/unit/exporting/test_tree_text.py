"""Tree templates as text: what a person reads, and what strangers cannot do to it."""

from itertools import permutations

import pytest

from dehusk.exporting.trees import write_trees
from dehusk.exporting.trees.text import LONGEST_LINE
from tests.unit.exporting.trees import learn_tree, make_body

GOLDEN = """\

tiny, cluster 1: 4 pages, 33 nodes
==================================
4/4  html > body  (+3 rare)
4/4    div#top0.bar > ul > li* > a
           "home", "news" 4/4
           link /home, /news 4/4
4/4    img
           "Logo" 4/4
           image logo.png 4/4
       one of
2/4      | ul > li  "one" 2/2
2/4      | table > tbody > tr > td  "two" 2/2
4/4    main.post-0
4/4      h1  (varies)
4/4      p > any of*
4/4        | text  "Words" 4/4
4/4        | em  "of" 4/4
4/4      p  (varies)
2/4    aside.ad.wide? > p  "Buy now" 2/2
4/4    footer  "Imprint" 4/4
"""


def write(*bodies: str) -> list[str]:
    """The lines of the tree of such pages."""
    text = write_trees("site", {"1": learn_tree(bodies)})
    return text.split("=\n", 1)[1].splitlines()


def test_a_template_reads_as_it_should() -> None:
    text = write_trees("tiny", {"1": learn_tree(map(make_body, range(4)))})
    lines = text.splitlines(keepends=True)
    n_notation = sum(line.startswith("# ") for line in lines)
    assert 3 <= n_notation <= 5
    assert "".join(lines[n_notation:]) == GOLDEN


def test_the_text_is_the_same_each_time_and_for_any_order_of_values() -> None:
    words = ("<p>a</p>", "<p>b</p>", "<p>c</p>")
    bodies = ["".join(order) for order in permutations(words)]
    assert write(*bodies) == write(*bodies)
    assert write(*bodies)[-1] == '6/6  html > body > p*  "a", "b", "c" 6/6'


def test_each_cluster_has_a_heading_numbers_in_their_order() -> None:
    one = learn_tree(["<p>a</p>"] * 2)
    text = write_trees("s", {"10": one, "2": one, "main": one})
    heads = [line for line in text.splitlines() if line.startswith("s, cluster")]
    names = [head.split()[2] for head in heads]
    assert names == ["main:", "2:", "10:"]
    assert text.count("# An element a line") == 1


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("md:w-1/2", "div.md:w-0/0"),
        ("a>b*", r"div.a\>b\*"),
        ("x.y#z|w?", r"div.x\.y\#z\|w\?"),
        ("\u202eevil\x1b[31m", "div.evil[0m"),
        ("\u200b", "div"),
        ("é-日本", "div.é-日本"),
        ("n" * 500, "div…"),
    ],
)
def test_names_cannot_pass_for_notation_or_steer_a_terminal(name: str, shown: str) -> None:
    assert write(*[f'<div class="{name}">x</div>'] * 2) == [f'2/2  html > body > {shown}  "x" 2/2']


def test_texts_stay_within_their_quotes_and_on_their_line() -> None:
    texts = 'say "so"\\\u2028\x1b]0;title\x07 \u202eback'
    assert write(*[f"<p>{texts}</p>"] * 2) == [
        r'2/2  html > body > p  "say \"so\"\\ ]0;title back" 2/2'
    ]


def test_of_many_values_the_most_frequent_are_shown_and_the_others_counted() -> None:
    everywhere = "".join(f"<li>item number {number}</li>" for number in range(40))
    lines = write(*[f"<ul>{everywhere}</ul>"] * 3, "<ul><li>item number 39</li><li>x</li></ul>")
    assert lines[0].endswith("ul > li*") or "ul > li*  " in lines[0]
    shown = " ".join(lines)
    assert '"item number 39" 4/4; "item number 0"' in shown
    n_shown = shown.count('"item')
    assert shown.endswith(f"… and {40 - n_shown} more")
    assert all(len(line) <= LONGEST_LINE for line in lines)


def test_prose_is_one_line_whatever_it_is_marked_up_with() -> None:
    bodies = [
        f"<p>{n} a{n} <em>b{n}</em> <a href={n}>c{n}<b>{n}</b></a> d{n}</p>" for n in range(5)
    ]
    assert write(*bodies) == ["5/5  html > body > p  (varies)"]


def test_what_is_on_one_page_only_is_counted_where_it_is() -> None:
    bodies = [f"<div class=box>{one}</div>" for one in ("<h1>a</h1>", "<ul><li>b</ul>", "c", "d")]
    assert write(*bodies) == ["4/4  html > body > div.box  (varies)  (+5 rare)"]


def test_what_stands_at_two_places_is_told_once() -> None:
    (_, *lines) = write(*["<h2>a</h2><div>b<ul><li>c</li></ul></div><h2>d</h2>"] * 2)
    assert [line.split("  ", 2)[-1].strip() for line in lines if "h2" in line] == [
        'h2  "a", "d" 2/2',
        "h2  (as above)",
    ]


def test_a_single_page_says_nothing_of_what_varies() -> None:
    assert write("<p>a</p>") == ["1/1  html > body > p"]


def test_pages_without_anything_to_read_have_no_tree() -> None:
    assert write("", "") == ["nothing to read on its pages"]


def test_trees_may_be_deep_and_wide() -> None:
    deep = "".join(f"<div>{n}" for n in range(300)) + "</div>" * 300
    wide = "".join(f"<p class=c{n:b}>{n}</p>" for n in range(2000))
    lines = write(*[deep + wide] * 2)
    assert 100 < len(lines) < 4000
