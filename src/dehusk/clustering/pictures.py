"""The pictures of each site, drawn in processes: its pages, and the tree of its clusters."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from matplotlib.figure import Figure

from dehusk.clustering.draw_pages import draw_pages
from dehusk.clustering.draw_tree import draw_tree
from dehusk.clustering.picture_files import PAGES, TREE, find_folder, list_files, remove_others
from dehusk.evaluate.draw import save_figure
from dehusk.run.cluster_tally import SiteClusters
from dehusk.run.workers import WorkPlan, map_in_processes
from dehusk.write.files import make_folder, naming_output

FEWEST_PAGES = 3
"""Of fewer there is nothing to see."""


def draw_sites(sites: Sequence[SiteClusters], folder: Path, jobs: int) -> Iterator[int]:
    """Draw each site into its folder; yields how many pictures it has."""
    draw = partial(_draw_site, output=folder)
    plan = WorkPlan(draw, _draw_nothing, jobs, batch_size=1)
    return map_in_processes(plan, sites)


def _draw_site(site: SiteClusters, output: Path) -> int:
    pictures = _choose_pictures(site)
    folder = find_folder(output, site.site)
    if pictures:
        make_folder(folder)
    for name, make in pictures.items():
        for path in list_files(folder, name):
            with naming_output(path):
                save_figure(name, make, path)
    remove_others(folder, pictures)
    return len(pictures)


def _draw_nothing(_: SiteClusters) -> int:
    return 0


def _choose_pictures(site: SiteClusters) -> dict[str, Callable[[], Figure]]:
    if site.portrait is None or len(site.portrait.places) < FEWEST_PAGES:
        return {}
    pictures: dict[str, Callable[[], Figure]] = {PAGES: partial(draw_pages, site, site.portrait)}
    if site.portrait.steps:
        pictures[TREE] = partial(draw_tree, site, site.portrait)
    return pictures
