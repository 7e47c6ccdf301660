"""A plot as a picture: an SVG that stands by itself, the same bytes for the same plot."""

import io
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from dehusk.errors import BadOutput
from dehusk.evaluate.draw_bars import draw_bars
from dehusk.evaluate.draw_lines import draw_lines
from dehusk.evaluate.draw_names import INK, thin_out_names, wrap
from dehusk.evaluate.plot import BARS, Plot
from dehusk.write.files import write_whole

WIDTH, HEIGHT = 9.0, 5.0
PNG_DPI = 150
LONGEST_TITLE = 62

_NOT_DATED = {".png": ("Software",), ".pdf": ("Creator", "Producer", "CreationDate")}
"""What a picture would say of when and with what it was made."""

_STYLE: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#888888",
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.labelsize": 12,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.h_pad": 0.1,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.w_pad": 0.1,
    "figure.facecolor": "white",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 12,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.8,
    "lines.linewidth": 2.2,
    "svg.fonttype": "none",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": INK,
    "ytick.color": INK,
}


def draw(plot: Plot) -> str:
    """The plot as SVG, without a prologue, so that it may stand in a page as well."""
    return _draw_svg(plot.name, partial(_make_figure, plot))


def save(plot: Plot, path: Path) -> None:
    """Write the plot as the name of its file asks: `.svg`, `.png` or `.pdf`."""
    save_figure(plot.name, partial(_make_figure, plot), path)


def save_figure(name: str, make: Callable[[], Figure], path: Path) -> None:
    """Write a figure that is made in our style, as the name of its file asks."""
    if path.suffix == ".svg":
        write_whole(path, _draw_svg(name, make).encode())
        return
    if path.suffix not in _NOT_DATED:
        raise BadOutput(str(path), "a plot is saved as .svg, .png or .pdf")
    out = io.BytesIO()
    with _styled(name):
        metadata = dict.fromkeys(_NOT_DATED[path.suffix])
        make().savefig(out, format=path.suffix[1:], dpi=PNG_DPI, metadata=metadata)
    write_whole(path, out.getvalue())


def put_title(figure: Figure, title: str) -> None:
    """The title of a figure, in as many lines as it needs."""
    figure.suptitle(
        wrap(title, LONGEST_TITLE), x=0.01, ha="left", fontsize=15, fontweight="bold", color=INK
    )


def _draw_svg(name: str, make: Callable[[], Figure]) -> str:
    out = io.StringIO()
    with _styled(name):
        make().savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


@contextmanager
def _styled(salt: str) -> Iterator[None]:
    """Some of what makes the same bytes can be said to the library as a whole only."""
    with mpl.rc_context({**_STYLE, "svg.hashsalt": salt}), warnings.catch_warnings():
        # Names are in any script: the reader of an SVG has the letters that our font lacks.
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        yield


def _make_figure(plot: Plot) -> Figure:
    figure = Figure(figsize=(WIDTH, HEIGHT))
    axes = figure.add_subplot()
    (draw_bars if plot.form == BARS else draw_lines)(axes, plot)
    put_title(figure, plot.title)
    if plot.form != BARS:
        thin_out_names(figure, axes)
    return figure
