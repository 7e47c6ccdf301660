"""The jobs of the command line, told as they go on to whoever shows progress."""

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Protocol, TypeVar

import xxhash

from dehusk.errors import BadOutput, BadSiteFile, ManySites, NothingLearned
from dehusk.ingest import Inventory, Order
from dehusk.model import Cleaned, Duplicate, PageRef, Rejected
from dehusk.render import prepare_sources
from dehusk.run.block_store.book import BlockBook
from dehusk.run.block_store.savings import Savings
from dehusk.run.duplicates import SketchBook
from dehusk.run.local import (
    Job,
    SiteSummary,
    clean_pages,
    draw_samples,
    learn_sites,
    survey_sites,
    why_rejected,
)
from dehusk.run.pipeline import Recipe
from dehusk.run.sparing import spare_files, spare_sources
from dehusk.run.store import SUFFIX, OneSite, SiteShelf, read_site, site_path
from dehusk.write.ending import Ending
from dehusk.write.files import make_folder, write_whole
from dehusk.write.folder import BLOCKS_FOLDER
from dehusk.write.output import Output, Tally, open_output
from dehusk.write.target import FILE_SUFFIXES, Target

Step = TypeVar("Step")


class Progress(Protocol):
    """Shows how far a job is."""

    def track(self, steps: Iterable[Step], name: str, total: int | None) -> Iterable[Step]:
        """The same steps, shown as they are taken."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for."""

    sources: tuple[str, ...]
    target: Target
    job: Job


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended."""

    sites: Sequence[SiteSummary]
    learned_from: Sequence[int]
    passed_over: Mapping[str, int]
    tally: Tally
    finished: bool
    savings: Mapping[str, Savings] | None = None

    def summary(self, recipe: Recipe) -> dict[str, object]:
        """The contents of summary.json: the same for the same input."""
        stored = {"blocks": self.saved.state()} if self.saved else {}
        return {
            "finished": self.finished,
            "pages": sum(site.pages for site in self.sites),
            "written": self.tally.written,
            "already_there": self.tally.skipped,
            "duplicates": self.tally.duplicates,
            "rejected": self.tally.rejected,
            "rejected_because": dict(sorted(self.tally.reasons.items())),
            "passed_over": dict(sorted(self.passed_over.items())),
            **stored,
            "recipe": asdict(recipe),
            "sites": [
                self._tell_of_site(site, learned_from)
                for site, learned_from in sorted(
                    zip(self.sites, self.learned_from, strict=True), key=lambda row: row[0].site
                )
            ],
        }

    @property
    def saved(self) -> Savings | None:
        """What the block store saves on all sites, where there is one."""
        return None if self.savings is None else Savings.add_up(self.savings.values())

    def _tell_of_site(self, site: SiteSummary, learned_from: int) -> dict[str, object]:
        row = {"site": site.site, "pages": site.pages, "learned_from": learned_from}
        if self.savings is None:
            return row
        return {**row, "blocks": self.savings.get(site.site, Savings()).state()}


def run_all(request: Request, progress: Progress) -> Outcome:
    """Learn every site of the sources and extract every page."""
    request = replace(request, target=replace(request.target, finds_duplicates=True))
    with take_stock(request.sources, request.job, progress) as (inventory, sites):
        spare_sources(inventory, request.sources, request.target)
        output = open_output(replace(request.target, identity=_identify_run(request)))
        with _folder_for_sites(request.target) as folder, _open_book(request.target) as blocks:
            learned_from = _learn(sites, folder, request, progress)
            known = _Knowledge(inventory, sites, learned_from, SiteShelf(folder))
            writing = _Writing(request, output, Tally(), SketchBook(), blocks)
            return _extract(writing, known, progress)


def learn_only(request: Request, progress: Progress) -> list[tuple[SiteSummary, int]]:
    """Learn the sites of the sources into a .husk file, or several into a folder.

    Tells of each site how many pages it was learned from.
    """
    with take_stock(request.sources, request.job, progress) as (inventory, sites):
        target = Path(request.target.name)
        is_one = target.suffix == SUFFIX
        if not is_one and target.suffix in FILE_SUFFIXES and not target.is_dir():
            raise BadOutput(str(target), f"give a {SUFFIX} file, or a folder for several sites")
        written = [target] if is_one else [site_path(target, site.site) for site in sites]
        spare_files(inventory.list_files(request.sources), request.target.name, written)
        if not is_one:
            make_folder(target)
            return list(zip(sites, _learn(sites, target, request, progress), strict=True))
        if len(sites) > 1:
            raise ManySites(tuple(site.site for site in sites))
        with tempfile.TemporaryDirectory(prefix="dehusk-") as folder:
            (learned_from,) = _learn(sites, Path(folder), request, progress)
            if not learned_from:
                raise NothingLearned(sites[0].site, (why_rejected(sites[0], request.job),))
            write_whole(target, site_path(Path(folder), sites[0].site).read_bytes())
        return [(sites[0], learned_from)]


def extract_only(
    request: Request, site_file: Path, progress: Progress, want: str | None = None
) -> Outcome:
    """Extract every page of the sources with one learned site, which may be told what is wanted."""
    learned = OneSite(site_file, want).get("")
    request = replace(request, job=replace(request.job, recipe=learned.recipe))
    with take_stock(request.sources, request.job, progress) as (inventory, sites):
        spare_sources(inventory, request.sources, request.target)
        learned_by = xxhash.xxh64_hexdigest(site_file.read_bytes())
        identity = f"extract {learned_by} {_identify_run(request)}"
        output = open_output(replace(request.target, identity=identity))
        learned_from = [learned.pages] * len(sites)
        known = _Knowledge(inventory, sites, learned_from, OneSite(site_file, want))
        writing = _Writing(request, output, Tally(), SketchBook())
        return _extract(writing, known, progress)


def _identify_run(request: Request) -> str:
    """What two runs must share for the second to go on with what the first wrote."""
    settings = {**asdict(request.job.recipe), "sources": asdict(request.job.sources)}
    settings["format"] = request.target.format_name
    if request.job.keep:
        settings["keep"] = request.job.keep
    if request.target.stores_blocks:
        settings["store_blocks"] = True
    if request.job.rendering:
        settings["render"] = request.job.rendering.identify()
    settings["from"] = [os.path.abspath(source) for source in request.sources]  # noqa: PTH100
    return json.dumps(settings, sort_keys=True)


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """The pages and sites of a job, and where what was learned of them is."""

    inventory: Inventory
    sites: Sequence[SiteSummary]
    learned_from: Sequence[int]
    shelf: SiteShelf | OneSite


@contextmanager
def take_stock(
    sources: Sequence[str], job: Job, progress: Progress
) -> Iterator[tuple[Inventory, list[SiteSummary]]]:
    """All there is in the sources, and the sites it belongs to."""
    with Inventory(job.sources) as inventory:
        for _ in progress.track(inventory.take_sources(sources), "Looking", None):
            pass
        if job.rendering:
            prepare_sources(inventory.pages(), job.rendering.cache)
        yield inventory, survey_sites(inventory.pages(), job)


def _learn(
    sites: Sequence[SiteSummary], folder: Path, request: Request, progress: Progress
) -> list[int]:
    """Learn what is not yet learned; the pages that each site was learned from."""
    known = {
        site.site: pages
        for site in sites
        if request.target.resume
        and (pages := _pages_learned(site_path(folder, site.site), request))
    }
    missing = [site for site in sites if site.site not in known]
    if request.job.rendering:
        total = sum(len(site.sample) for site in missing)
        for _ in progress.track(draw_samples(missing, request.job), "Rendering", total):
            pass
    steps = progress.track(learn_sites(missing, folder, request.job), "Learning", len(missing))
    known |= {site.site: pages for site, pages in zip(missing, steps, strict=True)}
    return [known[site.site] for site in sites]


def _pages_learned(path: Path, request: Request) -> int:
    """How many pages a finished site file of the same recipe was learned from; none otherwise."""
    if not path.exists():
        return 0
    try:
        learned = read_site(path)
    except BadSiteFile:
        return 0
    return learned.pages if learned.recipe == request.job.recipe else 0


def _extract(writing: "_Writing", known: _Knowledge, progress: Progress) -> Outcome:
    """Extract all pages; Ctrl-C ends it early with all that was written whole."""
    request = writing.request
    duplicates: dict[int, Duplicate] = {}
    savings: Mapping[str, Savings] | None = None
    finished = False
    try:
        total = sum(site.pages for site in known.sites)
        for _ in progress.track(writing.write_all(known), "Extracting", total):
            pass
        duplicates = writing.find_duplicates()
        savings = writing.store_blocks(duplicates)
        finished = True
    except KeyboardInterrupt:
        pass
    finally:
        passed_over = known.inventory.passed_over
        counts = (known.learned_from, passed_over, writing.tally)
        outcome = Outcome(known.sites, *counts, finished, savings)
        summary = outcome.summary(request.job.recipe)
        ending = Ending(finished, summary, duplicates, request.target.drops_duplicates)
        writing.output.close(ending)
        writing.book.close()
    if finished and writing.blocks is not None:
        writing.blocks.finish()
    return outcome


@dataclass(frozen=True, slots=True)
class _Writing:
    """Pages on their way to an output: counted, and sketched to tell which repeat others."""

    request: Request
    output: Output
    tally: Tally
    book: SketchBook
    blocks: BlockBook | None = None
    recalled: set[int] = field(default_factory=set)

    def write_all(self, known: _Knowledge) -> Iterator[PageRef | Rejected]:
        target = self.request.target
        order = Order.BY_SITE if target.is_sorted_by_site else Order.AS_FOUND
        remaining = self._pass_by_done(known.inventory.everything(order))
        pages = clean_pages(remaining, known.shelf, self.request.job, target)
        for found, page in pages:
            if isinstance(page, Rejected):
                self.output.reject(page)
            elif isinstance(found, PageRef):
                if self.blocks is not None and page.blocks is not None:
                    self.blocks.add(found, page.blocks)
                self.output.write(found, page)
                if target.finds_duplicates:
                    self.book.add(found, page.canonical, page.sketch)
            self.tally.add(page)
            yield found

    def find_duplicates(self) -> dict[int, Duplicate]:
        found = {duplicate.number: duplicate for duplicate in self.book.find_duplicates()}
        self.tally.duplicates = len(found)
        if self.request.target.drops_duplicates:
            recalled = len(self.recalled & found.keys())
            self.tally.skipped -= recalled
            self.tally.written -= len(found) - recalled
        return found

    def store_blocks(self, duplicates: Mapping[int, Duplicate]) -> Mapping[str, Savings] | None:
        """Write the block store, if one is wanted, of the same pages that the output has."""
        if self.blocks is None:
            return None
        if self.request.target.drops_duplicates:
            self.blocks.leave_out(duplicate.ref for duplicate in duplicates.values())
        return self.blocks.export()

    def _pass_by_done(self, items: Iterable[PageRef | Rejected]) -> Iterator[PageRef | Rejected]:
        """What is to do; on resuming, without the pages that were written before."""
        for item in items:
            known = self._recall(item) if isinstance(item, PageRef) else None
            if known is None or not isinstance(item, PageRef):
                yield item
            else:
                self.tally.skipped += 1
                self.recalled.add(self.book.add(item, known.canonical, known.sketch))

    def _recall(self, ref: PageRef) -> Cleaned | None:
        """A page is done when all that is wanted of it is there."""
        known = self.output.recall(ref)
        if known is not None and self.blocks is not None and not self.blocks.recall(ref):
            return None
        return known


@contextmanager
def _open_book(target: Target) -> Iterator[BlockBook | None]:
    """Where blocks are gathered, if they are wanted."""
    if not target.stores_blocks:
        yield None
        return
    book = BlockBook(Path(target.name, BLOCKS_FOLDER), resumes=target.resume)
    try:
        yield book
    finally:
        if not target.is_resumable:
            # No run could go on with what is not in the store yet.
            book.finish()
        book.close()


@contextmanager
def _folder_for_sites(target: Target) -> Iterator[Path]:
    """Beside the pages where the output is a folder; else for the time of the run only."""
    if target.is_folder:
        make_folder(Path(target.name, "sites"))
        yield Path(target.name, "sites")
    else:
        with tempfile.TemporaryDirectory(prefix="dehusk-") as folder:
            yield Path(folder)
