"""The places of a page that declare facts about it, each found and read once."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from dehusk.markup import read_spans
from dehusk.model import Tree
from dehusk.parse.addresses import join_address
from dehusk.parse.attributes import find_marked, read_attributes
from dehusk.parse.linked_data import LinkedData, read_linked_data
from dehusk.parse.microdata import read_properties
from dehusk.parse.tags import TAG_IDS, table_of, tag_ids
from dehusk.parse.values import read_escaped_text, read_people

_METAS: Mapping[str, tuple[str, ...]] = {
    "title": ("og:title", "twitter:title", "dc.title", "dcterms.title", "citation_title"),
    "description": (
        *("description", "og:description", "twitter:description"),
        *("dc.description", "dcterms.description", "dcterms.abstract"),
    ),
    "language": ("content-language", "og:locale", "dc.language", "dcterms.language", "language"),
    "author": (
        *("citation_author", "parsely-author", "sailthru.author", "article:author", "byl"),
        *("dc.creator", "dcterms.creator", "dc.creator.personalname", "author"),
    ),
    "published": (
        *("article:published_time", "article:published", "og:published_time", "parsely-pub-date"),
        *("citation_publication_date", "citation_date", "citation_online_date", "sailthru.date"),
        *("dcterms.issued", "dcterms.created", "dc.date.issued", "dc.date.created"),
        *("dcterms.date", "dc.date", "datepublished", "pubdate", "publishdate", "publish-date"),
        *("publish_date", "published_at", "published_time", "publication_date", "date"),
        *(
            "originalpublicationdate",
            "ptime",
            "displaydate",
            "pdate",
            "cxenseparse:recs:publishtime",
        ),
    ),
    "modified": (
        *("article:modified_time", "article:modified", "og:updated_time", "og:modified_time"),
        *("dcterms.modified", "dc.date.modified", "datemodified", "lastmod", "last-modified"),
        *("modified_time", "last_modified", "date-modified", "utime", "revised"),
    ),
    "canonical": ("og:url",),
    "site_name": ("og:site_name", "citation_journal_title", "dc.publisher"),
}
"""The names of meta elements that declare a fact, the most trusted first."""

SECTION = "article:section"
"""The meta element that says what part of its site a page belongs to."""

_TELLING = frozenset(("generator", "application-name", SECTION)).union(*_METAS.values())
"""The names that anybody asks for; most pages have as many others."""

_JOINED = frozenset(
    ("citation_author", "dc.creator", "dcterms.creator", "author", "article:author")
)
"""Several elements of these names are several people."""


_META, _SCRIPT, _BASE = TAG_IDS["meta"], TAG_IDS["script"], TAG_IDS["base"]
_TIME, _ARTICLE, _H1 = TAG_IDS["time"], TAG_IDS["article"], TAG_IDS["h1"]
_IS_ASIDE = table_of(tag_ids("aside nav footer a"))
_OWN_REL = re.compile(rb'(?:[^"]* )?([Cc]anonical|[Aa]uthor)(?: [^"]*)?"')
_MOST_AUTHORS = 3
_MOST_AUTHOR_LINKS = 20
_MOST_TIMES = 9
_MOST_PLACES = 300
"""A page with more metas, times or telling links than this has them for something else."""


class Candidate(NamedTuple):
    """A value, and the place that declares it; a tuple because a page makes dozens of them."""

    source: str
    value: str


@dataclass(frozen=True, slots=True)
class Declared:
    """A page's meta elements, JSON-LD, microdata, and the nodes that have a telling `rel`."""

    tree: Tree
    metas: Mapping[str, list[str]]
    linked: LinkedData
    properties: Mapping[str, tuple[str, ...]]
    rels: Mapping[str, list[int]]
    base: str | None
    """Where relative addresses lead on from, if the page says."""

    def pick(self, fact: str) -> Iterator[Candidate]:
        """What meta elements say of a fact."""
        for name in _METAS[fact]:
            if values := self.metas.get(name):
                is_joined = name in _JOINED and len(values) > 1
                for value in [read_people(values) or ""] if is_joined else values:
                    yield Candidate(name, value)

    def link(self, *names: str) -> Iterator[Candidate]:
        """What JSON-LD says under these names."""
        return (Candidate("json-ld", value) for value in self.linked.texts(*names))

    def date(self, *names: str) -> Iterator[Candidate]:
        """What JSON-LD says under these names of dates."""
        return (Candidate("json-ld", value) for value in self.linked.dates(*names))

    def item(self, name: str) -> Iterator[Candidate]:
        """What microdata says under this name."""
        return (Candidate("microdata", value) for value in self.properties.get(name, ()))

    def times(self) -> Iterator[Candidate]:
        """The time elements marked as the page's date, then the first that can be it."""
        times = (self.tree.tag == _TIME).nonzero()[0][:_MOST_PLACES].tolist()
        marked = [node for node in times if "pubdate" in read_attributes(self.tree, node)]
        own = [node for node in times if not _is_aside(self.tree, node)]
        # On a page full of times, as many a thread or listing is, the first is as good as any.
        first = own if len(times) <= _MOST_TIMES else []
        for source, nodes in (("time[pubdate]", marked), ("time", first)):
            for node in _choose_own(self.tree, nodes)[:1]:
                yield Candidate(source, _read_time(self.tree, node))

    def authors(self) -> list[str]:
        """The texts of links to the page's author; none on listings, which have many."""
        links = self.rels.get("author", [])
        if len(links) > _MOST_AUTHOR_LINKS:
            return []
        names = [self.tree.text_of(node) for node in _choose_own(self.tree, links)]
        return names if len(set(names)) <= _MOST_AUTHORS else []

    def hrefs(self, rel: str) -> Iterator[str]:
        """Where the elements with this `rel` lead."""
        return _read_hrefs(self.tree, self.rels.get(rel, []))


