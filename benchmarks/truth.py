"""`dehusk evaluate` on the gold data where there is any, else on the sample sites.

python -m benchmarks.truth --html report.html
python -m benchmarks.truth curves -o curves
"""

import subprocess
import sys
from pathlib import Path

from benchmarks.corpus import DEFAULT_GOLD, scratch_folder
from examples import SITES, write_site

COMMANDS = ("truth", "curves")


def main() -> None:
    """Hand the options on."""
    command, options = "truth", sys.argv[1:]
    if options and options[0] in COMMANDS:
        command, *options = options
    with scratch_folder() as scratch:
        folder = DEFAULT_GOLD
        if not any(folder.glob("*.tar.xz")):
            folder = Path(scratch, "samples")
            for site in SITES:
                write_site(site, folder / site)
        call = [sys.executable, "-m", "dehusk", "evaluate", command, str(folder), *options]
        sys.exit(subprocess.run(call, check=False).returncode)


if __name__ == "__main__":
    main()
