"""What a caller asked for and cannot have."""

from dataclasses import dataclass

from dehusk.errors.base import CallerError


@dataclass(eq=False)
class SourceMissing(CallerError):
    """A SOURCE that names nothing."""

    source: str

    def __str__(self) -> str:
        hint = "; fetch it first: dehusk crawl ADDRESS -o SITE.warc.gz"
        is_address = self.source.lower().startswith(("http://", "https://"))
        return f"no such file, folder or pattern: {self.source}{hint if is_address else ''}"


@dataclass(eq=False)
class NoPagesFound(CallerError):
    """Sources that exist but hold no HTML, or no texts where those are asked for."""

    sources: tuple[str, ...]
    content: str = "html"
    has_texts: bool = False

    def __str__(self) -> str:
        what, ending, one, pattern = _CONTENTS[self.content]
        return (
            f"no {what} in {', '.join(self.sources)}: give a folder of {ending} files, a single "
            f"{one}, a WARC or WACZ archive, a .jsonl or .parquet table, or a quoted pattern such "
            f"as '{pattern}'"
            + ("; .txt files are for `dehusk strings`, with --text" if self.has_texts else "")
        )


_CONTENTS = {
    "html": ("HTML pages", ".html", "page", "site/**/*.htm"),
    "text": ("texts", ".txt", "text", "site/**/*.txt"),
}


@dataclass(eq=False)
class BadTable(CallerError):
    """A table without the column that pages are in."""

    path: str
    column: str
    columns: tuple[str, ...]
    content: str = "html"

    def __str__(self) -> str:
        what = {"html": "HTML"}.get(self.content, self.content)
        return (
            f"{self.path} has no column {self.column!r}; it has {', '.join(self.columns)}: "
            f"name the one with the {what}, as in --column {self.content}=NAME"
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
class NoTemplateStrings(CallerError):
    """A site that was learned with a method that finds no strings."""

    path: str
    method: str

    def __str__(self) -> str:
        return (
            f"{self.path} was learned with {self.method}, which finds no strings to export: "
            "learn the site with dehusk learn … --method strings"
        )


@dataclass(eq=False)
class NoTemplateTree(CallerError):
    """A site that was learned with a method that makes no tree."""

    path: str
    method: str

    def __str__(self) -> str:
        return (
            f"{self.path} was learned with {self.method}, which makes no tree to export: "
            "learn the site with dehusk learn … --method tree"
        )


@dataclass(eq=False)
class MissingExtra(CallerError):
    """A part of dehusk whose libraries are not installed."""

    extra: str
    library: str

    def __str__(self) -> str:
        return f"this needs {self.library}: pip install 'dehusk[{self.extra}]'"


@dataclass(eq=False)
class MissingBrowser(CallerError):
    """Pages are to be drawn, and there is nothing to draw them with."""

    named: str | None
    known: tuple[str, ...]

    def __str__(self) -> str:
        if self.named:
            return f"no such browser: {self.named}; name a Chromium that can be run"
        return (
            f"--render needs a Chromium, and none of {', '.join(self.known)} is there: install one "
            "(Debian, Ubuntu: apt install chromium), or name one with --browser PATH or in "
            "$DEHUSK_CHROMIUM"
        )


@dataclass(eq=False)
class BadBrowser(CallerError):
    """A browser that cannot be used, and why."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{self.path} cannot be used to render pages: {self.why}"


@dataclass(eq=False)
class OtherContent(CallerError):
    """Strings of markup where plain texts are to be cleaned, or the other way round."""

    path: str
    content: str

    def __str__(self) -> str:
        if self.content == "html":
            return f"{self.path} was learned from HTML: leave out --text, or learn with --text"
        return f"{self.path} was learned from plain text: add --text, or learn without it"


@dataclass(eq=False)
class ManySites(CallerError):
    """Pages of several sites where one was asked for."""

    sites: tuple[str, ...]
    suffix: str = ".husk"

    def __str__(self) -> str:
        shown = ", ".join(self.sites[:5]) + (", …" if len(self.sites) > 5 else "")
        return (
            f"the pages belong to {len(self.sites)} sites ({shown}) and a {self.suffix} file "
            "holds one: give a folder as output, or the pages of one site"
        )
