"""`dehusk evaluate` on the gold data where there is any, else on the sample sites.

python -m benchmarks.truth --html report.html
python -m benchmarks.truth curves -o curves
python -m benchmarks.truth clusters -o clusters
"""

import subprocess
import sys
from pathlib import Path

from benchmarks.corpus import DEFAULT_GOLD, find_truth, pick_sets, scratch_folder

COMMANDS = ("truth", "curves", "clusters")

KIND_SETS = ("built", "debian", "swde_main")
"""The gold sets whose pages of one site and kind share a template: what clusters are held to."""


def main() -> None:
    """Hand the options on."""
    command, options = "truth", sys.argv[1:]
    if options and options[0] in COMMANDS:
        command, *options = options
    with scratch_folder() as scratch:
        archives = DEFAULT_GOLD
        if command == "clusters":
            archives = pick_sets(archives, KIND_SETS, Path(scratch, "sets"))
        kind, folder = find_truth(archives, Path(scratch))
        if kind == "sample":
            print("no gold data beside the project: on the sample sites", file=sys.stderr)
        call = [sys.executable, "-m", "dehusk", "evaluate", command, str(folder), *options]
        sys.exit(subprocess.run(call, check=False).returncode)


if __name__ == "__main__":
    main()
