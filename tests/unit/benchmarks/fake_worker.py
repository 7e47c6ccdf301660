"""The real worker around a tool that does to itself what a page tells it to."""

import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmarks.peers.tools import Extract, Html, Learn, Tool
from benchmarks.peers.worker import do_job

UNBLOCKABLE = {signal.SIGKILL, signal.SIGSTOP}


def load() -> Learn:
    """Told by files in a folder to be killed so many times before its first line."""
    for kill in sorted(Path(os.environ.get("KILLS", "/nowhere")).glob("*")):
        kill.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return learn


def learn(pages: Sequence[Html]) -> Extract:
    if any(page.body == b"fatal to learn from" for page in pages):
        os._exit(3)
    if any(page.body == b"unlearnable" for page in pages):
        raise ValueError("cannot learn")
    if any(page.body == b"hangs learning" for page in pages):
        time.sleep(60)
    return extract


def extract(page: Html) -> str:
    print("tools may print what they like")
    ACTIONS.get(page.body, lambda: None)()
    return f"text of {page.url}"


def fail() -> None:
    raise ValueError("cannot read")


def wait() -> None:
    time.sleep(60)


def spin() -> None:
    while True:
        pass


def wait_deaf() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals) - UNBLOCKABLE)
    wait()


def leave_a_child() -> None:
    if os.fork() == 0:
        wait()
    os._exit(4)


def work() -> None:
    end = time.thread_time() + 0.002
    while time.thread_time() < end:
        pass


ACTIONS: Mapping[bytes, Callable[[], None]] = {
    b"raise": fail,
    b"wait": wait,
    b"spin": spin,
    b"deaf": wait_deaf,
    b"stopped": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    b"fork": leave_a_child,
    b"work": work,
    b"crash": lambda: os.kill(os.getpid(), signal.SIGSEGV),
}


if __name__ == "__main__":
    do_job(Tool("fake", "pytest", "", load))
