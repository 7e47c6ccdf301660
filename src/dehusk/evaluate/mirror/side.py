"""One presentation of a content: its pages, learned by itself, and what is kept of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dehusk.evaluate.words import split_words
from dehusk.ingest import Inventory
from dehusk.model import Page, PageRef
from dehusk.parse import Caps
from dehusk.run.local import Job, survey_sites
from dehusk.run.pipeline import LearnedSite, learn_site, take_page, take_pages
from dehusk.write.text import render_text, render_whole


@dataclass(frozen=True, slots=True)
class Texts:
    """All that a page says, and what is kept of it."""

    whole: str
    kept: str

    @property
    def kept_share(self) -> float:
        """The share of its words that is kept."""
        return len(split_words(self.kept)) / max(len(split_words(self.whole)), 1)


@dataclass(frozen=True, slots=True)
class Side:
    """The pages of one source, and what was learned of their sites."""

    refs: Sequence[PageRef]
    sites: Mapping[str, LearnedSite]
    caps: Caps

    def clean(self, ref: PageRef) -> Texts:
        """The texts of a page; empty ones if it cannot be taken."""
        page = take_page(ref, self.caps)
        if not isinstance(page, Page):
            return Texts("", "")
        judged = self.sites[ref.site].judge(page)
        return Texts(_read_whole(page), render_text(page.tree, judged.is_kept))

    def read(self, ref: PageRef) -> str:
        """All that a page says."""
        page = take_page(ref, self.caps)
        return _read_whole(page) if isinstance(page, Page) else ""


def learn_side(source: str, inventory: Inventory, job: Job) -> Side:
    """List the pages of a source and learn its sites."""
    inventory.take_all([source])
    sites = {}
    for summary in survey_sites(inventory.pages(), job):
        pages = take_pages(summary.sample, job.caps)
        if pages:
            sites[summary.site] = learn_site(summary.site, pages, job.recipe)
    refs = [ref for ref in inventory.pages() if ref.site in sites]
    return Side(refs, sites, job.caps)


def _read_whole(page: Page) -> str:
    return render_whole(page.tree)
