"""A thread that does one thing after another, and is still there while the process ends."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

Result = TypeVar("Result")


class OneThread:
    """Calls made in one thread, in order; a pool of the library would end before exit handlers."""

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        threading.Thread(target=self._serve, name=name, daemon=True).start()

    def submit(self, call: Callable[[], Result]) -> "Future[Result]":
        """What the call will give."""
        future: Future[Result] = Future()
        self._calls.put((future, call))
        return future

    def _serve(self) -> None:
        while True:
            future, call = self._calls.get()
            try:
                future.set_result(call())
            except BaseException as error:
                future.set_exception(error)