def read_declared(tree: Tree, url: str | None = None) -> Declared:
    """The places of this page that declare something; `url` is where it was found."""
    metas, rels = _read_metas(tree), _read_rels(tree)
    base, linked = _read_base(tree), LinkedData()
    if scripts := list(_read_scripts(tree)):
        start = join_address(url, base)
        own = [*_read_hrefs(tree, rels.get("canonical", [])), *metas.get("og:url", ()), url or ""]
        linked = read_linked_data(scripts, join_address(start, own[0]), start)
    return Declared(tree, metas, linked, read_properties(tree), rels, base)


def _read_base(tree: Tree) -> str | None:
    bases = (tree.tag == _BASE).nonzero()[0].tolist()
    return next(_read_hrefs(tree, bases), None)


def _read_metas(tree: Tree) -> dict[str, list[str]]:
    """The contents of telling meta elements by their names in lower case."""
    is_meta = tree.tag == _META
    is_meta[is_meta.nonzero()[0][_MOST_PLACES:]] = False
    known = tree.own_attributes()

    def read(*names: str) -> Iterable[tuple[int, str]]:
        """The meta elements that have attributes of these names, and the values."""
        found = known.find(*names)
        found = found[is_meta[known.node[found]]]
        values = read_spans(tree.markup, known.start[found], known.stop[found])
        return zip(known.node[found].tolist(), values, strict=True)

    contents = dict(read("content"))
    metas: dict[str, list[str]] = {}
    for node, spelled in sorted(read("property", "name", "http-equiv"), key=itemgetter(0)):
        name = spelled.strip().lower()
        if name in _TELLING and (content := read_escaped_text(contents.get(node, ""))):
            metas.setdefault(name, []).append(content)
    return metas


def _read_rels(tree: Tree) -> dict[str, list[int]]:
    rels: dict[str, list[int]] = {}
    for node, rel in islice(find_marked(tree, "rel", _OWN_REL), _MOST_PLACES):
        rels.setdefault(rel.lower(), []).append(node)
    return rels


def _read_scripts(tree: Tree) -> Iterator[str]:
    """Scripts that still have a text are linked data: parsing took out all others."""
    scripts = (tree.tag == _SCRIPT).nonzero()[0]
    for node in scripts[tree.end[scripts] > scripts + 1][:_MOST_PLACES].tolist():
        yield tree.text_of(node)


def _read_hrefs(tree: Tree, nodes: list[int]) -> Iterator[str]:
    for node in nodes:
        if href := read_attributes(tree, node).get("href", "").strip():
            yield href


def _read_time(tree: Tree, node: int) -> str:
    return read_attributes(tree, node).get("datetime") or tree.text_of(node)


def _choose_own(tree: Tree, nodes: list[int]) -> list[int]:
    """Of nodes in several articles, as on listings, those in the one with the page's headline."""
    by_article: dict[int, list[int]] = {}
    for node in nodes:
        by_article.setdefault(_find_article(tree, node), []).append(node)
    if len(by_article) <= 1:
        return nodes
    headlined = [at for at in by_article if at >= 0 and (tree.tag[at : tree.end[at]] == _H1).any()]
    return by_article[headlined[0]] if len(headlined) == 1 else []


def _find_article(tree: Tree, node: int) -> int:
    """The outermost article around a node, as comments may be articles in it; -1 without any."""
    found = -1
    while node >= 0:
        found = node if tree.tag[node] == _ARTICLE else found
        node = int(tree.parent[node])
    return found


def _is_aside(tree: Tree, node: int) -> bool:
    while node >= 0 and not _IS_ASIDE[tree.tag[node]]:
        node = int(tree.parent[node])
    return node >= 0
