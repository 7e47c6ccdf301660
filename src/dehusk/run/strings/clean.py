"""Every page of some sources without the template strings of its site."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from dehusk.errors import BadOutput, BadSiteFile, DehuskError, OtherContent, PageError
from dehusk.ingest import Inventory
from dehusk.ingest.find import STANDARD_INPUT
from dehusk.ingest.settings import HTML
from dehusk.learn.strings.cleaner import Cleaner
from dehusk.model import Cleaned, PageRef, Rejected
from dehusk.run.command import Outcome, Progress, take_stock
from dehusk.run.local import Job, SiteSummary, work_on_pages
from dehusk.run.shelf import Shelf
from dehusk.run.sparing import spare_files, spare_sources, stay_outside
from dehusk.run.strings.store import make_shelf, read_strings, strings_path
from dehusk.run.strings.text import read_text
from dehusk.write.ending import Ending
from dehusk.write.output import Output, Tally, open_output
from dehusk.write.rows import write_json_line
from dehusk.write.standard import BareOutput
from dehusk.write.target import FILE_SUFFIXES, STANDARD_OUTPUT, Target

BYTE_ORDER_MARK = "\ufeff"
STAGE = "strings"
_OTHER_SUFFIXES = (".parquet", ".strings", *FILE_SUFFIXES)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CleanRequest:
    """What the user asked for; `strings` is a file, or a folder with one for each site."""

    sources: tuple[str, ...]
    strings: Path
    output: str
    job: Job

    @property
    def target(self) -> Target:
        """A folder gets a file a page, all else rows."""
        if not Target(self.output).is_folder:
            return Target(self.output, "jsonl")
        return Target(self.output, "html" if self.job.sources.content == HTML else "text")

    def refuse_nonsense(self) -> None:
        """Fail where the output is neither a folder nor rows."""
        suffix = Path(self.output).suffix
        if suffix in _OTHER_SUFFIXES and not Path(self.output).is_dir():
            hint = "give a folder, a name that ends in .jsonl, or -"
            raise BadOutput(self.output, hint)


def clean_strings(request: CleanRequest, progress: Progress) -> Outcome:
    """Clean every page of the sources; Ctrl-C ends it early with all that was written whole."""
    request.refuse_nonsense()
    target = request.target
    if not request.strings.is_dir():
        _check_file(request.strings, request)
    with take_stock(request.sources, request.job, progress) as (inventory, sites):
        _spare(inventory, request)
        _check_files(sites, request)
        is_bare = target.name == STANDARD_OUTPUT and _is_one_page(request.sources, inventory)
        output: Output = BareOutput() if is_bare else open_output(target)
        work = _Worker(request, is_row=target.layout.is_rows and not is_bare)
        cleaning = _Cleaning(inventory, work, output, Tally())
        finished = False
        try:
            total = sum(site.pages for site in sites)
            for _ in progress.track(cleaning.clean_all(), "Cleaning", total):
                pass
            finished = True
        except KeyboardInterrupt:
            pass
        finally:
            outcome = Outcome(sites, (), inventory.passed_over, cleaning.tally, finished)
            output.close(Ending(finished, _sum_up(outcome, request)))
    return outcome


def _spare(inventory: Inventory, request: CleanRequest) -> None:
    """Refuse an output that would overwrite what is read, or would be read the next time."""
    target = request.target
    spare_sources(inventory, request.sources, target)
    if target.name == STANDARD_OUTPUT:
        return
    spare_files([str(request.strings.resolve())], target.name, target.list_paths())
    # A folder is marked as written, a table is not.
    if not target.is_folder:
        stay_outside(request.sources, target)


def _check_files(sites: list[SiteSummary], request: CleanRequest) -> None:
    """A file that cannot be used is better known before the work than in the midst of it."""
    if not request.strings.is_dir():
        return
    paths = [strings_path(request.strings, site.site) for site in sites]
    there = [path for path in paths if path.exists()]
    if not there:
        names = ", ".join(path.name for path in paths[:3])
        why = f"the folder holds none for these pages, such as {names}"
        raise BadSiteFile(str(request.strings), why, "strings file")
    for path in there:
        _check_file(path, request)


def _check_file(path: Path, request: CleanRequest) -> None:
    strings = read_strings(path)
    if strings.content != request.job.sources.content:
        raise OtherContent(str(path), strings.content)


def _is_one_page(sources: tuple[str, ...], inventory: Inventory) -> bool:
    """Whether the only SOURCE is a page itself, and no folder, archive or table."""
    if len(sources) > 1:
        return False
    (source,) = sources
    name = source if source == STANDARD_INPUT else Path(source).name
    if source != STANDARD_INPUT and not Path(source).is_file():
        return False
    return [found.source for found in islice(inventory.everything(), 2)] == [name]


def _sum_up(outcome: Outcome, request: CleanRequest) -> dict[str, object]:
    """The contents of summary.json: the same for the same input."""
    tally = outcome.tally
    return {
        "finished": outcome.finished,
        "content": request.job.sources.content,
        "pages": sum(site.pages for site in outcome.sites),
        "written": tally.written,
        "rejected": tally.rejected,
        "rejected_because": dict(sorted(tally.reasons.items())),
        "passed_over": dict(sorted(outcome.passed_over.items())),
        "sites": [
            {"site": site.site, "pages": site.pages}
            for site in sorted(outcome.sites, key=lambda site: site.site)
        ],
    }


class _Worker:
    """What a process does with a page; holds the strings of the sites it met ready."""

    def __init__(self, request: CleanRequest, *, is_row: bool) -> None:
        self.job = request.job
        self._strings = request.strings
        self._is_row = is_row
        self._shelf: Shelf[Cleaner] = make_shelf(request.strings)

    def __call__(self, ref: PageRef | Rejected) -> Cleaned | Rejected:
        if isinstance(ref, Rejected):
            return ref
        if self._strings.is_dir() and not strings_path(self._strings, ref.site).exists():
            where = strings_path(self._strings, ref.site)
            return Rejected(ref.source, STAGE, f"no strings of its site: {where} is missing")
        try:
            text = read_text(ref, self.job.sources.content, self.job.caps)
        except PageError as error:
            return Rejected(ref.source, "read", str(error))
        try:
            return self._clean(ref, text)
        except DehuskError:
            raise
        except Exception as error:
            # A page that finds a fault in us costs only itself.
            _log.exception("%s", ref.source)
            return Rejected(ref.source, STAGE, f"{type(error).__name__}: {error}")

    def _clean(self, ref: PageRef, text: bytes) -> Cleaned:
        clean = self._shelf.get(ref.site).clean(text)
        if not self._is_row:
            return Cleaned(self._mark_charset(clean.text.decode()))
        row = {
            "source": ref.source,
            "url": ref.url,
            "captured": ref.captured,
            "site": ref.site,
            "text": clean.text.decode(),
            "removed_share": clean.removed_share,
        }
        return Cleaned(write_json_line(row))

    def _mark_charset(self, text: str) -> str:
        """With a mark that browsers heed above all: what the page said of its charset may be gone,
        or no longer be true.
        """
        is_told = text.isascii() or self.job.sources.content != HTML
        return text if is_told else BYTE_ORDER_MARK + text


@dataclass(frozen=True, slots=True)
class _Cleaning:
    """All pages on their way to the output."""

    inventory: Inventory
    work: _Worker
    output: Output
    tally: Tally

    def clean_all(self) -> Iterator[PageRef | Rejected]:
        pages = work_on_pages(self.work, self.inventory.everything(), self.work.job, STAGE)
        for found, page in pages:
            if isinstance(page, Rejected):
                self.output.reject(page)
            elif isinstance(found, PageRef):
                self.output.write(found, page)
            self.tally.add(page)
            yield found
