"""Small block stores."""

from collections.abc import Iterable
from pathlib import Path

from dehusk.model import PageRef
from dehusk.run.block_store import open_blocks
from dehusk.run.block_store.book import BlockBook
from dehusk.run.block_store.cut import cut_page
from dehusk.run.block_store.savings import Savings
from tests.conftest import parse

SHARED = "<div class='menu'>" + "Home, News, Sport, and all the rest. " * 20 + "</div>"
TABLES = ("blocks.parquet", "pages.parquet")


def make_html(name: str) -> str:
    title = f"<title>{name} – the best site of its kind</title>"
    return f"{title}{SHARED}<div>All there is to say of {name}, é and 名 &lt;</div>"


def make_ref(name: str, site: str = "site", copy: int = 0) -> PageRef:
    return PageRef(name, site, name, 0, copy=copy)


def add_pages(book: BlockBook, names: Iterable[str], site: str = "site") -> None:
    for name in names:
        book.add(make_ref(name, site), cut_page(parse(make_html(name)).tree))


def write_store(folder: Path, names: Iterable[str]) -> dict[str, Savings]:
    book = BlockBook(folder, resumes=False)
    add_pages(book, names)
    savings = book.export()
    book.finish()
    book.close()
    return savings


def read_tables(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in TABLES]


def rebuild_first(folder: Path) -> bytes:
    with open_blocks(folder) as store:
        return store.rebuild(next(store.pages()))
