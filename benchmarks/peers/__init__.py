"""dehusk and its peers on the same pages in the same run: quality, speed, memory, growth.

    make bench                      everything, on the gold sites beside the checkout
    make bench ARGS=--quick         a fixed part of it, within three minutes

Each tool runs in a process of its own: the peers in their own environment (requirements/peers.txt),
dehusk in the project's. `tools` and `ours` say with which options, `worker` is that process,
`process` starts and ends it, `tally` listens to it, `measure` and `growth` survive it, `sites` says
over which pages, `scores`, `report` and `table` make of it what is read. docs/explanation/peers.md
says how to read it.
"""
