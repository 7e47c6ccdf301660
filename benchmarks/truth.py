"""`dehusk evaluate` on the gold data where there is any, else on the sample sites.

python -m benchmarks.truth --html report.html
python -m benchmarks.truth curves -o curves
"""

import subprocess
import sys
from pathlib import Path

from benchmarks.corpus import DEFAULT_GOLD, find_truth, scratch_folder

COMMANDS = ("truth", "curves")


def main() -> None:
    """Hand the options on."""
    command, options = "truth", sys.argv[1:]
    if options and options[0] in COMMANDS:
        command, *options = options
    with scratch_folder() as scratch:
        _, folder = find_truth(DEFAULT_GOLD, Path(scratch))
        call = [sys.executable, "-m", "dehusk", "evaluate", command, str(folder), *options]
        sys.exit(subprocess.run(call, check=False).returncode)


if __name__ == "__main__":
    main()
