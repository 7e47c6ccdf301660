"""dehusk among its peers, and the bare text of a page; runs in the project's own environment."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from benchmarks.peers.tools import Extract, Html, Learn, Tool
from dehusk.errors import PageRejected
from dehusk.learn import DEFAULT_METHOD
from dehusk.model import Page, PageRef, RawPage, Rejected
from dehusk.parse import parse_page
from dehusk.run.pipeline import LearnedSite, Recipe, learn_site
from dehusk.run.sample import SampleSettings, sample_pages
from dehusk.write.formats import FORMATS
from dehusk.write.text import render_whole

ALL_TEXT = "all text"
DEHUSK = "dehusk"
WHOLE_RUN = "dehusk run"


def list_ours(methods: Iterable[str] = ()) -> dict[str, Tool]:
    """All text, dehusk as it comes, dehusk with other methods, and all that a run does."""
    names = {DEHUSK: DEFAULT_METHOD} | {f"{DEHUSK}:{method}": method for method in methods}
    tools = [Tool(ALL_TEXT, DEHUSK, "nothing removed", lambda: _learn_nothing)]
    for name, method in names.items():
        tools.append(Tool(name, DEHUSK, f"method {method}", partial(load_dehusk, method)))
    what = f"method {DEFAULT_METHOD}, with metadata and what tells duplicates"
    tools.append(Tool(WHOLE_RUN, DEHUSK, what, partial(load_dehusk, DEFAULT_METHOD, clean)))
    return {tool.name: tool for tool in tools}


def clean(site: LearnedSite, page: Page) -> str:
    """What `dehusk run --format text` does to a page, but for writing it."""
    return site.clean(page, FORMATS["text"]).document


def load_dehusk(
    method: str, read: Callable[[LearnedSite, Page], str] = LearnedSite.read_text
) -> Learn:
    """A site learned as a run does it, in one process; of a page the text alone, as of peers."""
    return partial(_learn, Recipe(method), read)


def _learn(
    recipe: Recipe, read: Callable[[LearnedSite, Page], str], pages: Sequence[Html]
) -> Extract:
    """A site is learned from its sample; pages parsed for that are not parsed again."""
    raws = {page.url: _to_raw(page) for page in pages}
    sample = sample_pages([raw.ref for raw in raws.values()], SampleSettings())
    parsed = {ref.source: parse_page(raws[ref.source]) for ref in sample}
    site = learn_site("site", [page for page in parsed.values() if isinstance(page, Page)], recipe)

    def extract(page: Html) -> str:
        found = parsed.get(page.url) or parse_page(_to_raw(page))
        return read(site, _accept(found))

    return extract


def _learn_nothing(_: Sequence[Html]) -> Extract:
    def extract(page: Html) -> str:
        tree = _accept(parse_page(_to_raw(page))).tree
        return render_whole(tree)

    return extract


def _to_raw(page: Html) -> RawPage:
    """As found in a folder: named, without an address, which only some gold pages have."""
    return RawPage(PageRef(page.url, "site", page.url, len(page.body)), page.body)


def _accept(found: Page | Rejected) -> Page:
    """A rejected page counts as a failure, as an exception of a peer does."""
    if isinstance(found, Rejected):
        raise PageRejected(found.stage, found.reason)
    return found
