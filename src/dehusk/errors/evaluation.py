"""What there is nothing to evaluate with."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dehusk.errors.base import CallerError

_MOST_TOPICS = 3
"""So many of a table's topics are told, the most frequent first."""


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
class NothingToCompare(CallerError):
    """Pages that an evaluation cannot say anything of."""

    why: str
    hint: str

    def __str__(self) -> str:
        return f"nothing to compare: {self.why}; {self.hint}"
