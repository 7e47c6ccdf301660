"""One site learned, one page extracted: the stages in their order, without files or workers."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, cast

from dehusk.cluster import CLUSTER_METHODS, DEFAULT_CLUSTER_METHOD, Clustering
from dehusk.errors import DehuskError, PageError
from dehusk.ingest import read_page
from dehusk.learn import DEFAULT_METHOD, METHODS, Template, add_want
from dehusk.learn.evidence import gather_evidence
from dehusk.learn.facts import LateFacts, SiteFacts, describe, load_facts
from dehusk.learn.method import FindsStars, RatesPages
from dehusk.model import (
    Cleaned,
    Extract,
    Ints,
    Judged,
    Membership,
    Page,
    PageRef,
    RawPage,
    Reason,
    Rejected,
    Section,
)
from dehusk.parse import DEFAULT_CAPS, Caps, parse_page
from dehusk.render import RenderSettings, render_page
from dehusk.run.duplicates import sketch_page
from dehusk.section.choose import choose_content, keep_roles, removed_share
from dehusk.section.divide import Division, divide_page
from dehusk.section.stars import find_stars
from dehusk.write.formats import FORMATS, Format
from dehusk.write.markdown import render_markdown
from dehusk.write.section_rows import write_sections
from dehusk.write.text import place_text, render_text

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Settings = Mapping[str, object]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a site is learned: which methods, with which settings; checked on creation."""

    method: str = DEFAULT_METHOD
    method_settings: Settings = field(default_factory=dict)
    cluster: str = DEFAULT_CLUSTER_METHOD
    cluster_settings: Settings = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Every setting is written down, so that a saved site outlives a change of defaults.
        method = METHODS.create(self.method, self.method_settings)
        cluster = CLUSTER_METHODS.create(self.cluster, self.cluster_settings)
        object.__setattr__(self, "method_settings", asdict(cast("DataclassInstance", method)))
        object.__setattr__(self, "cluster_settings", asdict(cast("DataclassInstance", cluster)))


@dataclass(frozen=True, slots=True)
class LearnedSite:
    """All that extracting a page of the site needs."""

    site: str
    recipe: Recipe
    pages: int
    clustering: Clustering
    templates: Mapping[str, Template]
    late_facts: LateFacts = field(default_factory=lambda: LateFacts(known=SiteFacts()), repr=False)

    @property
    def facts(self) -> SiteFacts:
        """What the site says on every page."""
        return self.late_facts.read()

    def extract(self, page: Page, keep: Sequence[str] = ()) -> Extract:
        """The page made clean; the same whatever else is extracted beside it.

        `keep` names the roles of the sections that are wanted, where not all that is content is.
        """
        judged, row = self._extract(page, keep, FORMATS["json"])
        return _add_markdown(judged, row)

    def clean(self, page: Page, layout: Format, keep: Sequence[str] = ()) -> Cleaned:
        """The page made clean and written down, with what tells whether it repeats another."""
        judged, row = self._extract(page, keep, layout)
        if layout.needs_markdown:
            row = _add_markdown(judged, row)
        return Cleaned(layout.render(judged, row), row.canonical, sketch_page(page, row))

    def read_text(self, page: Page) -> str:
        """The page's text alone: not what it is called, nor what tells if it repeats another."""
        return render_text(page.tree, self.judge(page).is_kept)

    def judge(self, page: Page) -> Judged:
        """The scores of the page's leaves, and which of them are kept."""
        return _judge(page, self._read_as(page)[1])

    def divide(self, page: Page) -> Division:
        """The page's sections, as its scores have them."""
        template = self._read_as(page)[1]
        return divide_page(page, template.score(page), _find_stars(page, template))

    def _extract(self, page: Page, keep: Sequence[str], layout: Format) -> tuple[Judged, Extract]:
        """The page judged, and as much of its row as is written, but for the Markdown."""
        membership, template = self._read_as(page)
        judged = _judge(page, template)
        division: Division | None = None
        if keep or layout.needs_sections:
            division = divide_page(page, judged.scores, _find_stars(page, template))
            judged = replace(judged, is_kept=keep_roles(division, judged.is_kept, keep))
        text, sections = _write_text(judged, division if layout.needs_sections else None)
        is_measured = layout.needs_measures
        facts = describe(page, self.facts, text if is_measured else "")
        row = Extract(
            source=page.ref.source,
            url=page.ref.url,
            captured=page.ref.captured,
            site=page.ref.site,
            cluster=membership.cluster,
            title=facts.title,
            text=text,
            description=facts.description,
            language=facts.language,
            author=facts.author,
            published=facts.published,
            modified=facts.modified,
            canonical=facts.canonical,
            site_name=facts.site_name,
            sections=sections,
            removed_share=removed_share(page.tree, judged.is_kept) if is_measured else None,
            confidence=_rate(judged, template) if is_measured else None,
            warnings=(*page.warnings, *_warn(membership)),
        )
        return judged, row

    def explain(self, page: Page) -> Sequence[Reason]:
        """Why each leaf of the page is kept or not."""
        return self._read_as(page)[1].explain(page)

    def wanting(self, want: object) -> "LearnedSite":
        """The same site, with something else wanted of its pages."""
        former = {name: one for name, one in self.recipe.method_settings.items() if name != "want"}
        settings = add_want(self.recipe.method, former, want)
        recipe = replace(self.recipe, method_settings=settings)
        method = METHODS.create(recipe.method, recipe.method_settings)
        templates = {name: method.load(known.state()) for name, known in self.templates.items()}
        return replace(self, recipe=recipe, templates=templates)

    def state(self) -> dict[str, object]:
        """The site as plain JSON values."""
        return {
            "site": self.site,
            "recipe": asdict(self.recipe),
            "pages": self.pages,
            "facts": self.facts.state(),
            "clustering": self.clustering.state(),
            "templates": {name: self.templates[name].state() for name in sorted(self.templates)},
        }

    def _read_as(self, page: Page) -> tuple[Membership, Template]:
        """Where the page belongs, and the template it is read with."""
        membership = self.clustering.assign(page)
        return membership, self.templates[membership.template]


