"""Curves to a folder: a picture each as SVG and PNG, pages that show them, and the numbers."""

import json
from dataclasses import asdict
from html import escape
from pathlib import Path

from dehusk.evaluate.curves.curve import LeftOut
from dehusk.evaluate.curves.measure import Drawn
from dehusk.evaluate.draw import save
from dehusk.evaluate.plot import Plot
from dehusk.write.files import make_folder, write_whole

TITLE = "Curves"

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 sans-serif; color: #222; max-width: 60rem }}
body {{ margin: 2rem auto; padding: 0 1rem }}
figure {{ margin: 2.5rem 0 }}
img {{ width: 100%; height: auto }}
</style>
</head>
<body>
<h1>{title}</h1>
{figures}
</body>
</html>
"""


def write_pictures(drawn: Drawn, folder: Path) -> None:
    """Write all there is to see of the curves; `index.html` and `index.md` show the same."""
    make_folder(folder)
    for plot in drawn.plots:
        for ending in ("svg", "png"):
            save(plot, folder / f"{plot.name}.{ending}")
    _write(folder / "index.html", _write_html(drawn))
    _write(folder / "index.md", _write_markdown(drawn))
    _write(folder / "curves.json", json.dumps(asdict(drawn), indent=1, ensure_ascii=False) + "\n")


def _write(path: Path, text: str) -> None:
    write_whole(path, text.encode())


def _write_html(drawn: Drawn) -> str:
    figures = [
        *map(_show_in_html, drawn.plots),
        *map(_excuse_in_html, drawn.left_out),
        *(f"<p>{escape(problem)}.</p>" for problem in drawn.problems),
    ]
    return _PAGE.format(title=TITLE, figures="\n".join(figures))


def _show_in_html(plot: Plot) -> str:
    """The picture has its title in itself."""
    name, title = escape(plot.name), escape(plot.title)
    image = f'<img src="{name}.svg" alt="{title}">'
    return f'<figure id="{name}">{image}<figcaption>{escape(plot.note)}</figcaption></figure>'


def _excuse_in_html(left_out: LeftOut) -> str:
    return f"<p><strong>{escape(left_out.title)}</strong> is left out: {escape(left_out.why)}.</p>"


def _write_markdown(drawn: Drawn) -> str:
    shown = [
        f"## {plot.title}\n\n![{plot.title}]({plot.name}.png)\n\n{plot.note}\n"
        for plot in drawn.plots
    ]
    excused = [f"**{one.title}** is left out: {one.why}.\n" for one in drawn.left_out]
    problems = [f"{problem}.\n" for problem in drawn.problems]
    return "\n".join([f"# {TITLE}\n", *shown, *excused, *problems])
