"""The jobs of the command line, told as they go on to whoever shows progress."""

import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Protocol, TypeVar

import xxhash

from dehusk.errors import BadSiteFile, ManySites, NothingLearned
from dehusk.ingest import find_pages
from dehusk.model import PageRef
from dehusk.run.local import (
    Job,
    SiteSummary,
    extract_pages,
    learn_sites,
    survey_sites,
    why_rejected,
)
from dehusk.run.pipeline import Recipe
from dehusk.run.store import SUFFIX, OneSite, SiteShelf, read_site, site_path
from dehusk.write.files import make_folder, write_whole
from dehusk.write.output import Output, Tally, Target, open_output

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
    tally: Tally
    finished: bool

    def summary(self, recipe: Recipe) -> dict[str, object]:
        """The contents of summary.json: the same for the same input."""
        return {
            "finished": self.finished,
            "pages": sum(site.pages for site in self.sites),
            "written": self.tally.written,
            "already_there": self.tally.skipped,
            "rejected": self.tally.rejected,
            "rejected_because": dict(sorted(self.tally.reasons.items())),
            "recipe": asdict(recipe),
            "sites": [
                {"site": site.site, "pages": site.pages, "learned_from": learned_from}
                for site, learned_from in zip(self.sites, self.learned_from, strict=True)
            ],
        }


def run_all(request: Request, progress: Progress) -> Outcome:
    """Learn every site of the sources and extract every page."""
    sites = _survey(request, progress)
    identity = json.dumps(asdict(request.job.recipe), sort_keys=True)
    output = open_output(replace(request.target, identity=identity))
    with _folder_for_sites(request.target) as folder:
        learned_from = _learn(sites, folder, request, progress)
        return _extract(
            request, _Knowledge(sites, learned_from, SiteShelf(folder)), output, progress
        )


def learn_only(request: Request, progress: Progress) -> list[tuple[SiteSummary, int]]:
    """Learn the sites of the sources into a .husk file, or several into a folder.

    Tells of each site how many pages it was learned from.
    """
    sites = _survey(request, progress)
    target = Path(request.target.name)
    if target.suffix != SUFFIX:
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


def extract_only(request: Request, site_file: Path, progress: Progress) -> Outcome:
    """Extract every page of the sources with one learned site."""
    learned = read_site(site_file)
    sites = _survey(request, progress)
    identity = f"extract {xxhash.xxh64_hexdigest(site_file.read_bytes())}"
    output = open_output(replace(request.target, identity=identity))
    known = _Knowledge(sites, [learned.pages] * len(sites), OneSite(site_file))
    return _extract(request, known, output, progress)


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """The sites of a job, and where what was learned of them is."""

    sites: Sequence[SiteSummary]
    learned_from: Sequence[int]
    shelf: SiteShelf | OneSite


def _survey(request: Request, progress: Progress) -> list[SiteSummary]:
    refs = progress.track(find_pages(request.sources), "Looking", None)
    return survey_sites(refs, request.job)


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


def _extract(request: Request, known: _Knowledge, output: Output, progress: Progress) -> Outcome:
    """Extract all pages; Ctrl-C ends it early with all that was written whole."""
    tally = Tally()
    finished = False
    total = sum(site.pages for site in known.sites)
    refs = _remaining(request, output, tally)
    try:
        rows = extract_pages(refs, known.shelf, request.job)
        for ref, row in progress.track(rows, "Extracting", total):
            output.write(ref, row)
            tally.add(row)
        finished = True
    except KeyboardInterrupt:
        pass
    finally:
        outcome = Outcome(known.sites, known.learned_from, tally, finished)
        output.close(outcome.summary(request.job.recipe), finished=finished)
    return outcome


def _remaining(request: Request, output: Output, tally: Tally) -> Iterator[PageRef]:
    """The pages to do; on resuming, those that were not written before."""
    for ref in find_pages(request.sources):
        if output.has(ref):
            tally.skipped += 1
        else:
            yield ref


@contextmanager
def _folder_for_sites(target: Target) -> Iterator[Path]:
    """Beside the pages where the output is a folder; else for the time of the run only."""
    if target.is_folder:
        make_folder(Path(target.name, "sites"))
        yield Path(target.name, "sites")
    else:
        with tempfile.TemporaryDirectory(prefix="dehusk-") as folder:
            yield Path(folder)