def _warn(membership: Membership) -> tuple[str, ...]:
    """What a page's row says of a template that is not its own."""
    if membership.cluster == membership.template:
        return ()
    what = "unlike the pages of its site that were learned from"
    if membership.cluster is not None:
        what = f"its cluster {membership.cluster} is too small to learn from"
    return (f"{what}: read with the template of cluster {membership.template}",)


def _judge(page: Page, template: Template) -> Judged:
    scores = template.score(page)
    return Judged(page, scores, choose_content(scores))


def _rate(judged: Judged, template: Template) -> float | None:
    if not isinstance(template, RatesPages):
        return None
    return template.rate(judged.page, judged.scores)


def _find_stars(page: Page, template: Template) -> Ints:
    """The runs of like siblings that the template knows of, or else the page by itself shows."""
    return template.find_stars(page) if isinstance(template, FindsStars) else find_stars(page.tree)


def _write_text(
    judged: Judged, division: Division | None
) -> tuple[str, tuple[Section, ...] | None]:
    """The page's text, and where in it its sections are, if they are wanted."""
    tree = judged.page.tree
    if division is None:
        return render_text(tree, judged.is_kept), None
    placed = place_text(tree, judged.is_kept)
    return placed.text, write_sections(tree, division, placed)


def _add_markdown(judged: Judged, row: Extract) -> Extract:
    page = judged.page
    return replace(row, markdown=render_markdown(page.tree, judged.is_kept, page.ref.url))


def load_site(state: Mapping[str, object]) -> LearnedSite:
    """The site that gave this state."""
    recipe = Recipe(**cast("dict[str, object]", state["recipe"]))  # type: ignore[arg-type]
    method = METHODS.create(recipe.method, recipe.method_settings)
    cluster = CLUSTER_METHODS.create(recipe.cluster, recipe.cluster_settings)
    templates = cast("Mapping[str, Mapping[str, object]]", state["templates"])
    if not templates:
        raise ValueError("it has no templates")
    clustering = cluster.load(cast("Mapping[str, object]", state["clustering"]))
    for name in clustering.list_templates():
        if name not in templates:
            raise ValueError(f"the template of cluster {name} is missing")
    return LearnedSite(
        site=str(state["site"]),
        recipe=recipe,
        pages=int(cast("int", state["pages"])),
        clustering=clustering,
        templates={name: method.load(template) for name, template in templates.items()},
        late_facts=LateFacts(known=load_facts(state.get("facts"))),
    )


def learn_site(site: str, pages: Sequence[Page], recipe: Recipe) -> LearnedSite:
    """Cluster the pages, then learn each cluster's template."""
    pages = drop_copies(pages)
    evidence = gather_evidence(pages)
    clusters, clustering = CLUSTER_METHODS.create(recipe.cluster, recipe.cluster_settings).cluster(
        pages
    )
    method = METHODS.create(recipe.method, recipe.method_settings)
    members: dict[str, set[str]] = {}
    for cluster in clusters:
        # Pages of a cluster that is too small help to learn the template they are read with.
        members.setdefault(cluster.template, set()).update(cluster.keys)
    templates = {
        name: method.learn([page for page in pages if page.ref.key in keys], evidence)
        for name, keys in members.items()
    }
    return LearnedSite(site, recipe, len(pages), clustering, templates, LateFacts(pages))


def drop_copies(pages: Sequence[Page]) -> list[Page]:
    """Each page once: what only copies of one page share is no template."""
    originals: dict[bytes, Page] = {}
    for page in sorted(pages, key=lambda page: (page.ref.key, page.tree.markup)):
        originals.setdefault(page.tree.markup, page)
    return list(originals.values())


def take_page(
    ref: PageRef, caps: Caps = DEFAULT_CAPS, rendering: RenderSettings | None = None
) -> Page | Rejected:
    """Read and parse one page, and draw it if that is asked for; too large a one is not read."""
    try:
        caps.check_size(ref.n_bytes)
        raw: RawPage = read_page(ref)
    except PageError as error:
        return Rejected(ref.source, "read", str(error))
    try:
        page = parse_page(raw, caps)
        if rendering is None or isinstance(page, Rejected):
            return page
        return render_page(raw, page, caps, rendering)
    except DehuskError:
        raise
    except Exception as error:
        # A page that finds a fault in us costs only itself.
        _log.exception("%s", ref.source)
        return Rejected(ref.source, "parse", f"{type(error).__name__}: {error}")


def take_pages(
    refs: Iterable[PageRef], caps: Caps = DEFAULT_CAPS, rendering: RenderSettings | None = None
) -> list[Page]:
    """The pages that can be taken; the others get their say when they are extracted."""
    taken = (take_page(ref, caps, rendering) for ref in refs)
    return [page for page in taken if isinstance(page, Page)]
