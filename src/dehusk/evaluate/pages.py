"""The pages an evaluation looks at: of every site the sample that a run would learn from."""

from collections.abc import Iterator, Sequence

from dehusk.ingest import Inventory
from dehusk.model import Page
from dehusk.run.local import Job, survey_sites
from dehusk.run.pipeline import take_pages


def read_sites(sources: Sequence[str], job: Job) -> Iterator[tuple[str, list[Page]]]:
    """Each site of the sources with the pages of its sample that can be taken."""
    with Inventory(job.sources) as inventory:
        for _ in inventory.take_sources(list(sources)):
            pass
        for site in survey_sites(inventory.pages(), job):
            pages = take_pages(site.sample, job.caps)
            if pages:
                yield site.site, pages
