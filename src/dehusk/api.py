"""The Python face of dehusk, with the words of the command line."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dehusk.cluster import DEFAULT_CLUSTER_METHOD
from dehusk.errors import ManySites, NothingLearned, PageRejected
from dehusk.ingest import Inventory, Pairs, SourceSettings
from dehusk.learn import DEFAULT_METHOD
from dehusk.model import Extract, Page, Reason, Rejected
from dehusk.render import RenderSettings, prepare_rendering
from dehusk.run.local import Job, survey_sites
from dehusk.run.pipeline import LearnedSite, Recipe, Settings, learn_site, take_page, take_pages
from dehusk.run.store import read_site, save_site
from dehusk.section.choose import check_roles

Source = str | Path | Pairs
"""A folder, page, archive, table or pattern; or pairs of (URL or name, HTML)."""


@dataclass(frozen=True, slots=True)
class Site:
    """A learned site: keep it, apply it, ask it why."""

    learned: LearnedSite

    def __repr__(self) -> str:
        learned = self.learned
        n_pages, n_templates = learned.pages, len(learned.templates)
        method = learned.recipe.method
        return f"<Site {self.name!r}: {method}, {n_pages} pages, {n_templates} templates>"

    @property
    def name(self) -> str:
        """The site's name."""
        return self.learned.site

    def save(self, path: str | Path) -> None:
        """Write what was learned to a .husk file."""
        save_site(self.learned, Path(path))

    def extract(
        self,
        source: Source,
        sources: SourceSettings | None = None,
        *,
        keep: str | Sequence[str] = (),
        rendering: RenderSettings | None = None,
    ) -> Iterator[Extract]:
        """Every page of the source made clean; pages that cannot be taken are passed over.

        `keep` names the roles of the sections that are wanted, such as "main,comments".
        """
        for row in self.extract_all(source, sources, keep=keep, rendering=rendering):
            if isinstance(row, Extract):
                yield row

    def extract_all(
        self,
        source: Source,
        sources: SourceSettings | None = None,
        *,
        keep: str | Sequence[str] = (),
        rendering: RenderSettings | None = None,
    ) -> Iterator[Extract | Rejected]:
        """The same, with a Rejected row for each page that cannot be taken."""
        roles = check_roles(keep) if keep else ()
        rendering = rendering and prepare_rendering(rendering)
        with _list_pages(source, sources) as inventory:
            for ref in inventory.everything():
                page = ref if isinstance(ref, Rejected) else take_page(ref, rendering=rendering)
                yield self.learned.extract(page, roles) if isinstance(page, Page) else page

    def wanting(self, want: str | Sequence[str]) -> "Site":
        """The same site, with other features wanted of its pages, such as "images"."""
        return Site(self.learned.wanting(want))

    def explain(self, html: str | bytes, name: str = "page") -> list[Reason]:
        """Why each leaf of a page is kept or not."""
        return list(self.learned.explain(_take_one(html, name)))


def learn(  # noqa: PLR0913 - the words of the command line
    source: Source,
    method: str = DEFAULT_METHOD,
    settings: Settings | None = None,
    sources: SourceSettings | None = None,
    *,
    cluster: str = DEFAULT_CLUSTER_METHOD,
    cluster_settings: Settings | None = None,
    rendering: RenderSettings | None = None,
) -> Site:
    """Learn one site's templates from its pages; `sources` says how they are read.

    With `rendering` each page is opened in a browser; give it a cache folder to do that once.
    """
    rendering = rendering and prepare_rendering(rendering)
    recipe = Recipe(method, settings or {}, cluster, cluster_settings or {})
    with _list_pages(source, sources) as inventory:
        sites = survey_sites(inventory.pages(), Job(recipe))
        if len(sites) > 1:
            raise ManySites(tuple(site.site for site in sites))
        if not sites:
            raise NothingLearned("the site", ("no pages were given",))
        pages = take_pages(sites[0].sample, rendering=rendering)
        if not pages:
            reasons = (take_page(ref) for ref in sites[0].sample)
            told = (row.reason for row in reasons if isinstance(row, Rejected))
            raise NothingLearned(sites[0].site, tuple(told) or ("too large to learn from",))
        return Site(learn_site(sites[0].site, pages, recipe))


def load(path: str | Path) -> Site:
    """A site that was saved."""
    return Site(read_site(Path(path)))


def extract(html: str | bytes, url: str = "page", *, keep: str | Sequence[str] = ()) -> Extract:
    """One page alone, nothing learned."""
    roles = check_roles(keep) if keep else ()
    page = _take_one(html, url)
    return learn_site(page.ref.site, [page], Recipe()).extract(page, roles)


def _take_one(html: str | bytes, name: str) -> Page:
    with _list_pages([(name, html)]) as inventory:
        page = take_page(next(inventory.pages()))
    if isinstance(page, Rejected):
        raise PageRejected(page.stage, page.reason)
    return page


@contextmanager
def _list_pages(source: Source, settings: SourceSettings | None = None) -> Iterator[Inventory]:
    """The pages of a source; pairs are spooled for as long as they are needed."""
    with Inventory(settings) as inventory:
        if isinstance(source, str | Path):
            inventory.take_all([str(source)])
        else:
            inventory.take_pairs(source)
        yield inventory
