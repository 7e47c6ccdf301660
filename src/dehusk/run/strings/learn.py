"""The template strings of every site in some sources, learned each from its sample."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import xxhash

from dehusk.errors import BadOutput, ManySites, NothingLearned, PageError
from dehusk.ingest.settings import HTML
from dehusk.learn.strings import Strings
from dehusk.learn.strings.corpus import Pages
from dehusk.learn.strings.idioms import drop_idioms
from dehusk.learn.strings.mine import StringSet
from dehusk.learn.strings.tokens import split_tokens
from dehusk.run.command import Progress, take_stock
from dehusk.run.local import Job, SiteSummary, study_sites
from dehusk.run.sparing import spare_files
from dehusk.run.strings.store import SUFFIX, SiteStrings, save_strings, strings_path
from dehusk.run.strings.text import read_text
from dehusk.write.files import make_folder
from dehusk.write.target import STANDARD_OUTPUT

_HINT = f"give a name that ends in {SUFFIX}, or a folder for several sites"
_OTHER_SUFFIXES = (".husk", ".json", ".jsonl", ".txt", ".html", ".parquet")


@dataclass(frozen=True, slots=True)
class LearnRequest:
    """What the user asked for; `picture` is a file that one site is to be drawn into."""

    sources: tuple[str, ...]
    output: Path
    job: Job
    method: Strings
    keeps_idioms: bool = False
    picture: Path | None = None

    @property
    def is_one(self) -> bool:
        """Whether the output is the file of one site."""
        return self.output.suffix == SUFFIX and not self.output.is_dir()

    def refuse_nonsense(self) -> None:
        """Fail where the output is neither a file of strings nor a folder."""
        name = str(self.output)
        if name == STANDARD_OUTPUT or self.output.suffix in _OTHER_SUFFIXES:
            raise BadOutput(name, _HINT)
        if not self.is_one and self.output.is_file():
            raise BadOutput(name, f"it is a file; {_HINT}")


@dataclass(frozen=True, slots=True)
class LearnedStrings:
    """The strings of a site; of how many pages it has, how many idioms went, what was rejected."""

    strings: SiteStrings
    pages: int
    idioms: int = 0
    rejected: Mapping[str, int] = field(default_factory=dict)


def learn_strings(request: LearnRequest, progress: Progress) -> list[LearnedStrings]:
    """Learn the sites of the sources into a file, or several into a folder."""
    request.refuse_nonsense()
    job, output = request.job, request.output
    with take_stock(request.sources, job, progress) as (inventory, sites):
        written = _list_written(request, [site.site for site in sites])
        spare_files(inventory.list_files(request.sources), str(output), written)
        make_folder(output.resolve().parent if request.is_one else output)
        study = partial(_study, method=request.method, job=job)
        steps = progress.track(study_sites(study, sites, job), "Learning", len(sites))
        studied = list(zip(sites, steps, strict=True))
    learned = [_name(site, found, request) for site, found in studied if found.found.pages]
    if not learned:
        raise _say_why(studied)
    if not request.keeps_idioms:
        learned = _drop_idioms(learned)
    for one in learned:
        save_strings(one.strings, _find_path(request, one.strings.site))
    return learned


def _list_written(request: LearnRequest, sites: Sequence[str]) -> list[Path]:
    """What will be written; fails where several sites would go into one file."""
    if request.is_one and len(sites) > 1:
        raise ManySites(tuple(sites), SUFFIX)
    if request.picture is not None and len(sites) > 1:
        why = f"the pages belong to {len(sites)} sites; give a folder for their pictures"
        raise BadOutput(str(request.picture), why)
    files = [_find_path(request, site) for site in sites]
    return files if request.picture is None else [*files, request.picture]


def _find_path(request: LearnRequest, site: str) -> Path:
    return request.output if request.is_one else strings_path(request.output, site)


@dataclass(frozen=True, slots=True)
class _Studied:
    """What a process found in a site's sample."""

    found: StringSet
    rejected: Mapping[str, int]


def _study(site: SiteSummary, method: Strings, job: Job) -> _Studied:
    pages, rejected = Pages(), Counter[str]()
    seen: set[bytes] = set()
    is_markup = job.sources.content == HTML
    for ref in site.sample:
        try:
            text = read_text(ref, job.sources.content, job.caps)
        except PageError as error:
            rejected[str(error)] += 1
            continue
        # What only copies of one page share is no template.
        digest = xxhash.xxh3_128_digest(text)
        if digest not in seen:
            seen.add(digest)
            pages.add(split_tokens(text, is_markup=is_markup))
    return _Studied(method.mining.mine(pages), dict(sorted(rejected.items())))


def _name(site: SiteSummary, studied: _Studied, request: LearnRequest) -> LearnedStrings:
    content = request.job.sources.content
    strings = SiteStrings(site.site, content, request.method, studied.found)
    return LearnedStrings(strings, site.pages, rejected=studied.rejected)


def _say_why(studied: Iterable[tuple[SiteSummary, _Studied]]) -> NothingLearned:
    """Why no page of any site taught anything."""
    site, found = next(iter(studied))
    first = next(iter(found.rejected), "every page is too large to learn from")
    return NothingLearned(site.site, (f"no page can be taken, the first one is {first}",))


def _drop_idioms(learned: Sequence[LearnedStrings]) -> list[LearnedStrings]:
    """The second level: what many of the sites have is the template of none."""
    kept = drop_idioms([one.strings.found for one in learned])
    return [
        replace(
            one,
            strings=replace(one.strings, found=found),
            idioms=len(one.strings.found.strings) - len(found.strings),
        )
        for one, found in zip(learned, kept, strict=True)
    ]
