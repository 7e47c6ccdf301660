"""`make speed`: the speeds of ingest and parse, and the growth of a run over small sites."""

import sys

from benchmarks import growth, ingest, parse


def main() -> None:
    """Run them one after another."""
    for benchmark in (ingest, parse):
        benchmark.main()
        print()
    sys.argv = [sys.argv[0], "--pages", "2000"]
    growth.main()


if __name__ == "__main__":
    main()
