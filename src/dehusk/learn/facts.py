"""The pages of a site's sample to SiteFacts, and those to what can be said of one page.

A page declares facts in many places, and templates fill some of them with the same value on every
page. Only the site as a whole shows which: such a value is passed over for the next in order.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import cast

import numpy as np

from dehusk.learn.site_names import find_domain_names, find_name, read_domain
from dehusk.learn.title_ends import LONGEST_TITLE, Titled, learn_title_ends
from dehusk.learn.titles import TitleEnds, part_key
from dehusk.model import Page
from dehusk.parse.addresses import join_address, read_address
from dehusk.parse.declared import Candidate
from dehusk.parse.language import detect_language
from dehusk.parse.metadata import Candidates, read_candidates
from dehusk.parse.tags import table_of, tag_ids

FEWEST_PAGES = 5
CONSTANT_SHARE = 0.9
"""A value is constant when so many pages declare its source, and this share of them the same."""

_FEWEST_REPEATED = 3
_REPEATED_SHARE = 0.1
"""A bare time element is the page's date only if its date stands on fewer pages than this."""

_VARYING = ("title", "description", "author", "published", "modified", "canonical")
"""The facts that are not the same for a whole site."""

_DATED = frozenset(("json-ld", "article:published_time", "article:modified_time", "microdata"))
"""Sources that programs fill page by page: there pages of one day are no sign of a default."""

_MIDNIGHT = "T00:00:00"
_IS_HEADLINE = table_of(tag_ids("h1 h2"))
_MOST_HEADLINES = 40

