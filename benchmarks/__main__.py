"""`make speed`: the speeds of ingest and parse, the growth of a run and clustering, all small."""

import sys

from benchmarks import clustering, growth, ingest, parse


def main() -> None:
    """Run them one after another."""
    for benchmark in (ingest, parse):
        benchmark.main()
        print()
    sys.argv = [sys.argv[0], "--pages", "2000"]
    growth.main()
    print()
    sys.argv = [sys.argv[0], "--quick"]
    clustering.main()


if __name__ == "__main__":
    main()
