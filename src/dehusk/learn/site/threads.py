"""One thread for sums of products: pages are small, and sums in another order give other bytes."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import RLock

from threadpoolctl import ThreadpoolController

# The limit is the whole process's: of two that overlap, the later would take the other's limit for
# what there was before, and leave it behind.
_LOCK = RLock()


@contextmanager
def one_thread() -> Iterator[None]:
    """Whoever calls from many processes has a core for each; threads beside them only wait."""
    with _LOCK, _find_libraries().limit(limits=1):
        yield


@lru_cache(maxsize=1)
def _find_libraries() -> ThreadpoolController:
    # Looking for them takes milliseconds, limiting them microseconds.
    return ThreadpoolController().select(user_api="blas")
