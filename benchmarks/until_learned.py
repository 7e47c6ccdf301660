"""What `dehusk crawl --until-learned` saves and costs: sample sites, served on loopback.

Each site is crawled until it is learned, and then learned from what was crawled; beside it stands
the same site learned from all of its pages. Both read every page, and are judged by its truth.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import dehusk
from benchmarks.corpus import scratch_folder
from benchmarks.loopback import Loopback, serve_pages
from dehusk.crawl.engine import CrawlRequest, crawl_site
from dehusk.crawl.fetch import Network
from dehusk.crawl.guard import is_any
from dehusk.crawl.progress import Snapshot
from dehusk.crawl.seeds import Seeds
from dehusk.crawl.settings import CrawlSettings, Manners
from dehusk.evaluate.metrics import Wanted
from dehusk.evaluate.words import count_grams
from dehusk.ingest import SourceSettings
from examples import SITES, SamplePage, make_site

PAGES, QUICK_PAGES = 300, 150
MOST_LOST = 0.01


@dataclass(frozen=True, slots=True)
class Finding:
    """How many pages were crawled of how many, and the mean F1 of the two ways to learn."""

    site: str
    crawled: int
    pages: int
    f1: float
    f1_of_all: float

    @property
    def lost(self) -> float:
        """What the sample costs."""
        return self.f1_of_all - self.f1


def main() -> None:
    """Print a row a site."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sites", nargs="*", default=SITES, help="sample sites (default: all)")
    parser.add_argument("--pages", type=int, help=f"of each site (default: {PAGES})")
    parser.add_argument("--quick", action="store_true", help=f"only {QUICK_PAGES} pages of each")
    options = parser.parse_args()
    n_pages = options.pages or (QUICK_PAGES if options.quick else PAGES)
    print(f"{'site':8} crawled of     F1 sampled  of all    lost")
    for site in options.sites:
        with scratch_folder() as scratch:
            found = measure(site, n_pages, Path(scratch))
        figures = f"{found.f1:10.4f} {found.f1_of_all:7.4f} {found.lost:+7.4f}"
        print(f"{found.site:8} {found.crawled:7} {found.pages:5} {figures}", flush=True)


def measure(site: str, n_pages: int, folder: Path) -> Finding:
    """Crawl a sample site until it is learned; how good that is."""
    pages = list(make_site(site, n_pages))
    archive = folder / "site.warc.gz"
    crawled = crawl_sample(pages, archive)
    sampled = dehusk.learn(str(archive), sources=SourceSettings(latest=True))
    whole = dehusk.learn([(page.url, page.html) for page in pages])
    return Finding(site, crawled, n_pages, _judge(sampled, pages), _judge(whole, pages))


def crawl_sample(pages: Sequence[SamplePage], archive: Path) -> int:
    """Crawl the site from its first listing until it is learned; the pages that took."""
    start = next(page for page in pages if urlsplit(page.url).path.endswith("/index.html"))
    address = urlsplit(start.url)
    bodies = {urlsplit(page.url).path: page.html for page in pages}
    with serve_pages(bodies, f"https://{address.netloc}") as port:
        seeds = Seeds((f"http://{address.hostname}:{port}{address.path}",))
        settings = CrawlSettings(manners=Manners(delay_s=0.0), until_learned=True)
        request = CrawlRequest(seeds, archive, settings, Network(is_any, Loopback()))
        return crawl_site(request, _Silent()).tally.pages


def _judge(site: dehusk.Site, pages: Sequence[SamplePage]) -> float:
    """Mean F1 over all pages; what readers wrote may be kept or not."""
    found = site.extract([(page.url, page.html) for page in pages])
    texts = {row.url: row.text for row in found}
    scores = [
        Wanted(page.text, ignored=count_grams(page.comments)).score(texts[page.url]).f1
        for page in pages
    ]
    return sum(scores) / len(scores)


class _Silent:
    """Watches and says nothing."""

    def go_on(self, pages: int, waiting: int) -> None:
        """Nothing to say."""

    def show(self, snapshot: Snapshot) -> None:
        """Nothing to say."""


if __name__ == "__main__":
    main()
