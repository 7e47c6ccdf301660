"""`python -m benchmarks.unseen`: judge, print the tables, and write JSON if asked."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.corpus import DEFAULT_GOLD
from benchmarks.peers.__main__ import PEERS_PYTHON, tell_date
from benchmarks.peers.machine import describe_commit
from benchmarks.peers.process import ROOT
from benchmarks.unseen.measure import PARTS, measure_unseen
from benchmarks.unseen.method import Method
from benchmarks.unseen.peer_texts import Asking
from benchmarks.unseen.rounds import Judge
from benchmarks.unseen.table import format_state
from dehusk.bars import Bars
from dehusk.errors import DehuskError
from dehusk.evaluate.ground import split_singles
from dehusk.evaluate.truth import open_truth
from dehusk.evaluating.against_truth import read_choices
from dehusk.learn import DEFAULT_METHOD


def main() -> None:
    """Tables to standard output; how far it is goes to standard error."""
    arguments = parse_arguments(sys.argv[1:])
    try:
        state = run(arguments)
    except DehuskError as error:
        sys.exit(str(error))
    print(format_state(state))
    if arguments.json:
        arguments.json.write_text(json.dumps(state, indent=2) + "\n", encoding="utf-8")


def run(arguments: argparse.Namespace) -> dict[str, object]:
    """All that was asked for, as plain values."""
    (choice,) = read_choices([arguments.method])
    method = Method(choice.name, choice.settings, arguments.weights)
    asking = Asking(arguments.peers_texts, arguments.peers_python, arguments.jobs)
    with open_truth([arguments.gold]) as found, Bars(quiet=False) as bars:
        judge = Judge(method, arguments.jobs, bars)
        figures = measure_unseen(split_singles(found), arguments.only, judge, asking)
    commit = describe_commit(ROOT)
    return {"date": tell_date(), "commit": asdict(commit) if commit else None, **figures}


def parse_arguments(words: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.unseen", description=__doc__)
    options.add_argument(
        "--gold", type=Path, default=DEFAULT_GOLD, help="folder of sites with truth, or archives"
    )
    options.add_argument(
        "--method",
        default=DEFAULT_METHOD,
        metavar="NAME[:SETTING=VALUE]...",
        help="the method that is measured",
    )
    options.add_argument(
        "--weights", type=Path, metavar="FOLDER", help="where training wrote a file for each fold"
    )
    options.add_argument(
        "--peers-texts",
        type=Path,
        required=True,
        metavar="FOLDER",
        help="where the peers' texts are kept; outside the checkout, for they are others' pages",
    )
    options.add_argument("--only", type=_read_parts, default=PARTS, help=",".join(PARTS))
    options.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    options.add_argument("--jobs", type=int, default=2, help="processes at once")
    options.add_argument(
        "--peers-python",
        type=Path,
        default=PEERS_PYTHON,
        help="the interpreter of the peers' environment",
    )
    return options.parse_args(words)


def _read_parts(given: str) -> tuple[str, ...]:
    parts = tuple(given.split(","))
    if not set(parts) <= set(PARTS):
        raise argparse.ArgumentTypeError(f"of {', '.join(PARTS)}")
    return parts


if __name__ == "__main__":
    main()
