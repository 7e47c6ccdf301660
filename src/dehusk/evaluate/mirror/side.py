"""One presentation of a content: its pages, and its sites learned by themselves into files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dehusk.evaluate.study import count_rejected, study_surveyed
from dehusk.ingest import Inventory
from dehusk.model import Page, PageRef
from dehusk.run.command import Progress
from dehusk.run.local import Job, survey_sites
from dehusk.run.pipeline import Recipe, learn_site
from dehusk.run.store import SiteShelf, save_site, site_path


@dataclass(frozen=True, slots=True)
class Side:
    """The pages of one source that are not known to be unreadable, and what was learned of them.

    `failures` says why sites could not be learned: their pages are not among the others.
    """

    source: str
    refs: Sequence[PageRef]
    shelf: SiteShelf
    unread: int
    failures: Mapping[str, str]


def learn_side(
    source: str, inventory: Inventory, folder: Path, job: Job, progress: Progress
) -> Side:
    """List the pages of a source and learn its sites into the folder."""
    folder.mkdir()
    inventory.take_all([source])
    sites = survey_sites(inventory.pages(), job)
    learn = partial(_learn_to_file, folder=folder, recipe=job.recipe)
    steps = study_surveyed(sites, job, learn)
    failures: dict[str, str] = {}
    unread: set[PageRef] = set()
    n_lost = count_rejected(inventory)
    tracked = progress.track(steps, "Learning", len(sites))
    for site, studied in zip(sites, tracked, strict=True):
        if studied.result is None:
            failures[site.site] = studied.failure or ""
            n_lost += studied.unread
        else:
            unread.update(set(site.sample) - set(studied.result))
    refs = [ref for ref in inventory.pages() if ref.site not in failures and ref not in unread]
    return Side(source, refs, SiteShelf(folder), len(unread) + n_lost, failures)


def _learn_to_file(
    site: str, pages: list[Page], folder: Path, recipe: Recipe
) -> tuple[PageRef, ...]:
    """The pages that could be read."""
    save_site(learn_site(site, pages, recipe), site_path(folder, site))
    return tuple(page.ref for page in pages)
