"""Which pages share a template: clusters found on each site's sample, then every page assigned.

As in a run, all parsing happens in worker processes, and pages stream: of a page that was assigned
only its cluster's counts remain.
"""

import json
import logging
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dehusk.cluster import CLUSTER_METHODS, Clustering
from dehusk.cluster.portrait import Portrait, portray
from dehusk.errors import DehuskError
from dehusk.ingest import Inventory
from dehusk.model import Cluster, Membership, Page, PageRef, Rejected
from dehusk.run.cluster_tally import SiteClusters, SiteTally
from dehusk.run.command import Progress, take_stock
from dehusk.run.local import Job, SiteSummary, study_sites, work_on_pages
from dehusk.run.pipeline import Recipe, drop_copies, take_page, take_pages
from dehusk.run.shelf import Shelf
from dehusk.run.sparing import spare_sources, stay_outside
from dehusk.write.files import write_whole
from dehusk.write.names import flat_name_of
from dehusk.write.output import Tally
from dehusk.write.target import Target

_log = logging.getLogger(__name__)

TakePage = Callable[[PageRef | Rejected, Membership | Rejected], None]
"""Told of each page, in the order of the input, where it belongs or why it was rejected."""

OpenRows = Callable[[], AbstractContextManager[TakePage]]
"""Called when it is certain that there is something to write, before the long work."""


@dataclass(frozen=True, slots=True)
class ClusterRequest:
    """What is asked for; `targets` will be written to, and must not be what is read."""

    sources: tuple[str, ...]
    job: Job
    targets: tuple[Target, ...] = ()
    with_portraits: bool = False


@dataclass(frozen=True, slots=True)
class ClusterReport:
    """The clusters of all sites, by their names, and what was no page to assign."""

    sites: tuple[SiteClusters, ...]
    reasons: Mapping[str, int]
    passed_over: Mapping[str, int]

    @property
    def pages(self) -> int:
        """All pages that were assigned."""
        return sum(site.pages for site in self.sites)

    @property
    def rejected(self) -> int:
        """All pages that could not be taken."""
        return sum(self.reasons.values())

    def count_clusters(self) -> int:
        """The clusters of all sites."""
        return sum(site.count_clusters() for site in self.sites)


def find_clusters(
    request: ClusterRequest, progress: Progress, open_rows: OpenRows
) -> ClusterReport:
    """The clusters of the sources' sites; what `open_rows` gives is told of every page."""
    with take_stock(request.sources, request.job, progress) as (inventory, sites):
        for target in request.targets:
            spare_sources(inventory, request.sources, target)
            stay_outside(request.sources, target)
        with open_rows() as take:
            return _cluster_sites(_Stock(request, inventory, sites), progress, take)


@dataclass(frozen=True, slots=True)
class _Stock:
    """What is asked for, and what there is."""

    request: ClusterRequest
    inventory: Inventory
    sites: Sequence[SiteSummary]


def _cluster_sites(stock: _Stock, progress: Progress, take: TakePage) -> ClusterReport:
    request, inventory, sites = stock.request, stock.inventory, stock.sites
    with tempfile.TemporaryDirectory(prefix="dehusk-") as folder:
        study = partial(_study_site, folder=Path(folder), request=request)
        studied = progress.track(study_sites(study, sites, request.job), "Clustering", len(sites))
        found = dict(zip((site.site for site in sites), studied, strict=True))
        assigning = _Assigning(inventory, _Assigner(Path(folder), request.job))
        tallies = {site.site: SiteTally.watch(site.sample) for site in sites}
        total = sum(site.pages for site in sites)
        steps = progress.track(assigning.assign_all(tallies, take), "Assigning", total)
        tally = Tally()
        for outcome in steps:
            if isinstance(outcome, Rejected):
                tally.add(outcome)
        rows = (_sum_up(site, found[site.site], tallies[site.site]) for site in sites)
        return ClusterReport(
            sites=tuple(sorted(rows, key=lambda row: row.site)),
            reasons=dict(sorted(tally.reasons.items())),
            passed_over=dict(sorted(inventory.passed_over.items())),
        )


@dataclass(frozen=True, slots=True)
class _Found:
    """What a worker found on a site's sample."""

    sampled: int
    clusters: tuple[Cluster, ...]
    portrait: Portrait | None


def _study_site(site: SiteSummary, folder: Path, request: ClusterRequest) -> _Found:
    """Find the clusters as learning does, and keep what assigning needs in a file."""
    pages = drop_copies(take_pages(site.sample, request.job.caps))
    recipe = request.job.recipe
    method = CLUSTER_METHODS.create(recipe.cluster, recipe.cluster_settings)
    clusters, clustering = method.cluster(pages)
    write_whole(_path_of(folder, site.site), json.dumps(clustering.state()).encode())
    portrait = portray(pages, clusters) if request.with_portraits and pages else None
    return _Found(len(pages), tuple(clusters), portrait)


def _path_of(folder: Path, site: str) -> Path:
    return folder / flat_name_of(site, ".json")


def _sum_up(site: SiteSummary, found: _Found, tally: SiteTally) -> SiteClusters:
    return SiteClusters(
        site=site.site,
        pages=tally.pages,
        rejected=site.pages - tally.pages,
        sampled=found.sampled,
        clusters=tuple(tally.list_rows(found.clusters)),
        portrait=found.portrait,
    )


class _Assigner:
    """What a worker does with a page; holds the clusters of the sites it met ready."""

    def __init__(self, folder: Path, job: Job) -> None:
        self.job = job
        self._shelf = Shelf(partial(_read_clustering, folder, job.recipe))

    def __call__(self, ref: PageRef | Rejected) -> Membership | Rejected:
        if isinstance(ref, Rejected):
            return ref
        try:
            page = take_page(ref, self.job.caps)
            return self._shelf.get(ref.site).assign(page) if isinstance(page, Page) else page
        except DehuskError:
            raise
        except Exception as error:
            # A page that finds a fault in us costs only itself.
            _log.exception("%s", ref.source)
            return Rejected(ref.source, "cluster", f"{type(error).__name__}: {error}")


def _read_clustering(folder: Path, recipe: Recipe, site: str) -> Clustering:
    method = CLUSTER_METHODS.create(recipe.cluster, recipe.cluster_settings)
    return method.load(json.loads(_path_of(folder, site).read_bytes()))


@dataclass(frozen=True, slots=True)
class _Assigning:
    """All pages on their way to their clusters."""

    inventory: Inventory
    assigner: _Assigner

    def assign_all(
        self, tallies: Mapping[str, SiteTally], take: TakePage
    ) -> Iterator[Membership | Rejected]:
        everything = self.inventory.everything()
        job = self.assigner.job
        for found, outcome in work_on_pages(self.assigner, everything, job, "cluster"):
            if isinstance(found, PageRef) and isinstance(outcome, Membership):
                tallies[found.site].add(found, outcome)
            take(found, outcome)
            yield outcome
