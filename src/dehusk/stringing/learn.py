"""The command `strings learn`: its options, and what comes of them."""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from dehusk.bars import Bars
from dehusk.concluding import say
from dehusk.counting import say_count
from dehusk.learn.strings.method import MARKUP_TOKENS, Strings
from dehusk.options import parse_settings, read_jobs, settings_option, source_options
from dehusk.run.strings.learn import LearnedStrings, LearnRequest, learn_strings
from dehusk.run.strings.store import make_method
from dehusk.stringing.group import make_job, text_option
from dehusk.stringing.picture_files import check_pictures, is_one_file, list_pictures

_MOST_REASONS = 3

_log = logging.getLogger(__name__)


@click.command("learn", short_help="Find the template strings of each site.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="A .strings file, or a folder for several sites.",
)
@click.option(
    "--keep-idioms",
    is_flag=True,
    help="Of several sites, keep the strings that a fifth of them, and at least two, have.",
)
@click.option(
    "--draw",
    type=click.Path(path_type=Path),
    metavar="FILE|FOLDER",
    help="Draw on how many pages strings are, and the cut-off: to a .png, .svg or .pdf file, or "
    "for several sites to a folder. Needs the extra `evaluate`.",
)
@settings_option("share=0.5")
@text_option
@source_options
def learn(sources: tuple[str, ...], **options: Any) -> int:
    """Find the template strings of each site in the SOURCEs.

    \b
      dehusk strings learn pages/ -o site.strings
      dehusk strings learn pages/ -o site.strings --draw site.png
      dehusk strings learn a.warc.gz b.warc.gz -o found/           a file for each site
      dehusk strings learn rows.jsonl --text --column text=body -o site.strings
      dehusk strings learn pages/ -o site.strings --set share=0.5  template is on half the pages

    A string is two or more words in a row that are on several pages; in HTML, where tags count as
    words, four or more (--set min_tokens=N). From how many pages on it is
    template is found for each site, and said. Of several sites, strings that a fifth of them have,
    and at least two, are no site's template but idioms, and are dropped.

    A SOURCE is what it is for `dehusk run`; each site is learned from a sample of its pages. The
    file is JSON, a string a line: one that you take out stays in the pages from then on.
    """
    method = _make_method(options)
    draw: Path | None = options["draw"]
    check_pictures(draw)
    request = LearnRequest(
        sources,
        options["output"],
        make_job(options),
        method,
        keeps_idioms=options["keep_idioms"],
        picture=draw if draw is not None and is_one_file(draw) else None,
    )
    with Bars(quiet=options["quiet"]) as bars:
        learned = learn_strings(request, bars)
        if draw is not None:
            _draw(learned, draw, options, bars)
    _tell(learned, options)
    return 0


def _make_method(options: Mapping[str, Any]) -> Strings:
    usual = {} if options["is_text"] else {"min_tokens": MARKUP_TOKENS}
    return make_method({**usual, **parse_settings(options["settings"])})


def _draw(
    learned: Sequence[LearnedStrings], draw: Path, options: Mapping[str, Any], bars: Bars
) -> None:
    from dehusk.stringing.pictures import draw_sites

    pictures = [(one.strings, list_pictures(draw, one.strings.site)) for one in learned]
    for _ in bars.track(draw_sites(pictures, read_jobs(options)), "Drawing", len(pictures)):
        pass


def _tell(learned: Sequence[LearnedStrings], options: Mapping[str, Any]) -> None:
    what = "text" if options["is_text"] else "page"
    for one in learned:
        if one.strings.found.pages == 1:
            _log.warning(
                "%s has a single %s, in which nothing recurs: give more of the site",
                *(one.strings.site, what),
            )
        if not options["quiet"]:
            say(_sum_up(one, what))
            for reason, count in list(one.rejected.items())[:_MOST_REASONS]:
                say(f"  {count:,} x not learned from, {reason}")


def _sum_up(one: LearnedStrings, what: str) -> str:
    found = one.strings.found
    of_all = f" of its {one.pages:,}" if one.pages != found.pages else ""
    pages = f"{found.pages:,}{of_all} {what}s" if of_all else say_count(found.pages, what)
    told = f"{one.strings.site}: {say_count(len(found.strings), 'string')} from {pages}"
    if found.pages > 1:
        told += f", template from {found.cutoff.pages:,} of {found.pages:,} {what}s on"
    return f"{told}, {say_count(one.idioms, 'idiom')} dropped" if one.idioms else told
