"""A report as one HTML file: no network, no scripts, and the texts of strangers as mere text."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from dehusk.evaluate.diff import diff_words, shorten
from dehusk.evaluate.draw import draw
from dehusk.evaluate.plot import Plot
from dehusk.evaluate.report import Report
from dehusk.evaluate.show.by_set import make_set_table
from dehusk.evaluate.show.clean import clean_text
from dehusk.evaluate.show.marked import mark_html
from dehusk.evaluate.show.pictures import make_plots
from dehusk.evaluate.show.standings import KINDS, make_standings
from dehusk.evaluate.show.table import show_share
from dehusk.evaluate.worst import WorstPage

TEMPLATE, STYLE = "evaluation.html", "evaluation.css"


def write_html(report: Report, plots: Sequence[Plot] = ()) -> str:
    """The whole report; further plots come after its own."""
    # Of style and pictures, only what is written here is let in, whatever a text may hold.
    style = files(__package__).joinpath("templates", STYLE).read_text(encoding="utf-8")
    policy = (
        f"default-src 'none'; style-src 'sha256-{_encode(sha256(style.encode()).digest())}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    return (
        _make_environment()
        .get_template(TEMPLATE)
        .render(
            report=report,
            standings=make_standings(report),
            by_set=make_set_table(report),
            kinds=KINDS,
            plots=[*make_plots(report), *plots],
            style=Markup(style),  # noqa: S704
            policy=policy,
        )
    )


def _make_environment() -> Environment:
    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=lambda value: clean_text(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"picture": _embed, "share": show_share, "diff": _mark_diff}
    return environment


def _embed(plot: Plot) -> str:
    """The plot as an address: a picture shown that way runs nothing and styles nothing else."""
    return f"data:image/svg+xml;base64,{_encode(draw(plot).encode())}"


def _mark_diff(page: WorstPage) -> Markup:
    return Markup(mark_html(shorten(diff_words(page.wanted, page.kept))))  # noqa: S704


def _encode(data: bytes) -> str:
    return b64encode(data).decode("ascii")
