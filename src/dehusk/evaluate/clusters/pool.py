"""Sites with truth to one pool of pages whose names and addresses are hidden.

What remains to tell pages by is what they look like. Pages of a pool are in such an order that its
first pages, however many, have each kind in about the same share.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from dehusk.errors import WorkerDied
from dehusk.evaluate.contest import Problem
from dehusk.evaluate.curves.kinds import Kinds
from dehusk.evaluate.truth import SINGLES, TruthPage, TruthSite
from dehusk.model import Page, PageRef, Rejected, stable_hash
from dehusk.parse import Caps
from dehusk.run.local import Job
from dehusk.run.pipeline import take_page
from dehusk.run.workers import WorkPlan, map_in_processes

NO_SITE = "pool"


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """Parsed pages; by their keys, the true kind and the name of each."""

    pages: Sequence[Page]
    kinds: Kinds
    names: Mapping[str, str]

    def take_first(self, n_pages: int) -> "Pool":
        """The first so many pages."""
        return self._keep(self.pages[:n_pages])

    def take_site(self, site: TruthSite) -> "Pool":
        """The pages of one site, by the kinds that it knows."""
        kinds = {_hide(site, page): page.kind or "" for page in site.pages}
        pages = [page for page in self.pages if page.ref.key in kinds]
        return replace(self, kinds=kinds)._keep(pages)

    def _keep(self, pages: Sequence[Page]) -> "Pool":
        keys = [page.ref.key for page in pages]
        kinds = {key: self.kinds[key] for key in keys}
        return Pool(pages, kinds, {key: self.names[key] for key in keys})


def read_pool(sites: Sequence[TruthSite], job: Job) -> tuple[Pool, list[Problem]]:
    """The pages of all sites, a kind of each site being one kind; and those that cannot be read.

    Pages that stand alone are left out: whether any two of them share a template is not known.
    """
    known = [(site, page) for site in sites if site.name != SINGLES for page in site.pages]
    plan = WorkPlan(partial(_take_hidden, caps=job.caps), _give_up, job.jobs)
    taken = map_in_processes(plan, [_hide_page(site, page) for site, page in known])
    pages, kinds, names, problems = [], {}, {}, []
    for (site, truth), page in zip(known, taken, strict=True):
        if isinstance(page, Rejected):
            problems.append(Problem(site.set_name, site.name, truth.id, page.reason))
            continue
        pages.append(page)
        kinds[page.ref.key] = f"{site.set_name}/{site.name} {truth.kind or ''}".strip()
        names[page.ref.key] = f"{site.set_name}/{site.name}/{truth.id}"
    return Pool(list(_spread(pages, kinds)), kinds, names), problems


def _hide(site: TruthSite, page: TruthPage) -> str:
    """A name that tells nothing, and is the same each time."""
    return f"{stable_hash(f'{site.set_name}/{site.name}/{page.id}'):016x}"


def _hide_page(site: TruthSite, page: TruthPage) -> PageRef:
    return PageRef(_hide(site, page), NO_SITE, str(page.path), page.path.stat().st_size)


def _take_hidden(ref: PageRef, caps: Caps) -> Page | Rejected:
    page = take_page(ref, caps)
    if isinstance(page, Rejected):
        return page
    return replace(page, ref=page.ref._replace(path=page.ref.source))


def _give_up(ref: PageRef) -> Rejected:
    return Rejected(ref.source, "parse", str(WorkerDied()))


def _spread(pages: Iterable[Page], kinds: Kinds) -> Iterator[Page]:
    """The pages ordered by which share of their kind comes before them."""
    members: dict[str, list[Page]] = {}
    for page in sorted(pages, key=lambda page: page.ref.key):
        members.setdefault(kinds[page.ref.key], []).append(page)
    placed = (
        ((number + 0.5) / len(alike), page.ref.key, page)
        for alike in members.values()
        for number, page in enumerate(alike)
    )
    for _, _, page in sorted(placed, key=lambda one: one[:2]):
        yield page
