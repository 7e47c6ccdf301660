"""The pictures of each site, drawn in processes: its pages, and the tree of its clusters."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from matplotlib.figure import Figure

from dehusk.clustering.draw_pages import draw_pages
from dehusk.clustering.draw_tree import draw_tree
from dehusk.evaluate.draw import save_figure
from dehusk.run.cluster_tally import SiteClusters
from dehusk.run.workers import WorkPlan, map_in_processes
from dehusk.write.files import make_folder, naming_output, remove_files
from dehusk.write.names import flat_name_of

FEWEST_PAGES = 3
"""Of fewer there is nothing to see."""

NAMES = PAGES, TREE = "pages", "tree"


def draw_sites(sites: Sequence[SiteClusters], folder: Path, jobs: int) -> Iterator[int]:
    """Draw each site into its folder; yields how many pictures it has."""
    draw = partial(_draw_site, folder=folder / "sites")
    plan = WorkPlan(draw, _draw_nothing, jobs, batch_size=1)
    return map_in_processes(plan, sites)


def _draw_site(site: SiteClusters, folder: Path) -> int:
    pictures = _choose_pictures(site)
    folder = folder / flat_name_of(site.site, "")
    if pictures:
        make_folder(folder)
    for name, make in pictures.items():
        for path in _list_files(folder, name):
            with naming_output(path):
                save_figure(name, make, path)
    for name in NAMES:
        if name not in pictures:
            _remove_picture(folder, name)
    return len(pictures)


def _list_files(folder: Path, name: str) -> list[Path]:
    return [folder / f"{name}{ending}" for ending in (".svg", ".png")]


def _remove_picture(folder: Path, name: str) -> None:
    """What an earlier run drew of other clusters is not what is found now."""
    with naming_output(folder):
        remove_files(*_list_files(folder, name))
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def _draw_nothing(_: SiteClusters) -> int:
    return 0


def _choose_pictures(site: SiteClusters) -> dict[str, Callable[[], Figure]]:
    if site.portrait is None or len(site.portrait.places) < FEWEST_PAGES:
        return {}
    pictures: dict[str, Callable[[], Figure]] = {PAGES: partial(draw_pages, site, site.portrait)}
    if site.portrait.steps:
        pictures[TREE] = partial(draw_tree, site, site.portrait)
    return pictures
