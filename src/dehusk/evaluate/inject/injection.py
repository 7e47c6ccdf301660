"""Made-up parts of a template put into real pages: are they found, and is anything else lost?

One of the four evaluations that Foschini proposes; it needs no truth. Each kind of part is tried
on its own, against the site cleaned without it. Beside them goes a paragraph that no two pages
share, which must stay.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from textwrap import shorten

from dehusk.errors import BadSetting, NothingToCompare
from dehusk.evaluate.findings import Figure, Findings
from dehusk.evaluate.inject.parts import KINDS, Kind
from dehusk.evaluate.inject.trial import Trial, lay_ground, try_kind
from dehusk.evaluate.study import read_sites
from dehusk.model import Page
from dehusk.parse import DEFAULT_CAPS, Caps
from dehusk.run.local import Job
from dehusk.run.pipeline import Recipe

MIN_PAGES = 5
"""With fewer pages nothing that comes back can be told from chance."""

FOUND_ENOUGH = 0.95
LOST_TOO_MUCH = 0.02
"""Parts found less and text lost more than this are named as failures."""

_LONGEST_EXCERPT = 60


@dataclass(frozen=True, slots=True)
class InjectSettings:
    """Which kinds of parts are tried, and on sites of how many pages."""

    kinds: tuple[str, ...] = tuple(KINDS)
    min_pages: int = MIN_PAGES

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind not in KINDS:
                raise BadSetting("inject", "kinds", kind, ", ".join(KINDS))
        if not self.kinds:
            raise BadSetting("inject", "kinds", self.kinds, ", ".join(KINDS))
        if self.min_pages < 2:
            raise BadSetting("inject", "min_pages", self.min_pages, "2 or more")


@dataclass(frozen=True, slots=True)
class Injection:
    """What became of each kind of part on a site, of those that its pages could take in.

    `kept_share`: the share of the pages' words that is kept with nothing put in.
    """

    site: str
    pages: int
    kept_share: float
    trials: Mapping[str, Trial]


def inject(
    site: str,
    pages: Sequence[Page],
    recipe: Recipe,
    settings: InjectSettings | None = None,
    caps: Caps = DEFAULT_CAPS,
) -> Injection:
    """Try each kind of part on the pages of one site."""
    settings = settings or InjectSettings()
    if len(pages) < settings.min_pages:
        hint = f"give {settings.min_pages} pages of a site or more"
        raise NothingToCompare(f"{site} has {len(pages)} pages", hint)
    ground = lay_ground(site, pages, recipe)
    trials = ((name, try_kind(ground, KINDS[name], recipe, caps)) for name in settings.kinds)
    tried = {name: trial for name, trial in trials if trial}
    return Injection(site, len(pages), ground.kept_share, tried)


def evaluate_injection(
    sources: Sequence[str], job: Job, settings: InjectSettings | None = None
) -> Findings:
    """Try each kind of part on every site of the sources that has enough pages."""
    settings = settings or InjectSettings()
    injections: list[Injection] = []
    n_small = 0
    for site, pages in read_sites(sources, job):
        if len(pages) < settings.min_pages:
            n_small += 1
        else:
            injections.append(inject(site, pages, job.recipe, settings, job.caps))
    injections = sorted(filter(_was_tried, injections), key=lambda injection: injection.site)
    if not injections:
        why = f"no site has {settings.min_pages} pages that a part can be put into"
        hint = "give more pages of a site, or make a folder one site with --site-by folder"
        raise NothingToCompare(why, hint)
    return Findings(
        title=f"Parts put into the pages, with the method {job.recipe.method}",
        figures=(*_count_pages(injections, n_small), *_list_figures(injections)),
        failures=_list_failures(injections),
    )


def _was_tried(injection: Injection) -> bool:
    return bool(injection.trials)


def _count_pages(injections: Sequence[Injection], n_small: int) -> list[Figure]:
    passed_over = f"; {n_small} with fewer pages were passed over" if n_small else ""
    n_pages = sum(injection.pages for injection in injections)
    kept = fmean(injection.kept_share for injection in injections)
    return [
        Figure("sites", len(injections), f"sites that parts were put into{passed_over}"),
        Figure("pages", n_pages, "pages that these sites were learned from"),
        Figure("kept", kept, "of all words on the pages, kept with nothing put in"),
    ]


def _list_figures(injections: Sequence[Injection]) -> Iterator[Figure]:
    """The means over sites."""
    by_kind = _group(injections)
    for name, rows in by_kind.items():
        removed, what = fmean(trial.removed for _, trial in rows), KINDS[name].what
        if KINDS[name].is_content:
            yield Figure(f"kept: {name}", 1 - removed, f"of the words of {what}: all should be")
        else:
            yield Figure(f"found: {name}", removed, f"of the words of {what}, removed")
    trials = [trial for rows in by_kind.values() for _, trial in rows]
    lost, gained = fmean(t.lost for t in trials), fmean(t.gained for t in trials)
    yield Figure("lost", lost, "of the text kept with nothing put in, missing with a part put in")
    yield Figure("gained", gained, "of the other text kept with a part put in, kept only then")


_Rows = Sequence[tuple[str, Trial]]
"""The trials of one kind, each with its site."""


def _group(injections: Sequence[Injection]) -> Mapping[str, _Rows]:
    rows = {
        name: [(each.site, each.trials[name]) for each in injections if name in each.trials]
        for name in KINDS
    }
    return {name: trials for name, trials in rows.items() if trials}


def _list_failures(injections: Sequence[Injection]) -> tuple[str, ...]:
    """Worst first; of equal ones in the order of the kinds."""
    failures = [
        (1.0, f"nothing at all is kept of {each.site}, whatever is found says nothing")
        for each in injections
        if not each.kept_share
    ]
    for name, rows in _group(injections).items():
        failures += [*_judge_part(KINDS[name], rows), *_judge_rest(KINDS[name], rows)]
    return tuple(text for _, text in sorted(failures, key=lambda failure: -failure[0]))


_Failure = tuple[float, str]
"""How bad it is, from 0 to 1, and what it is."""


def _judge_part(kind: Kind, rows: _Rows) -> Iterator[_Failure]:
    """Whether a part of the template stayed, or a part of the content did not."""
    removed = fmean(trial.removed for _, trial in rows)
    if kind.is_content:
        if removed > LOST_TOO_MUCH:
            site, worst = max(rows, key=lambda row: row[1].removed)
            where = f"{worst.removed:.0%} on the site {site}"
            yield removed, f"{kind.what}: {removed:.0%} of its words are removed, {where}"
    elif removed < FOUND_ENOUGH:
        site, worst = min(rows, key=lambda row: row[1].removed)
        kept = (f"{miss.source} keeps “{_clip(miss.text)}” at {miss.path}" for miss in worst.misses)
        where = "; ".join(kept)
        found = f"{removed:.0%} of its words are found"
        yield 1 - removed, f"{kind.what}: {found}; on the site {site}, {where}"


def _judge_rest(kind: Kind, rows: _Rows) -> Iterator[_Failure]:
    """Whether other text went with the part."""
    lost = fmean(trial.lost for _, trial in rows)
    if lost > LOST_TOO_MUCH:
        site, worst = max(rows, key=lambda row: row[1].lost)
        where = f"{worst.lost:.0%} on the site {site}"
        yield lost, f"{kind.what}: {lost:.0%} of all other text is lost with it, {where}"


def _clip(text: str) -> str:
    return shorten(text, _LONGEST_EXCERPT, placeholder=" …")
