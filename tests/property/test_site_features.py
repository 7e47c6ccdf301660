"""Whatever the page, its blocks are described in finite numbers and judged between 0 and 1."""

import json
from collections.abc import Sequence

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dehusk.learn.evidence import gather_evidence
from dehusk.learn.site import SelfTaught, SiteMethod
from dehusk.learn.site.features import describe_blocks
from dehusk.learn.site.lexicon import Lexicon
from dehusk.learn.site.memory import Known
from dehusk.learn.site.reading import GRAM, hash_runs, read_text
from dehusk.learn.site.view import view_page
from dehusk.learn.site.weights import load_weights
from dehusk.model import Page
from tests.conftest import parse
from tests.property.sites import parse_site, sites
from tests.property.test_parse import markup
from tests.property.test_tree import random_sites

HEAD = "<title>Rain - Otters</title><body>x"

# A page with a zero byte is none.
pages = markup.map(lambda html: parse(HEAD + html.replace("\0", "")))
some_sites = st.one_of(random_sites, sites())


def know(learned: Sequence[Page]) -> Known:
    return SiteMethod().learn(learned, gather_evidence(learned)).recalled.known


def assert_described(page: Page, known: Known, lexicon: Lexicon) -> None:
    view = view_page(page)
    described = describe_blocks(view, known, lexicon)
    assert len(view) == len(described.low) == len(described.high)
    names = described.features.names
    assert len(set(names)) == len(names)
    assert described.features.rows.shape == (len(names), len(view))
    for name, values in described.features.to_mapping().items():
        assert np.isfinite(values).all(), name
    assert ((described.low >= 0) & (described.high <= len(view))).all()
    assert (described.low <= described.high).all()


@given(pages)
@settings(max_examples=60, deadline=None)
@example(parse("<body>x<br><br><table><td><img>"))
@example(parse(b"<body>\xff\xfe\x80"))
@example(parse("<body><frameset><frame></frameset>"))
def test_any_page_is_described_in_finite_numbers(page: Page) -> None:
    lexicon = load_weights().lexicon
    for learned in ([], [page]):
        assert_described(page, know(learned), lexicon)


@given(some_sites)
@settings(max_examples=60, deadline=None)
def test_any_site_is_described_in_finite_numbers(htmls: list[str]) -> None:
    learned = parse_site(htmls)
    known = know(learned)
    for page in learned:
        assert_described(page, known, Lexicon())


@given(some_sites, pages)
@settings(max_examples=25, deadline=None)
def test_scores_are_one_a_leaf_between_0_and_1(htmls: list[str], stranger: Page) -> None:
    learned = parse_site(htmls)
    for method in (SiteMethod(), SelfTaught()):
        template = method.learn(learned, gather_evidence(learned))
        loaded = method.load(json.loads(json.dumps(template.state())))
        for page in (learned[0], stranger):
            scores = template.score(page)
            assert scores.shape == page.tree.leaves.shape
            assert ((scores >= 0) & (scores <= 1)).all()
            assert np.array_equal(loaded.score(page), scores)
            assert len(template.explain(page)) == len(scores)


@given(pages)
@settings(max_examples=60, deadline=None)
def test_the_blocks_of_a_page_are_all_of_its_leaves_in_order(page: Page) -> None:
    reading = view_page(page).reading
    assert reading.first_leaf.tolist() == [
        *np.searchsorted(reading.block, np.arange(len(reading))).tolist(),
        len(page.tree.leaves),
    ]
    assert reading.words.sum() == reading.leaf_words.sum() == len(reading.word)
    assert np.array_equal(np.diff(reading.first_word), reading.words)


texts = st.text(st.characters(codec="utf-8", exclude_characters="<>&\0"), max_size=30)


@given(texts, texts)
@settings(max_examples=150, deadline=None)
@example("ႀ", "\x1bႀ\U000ef7c0")
def test_a_text_hashes_alike_wherever_it_stands(text: str, before: str) -> None:
    # Left to guess, a page with other text may be read in another encoding.
    alone, after = (
        view_page(parse(f"<body>{html}<p>a{text}</p><h1>end", charset="utf-8")).reading
        for html in ("", f"<h2>{before}</h2>")
    )
    assert alone.exact[-2:].tolist() == after.exact[-2:].tolist()
    assert alone.loose[-2:].tolist() == after.loose[-2:].tolist()


@given(texts)
@settings(max_examples=150, deadline=None)
def test_case_of_letters_and_white_space_do_not_count(text: str) -> None:
    ascii_only = text.encode("ascii", "ignore").decode()
    spaced = " ".join(ascii_only.upper())
    assert hash_text(f" {ascii_only}\n") == hash_text(ascii_only.upper())
    assert read_text(spaced).exact.tolist() == read_text(spaced.lower()).exact.tolist()


@given(st.lists(texts, max_size=6))
@settings(max_examples=100, deadline=None)
@example(["a", "", " - ", "b 7"])
def test_runs_of_words_hash_as_each_by_itself(parts: list[str]) -> None:
    """Each part is a run of a longer text."""
    read = [read_text(part) for part in parts]
    whole = read_text("\n".join(parts))
    first = np.cumsum([0, *(len(words.exact) for words in read)])
    for kind in ("exact", "loose"):
        words = getattr(whole, kind)
        alone = [
            int(hash_runs(getattr(one, kind), np.array([0, len(one.exact)]))[0]) for one in read
        ]
        assert words.tolist() == [int(word) for one in read for word in getattr(one, kind)]
        assert hash_runs(words, first).tolist() == alone


@given(texts, texts)
@settings(max_examples=100, deadline=None)
def test_words_that_say_nothing_do_not_count(text: str, other: str) -> None:
    assert hash_text(f"{text} - {other} ...") == hash_text(f"{text} {other}")


@given(st.lists(st.integers(0, 80), min_size=1, max_size=5))
@settings(max_examples=50, deadline=None)
def test_of_every_block_so_many_words_in_a_row_are_remembered(sizes: list[int]) -> None:
    blocks = (" ".join(f"w{block}x{n}" for n in range(size)) for block, size in enumerate(sizes))
    body = "".join(f"<p>{block}</p>" if block else "<div><img src=a></div>" for block in blocks)
    reading = view_page(parse(f"<body>{body}")).reading
    wanted = [max(size - GRAM + 1, min(size, 1)) for size in sizes]
    assert np.diff(reading.first_gram).tolist() == wanted
    assert len(set(reading.gram.tolist())) == len(reading.gram)


def hash_text(text: str) -> int:
    words = read_text(text).loose
    return int(hash_runs(words, np.array([0, len(words)]))[0])
