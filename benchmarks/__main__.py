"""`make bench`: the parse benchmark, and the growth of a run over small sites."""

import sys

from benchmarks import growth, parse


def main() -> None:
    """Run both one after another."""
    parse.main()
    print()
    sys.argv = [sys.argv[0], "--pages", "2000"]
    growth.main()


if __name__ == "__main__":
    main()
