"""`make bench`: every tool over the same sites, one after another; a table, and JSON if asked."""

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.corpus import DEFAULT_GOLD, open_sites, scratch_folder
from benchmarks.peers.compare import FULL, QUICK, Bench, compare
from benchmarks.peers.machine import describe_commit, describe_machine
from benchmarks.peers.ours import ALL_TEXT, list_ours
from benchmarks.peers.process import ROOT
from benchmarks.peers.report import Corpus, Setting, to_state
from benchmarks.peers.scores import list_groups
from benchmarks.peers.sites import choose_quick, find_large_sets, is_light
from benchmarks.peers.table import format_table
from benchmarks.peers.tools import PEERS, Tool
from dehusk.evaluate.corpus import describe_corpus
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.truth import TruthSite
from dehusk.learn import METHODS

PEERS_PYTHON = ROOT / ".venv-peers" / "bin" / "python"
GOLD = "gold"


def main() -> None:
    """Print the table to standard output; how far it is goes to standard error."""
    arguments = parse_arguments(sys.argv[1:])
    tools = choose_tools(arguments.method, arguments.only)
    pace = QUICK if arguments.quick else FULL
    with scratch_folder() as scratch, open_sites(arguments.gold) as (kind, sites):
        corpus = make_corpus(kind, split_singles(sites), is_quick=arguments.quick)
        bench = Bench(arguments.peers_python, Path(scratch), pace)
        setting = Setting(corpus, tell_date(), describe_machine(), describe_commit(ROOT))
        outcomes, missing = compare(tools, corpus, bench)
    state = to_state(setting, outcomes, missing)
    print(format_table(state))
    if arguments.json:
        arguments.json.write_text(json.dumps(state, indent=2) + "\n", encoding="utf-8")
    if missing:
        sys.exit(1)


def tell_date() -> str:
    """Today, wherever this is."""
    return datetime.now(UTC).date().isoformat()


def parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    """The command line; names of tools are checked when methods are known."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    options.add_argument("--gold", type=Path, default=DEFAULT_GOLD, help="folder of gold archives")
    options.add_argument("--quick", action="store_true", help="a fixed part of the sites")
    options.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    options.add_argument("--only", nargs="+", metavar="NAME", help="only these tools")
    options.add_argument(
        "--method",
        action="append",
        default=[],
        choices=METHODS.names(),
        help="dehusk with this method, too; may be repeated",
    )
    options.add_argument(
        "--peers-python",
        type=Path,
        default=PEERS_PYTHON,
        help="the interpreter of the peers' environment",
    )
    return options.parse_args(words)


def choose_tools(methods: Sequence[str], only: Sequence[str] | None) -> list[Tool]:
    """All text first, then the peers, then dehusk."""
    ours = list_ours(methods)
    tools = {ALL_TEXT: ours.pop(ALL_TEXT), **PEERS, **ours}
    unknown = [name for name in only or () if name not in tools]
    if unknown:
        sys.exit(f"unknown tool {unknown[0]!r}; the tools are {', '.join(tools)}")
    return [tool for name, tool in tools.items() if not only or name in only]


def make_corpus(kind: str, sites: Sequence[TruthSite], *, is_quick: bool) -> Corpus:
    """The sites; which sets are large does not depend on how many of their sites are looked at."""
    large = find_large_sets(sites)
    chosen = choose_quick(filter(is_light, sites)) if is_quick and kind == GOLD else sites
    groups = list_groups(chosen, large)
    is_part = len(chosen) < len(sites)
    return Corpus(kind, chosen, groups, is_part, describe_corpus(chosen).digest)


if __name__ == "__main__":
    main()
