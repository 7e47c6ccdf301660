"""The process a tool runs in: a job on standard input, a line of JSON for each site and page.

    python -m benchmarks.peers.worker TOOL < job.json

Imports nothing that the peers' environment lacks. Seconds are those of the processor in this
process, all its threads together, for the tool alone: files are read and lines written off the
clock. Whoever started it ends it when a page takes too long, and goes on after that page.
"""

import json
import os
import platform
import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, TextIO, TypeVar

from benchmarks.peers.tools import PEERS, Html, Learn, Tool

Result = TypeVar("Result")

WARM_UP = Html("warm-up", b"<html><body><p>The first page pays for what is loaded late.</p></body>")


def main() -> None:
    """Do the job with the tool that is named."""
    do_job(find_tool(sys.argv[1]))


def find_tool(name: str) -> Tool:
    """One of the peers, or else one of ours, which only the project's environment can import."""
    if name in PEERS:
        return PEERS[name]
    from benchmarks.peers.ours import list_ours

    return list_ours([name.partition(":")[2]] if ":" in name else [])[name]


def do_job(tool: Tool) -> None:
    """Standard input to lines; what the tool prints must not get among them."""
    lines = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    job = json.load(sys.stdin)
    learn = tool.load()
    with suppress(Exception):
        learn([WARM_UP])(WARM_UP)
    about = {"version": version(tool.package), "python": platform.python_version()}
    _write(lines, {**about, "peak_mib": read_peak_mib()})
    for site in job["sites"]:
        for row in clean_site(learn, site):
            _write(lines, {"site": site["number"], **row, "peak_mib": read_peak_mib()})


def clean_site(learn: Learn, site: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A row for the learning, then one for each page that is to be done; failures are rows too."""
    pages = {
        page["id"]: Html(page["url"], Path(page["path"]).read_bytes()) for page in site["pages"]
    }
    extract, row = _attempt(lambda: learn(list(pages.values())))
    yield {"page": None, **row}
    for name in site["todo"]:
        if extract is None:
            yield {"page": name, "seconds": 0.0, "error": row["error"]}
        else:
            text, row = _attempt(partial(extract, pages[name]))
            yield {"page": name, "text": text, **row}


def _attempt(work: Callable[[], Result]) -> tuple[Result | None, dict[str, Any]]:
    """What came of it, or why nothing did."""
    result, error = None, None
    start = time.process_time()
    try:
        result = work()
    except Exception as problem:
        error = f"{type(problem).__name__}: {problem}"
    seconds = time.process_time() - start
    return result, {"seconds": seconds, "error": error}


def read_peak_mib() -> float:
    """The most memory this program had; `getrusage` would count that of its parent before it."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _write(lines: TextIO, row: Mapping[str, object]) -> None:
    lines.write(json.dumps(row) + "\n")
    lines.flush()


if __name__ == "__main__":
    main()