Constants = Mapping[str, Mapping[str, tuple[str, ...]]]
"""By fact and source the values that say nothing of a page."""


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """What a site says on every page: its name, its share of titles, its default values."""

    site_name: str | None = None
    title_ends: TitleEnds = field(default_factory=TitleEnds)
    constants: Constants = field(default_factory=dict)

    def state(self) -> dict[str, object]:
        """The facts as plain JSON values."""
        ends = {name: list(parts) for name, parts in asdict(self.title_ends).items()}
        constants = {
            fact: {source: list(values) for source, values in sources.items()}
            for fact, sources in self.constants.items()
        }
        return {"site_name": self.site_name, "title_ends": ends, "constants": constants}


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known of one page; None where nothing is."""

    title: str | None = None
    description: str | None = None
    language: str | None = None
    author: str | None = None
    published: str | None = None
    modified: str | None = None
    canonical: str | None = None
    site_name: str | None = None


def gather_facts(pages: Sequence[Page]) -> SiteFacts:
    """What these pages of one site have in common; their order does not count."""
    read = [(page, read_candidates(page.tree, page.ref.url)) for page in pages]
    declared = _rank_names([candidates for _, candidates in read])
    sites = sorted({page.ref.site for page in pages})
    domain = tuple(dict.fromkeys(name for site in sites for name in read_domain(site)))
    titles = [page.title for page in pages if page.title]
    names = tuple(dict.fromkeys((*declared, *domain, *find_domain_names(titles, domain))))
    ends = learn_title_ends((_read_titled(*page) for page in read if page[0].title), names)
    # Too few pages to tell what is the same on all of them.
    compared = read if len(read) >= _FEWEST_REPEATED else []
    constants = {
        fact: _find_constants(
            [own for own in getattr(candidates, fact) if not _is_mere_day(fact, own)]
            for _, candidates in compared
        )
        for fact in _VARYING
    }
    return SiteFacts(next(iter(declared), None) or find_name(ends, titles, domain), ends, constants)


class LateFacts:
    """The facts of a site, gathered when somebody first asks; until then it holds on to the pages.

    Who wants only the text of pages never asks.
    """

    def __init__(self, pages: Sequence[Page] = (), known: SiteFacts | None = None) -> None:
        self._pages, self._known = tuple(pages), known

    def read(self) -> SiteFacts:
        """The facts."""
        # Pages before facts: another thread may be done in between, and let the pages go.
        pages, known = self._pages, self._known
        if known is None:
            self._known = known = gather_facts(pages)
            self._pages = ()
        return known

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LateFacts) and self.read() == other.read()

    def __reduce__(self) -> tuple[type["LateFacts"], tuple[tuple[()], SiteFacts]]:
        # Another process has not the pages to find them in.
        return LateFacts, ((), self.read())


def load_facts(state: object) -> SiteFacts:
    """The facts that gave this state; none where there is no state, or one of another shape."""
    if not isinstance(state, Mapping):
        return SiteFacts()
    name, constants = state.get("site_name"), {}
    for fact, sources in _items(state.get("constants")):
        constants[fact] = {source: _read_strings(values) for source, values in _items(sources)}
    ends = dict(_items(state.get("title_ends")))
    return SiteFacts(
        name if isinstance(name, str) else None,
        TitleEnds(**{part.name: _read_strings(ends.get(part.name)) for part in fields(TitleEnds)}),
        constants,
    )


def describe(page: Page, facts: SiteFacts, text: str) -> Metadata:
    """What the page declares of itself; `text` is its content, read for its language if need be."""
    candidates = read_candidates(page.tree, page.ref.url)
    own_name = _first(candidates.site_name)
    # What has only joints in it is no title while there is another.
    titles = [title for title in candidates.title if part_key(title.value)] or candidates.title
    title = _choose(facts, "title", titles) or _first(titles)
    return Metadata(
        title=facts.title_ends.cut(title, own_name or "") if title else None,
        description=_choose(facts, "description", candidates.description),
        language=_first(candidates.language) or detect_language(text),
        author=_choose(facts, "author", candidates.author),
        published=_choose(facts, "published", candidates.published),
        modified=_choose(facts, "modified", candidates.modified),
        canonical=_find_address(page, candidates, facts),
        site_name=own_name or facts.site_name,
    )


def _read_titled(page: Page, candidates: Candidates) -> Titled:
    tree = page.tree
    nodes = np.flatnonzero(_IS_HEADLINE[tree.tag])[:_MOST_HEADLINES].tolist()
    headlines = {part_key(tree.text_of(node)) for node in nodes}
    others = {part_key(title.value) for title in candidates.title if title.source != "title"}
    title = (page.title or "")[:LONGEST_TITLE]
    return Titled(title, frozenset(headlines) - {""}, frozenset(others) - {""})


def _rank_names(pages: Sequence[Candidates]) -> list[str]:
    """The names that pages give their site, the most trusted and frequent first.

    On a site of several pages a name that only one of them gives is taken for a slip.
    """
    first = Counter(page.site_name[0].value for page in pages if page.site_name)
    pages_of = Counter(name for page in pages for name in {name.value for name in page.site_name})
    fewest = 1 if len(pages) < FEWEST_PAGES else 2
    names = (name for name, n in pages_of.items() if n >= fewest)
    return sorted(names, key=lambda name: (-first[name], -pages_of[name], name))


def _is_mere_day(fact: str, own: Candidate) -> bool:
    """Is this a date without a time, from where many pages of one day may well have the same?"""
    is_dated = fact in ("published", "modified") and own.source in _DATED
    return is_dated and ("T" not in own.value or _MIDNIGHT in own.value)


def _find_constants(pages: Iterable[Sequence[Candidate]]) -> dict[str, tuple[str, ...]]:
    """By source the values that say nothing of a page."""
    by_source: defaultdict[str, Counter[str]] = defaultdict(Counter)
    declaring: Counter[str] = Counter()
    for candidates in pages:
        declaring.update({candidate.source for candidate in candidates})
        for candidate in candidates:
            by_source[candidate.source][candidate.value] += 1
    found = {}
    for source in sorted(by_source):
        fewest = _fewest_alike(source, declaring[source])
        values = sorted(value for value, n in by_source[source].items() if n >= fewest)
        if values:
            found[source] = tuple(values)
    return found


def _fewest_alike(source: str, n_declaring: int) -> float:
    """On how many pages a value must stand to say nothing."""
    if source == "time":
        return max(_FEWEST_REPEATED, n_declaring * _REPEATED_SHARE)
    return max(FEWEST_PAGES, n_declaring * CONSTANT_SHARE)


def _items(value: object) -> list[tuple[str, object]]:
    return list(cast("Mapping[str, object]", value).items()) if isinstance(value, Mapping) else []


def _read_strings(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _first(candidates: Sequence[Candidate]) -> str | None:
    return candidates[0].value if candidates else None


def _choose(facts: SiteFacts, fact: str, candidates: Sequence[Candidate]) -> str | None:
    return next((candidate.value for candidate in _choose_all(facts, fact, candidates)), None)


def _choose_all(
    facts: SiteFacts, fact: str, candidates: Sequence[Candidate]
) -> Iterator[Candidate]:
    """The candidates that say something of the page.

    A default author stays one wherever he is named; other values only in the same source.
    """
    constants = facts.constants.get(fact, {})
    everywhere = {value for values in constants.values() for value in values}
    for candidate in candidates:
        own = everywhere if fact == "author" else constants.get(candidate.source, ())
        if candidate.value not in own:
            yield candidate


def _find_address(page: Page, candidates: Candidates, facts: SiteFacts) -> str | None:
    """The first address that is whole, or becomes so from the page's own."""
    start = join_address(page.ref.url, candidates.base)
    found = _choose_all(facts, "canonical", candidates.canonical)
    whole = (read_address(start, candidate.value) for candidate in found)
    return next(filter(None, whole), None)
