"""A site with truth made ready to be judged: pages parsed and leaves labelled, once for all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dehusk.evaluate.contest import Problem
from dehusk.evaluate.exhibit import Exhibit
from dehusk.evaluate.leaves import label_leaves
from dehusk.evaluate.truth import SINGLES, TruthSite
from dehusk.ingest import Inventory
from dehusk.model import Page, PageRef
from dehusk.run.local import Job, survey_sites
from dehusk.run.pipeline import take_page


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A site to be judged on: the pages a run would learn from, and those that are scored."""

    site: TruthSite
    pages: Sequence[Page]
    exhibits: Sequence[Exhibit]
    problems: Sequence[Problem]


def split_singles(sites: Sequence[TruthSite]) -> list[TruthSite]:
    """The sites that are scored; pages whose site has no other page become sites of their own."""
    split: list[TruthSite] = []
    for site in sites:
        if site.name == SINGLES:
            singles = ((f"{SINGLES}/{page.id}", (page,)) for page in site.scored)
            split += [replace(site, name=name, pages=pages) for name, pages in singles]
        elif site.scored:
            split.append(site)
    return split


def is_single(site_name: str) -> bool:
    """Is it the site of one page that stands alone?"""
    return site_name.startswith(f"{SINGLES}/")


def prepare(site: TruthSite, job: Job) -> Ground:
    """Read, parse and label the site's pages."""
    sample, refs = _list_pages(site, job)
    exhibits: list[Exhibit] = []
    problems: list[Problem] = []
    taken: dict[PageRef, Page] = {}
    truths = {page.id: page for page in site.pages}
    for ref in refs:
        truth = truths[Path(ref.source).stem]
        page = take_page(ref, job.caps)
        if isinstance(page, Page):
            taken[ref] = page
            if truth.is_scored:
                leaves = label_leaves(page.tree, truth, site)
                exhibits.append(Exhibit(page, truth, site.wanted(truth), leaves))
        elif truth.is_scored:
            problems.append(Problem(site.set_name, site.name, truth.id, page.reason))
    return Ground(site, [taken[ref] for ref in sample if ref in taken], exhibits, problems)


def _list_pages(site: TruthSite, job: Job) -> tuple[Sequence[PageRef], list[PageRef]]:
    """The sample that a run over the site's folder would learn from, and all its pages."""
    first = site.pages[0].path
    with Inventory(job.sources) as inventory:
        inventory.take_all([str(first if is_single(site.name) else first.parent)])
        known = {page.path for page in site.pages}
        refs = [ref for ref in inventory.pages() if Path(ref.path) in known]
    samples = [one.sample for one in survey_sites(refs, job)]
    return (samples[0] if samples else ()), refs
