"""What was found before is held within bounds."""

import pickle

import pytest

from dehusk.learn.tree import memory as remembering
from dehusk.learn.tree.memory import NUMBERS_OF_ENTRY, Memory


def test_the_numbers_held_are_bounded_and_what_is_known_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(remembering, "MOST_REMEMBERED", 2 * NUMBERS_OF_ENTRY + 10)
    known: Memory[str, int] = Memory()
    known.keep("long", 1, 11)
    known.keep("too long", 2, NUMBERS_OF_ENTRY)
    assert not known.has_room(0)
    assert [known.recall(key) for key in ("long", "too long")] == [1, None]
    assert len(known) == 1


def test_what_is_kept_twice_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembering, "MOST_REMEMBERED", 2 * NUMBERS_OF_ENTRY)
    known: Memory[str, int] = Memory()
    for _ in range(3):
        known.keep("one", 1)
    assert known.has_room(0)


def test_a_copy_for_another_process_begins_empty() -> None:
    known: Memory[str, int] = Memory()
    known.keep("one", 1)
    copy = pickle.loads(pickle.dumps(known))
    assert len(copy) == 0
    assert copy.has_room(0)
