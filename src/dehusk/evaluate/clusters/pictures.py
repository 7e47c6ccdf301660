"""The figures of cluster methods as pictures: time a method, and what grows with the pages.

After Kulkarni and Kulkarni (2015), Figures 6 and 7, with the numbers of clusters that they discuss.
"""

from collections.abc import Callable, Sequence

from dehusk.evaluate.clusters.comparison import Comparison
from dehusk.evaluate.clusters.measure import Figures
from dehusk.evaluate.plot import BARS, Plot, Series

TRUTH = "truth"

_SECONDS = "seconds of CPU time"
NO_WORK_S = 0.001
"""Who takes less for all pages does nothing with them, and has no place among times."""

_LESS = "A line that ends early is of a method that takes no more pages in reasonable time."


def plot_all(found: Comparison) -> tuple[Plot, ...]:
    """All pictures, in the order they are shown."""
    return _plot_bars(found), _plot_times(found), _plot_clusters(found)


def _plot_bars(found: Comparison) -> Plot:
    n_pages = found.shared_step
    times = {
        one.method: one.cluster_s
        for one in found.mixed
        if one.pages == n_pages and one.method in _list_workers(found)
    }
    places = tuple(map(float, range(len(times))))
    return Plot(
        name="time-to-cluster",
        title=f"Time to cluster {n_pages:,} pages",
        x_label="",
        y_label=_SECONDS,
        series=(Series("time", places, tuple(times.values())),),
        form=BARS,
        ticks=tuple(times),
        note=(
            f"The same {n_pages:,} pages of all sites mixed, the most that every method can take; "
            "parsing is left out. Each line of the grid is ten times the one before. A method that "
            "does nothing with the pages is not shown."
        ),
        is_log=True,
    )


def _plot_times(found: Comparison) -> Plot:
    return Plot(
        name="time-by-pages",
        title="Time to cluster so many pages",
        x_label="pages of all sites mixed",
        y_label=_SECONDS,
        series=_draw_lines(found, _list_workers(found), lambda one: one.cluster_s),
        note=f"Both axes grow by ratios: a line as steep as the grid grows with the pages. {_LESS}",
        is_log=True,
    )


def _plot_clusters(found: Comparison) -> Plot:
    kinds = {one.pages: float(one.kinds) for one in found.mixed}
    truth = Series(TRUTH, tuple(map(float, kinds)), tuple(kinds.values()))
    return Plot(
        name="clusters-by-pages",
        title="Clusters found among so many pages",
        x_label="pages of all sites mixed",
        y_label="clusters",
        series=(*_draw_lines(found, found.methods, lambda one: one.clusters), truth),
        note=f"The line of truth has the kinds of pages that there are. {_LESS}",
        is_log=True,
    )


def _list_workers(found: Comparison) -> list[str]:
    busy = {one.method for one in found.mixed if one.cluster_s >= NO_WORK_S}
    return [name for name in found.methods if name in busy]


def _draw_lines(
    found: Comparison, methods: Sequence[str], read: Callable[[Figures], float]
) -> tuple[Series, ...]:
    series = []
    for name in methods:
        steps = [one for one in found.mixed if one.method == name]
        x, y = (float(one.pages) for one in steps), (float(read(one)) for one in steps)
        series.append(Series(name, tuple(x), tuple(y)))
    return tuple(series)
