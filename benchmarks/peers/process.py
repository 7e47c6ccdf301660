"""One process of a tool from its start to its end, which comes in time whatever the tool does."""

import json
import math
import os
import selectors
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

ROOT = Path(__file__).resolve().parents[2]

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"), "1"
)

EXIT_S = 5.0
"""How long a process that has closed its output may take to end."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds by the clock until the first line, for learning a site, and for a page.

    Far more than any of it takes, so that a busy machine changes no figures. A tool that is late
    more often than `max_late` times is given up.
    """

    start_s: float = 60.0
    learn_s: float = 300.0
    page_s: float = 60.0
    max_late: int = 20


@dataclass(frozen=True, slots=True)
class Launch:
    """How a tool is started: the worker, its limits, and when (`time.monotonic`) all must end."""

    command: tuple[str, ...]
    limits: Limits = Limits()
    ends_at: float = math.inf


@dataclass(frozen=True, slots=True)
class Ending:
    """How a process ended, and the last line it said."""

    code: int
    is_late: bool
    last_words: str

    @property
    def was_killed(self) -> bool:
        """Not by its own doing, or not by that alone."""
        return self.is_late or self.code < 0

    @property
    def cause(self) -> str:
        """In a few words."""
        if self.is_late:
            return "time limit"
        if self.code < 0:
            return f"signal {-self.code} ({_name_signal(-self.code)})"
        return f"exit {self.code}"


def _name_signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unnamed"


class Listener(Protocol):
    """Whoever takes the lines of a process."""

    def take(self, row: Mapping[str, Any]) -> None:
        """One line."""

    def allow(self, limits: Limits) -> float:
        """How many seconds the next line may take."""


def worker_command(python: Path | str, tool: str) -> tuple[str, ...]:
    """The worker in some environment."""
    return (str(python), "-m", "benchmarks.peers.worker", tool)


def run_process(launch: Launch, job: Mapping[str, object], listener: Listener) -> Ending:
    """Give it the job, pass its lines on; a line that is late ends it and all it has started."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        given.write(json.dumps(job).encode())
        given.seek(0)
        with subprocess.Popen(
            launch.command,
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=said,
            env=_make_environment(),
            start_new_session=True,
        ) as process:
            is_late = True
            try:
                is_late = not (_listen(process, launch, listener) and _has_ended(process))
            finally:
                if is_late:
                    _end_group(process)
        return Ending(process.returncode, is_late, _read_end(said))


def _make_environment() -> dict[str, str]:
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, **ONE_THREAD, "PYTHONPATH": path, "PYTHONWARNINGS": "ignore"}


def _listen(process: "subprocess.Popen[bytes]", launch: Launch, listener: Listener) -> bool:
    """Lines to the last; False when one does not come in time."""
    assert process.stdout is not None
    # A line cut short was being written when the process was ended from outside.
    begun = b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        deadline = _next_deadline(launch, listener)
        while (left_s := deadline - time.monotonic()) > 0 and selector.select(left_s):
            found = os.read(process.stdout.fileno(), 1 << 16)
            if not found:
                return True
            *lines, begun = (begun + found).split(b"\n")
            for line in lines:
                listener.take(json.loads(line))
            if lines:
                deadline = _next_deadline(launch, listener)
    return False


def _next_deadline(launch: Launch, listener: Listener) -> float:
    return min(time.monotonic() + listener.allow(launch.limits), launch.ends_at)


def _has_ended(process: "subprocess.Popen[bytes]") -> bool:
    with suppress(subprocess.TimeoutExpired):
        process.wait(EXIT_S)
    return process.returncode is not None


def _end_group(process: "subprocess.Popen[bytes]") -> None:
    """The process leads a group of its own; until it is waited for, nobody else has its number."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _read_end(said: IO[bytes]) -> str:
    said.seek(0)
    lines = said.read().decode(errors="replace").splitlines()
    return lines[-1] if lines else ""
