"""What dehusk costs and how well it does, measured: `make bench`, `make speed`, or one by one.

    python -m benchmarks.peers      dehusk and other tools on the same pages (`make bench`)
    python -m benchmarks            ingest, parse and the growth of a run, small (`make speed`)
    python -m benchmarks.ingest     an archive to RawPages, as a ratio to bare iteration
    python -m benchmarks.parse      bytes to Page, as a ratio to the bare parser
    python -m benchmarks.growth     time and memory of a run over 10,000 and 20,000 pages
    python -m benchmarks.clustering time and memory of clustering, and of assigning 100,000 pages
    python -m benchmarks.truth      every method beside others (`make evaluate`, `curves`, …)
    python -m benchmarks.floors     what the methods reach, and what they must (`make floors`)
    python -m benchmarks.gold       every gold site through `dehusk run`, scored
    python -m benchmarks.chunks     the settings of `chunks` compared on the gold sites
    python -m benchmarks.blocks     block precision and recall of the methods that choose blocks
    python -m benchmarks.block_growth  time and memory of the same, learning from every page
    python -m benchmarks.noise      how well `tree` tells noise, leaf by leaf, beside other methods
    python -m benchmarks.tree       what learning and matching trees cost, hard pages too
    python -m benchmarks.render     what drawing pages in a browser costs
    python -m benchmarks.crawl      speed and memory of a crawl, on loopback
    python -m benchmarks.until_learned  what `--until-learned` saves, and what it costs
    python -m benchmarks.keep       what `--keep main` does to the text, and which roles do it
    python -m benchmarks.boxes      the method `tree` with areas drawn by Chromium, and estimated
    python -m benchmarks.areas      those areas themselves, compared element by element
    python -m benchmarks.without_truth  methods through the evaluations that need no truth
    python -m benchmarks.metadata   titles and other facts of gold pages, checked
    python -m benchmarks.block_store  what a block store saves, and that pages come out exactly

Gold data is read from the folder given with --gold, by default the one beside the checkout; without
it, peers, ingest, parse, keep and block_store use pages that the project makes itself.
"""
