"""The histogram of each site's strings, drawn in processes."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from dehusk.evaluate.draw import save_figure
from dehusk.run.strings.store import SiteStrings
from dehusk.run.workers import WorkPlan, map_in_processes
from dehusk.stringing.draw_histogram import draw_histogram
from dehusk.write.files import make_folder

Picture = tuple[SiteStrings, Sequence[Path]]


def draw_sites(pictures: Sequence[Picture], jobs: int) -> Iterator[int]:
    """Draw each site into its files; yields how many it has."""
    return map_in_processes(WorkPlan(_draw_site, _draw_nothing, jobs, batch_size=1), pictures)


def _draw_site(picture: Picture) -> int:
    strings, paths = picture
    for path in paths:
        make_folder(path.resolve().parent)
        save_figure("strings", partial(draw_histogram, strings), path)
    return len(paths)


def _draw_nothing(_: Picture) -> int:
    return 0
