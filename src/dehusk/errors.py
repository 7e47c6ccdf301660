"""The whole exception family: what went wrong as typed facts, the message built from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

_MOST_TOPICS = 3
"""So many of a table's topics are told, the most frequent first."""


class DehuskError(Exception):
    """The root of everything dehusk raises on purpose."""


class CallerError(DehuskError):
    """The caller asked for something that cannot be; fails at once."""


@dataclass(eq=False)
class SourceMissing(CallerError):
    """A SOURCE that names nothing."""

    source: str

    def __str__(self) -> str:
        return f"no such file, folder or pattern: {self.source}"


@dataclass(eq=False)
class NoPagesFound(CallerError):
    """Sources that exist but hold no HTML."""

    sources: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"no HTML pages in {', '.join(self.sources)}: give a folder of .html files, a single "
            "page, a WARC or WACZ archive, a .jsonl or .parquet table, or a quoted pattern such as "
            "'site/**/*.htm'"
        )


@dataclass(eq=False)
class BadTable(CallerError):
    """A table without the column that pages are in."""

    path: str
    column: str
    columns: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"{self.path} has no column {self.column!r}; it has {', '.join(self.columns)}: "
            "name the one with the HTML, as in --column html=NAME"
        )


@dataclass(eq=False)
class UnknownName(CallerError):
    """A name that a catalogue does not hold."""

    kind: str
    name: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        return f"unknown {self.kind} {self.name!r}; known: {', '.join(self.known)}"


@dataclass(eq=False)
class BadSetting(CallerError):
    """A setting with a value it cannot take."""

    owner: str
    name: str
    value: object
    allowed: str

    def __str__(self) -> str:
        return f"{self.owner}: {self.name} = {self.value!r} cannot be; allowed: {self.allowed}"


@dataclass(eq=False)
class NoSettings(CallerError):
    """A setting of what has none at all."""

    owner: str
    name: str

    def __str__(self) -> str:
        return f"{self.owner} has no settings: leave out {self.name}"


@dataclass(eq=False)
class CannotWant(CallerError):
    """A method that cannot be told what is wanted of a page."""

    method: str
    able: tuple[str, ...]

    def __str__(self) -> str:
        others = " or ".join(self.able)
        return f"{self.method} cannot be told what is wanted; learn the site with {others}"


@dataclass(eq=False)
class OutputUnwritable(DehuskError):
    """An output that cannot be opened, or stopped taking bytes."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"cannot write {self.path}: {self.why}"


@dataclass(eq=False)
class BadOutput(CallerError):
    """An output name that says nothing we can do."""

    path: str
    hint: str

    def __str__(self) -> str:
        return f"cannot write to {self.path}: {self.hint}"


@dataclass(eq=False)
class BadSiteFile(CallerError):
    """A .husk file that is not one, is damaged, or comes from a later dehusk."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{self.path} is not a site file that can be read: {self.why}"


