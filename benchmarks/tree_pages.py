"""Pages on which trees are measured: large ones, hard ones, and plain ones with as many nodes."""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from dehusk.evaluate.truth import TruthSite, open_truth
from dehusk.model import Page, PageRef, RawPage
from dehusk.parse import parse_page
from examples import make_page

SITE, SITE_PAGES = "news", 4000
"""The sample site that large pages are made of, and how many pages there are to take from."""

SIBLINGS, LEVELS, CHAINS = 2000, 200, 10
_PARAGRAPHS = 8
_NODES_OF_SECTION = 4 * _PARAGRAPHS + 3
"""A paragraph has a text, a link and the link's text; a section a heading and its text."""


def make_large(number: int, n_bytes: int) -> bytes:
    """A page of the sample newspaper with the contents of so many others in it as it takes."""
    page = make_page(SITE, number, SITE_PAGES).html
    head, mark, foot = page.partition(b"</main>")
    draw = random.Random(number)
    while len(head) + len(foot) < n_bytes:
        other = make_page(SITE, draw.randrange(SITE_PAGES), SITE_PAGES).html
        head += other.partition(b"<main")[2].partition(b">")[2].partition(mark)[0]
    return head + mark + foot


def make_wide(number: int) -> bytes:
    """An element with 2,000 children, of kinds that come in no order."""
    draw = random.Random(number)
    tags = [(tag, name) for tag in ("p", "div", "ul", "h3") for name in "abcdefgh"]
    items = []
    for tag, name in draw.choices(tags, k=SIBLINGS):
        items.append(f"<{tag} class={name}>{draw.random()} <b>word</b></{tag}>")
    return f"<body>{''.join(items)}".encode()


def make_deep(number: int) -> bytes:
    """Chains of elements, 200 levels deep, of which some are missing or named otherwise."""
    draw = random.Random(number)
    chains = []
    for _ in range(CHAINS):
        names = draw.choices("abc", k=LEVELS - draw.randrange(4))
        opened = "".join(f"<div class={name}>{draw.random()}" for name in names)
        chains.append(opened + "</div>" * len(names))
    return f"<body>{''.join(chains)}".encode()


HARD: dict[str, Callable[[int], bytes]] = {"2,000 siblings": make_wide, "200 levels": make_deep}


def make_plain(number: int, n_nodes: int) -> bytes:
    """Sections of paragraphs, with about so many nodes."""
    draw = random.Random(number)
    paragraph = "<p>{} <a href=/{}>more</a></p>"
    sections = []
    for _ in range(max(n_nodes // _NODES_OF_SECTION, 1)):
        said = [paragraph.format(draw.random(), draw.random()) for _ in range(_PARAGRAPHS)]
        sections.append(f"<section><h2>Title</h2>{''.join(said)}</section>")
    return f"<body>{''.join(sections)}".encode()


def read_made(number: int, body: bytes) -> Page:
    """A page that was made up."""
    page = parse_page(RawPage(PageRef(f"{number}", "site", f"{number}", len(body)), body))
    assert isinstance(page, Page), page
    return page


def list_gold(gold: Path, n_sites: int, n_pages: int, n_bytes: int) -> Iterator[list[Page]]:
    """So many pages of each of the gold sites whose pages are nearest to so many bytes."""
    with open_truth([gold]) as sites:
        many = [site for site in sites if len(site.pages) >= n_pages]
        for site in sorted(many, key=lambda site: abs(_mean_bytes(site) - n_bytes))[:n_sites]:
            bodies = (page.path.read_bytes() for page in islice(site.pages, n_pages))
            yield [read_made(number, body) for number, body in enumerate(bodies)]


def _mean_bytes(site: TruthSite) -> float:
    return sum(page.path.stat().st_size for page in site.pages) / len(site.pages)
