"""One thread while sums are worked out, and as many as there were afterwards."""

import time
from threading import Thread

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from dehusk.learn.site.threads import one_thread


def count_threads() -> set[int]:
    # The library that numpy multiplies with has to be there.
    np.ones((2, 2)) @ np.ones((2, 2))
    products = ThreadpoolController().select(user_api="blas")
    return {library["num_threads"] for library in products.info()}


@pytest.fixture(autouse=True)
def two_threads() -> None:
    """On a machine of one core, too; set by a thread that ends, as only it may set it meanwhile."""
    other = Thread(target=lambda: ThreadpoolController().limit(limits=2))
    other.start()
    other.join()


def test_there_is_one_thread_within() -> None:
    before = count_threads()
    with one_thread(), one_thread():
        assert count_threads() == {1}
    assert count_threads() == before


def test_the_limit_is_taken_back_after_an_error() -> None:
    before = count_threads()
    with pytest.raises(KeyError), one_thread():
        raise KeyError
    assert count_threads() == before


def test_threads_that_overlap_leave_no_limit_behind() -> None:
    def stay(seconds: float) -> None:
        time.sleep(seconds)
        with one_thread():
            time.sleep(0.1)

    before = count_threads()
    # The second comes while the first is within, and is still there when the first has ended.
    others = [Thread(target=stay, args=(wait,)) for wait in (0, 0.05)]
    for other in others:
        other.start()
    for other in others:
        other.join()
    assert count_threads() == before