@dataclass(eq=False)
class BadBlockStore(CallerError):
    """A block store that is none, is damaged, or lacks a block."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{self.path} is not a block store that can be read: {self.why}"


@dataclass(eq=False)
class NoTruth(CallerError):
    """A folder to evaluate on that has no truth."""

    folder: str

    def __str__(self) -> str:
        return (
            f"no gold.jsonl in {self.folder}, its folders or theirs: give a folder with truth, or "
            "evaluate without any (dehusk evaluate --help)"
        )


@dataclass(eq=False)
class BadTruth(CallerError):
    """Truth that cannot be: the file, the row where there is one, and why."""

    path: str
    row: int | None
    why: str

    def __str__(self) -> str:
        return f"{self.path}{f', row {self.row}' if self.row else ''}: {self.why}"


@dataclass(eq=False)
class CorpusChanged(CallerError):
    """Floors that were measured on other pages or other truth."""

    pinned: str
    found: str

    def __str__(self) -> str:
        return (
            f"the floors are of the corpus {self.pinned}, this one is {self.found}: measure anew "
            "with `make floors ARGS='--lower CORPUS'`, and look at what falls"
        )


@dataclass(eq=False)
class MissingExtra(CallerError):
    """A part of dehusk whose libraries are not installed."""

    extra: str
    library: str

    def __str__(self) -> str:
        return f"this needs {self.library}: pip install 'dehusk[{self.extra}]'"


@dataclass(eq=False)
class ManySites(CallerError):
    """Pages of several sites where one was asked for."""

    sites: tuple[str, ...]

    def __str__(self) -> str:
        shown = ", ".join(self.sites[:5]) + (", …" if len(self.sites) > 5 else "")
        return (
            f"the pages belong to {len(self.sites)} sites ({shown}) and a .husk file holds one: "
            "give a folder as output, or the pages of one site"
        )


@dataclass(eq=False)
class BadTopics(CallerError):
    """A table of topics that cannot be read."""

    path: str
    why: str

    def __str__(self) -> str:
        return (
            f"{self.path} cannot be read as topics: {self.why}; give JSON lines such as "
            '{"url": "https://…", "topic": "sport"}, or a .csv or .tsv with columns url (or '
            "source) and topic"
        )


@dataclass(eq=False)
class NoTopics(CallerError):
    """Pages that are not known to be about different things; `found` counts those of each topic."""

    min_pages: int
    table: str | None = None
    found: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        if self.table and not self.found:
            why = f"none of the pages is in {self.table}"
            return f"{why}: are the URLs or sources in it those of the pages?"
        if self.table:
            topics = sorted(self.found.items(), key=lambda topic: (-topic[1], topic[0]))
            told = ", ".join(f"{name} ({n} pages)" for name, n in topics[:_MOST_TOPICS])
            return (
                f"two topics of at least {self.min_pages} pages each are needed; all that "
                f"{self.table} tells of these pages is {told}"
            )
        return (
            f"no site has two folders, or declared sections, of at least {self.min_pages} pages "
            "each: say in a table what pages are about, in JSON lines such as "
            '{"url": "https://…", "topic": "sport"}'
        )


@dataclass(eq=False)
class NotAFeed(CallerError):
    """A file that is no feed, or one without items."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{self.path} is not a feed that can be read: {self.why}; RSS and Atom can"


@dataclass(eq=False)
class NothingMatched(CallerError):
    """A feed of which no item is among the pages."""

    path: str
    item: str
    page: str

    def __str__(self) -> str:
        return (
            f"no item of {self.path} is one of the pages: neither the link, the id, the title nor "
            f"the end of the path is that of any page. The first item is {self.item}, the first "
            f"page {self.page}; give the pages with their URLs, or those that the feed is about"
        )


@dataclass(eq=False)
class NothingLearned(DehuskError):
    """A site that no page teaches anything of."""

    site: str
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        return f"nothing could be learned of {self.site}: {self.reasons[0]}"


@dataclass(eq=False)
class PageRejected(DehuskError):
    """The one page that was given cannot be taken."""

    stage: str
    reason: str

    def __str__(self) -> str:
        return f"the page cannot be taken ({self.stage}): {self.reason}"


@dataclass(eq=False)
class NothingToCompare(CallerError):
    """Pages that an evaluation cannot say anything of."""

    why: str
    hint: str

    def __str__(self) -> str:
        return f"nothing to compare: {self.why}; {self.hint}"


class PageError(DehuskError):
    """What is wrong with one page; the runner turns it into a Rejected row."""


@dataclass(eq=False)
class OverCap(PageError):
    """A page larger, deeper or denser than we take."""

    cap: str
    value: int
    limit: int

    def __str__(self) -> str:
        return f"over the cap {self.cap}: {self.value:,} of at most {self.limit:,}"


@dataclass(eq=False)
class NotHtml(PageError):
    """Bytes that are no HTML document."""

    what: str

    def __str__(self) -> str:
        return f"not an HTML page: {self.what}"


@dataclass(eq=False)
class Unreadable(PageError):
    """A page whose bytes the system would not give."""

    why: str

    def __str__(self) -> str:
        return f"cannot be read: {self.why}"


@dataclass(eq=False)
class WorkerDied(PageError):
    """A page that ended the process working on it, twice."""

    def __str__(self) -> str:
        return "the process working on it died or did not come back"
