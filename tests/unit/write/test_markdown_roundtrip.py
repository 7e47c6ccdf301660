"""Markdown of the sample sites, read back by another program, has the structure of the pages."""

from collections.abc import Callable, Iterable, Iterator

import pytest
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser, LexborNode

from dehusk.model import Page
from dehusk.run.pipeline import Recipe, learn_site
from dehusk.section.choose import choose_content, keep_all
from dehusk.write.markdown import render_markdown
from examples import SITES

Pages = Callable[[str, int], list[Page]]
Structure = dict[str, list[object]]

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
BLOCKS = "table h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote hr p".split()
N_PAGES = 12


@pytest.mark.parametrize("site", SITES)
def test_the_structure_of_a_page_is_read_back(site: str, sample_pages: Pages) -> None:
    found: set[str] = set()
    for page in sample_pages(site, N_PAGES):
        expected = read_structure(page.tree.markup)
        assert read_back(render_markdown(page.tree, keep_all(page.tree))) == expected
        found.update(kind for kind, things in expected.items() if things)
    assert {"headings", "links"} <= found


@pytest.mark.parametrize("site", SITES)
def test_what_is_kept_of_a_page_keeps_its_structure(site: str, sample_pages: Pages) -> None:
    pages = sample_pages(site, N_PAGES)
    learned = learn_site(site, pages, Recipe())
    (template,) = learned.templates.values()
    for page in pages:
        markdown = render_markdown(page.tree, choose_content(template.score(page)))
        whole, kept = read_structure(page.tree.markup), read_back(markdown)
        for kind in ("headings", "code", "links"):
            assert is_in_order(kept[kind], whole[kind]), kind


def test_the_sample_sites_have_all_that_is_compared(sample_pages: Pages) -> None:
    pages = [page for site in SITES for page in sample_pages(site, N_PAGES)]
    structures = [read_structure(page.tree.markup) for page in pages]
    assert all(any(structure[kind] for structure in structures) for kind in structures[0])


def read_back(markdown: str) -> Structure:
    return read_structure(MARKDOWN.render(markdown).encode())


def read_structure(html: bytes) -> Structure:
    parser = LexborHTMLParser(html)
    return {
        "headings": [
            (level, squeeze(node.text()))
            for level in range(1, 7)
            for node in parser.css(f"h{level}")
        ],
        "items": [
            (count_items(node), own_text(node)) for node in parser.css("li, dd") if own_text(node)
        ],
        "tables": [read_rows(node) for node in parser.css("table") if is_data(node)],
        "code": [(node.text().strip("\n"), language_of(node)) for node in parser.css("pre")],
        "links": [
            (node.attributes["href"], squeeze(node.text()))
            for node in parser.css("a[href]")
            if is_plain_link(node)
        ],
        "quotes": [squeeze(node.text()) for node in parser.css("blockquote")],
        "images": [
            (node.attributes.get("alt") or "", node.attributes["src"])
            for node in parser.css("img")
            if is_picture(node)
        ],
    }


def squeeze(text: str) -> str:
    return "".join(text.split())


def own_text(item: LexborNode) -> str:
    """An item's text without the lists below it; a note is none."""
    if (item.attributes.get("id") or "").startswith("fn"):
        return ""
    texts: list[str] = []
    waiting = list(item.iter(include_text=True))[::-1]
    while waiting:
        node = waiting.pop()
        if node.is_text_node:
            texts.append(node.text_content or "")
        elif node.tag not in ("ul", "ol", "dl"):
            waiting.extend(list(node.iter(include_text=True))[::-1])
    return squeeze("".join(texts))


def parents_of(node: LexborNode) -> Iterator[LexborNode]:
    while node.parent is not None:
        node = node.parent
        yield node


def count_items(item: LexborNode) -> int:
    return sum(parent.tag in ("li", "dd") for parent in parents_of(item))


def is_data(table: LexborNode) -> bool:
    rows = table.css("tr")
    holds_blocks = any(len(table.css(tag)) > (tag == "table") for tag in BLOCKS)
    is_broken = any("<br><br>" in (cell.html or "") for cell in table.css("td"))
    filled = [cell for row in rows for cell in row.css("td, th") if squeeze(cell.text())]
    return len(rows) > 1 and len(filled) > len(rows) and not holds_blocks and not is_broken


def read_rows(table: LexborNode) -> list[list[str]]:
    """The texts of the cells, but for empty ones at the end of a row, and rows of nothing else."""
    rows = [[squeeze(cell.text()) for cell in row.css("td, th")] for row in table.css("tr")]
    for row in rows:
        while row and not row[-1]:
            row.pop()
    return [row for row in rows if row]


def language_of(pre: LexborNode) -> str:
    code = pre.css_first("code")
    names = (code.attributes.get("class") or "") if code is not None else ""
    return names.removeprefix("language-")


def is_plain_link(link: LexborNode) -> bool:
    """References to notes and the arrows back are links of another kind."""
    href = link.attributes["href"] or ""
    is_note = squeeze(link.text()) == "↩" or any(parent.tag == "sup" for parent in parents_of(link))
    return href not in ("", "#") and not href.startswith("javascript:") and not is_note


def is_picture(image: LexborNode) -> bool:
    is_seen = all(parent.tag != "noscript" for parent in parents_of(image))
    return is_seen and image.attributes.get("width") != "1"


def is_in_order(part: Iterable[object], whole: Iterable[object]) -> bool:
    rest = iter(whole)
    return all(thing in rest for thing in part)
