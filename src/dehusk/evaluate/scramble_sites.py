"""Sites with truth copied with scrambled names: no two sites have a name in common."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from dehusk.evaluate.scramble import scramble_names
from dehusk.evaluate.study import NoProgress
from dehusk.evaluate.truth import TruthSite
from dehusk.run.command import Progress


@contextmanager
def scramble_sites(
    sites: Sequence[TruthSite], progress: Progress | None = None
) -> Iterator[list[TruthSite]]:
    """Copies of the sites with other names, for the time being."""
    with tempfile.TemporaryDirectory(prefix="dehusk-scrambled-") as folder:
        steps = (scramble_site(site, Path(folder)) for site in sites)
        yield list((progress or NoProgress()).track(steps, "scrambling", len(sites)))


def scramble_site(site: TruthSite, folder: Path) -> TruthSite:
    """The site with its pages written anew, in a place of its own below the folder."""
    salt = f"{site.set_name}/{site.name}"
    pages = []
    for page in site.pages:
        path = folder.joinpath(site.set_name, *page.path.parts[-3:])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(scramble_names(page.path.read_bytes(), salt))
        pages.append(replace(page, path=path))
    return replace(site, pages=tuple(pages))
