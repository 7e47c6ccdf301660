"""The peers, each with the options it is measured with; imported only in the process that runs it.

Options are a tool's defaults but for what the truth leaves out: reader comments (not counted either
way), alternative texts of images, addresses of links. Bytes are decoded by the tool
itself where it takes bytes, else by what resiliparse detects.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Html:
    """A page as tools are given it."""

    url: str
    body: bytes


Extract = Callable[[Html], str]
Learn = Callable[[Sequence[Html]], Extract]
"""From the pages of a site to what cleans one of them; page-level tools do not look at the site."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One row of the table; `load` imports what it needs."""

    name: str
    package: str
    options: str
    load: Callable[[], Learn]


def load_trafilatura() -> Learn:
    """Its defaults, but for comments."""
    from trafilatura import extract

    return _by_page(lambda page: extract(page.body, include_comments=False) or "")


def load_resiliparse() -> Learn:
    """Main content as plain text."""
    from resiliparse.extract.html2text import extract_plain_text

    decode = _load_decoder()
    options = {"main_content": True, "comments": False, "alt_texts": False, "links": False}
    return _by_page(lambda page: str(extract_plain_text(decode(page.body), **options)))


def load_readability() -> Learn:
    """Its summary is HTML, made as its README does; html_partial=True gains .015 on the gold."""
    from lxml.html import fromstring
    from readability import Document

    def extract(page: Html) -> str:
        summary = Document(page.body).summary()
        return "\n".join(fromstring(summary).itertext())

    return _by_page(extract)


def load_justext() -> Learn:
    """The stop words of all its languages, because a page's language is not known beforehand."""
    from justext import get_stoplist, get_stoplists, justext

    stop_words = frozenset[str]().union(*(get_stoplist(name) for name in get_stoplists()))

    def extract(page: Html) -> str:
        found = justext(page.body, stop_words)
        return "\n".join(part.text for part in found if not part.is_boilerplate)

    return _by_page(extract)


def load_boilerpy3() -> Learn:
    """Its extractor of articles; pages that it cannot parse come back as they can."""
    from boilerpy3.extractors import ArticleExtractor

    decode = _load_decoder()
    extractor = ArticleExtractor(raise_on_failure=False)
    return _by_page(lambda page: str(extractor.get_content(decode(page.body))))


def load_deboiler() -> Learn:
    """Its defaults in one process; `performance` parses a page once where `memory` does twice."""
    from deboiler import Deboiler
    from deboiler.dataset import ListDataset

    def learn(pages: Sequence[Html]) -> Extract:
        records = [{"url": page.url, "content": page.body} for page in pages]
        dataset = ListDataset(records, status_key=None, content_type_key=None, verbose=False)
        site = Deboiler(n_processes=1, operation_mode="performance", verbose=False)
        site.fit(dataset)
        return lambda page: str(site.transform_page(page.url, dataset).cleaned_text)

    return learn


def _by_page(extract: Extract) -> Learn:
    return lambda _: extract


def _load_decoder() -> Callable[[bytes], str]:
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    return lambda body: str(bytes_to_str(body, detect_encoding(body)))


PEERS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool("trafilatura", "trafilatura", "include_comments=False", load_trafilatura),
        Tool(
            "resiliparse",
            "resiliparse",
            "main_content=True, comments=False, alt_texts=False, links=False",
            load_resiliparse,
        ),
        Tool(
            "readability",
            "readability-lxml",
            "summary() as it comes (html_partial=False), its texts",
            load_readability,
        ),
        Tool("jusText", "jusText", "the stop words of all its languages", load_justext),
        Tool("boilerpy3", "boilerpy3", "ArticleExtractor(raise_on_failure=False)", load_boilerpy3),
        Tool("deboiler", "deboiler", "n_processes=1, operation_mode=performance", load_deboiler),
    )
}
