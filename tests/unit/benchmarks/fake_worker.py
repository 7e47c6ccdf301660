"""The real worker around a tool that does to itself what a page tells it to."""

import os
import signal
import time
from collections.abc import Sequence

from benchmarks.peers.tools import Extract, Html, Learn, Tool
from benchmarks.peers.worker import do_job


def load() -> Learn:
    return learn


def learn(pages: Sequence[Html]) -> Extract:
    if any(page.body == b"fatal to learn from" for page in pages):
        os._exit(3)
    if any(page.body == b"unlearnable" for page in pages):
        raise ValueError("cannot learn")
    return extract


def extract(page: Html) -> str:
    print("tools may print what they like")
    match page.body:
        case b"raise":
            raise ValueError("cannot read")
        case b"wait":
            time.sleep(60)
        case b"spin":
            while True:
                pass
        case b"work":
            end = time.thread_time() + 0.002
            while time.thread_time() < end:
                pass
        case b"crash":
            os.kill(os.getpid(), signal.SIGSEGV)
    return f"text of {page.url}"


if __name__ == "__main__":
    do_job(Tool("fake", "pytest", "", load))
