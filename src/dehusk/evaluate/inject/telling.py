"""What became of parts on sites, as figures and as words: what is found, what is lost."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from textwrap import shorten

from dehusk.evaluate.findings import Figure
from dehusk.evaluate.inject.parts import KINDS, Kind
from dehusk.evaluate.inject.trial import Miss, Trial

FOUND_ENOUGH = 0.95
LOST_TOO_MUCH = 0.02
"""Parts found less and text lost more than this are named as failures."""

_LONGEST_EXCERPT = 60
_STEPS_SHOWN = 2
"""Of the path of a piece that stayed, the last elements."""


@dataclass(frozen=True, slots=True)
class Injection:
    """What became of each kind of part on a site, of those that its pages could take in.

    `pages` are the different ones that have words. `kept_share`: the share of their words that is
    kept with nothing put in.
    """

    site: str
    pages: int
    kept_share: float
    trials: Mapping[str, Trial]


_Rows = Sequence[tuple[str, Trial]]
"""The trials of one kind, each with its site."""

_Failure = tuple[float, str]
"""How bad it is, from 0 to 1, and what it is."""


def count_sites(
    injections: Sequence[Injection], n_passed_over: int, n_failed: int, n_unread: int
) -> list[Figure]:
    """What was looked at, and what was not."""
    n_pages = sum(injection.pages for injection in injections)
    kept = fmean(injection.kept_share for injection in injections)
    return [
        Figure("sites", len(injections), "sites that parts were put into"),
        Figure("passed over", n_passed_over, "sites with too few different pages"),
        Figure("failed", n_failed, "sites that could not be tried: the reasons are given below"),
        Figure("pages", n_pages, "different pages with text that the sites were learned from"),
        Figure("unread", n_unread, "pages that could not be read"),
        Figure(
            "kept",
            kept,
            "share of all words of the pages that is kept with nothing put in; at 0 or 1 the "
            "method tells nothing apart",
        ),
    ]


def measure(injections: Sequence[Injection], kinds: Sequence[str]) -> Iterator[Figure]:
    """The means over sites."""
    by_kind = _group(injections)
    for name, rows in by_kind.items():
        yield _measure_kind(name, rows)
    n_missing = len(set(kinds) - by_kind.keys())
    yield Figure("not tried", n_missing, "kinds of parts that the pages have no place for")
    trials = [trial for rows in by_kind.values() for _, trial in rows]
    yield Figure(
        "lost",
        fmean(trial.lost for trial in trials),
        "share of the pages' other text that is kept with nothing put in and removed with a part "
        "put in; best 0",
    )
    yield Figure(
        "gained",
        fmean(trial.gained for trial in trials),
        "share of the pages' other text kept with a part put in that is removed with nothing put "
        "in; best 0",
    )


def _measure_kind(name: str, rows: _Rows) -> Figure:
    removed, what = fmean(trial.removed for _, trial in rows), KINDS[name].what
    where = f"on {sum(trial.pages for _, trial in rows):,} pages"
    if KINDS[name].is_content:
        meaning = f"{what}: share of its words that is kept, {where}; best 1"
        return Figure(f"kept: {name}", 1 - removed, meaning)
    meaning = f"{what}: share of its words that is removed, {where}; best 1"
    return Figure(f"found: {name}", removed, meaning)


def _group(injections: Sequence[Injection]) -> Mapping[str, _Rows]:
    rows = {
        name: [(each.site, each.trials[name]) for each in injections if name in each.trials]
        for name in KINDS
    }
    return {name: trials for name, trials in rows.items() if trials}


def notice(injections: Sequence[Injection], kinds: Sequence[str]) -> Iterator[str]:
    """Which kinds were not tried everywhere; without the control the rest says little."""
    by_kind = _group(injections)
    missing: dict[int, list[str]] = {}
    for name in kinds:
        missing.setdefault(len(injections) - len(by_kind.get(name, ())), []).append(name)
    for n_sites, names in sorted(missing.items(), reverse=True):
        if n_sites:
            where = f" on {n_sites} of {len(injections)} sites" if len(injections) > 1 else ""
            yield f"not tried{where}: {', '.join(names)}; the pages have no place for them"
    unchecked = [name for name in kinds if KINDS[name].is_content and name not in by_kind]
    if unchecked:
        yield "whether text of one page alone stays was not tried: removing all would look good"


def judge(injections: Sequence[Injection]) -> tuple[str, ...]:
    """Failures, worst first; of equal ones in the order of the kinds."""
    failures = [
        (1.0, f"nothing at all is kept of {each.site}: whatever is found says nothing")
        for each in injections
        if not each.kept_share
    ]
    for name, rows in _group(injections).items():
        failures += [*_judge_part(KINDS[name], rows), *_judge_rest(KINDS[name], rows)]
    return tuple(text for _, text in sorted(failures, key=lambda failure: -failure[0]))


def _judge_part(kind: Kind, rows: _Rows) -> Iterator[_Failure]:
    """Whether a part of the template stayed, or a part of the content did not."""
    removed = fmean(trial.removed for _, trial in rows)
    if kind.is_content:
        if removed > LOST_TOO_MUCH:
            site, worst = max(rows, key=lambda row: row[1].removed)
            where = _name_worst(site, worst.removed, rows)
            yield removed, f"{kind.what}: {removed:.0%} of its words are removed{where}"
    elif removed < FOUND_ENOUGH:
        site, worst = min(rows, key=lambda row: row[1].removed)
        where = _name_worst(site, worst.removed, rows) + _quote(worst.miss)
        yield 1 - removed, f"{kind.what}: {removed:.0%} of its words are found{where}"


def _judge_rest(kind: Kind, rows: _Rows) -> Iterator[_Failure]:
    """Whether other text went with the part."""
    lost = fmean(trial.lost for _, trial in rows)
    if lost > LOST_TOO_MUCH:
        site, worst = max(rows, key=lambda row: row[1].lost)
        where = _name_worst(site, worst.lost, rows)
        yield lost, f"{kind.what}: {lost:.0%} of all other text is lost with it{where}"


def _name_worst(site: str, share: float, rows: _Rows) -> str:
    return f", {share:.0%} on the site {site}" if len(rows) > 1 else ""


def _quote(miss: Miss | None) -> str:
    if miss is None:
        return ""
    path = "/".join(miss.path.split("/")[-_STEPS_SHOWN:])
    excerpt = shorten(miss.text, _LONGEST_EXCERPT, placeholder=" …")
    return f"; {miss.source} keeps “{excerpt}” in {path}"
