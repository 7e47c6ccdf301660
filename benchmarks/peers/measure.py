"""Starts the process of a tool, takes what it says, and goes on after pages that end it."""

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from benchmarks.peers.sites import list_addresses
from dehusk.evaluate.truth import TruthSite

ROOT = Path(__file__).resolve().parents[2]

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"), "1"
)

LIMIT_S = 60.0
"""Far more than any page takes, so that a busy machine changes no figures."""

Key = tuple[int, str]
"""A page: the number of its site, and its id."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How a tool is started: the worker with its arguments, and how long a page may take."""

    command: tuple[str, ...]
    limit_s: float = LIMIT_S


@dataclass(frozen=True, slots=True)
class Measured:
    """What a tool made of the sites, and what it took; a page that failed has no text."""

    version: str
    texts: Mapping[Key, str]
    failures: Mapping[Key, str]
    seconds: float
    peak_mib: float

    @property
    def n_pages(self) -> int:
        """All pages it was given."""
        return len(self.texts) + len(self.failures)

    @property
    def pages_per_s(self) -> float:
        """On one core."""
        return self.n_pages / self.seconds if self.seconds else 0.0


class ToolUnusable(Exception):
    """The tool does not even start; holds the end of what it said."""


def measure(
    launch: Launch, sites: Sequence[TruthSite], on_page: Callable[[], None] = lambda: None
) -> Measured:
    """Every page of the sites through the tool, in as few processes as it survives."""
    tally = _Tally(sites, on_page)
    while tally.todo:
        with tempfile.TemporaryFile() as said:
            tally.begin()
            try:
                code = _run(launch, tally, said)
            except FileNotFoundError as problem:
                raise ToolUnusable(f"no {problem.filename} (make bench makes it)") from problem
            if tally.version is None:
                raise ToolUnusable(_read_end(said))
        tally.blame(f"ended its process ({_name_exit(code)})")
    return tally.sum_up()


class _Tally:
    """What is done and what is still to do, while processes come and go."""

    def __init__(self, sites: Sequence[TruthSite], on_page: Callable[[], None]) -> None:
        self._sites = sites
        self._on_page = on_page
        self._texts: dict[Key, str] = {}
        self._failures: dict[Key, str] = {}
        self._learned: set[int] = set()
        self._seconds = 0.0
        self._peak_mib = 0.0
        self.version: str | None = None
        self.todo = {
            number: [page.id for page in site.pages]
            for number, site in enumerate(sites)
            if site.pages
        }

    def begin(self) -> None:
        """A process begins, and has learned nothing yet."""
        self._learned.clear()

    def write_job(self, limit_s: float) -> dict[str, object]:
        """What is left, as the worker reads it: all pages to learn from, some to do."""
        sites = [
            {
                "number": number,
                "pages": [
                    {"id": page.id, "url": url, "path": str(page.path)}
                    for page, url in zip(site.pages, list_addresses(site), strict=True)
                ],
                "todo": todo,
            }
            for number, todo in self.todo.items()
            for site in [self._sites[number]]
        ]
        return {"limit_s": limit_s, "sites": sites}

    def take(self, row: Mapping[str, Any]) -> None:
        """One line of the worker."""
        self._peak_mib = max(self._peak_mib, row["peak_mib"])
        if "version" in row:
            self.version = row["version"]
            return
        self._seconds += row["seconds"]
        if row["page"] is None:
            self._learned.add(row["site"])
        else:
            self._finish((row["site"], row["page"]), row.get("text"), row["error"])

    def blame(self, reason: str) -> None:
        """The process is over: the page it was at is at fault, or the site if it was learning."""
        if self.todo:
            number = next(iter(self.todo))
            at_fault = self.todo[number][:1] if number in self._learned else self.todo[number]
            for name in list(at_fault):
                self._finish((number, name), None, reason)

    def _finish(self, key: Key, text: str | None, error: str | None) -> None:
        number, name = key
        self.todo[number].remove(name)
        if not self.todo[number]:
            del self.todo[number]
        if text is None:
            self._failures[key] = error or "gave nothing"
        else:
            self._texts[key] = text
        self._on_page()

    def sum_up(self) -> Measured:
        """The end."""
        return Measured(
            self.version or "", self._texts, self._failures, self._seconds, self._peak_mib
        )


def _run(launch: Launch, tally: _Tally, said: IO[bytes]) -> int:
    """One process from its start to its end, and how it ended."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, **ONE_THREAD, "PYTHONPATH": path, "PYTHONWARNINGS": "ignore"}
    with tempfile.TemporaryFile() as given:
        given.write(json.dumps(tally.write_job(launch.limit_s)).encode())
        given.seek(0)
        with subprocess.Popen(
            launch.command, stdin=given, stdout=subprocess.PIPE, stderr=said, env=environment
        ) as process:
            assert process.stdout is not None
            try:
                for line in process.stdout:
                    # A line cut short was being written when the process was ended from outside.
                    if line.endswith(b"\n"):
                        tally.take(json.loads(line))
            except BaseException:
                process.kill()
                raise
    return process.returncode


def _read_end(said: IO[bytes]) -> str:
    said.seek(0)
    lines = said.read().decode(errors="replace").splitlines()
    return lines[-1] if lines else "it said nothing"


def _name_exit(code: int) -> str:
    return "time limit" if code == -signal.SIGALRM else f"exit {code}"


def worker_command(python: Path | str, tool: str) -> tuple[str, ...]:
    """The worker in some environment."""
    return (str(python), "-m", "benchmarks.peers.worker", tool)
