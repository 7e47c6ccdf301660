"""The command `explain`: its options, and what comes of them."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import click

from dehusk.concluding import EXIT_FAILED, say
from dehusk.errors import BadOutput, NotRendered
from dehusk.ingest import Inventory, read_page
from dehusk.model import PLAIN, TEMPLATE_SCORE, Page, PageRef, RawPage
from dehusk.options import make_rendering, render_options, want_option
from dehusk.parse import parse_page
from dehusk.render import RenderSettings, take_picture
from dehusk.run.pipeline import LearnedSite, take_page
from dehusk.run.store import OneSite
from dehusk.write.files import write_whole
from dehusk.write.section_picture import draw_sections

_ENDINGS = (".svg", ".png")


@click.command("explain", short_help="Why each part of a page was kept or dropped.")
@click.argument("page")
@click.option(
    "--site", "site_file", required=True, type=click.Path(path_type=Path), help="A .husk file."
)
@want_option
@render_options
@click.option(
    "--draw",
    type=click.Path(path_type=Path),
    help="Draw the page's sections on a picture of it, a .svg or .png file; as with --render.",
)
def explain(page: str, site_file: Path, want: str | None, draw: Path | None, **options: Any) -> int:
    """Say of each part of PAGE why it was kept (+) or dropped (-).

    \b
      dehusk explain page.html --site site.husk
      dehusk explain page.html --site site.husk --draw page.png    its sections, in a picture
    """
    if draw is not None and draw.suffix.lower() not in _ENDINGS:
        raise BadOutput(str(draw), "name a file that ends in .svg or .png")
    rendering = make_rendering({**options, "render": options["render"] or draw is not None})
    learned = OneSite(site_file, want).get("")
    with Inventory() as inventory:
        inventory.take_all([page])
        found, *others = islice(inventory.everything(), 2)
        if others:
            say(f"dehusk: {page} holds several pages; this is the first, {found.source}")
        taken = take_page(found, rendering=rendering) if isinstance(found, PageRef) else found
        if not isinstance(taken, Page):
            say(f"dehusk: {page}: {taken.reason}")
            return EXIT_FAILED
        for warning in taken.warnings:
            say(f"dehusk: {page}: {warning}")
        if draw is not None and rendering is not None:
            if taken.boxes is None:
                return EXIT_FAILED
            raw = read_page(taken.ref)
            write_whole(draw, _draw(learned, taken, raw, rendering, draw.suffix.lower()))
    for reason in learned.explain(taken):
        mark = "-" if reason.score >= TEMPLATE_SCORE else "+"
        text = " ".join(reason.text.split())
        click.echo(f"{mark} {reason.score:.2f}  {text[:80]!r}  {reason.why}  [{reason.path}]")
    return 0


def _draw(
    learned: LearnedSite, page: Page, raw: RawPage, rendering: RenderSettings, ending: str
) -> bytes:
    """The page's sections on its picture."""
    drawn = draw_sections(page, learned.divide(page), take_picture(raw, page, rendering))
    return drawn.encode() if ending == ".svg" else _paint(drawn, rendering)


def _paint(drawn: str, rendering: RenderSettings) -> bytes:
    """The drawing as a picture: the browser is there already."""
    html = f'<!DOCTYPE html><meta charset="utf-8"><body style="margin:0">{drawn}</body>'.encode()
    ref = PageRef(source="drawing", site="drawing", path="drawing", n_bytes=len(html), form=PLAIN)
    raw = RawPage(ref, html)
    page = parse_page(raw)
    if not isinstance(page, Page):
        raise NotRendered(page.reason)
    return take_picture(raw, page, replace(rendering, javascript=False))
