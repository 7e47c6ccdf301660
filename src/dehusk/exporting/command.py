"""The command `export`: its options, and what comes of them."""

from pathlib import Path

import click

from dehusk.concluding import hand_over
from dehusk.errors import BadOutput, NoTemplateStrings, NoTemplateTree
from dehusk.exporting.learned_strings import collect_strings, take_strings
from dehusk.exporting.listing import list_json, list_lines
from dehusk.exporting.trees import collect_trees, draw_trees, write_trees
from dehusk.run.store import dump_site, read_site
from dehusk.run.strings.store import SUFFIX, read_strings
from dehusk.write.target import STANDARD_OUTPUT

REGEX, JSON, TREE, SVG = "regex", "json", "tree", "svg"


@click.command("export", short_help="What was learned, for other tools.")
@click.argument("learned_file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--as",
    "kind",
    required=True,
    type=click.Choice([REGEX, JSON, TREE, SVG]),
    help="One regular expression a line; JSON; a tree as text; a picture of it.",
)
@click.option(
    "-o",
    "--output",
    default=STANDARD_OUTPUT,
    show_default=True,
    help="A file; `-` is standard output.",
)
def export(learned_file: Path, kind: str, output: str) -> int:
    """Write what was learned of a site, a .husk or .strings FILE, in a form that other tools read.

    \b
      dehusk learn pages/ -o site.husk --method strings
      dehusk export site.husk --as regex -o site.regex
      dehusk strings learn pages/ -o site.strings
      dehusk export site.strings --as regex      the same for raw HTML

    `regex` writes the template strings of a site that was learned with --method strings, or with
    `dehusk strings learn`: one expression a line, which Python's re, RE2 and PCRE2 read alike. What
    is before the template is group 1, the template group 2, what is after it group 3: \\1\\3 in the
    place of a match removes it. `json` writes them with the number of pages that each is on; of
    other methods, what they learned.

    \b
      dehusk learn pages/ -o site.husk --method tree
      dehusk export site.husk --as tree            to read
      dehusk export site.husk --as svg -o site.svg     to look at

    `tree` writes the templates of a site that was learned with --method tree as text that a person
    can read, `svg` draws them, with the share of the pages that have an element as its colour.
    """
    if output != STANDARD_OUTPUT and Path(output).resolve() == learned_file.resolve():
        raise BadOutput(output, "it is what is exported; name another file")
    write = _write_trees if kind in _OF_TREES else _write_strings
    hand_over(write(learned_file, kind).encode(), output)
    return 0


_OF_TREES = {TREE: write_trees, SVG: draw_trees}


def _write_trees(learned_file: Path, kind: str) -> str:
    if learned_file.suffix == SUFFIX:
        raise NoTemplateTree(str(learned_file), "dehusk strings learn")
    site = read_site(learned_file)
    templates = collect_trees(site)
    if not templates:
        raise NoTemplateTree(str(learned_file), site.recipe.method)
    return _OF_TREES[kind](site.site, templates)


def _write_strings(learned_file: Path, kind: str) -> str:
    if learned_file.suffix == SUFFIX:
        learned = take_strings(read_strings(learned_file))
    else:
        site = read_site(learned_file)
        collected = collect_strings(site)
        if collected is None:
            if kind == REGEX:
                raise NoTemplateStrings(str(learned_file), site.recipe.method)
            return dump_site(site)
        learned = collected
    if not learned.strings:
        click.echo(f"{learned_file} has no template strings", err=True)
    return list_lines(learned) if kind == REGEX else list_json(learned)
