import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from dehusk.model import Extract, PageRef
from dehusk.run.duplicates import SketchBook, sketch_page
from tests.conftest import parse

WORDS = "rain river bridge town market baker morning winter stone letter garden train".split()


def tell(seed: int, n_words: int = 400) -> str:
    """A text that shares its words with all others, and next to no three in a row."""
    rng = random.Random(seed)
    return " ".join(f"{rng.choice(WORDS)}{rng.randrange(90)}" for _ in range(n_words))


@dataclass(frozen=True)
class Told:
    """A page: its address, what it alone says, what its template says, its canonical address."""

    url: str
    text: str
    template: str = "Menu Home About Contact"
    canonical: str | None = None
    captured: str | None = None
    title: str = "t"
    image: str = ""

    @property
    def key(self) -> str:
        return f"{self.url} {self.captured}" if self.captured else self.url


def make_row(text: str, title: str = "t") -> Extract:
    return Extract("a", None, None, "site", None, title, text)


def find(pages: Sequence[Told]) -> dict[str, str]:
    """Which pages repeat which."""
    book = SketchBook()
    for told in pages:
        ref = PageRef(told.url, "site", "", 0, url=told.url, captured=told.captured)
        image = f'<img src="{told.image}">' if told.image else ""
        page = parse(f"<title>t</title><nav>{told.template}</nav><p>{told.text}</p>{image}")
        book.add(ref, told.canonical, sketch_page(page, make_row(told.text, told.title)))
    found = {duplicate.ref.key: duplicate.original for duplicate in book.find_duplicates()}
    book.close()
    return found


A, TEXT = "https://a.example/story", tell(1)
REPEATED = {
    "an exact copy": Told("https://a.example/story/copy", TEXT),
    "a mirror": Told("https://mirror.example/story", TEXT, "Mirror of all that is good"),
    "a print version": Told("https://a.example/story?print=1", TEXT, "Print this page"),
    "a session": Told("https://a.example/story?sid=5f3a", TEXT),
    "a later capture": Told(A, TEXT, captured="2024-01-02"),
    "a few words changed": Told(
        "https://a.example/story-2", TEXT.replace("rain1 ", "RAIN1! ") + " x"
    ),
    "other punctuation and case": Told(
        "https://a.example/story-3", TEXT.upper().replace(" ", ", ")
    ),
}


@pytest.mark.parametrize("name", REPEATED)
def test_a_page_that_repeats_another_is_found(name: str) -> None:
    pages = [Told(A, TEXT), REPEATED[name], *(Told(f"{A}/{n}", tell(n)) for n in range(2, 30))]
    assert find(pages) == {REPEATED[name].key: A}


def test_the_original_is_the_plainest_whatever_the_order() -> None:
    pages = [Told(A, TEXT), *(page for page in REPEATED.values() if page.url != A)]
    expected = {page.key: A for page in pages[1:]}
    for seed in range(5):
        random.Random(seed).shuffle(pages)
        assert find(pages) == expected


def test_a_page_that_calls_another_canonical_is_not_the_original() -> None:
    short = Told("https://a.example/s", TEXT, canonical="https://a.example/story")
    assert find([short, Told(A, TEXT, canonical=A)]) == {short.url: A}


def test_a_name_without_a_query_is_plainer_than_a_shorter_one() -> None:
    assert find([Told("https://a.example/?1", TEXT), Told(A, TEXT)]) == {"https://a.example/?1": A}


DIFFERENT = {
    "short pages": [Told(f"{A}/{n}", f"Not found {n}") for n in range(30)],
    "short pages that say the same in a different frame": [
        Told(
            f"{A}/{n}", "Not found", f"Menu of the {n} pages we have of this kind and no other " * 3
        )
        for n in range(30)
    ],
    "pages that share only the template": [
        Told(f"{A}/{n}", tell(n, 60), "Menu and much more of it " * 200) for n in range(30)
    ],
    "products that differ in some words": [
        Told(
            f"{A}/{n}", " ".join(w if i % 9 else f"size{n}x{i}" for i, w in enumerate(TEXT.split()))
        )
        for n in range(30)
    ],
    "texts of the same words in another order": [
        Told(f"{A}/{n}", " ".join(random.Random(n).sample(TEXT.split(), 400))) for n in range(30)
    ],
    "one text within another": [Told(A, TEXT), Told(f"{A}/2", f"{TEXT} {tell(5)}")],
    "empty pages of different markup": [Told(f"{A}/{n}", "", f"{n}") for n in range(9)],
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_pages_that_differ_are_not_taken_for_one(name: str) -> None:
    assert find(DIFFERENT[name]) == {}


def test_short_pages_that_are_the_same_as_a_whole_repeat() -> None:
    assert find([Told(A, "Not found"), Told(f"{A}/2", "Not found")]) == {f"{A}/2": A}


def make_chinese(seed: int, n_characters: int = 300) -> str:
    rng = random.Random(seed)
    return "".join(chr(rng.randrange(0x4E00, 0x5200)) for _ in range(n_characters))


def test_texts_without_spaces_are_compared_by_their_characters() -> None:
    text = make_chinese(1)
    changed = text[:150] + "雨" + text[151:]
    pages = [
        Told(A, text),
        Told(f"{A}/2", changed),
        *(Told(f"{A}/{n}", make_chinese(n)) for n in range(3, 30)),
    ]
    assert find(pages) == {f"{A}/2": A}


def test_pages_of_one_name_on_two_sites_are_told_apart() -> None:
    book = SketchBook()
    for site in ("one", "two"):
        page = parse(f"<p>{TEXT}</p>")
        book.add(PageRef("a.html", site, "", 0), None, sketch_page(page, make_row(TEXT)))
    (found,) = book.find_duplicates()
    book.close()
    assert (found.number, found.ref.site, found.original) == (1, "two", "one: a.html")


def test_a_book_without_pages_finds_nothing() -> None:
    assert find([]) == {}


def test_variants_of_a_thing_are_told_apart_by_their_titles() -> None:
    text = tell(7)
    red = Told(f"{A}/red", f"{text} red", title="chair red")
    blue = Told(f"{A}/blue", f"{text} blue", title="chair blue")
    printed = Told(f"{A}/red?print=1", f"{text} red printed", title="chair red - print")
    assert find([red, blue, printed]) == {printed.url: red.url}


def test_pictures_with_the_same_words_are_told_apart_by_their_files() -> None:
    template = " ".join(f"word{n}" for n in range(40))
    pages = [
        Told(f"{A}/{n}", "a picture", template, image=f"https://{host}/img/{n % 2}.jpg?sid={n}")
        for n, host in enumerate(("a.example", "a.example", "b.example"))
    ]
    assert find(pages) == {f"{A}/2": f"{A}/0"}


def test_a_second_page_of_one_address_names_the_row_of_the_first() -> None:
    book = SketchBook()
    for copy in (0, 1):
        ref = PageRef(f"t.jsonl:{copy + 1}", "site", "", 0, url=A, copy=copy)
        book.add(ref, None, sketch_page(parse(f"<p>{TEXT}</p>"), make_row(TEXT)))
    (found,) = book.find_duplicates()
    book.close()
    assert found.original == "t.jsonl:1"
