"""What a page says of itself: its title and language at once, all other facts when asked for.

A fact may be declared in several places. All are listed, the most trusted first: what the site
says on every page can only be told from what it says of this one by comparing pages (learn/facts).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from dehusk.markup import unescape
from dehusk.model import Tree
from dehusk.parse.dates import read_date
from dehusk.parse.declared import Candidate, Declared, read_declared
from dehusk.parse.tags import TAG_IDS
from dehusk.parse.values import read_language_tag, read_people, read_person, read_text

_BODY, _H1 = TAG_IDS["body"], TAG_IDS["h1"]
_TITLE_OR_DRAWING = re.compile(rb"<title(?: [^>]*)?>([^<]*)<|<svg[ >].*?</svg>", re.S)
_LANG = re.compile(rb' (?:xml:)?lang="([^"]*)"')
_MOST_VALUES = 5


def read_title(tree: Tree) -> str | None:
    """The text of the first title element that has any and is not a drawing's."""
    return tree.find_once("title", _read_title)


def _read_title(tree: Tree) -> str | None:
    for found in _TITLE_OR_DRAWING.finditer(tree.markup):
        title = " ".join(unescape((found[1] or b"").decode()).split())
        if title:
            return title
    return None


def read_language(tree: Tree) -> str | None:
    """The language that the root element declares, or else the body."""
    return tree.find_once("language", _read_language)


def _read_language(tree: Tree) -> str | None:
    for node in (0, *(tree.tag == _BODY).nonzero()[0][:1].tolist()):
        declared = _LANG.search(tree.markup, tree.start[node], tree.stop[node])
        if declared and declared[1].strip():
            return unescape(declared[1].decode()).strip()
    return None


@dataclass(frozen=True, slots=True)
class Candidates:
    """All that a page declares of itself, for each fact the most trusted first.

    Addresses are as they stand in the page, and lead on from `base` where that is declared.
    """

    title: tuple[Candidate, ...] = ()
    description: tuple[Candidate, ...] = ()
    language: tuple[Candidate, ...] = ()
    author: tuple[Candidate, ...] = ()
    published: tuple[Candidate, ...] = ()
    modified: tuple[Candidate, ...] = ()
    canonical: tuple[Candidate, ...] = ()
    site_name: tuple[Candidate, ...] = ()
    base: str | None = None


def read_candidates(tree: Tree, url: str | None = None) -> Candidates:
    """All that the page found at `url` declares of itself; never raises, whatever it declares."""
    return tree.find_once(("candidates", url), partial(_read_candidates, url=url))


def _read_candidates(tree: Tree, url: str | None) -> Candidates:
    page = read_declared(tree, url)
    return Candidates(
        title=_clean(_list_titles(page), read_text),
        description=_clean(_list_descriptions(page), read_text),
        language=_clean(_list_languages(page), read_language_tag),
        author=_clean(_list_authors(page), read_person),
        published=_clean(_list_published(page), read_date),
        modified=_clean(_list_modified(page), read_date),
        canonical=_clean(_list_addresses(page), read_text),
        site_name=_clean(_list_site_names(page), read_text),
        base=page.base,
    )


def _list_titles(page: Declared) -> Iterator[Candidate]:
    if title := read_title(page.tree):
        yield Candidate("title", title)
    yield from page.pick("title")
    yield from page.link("headline", "name")
    yield from page.item("headline")
    for node in (page.tree.tag == _H1).nonzero()[0][:_MOST_VALUES].tolist():
        yield Candidate("h1", page.tree.text_of(node))


def _list_descriptions(page: Declared) -> Iterator[Candidate]:
    yield from page.pick("description")
    yield from page.link("description")
    yield from page.item("description")


def _list_languages(page: Declared) -> Iterator[Candidate]:
    if language := read_language(page.tree):
        yield Candidate("lang", language)
    yield from page.pick("language")
    yield from page.link("inLanguage")


def _list_authors(page: Declared) -> Iterator[Candidate]:
    yield from (Candidate("json-ld", names) for names in page.linked.authors())
    yield from page.pick("author")
    if people := read_people(list(page.properties.get("author", ()))):
        yield Candidate("microdata", people)
    # Further links are to the same author's other pages more often than to another author.
    yield from (Candidate("rel=author", name) for name in page.authors())


def _list_published(page: Declared) -> Iterator[Candidate]:
    yield from page.date("datePublished", "dateCreated", "uploadDate")
    yield from page.pick("published")
    yield from page.item("datePublished")
    yield from page.times()


def _list_modified(page: Declared) -> Iterator[Candidate]:
    yield from page.date("dateModified")
    yield from page.pick("modified")
    yield from page.item("dateModified")


def _list_addresses(page: Declared) -> Iterator[Candidate]:
    yield from (Candidate("rel=canonical", href) for href in page.hrefs("canonical"))
    yield from page.pick("canonical")
    yield from page.link("url")


def _list_site_names(page: Declared) -> Iterator[Candidate]:
    yield from page.pick("site_name")
    yield from (Candidate("json-ld", name) for name in page.linked.site_names())
    # Builders of sites put their own name here.
    made_by = page.metas.get("generator", [])
    for name in page.metas.get("application-name", []):
        if name not in made_by:
            yield Candidate("application-name", name)


def _clean(found: Iterable[Candidate], read: Callable[[str], str | None]) -> tuple[Candidate, ...]:
    """Only what can be understood, each value once in a source."""
    read_values = ((source, read(value)) for source, value in found)
    return tuple(dict.fromkeys(Candidate(source, value) for source, value in read_values if value))
