"""What dehusk costs and how well it does, measured: `make bench`, or one by one.

    python -m benchmarks            the parse benchmark and the growth of a run, small
    python -m benchmarks.parse      bytes to Page, as a ratio to the bare parser
    python -m benchmarks.growth     time and memory of a run over 10,000 and 20,000 pages
    python -m benchmarks.gold       every gold site through `dehusk run`, scored
    python -m benchmarks.chunks     the settings of `chunks` compared on the gold sites

Gold data is read from the folder given with --gold; without one, the first two use pages that the
project makes itself.
"""
