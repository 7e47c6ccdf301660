"""Made-up parts of a template put into real pages: are they found, and is anything else lost?

One of the four evaluations that Foschini proposes; it needs no truth. Each kind of part is tried
on its own, against the site cleaned without it. Beside them goes a paragraph that no two pages
share, which must stay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from dehusk.errors import BadSetting, NothingToCompare
from dehusk.evaluate.findings import Findings
from dehusk.evaluate.inject.parts import KINDS
from dehusk.evaluate.inject.telling import Injection, count_sites, judge, measure, notice
from dehusk.evaluate.inject.trial import lay_ground, pick_pages, try_kind
from dehusk.evaluate.study import NoProgress, count_rejected, study_surveyed
from dehusk.ingest import Inventory
from dehusk.model import Page
from dehusk.parse import DEFAULT_CAPS, Caps
from dehusk.run.command import Progress
from dehusk.run.local import Job, survey_sites
from dehusk.run.pipeline import Recipe

MIN_PAGES = 5
"""With fewer pages nothing that comes back can be told from chance."""

_REASONS_TOLD = 3


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


def inject(
    site: str,
    pages: Sequence[Page],
    recipe: Recipe,
    settings: InjectSettings | None = None,
    caps: Caps = DEFAULT_CAPS,
) -> Injection:
    """Try each kind of part on the pages of one site; copies and pages without words are no use."""
    settings = settings or InjectSettings()
    picked = pick_pages(pages)
    hint = f"give {settings.min_pages} different pages of a site or more"
    if len(picked) < settings.min_pages:
        n_pages = f"{len(picked)} distinct page{'s' if len(picked) != 1 else ''}"
        raise NothingToCompare(f"{site} has {n_pages} with text", hint)
    ground = lay_ground(site, picked, recipe)
    trials = ((name, try_kind(ground, KINDS[name], recipe, caps)) for name in settings.kinds)
    tried = {name: trial for name, trial in trials if trial}
    if not tried:
        raise NothingToCompare(f"{site} has no two pages with a place for the parts", hint)
    return Injection(site, len(picked), ground.kept_share, tried)


def evaluate_injection(
    sources: Sequence[str],
    job: Job,
    settings: InjectSettings | None = None,
    progress: Progress | None = None,
) -> Findings:
    """Try each kind of part on every site of the sources that has enough pages."""
    settings = settings or InjectSettings()
    try_site = partial(_try_site, recipe=job.recipe, settings=settings, caps=job.caps)
    with Inventory(job.sources) as inventory:
        inventory.take_all(list(sources))
        sites = survey_sites(inventory.pages(), job)
        steps = study_surveyed(sites, job, try_site)
        studied = list((progress or NoProgress()).track(steps, "Trying", len(sites)))
        n_unread = count_rejected(inventory) + sum(each.unread for each in studied)
    injections = [each.result for each in studied if isinstance(each.result, Injection)]
    injections.sort(key=lambda injection: injection.site)
    failed = {each.site: each.failure for each in studied if each.failure}
    passed_over = [each.result for each in studied if isinstance(each.result, str)]
    if not injections:
        raise _find_nothing(failed, passed_over)
    of_source = f" of {sources[0]}" if len(sources) == 1 else ""
    return Findings(
        title=f"Parts put into the pages{of_source}, with the method {job.recipe.method}",
        figures=(
            *count_sites(injections, len(passed_over), len(failed), n_unread),
            *measure(injections, settings.kinds),
        ),
        failures=(
            *(f"the site {site} could not be tried: {why}" for site, why in failed.items()),
            *judge(injections),
        ),
        notices=(
            *notice(injections, settings.kinds),
            *(f"passed over: {why}" for why in _shorten(passed_over)),
        ),
    )


def _try_site(
    site: str, pages: list[Page], recipe: Recipe, settings: InjectSettings, caps: Caps
) -> Injection | str:
    """What was found, or why nothing could be."""
    try:
        return inject(site, pages, recipe, settings, caps)
    except NothingToCompare as error:
        return error.why


def _find_nothing(failed: Mapping[str, str], passed_over: Sequence[str]) -> NothingToCompare:
    reasons = [*(f"{site}: {why}" for site, why in failed.items()), *passed_over]
    hint = "give more different pages of a site, or make a folder one site with --site-by folder"
    return NothingToCompare(", ".join(_shorten(reasons)), hint)


def _shorten(reasons: Sequence[str]) -> Sequence[str]:
    """The first few, and how many there are besides."""
    n_more = len(reasons) - _REASONS_TOLD
    return [*reasons[:_REASONS_TOLD], f"{n_more} more sites"] if n_more > 0 else reasons
