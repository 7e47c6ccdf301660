from pathlib import Path

from dehusk.ingest import Inventory, read_page
from dehusk.ingest.folder import UNNAMED_SITE
from dehusk.model import Page
from dehusk.parse import parse_page

PAGES: list[tuple[str, str | bytes]] = [
    ("https://www.example.com/a", "<p>größer"),
    ("b.html", b"<p>\xe4"),
    ("https://one.github.io/", ""),
    ("b.html", "<p>again"),
]


def test_pages_are_read_back_as_they_came_any_number_of_times() -> None:
    with Inventory() as inventory:
        inventory.take_pairs(PAGES)
        refs = list(inventory.pages())
        bodies = [read_page(ref).body for ref in refs]
        assert bodies == ["<p>größer".encode(), b"<p>\xe4", b"", b"<p>again"]
        assert [read_page(ref).body for ref in reversed(refs)] == bodies[::-1]


def test_pages_added_in_two_goes_do_not_mix() -> None:
    with Inventory() as inventory:
        inventory.take_pairs(PAGES[:2])
        assert read_page(list(inventory.pages())[1]).body == b"<p>\xe4"
        inventory.take_pairs(PAGES[2:])
        refs = list(inventory.pages())
        assert read_page(refs[3]).body == b"<p>again"
        assert read_page(refs[0]).body == "<p>größer".encode()


def test_a_name_with_a_scheme_is_a_url_and_tells_the_site() -> None:
    with Inventory() as inventory:
        inventory.take_pairs(PAGES)
        refs = list(inventory.pages())
        assert [(ref.url, ref.site) for ref in refs] == [
            ("https://www.example.com/a", "example.com"),
            (None, UNNAMED_SITE),
            ("https://one.github.io/", "one.github.io"),
            (None, UNNAMED_SITE),
        ]
        assert [ref.source for ref in refs] == [name for name, _ in PAGES]


def test_only_text_is_known_to_be_utf_8() -> None:
    with Inventory() as inventory:
        inventory.take_pairs(PAGES)
        refs = list(inventory.pages())
        assert [ref.charset for ref in refs] == ["utf-8", None, "utf-8", "utf-8"]


def test_text_that_declares_another_encoding_is_read_as_the_text_it_is() -> None:
    with Inventory() as inventory:
        inventory.take_pairs([("a", "<meta charset=windows-1251><p>größer")])
        page = parse_page(read_page(next(inventory.pages())))
        assert isinstance(page, Page)
        assert page.tree.leaf_texts() == ["größer"]


def test_text_with_half_a_surrogate_pair_is_taken() -> None:
    with Inventory() as inventory:
        inventory.take_pairs([("a", "<p>one \ud800 two</p>")])
        page = parse_page(read_page(next(inventory.pages())))
        assert isinstance(page, Page)
        assert page.tree.leaf_texts()[0].startswith("one ")


def test_the_file_is_gone_after_use() -> None:
    with Inventory() as inventory:
        inventory.take_pairs(PAGES)
        refs = list(inventory.pages())
        path = Path(refs[0].path)
        assert path.exists()
    assert not path.exists()
