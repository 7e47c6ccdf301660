"""What workers do in tests of run/workers.py; here because spawned processes import it by name."""

import os
import signal
import time


def double(number: int) -> int:
    return 2 * number


def double_slowly_at_first(number: int) -> int:
    """Later numbers overtake the first ones, unless somebody keeps the order."""
    if number < 2:
        time.sleep(0.5)
    return 2 * number


def exit_at_three(number: int) -> int:
    if number == 3:
        os._exit(1)
    return 2 * number


def be_killed_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def die_always(number: int) -> int:
    os._exit(number + 1)


def hang_at_three(number: int) -> int:
    if number == 3:
        time.sleep(600)
    return 2 * number


def refuse_three(number: int) -> int:
    if number == 3:
        raise ValueError("three is refused")
    return 2 * number


def die_once(mark: str) -> str:
    """Dies on the first call with this path, and not again: the path remembers."""
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return "survived"
    os._exit(1)


def tell_process(_number: int) -> int:
    return os.getpid()


def give_up(_item: object) -> int:
    return -1


def give_up_in_words(_item: object) -> str:
    return "given up"
