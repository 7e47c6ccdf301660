"""What was found before, within bounds: the numbers that are held count, not how many entries."""

from typing import Generic, TypeVar

MOST_REMEMBERED = 400_000
"""Numbers of eight bytes, or less: about three megabytes of each memory of each template in use."""

NUMBERS_OF_ENTRY = 32
"""What an entry takes by itself, for its key and its place."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Memory(Generic[Key, Value]):
    """Values by their keys. Once it is full, nothing new is kept: what was known stays known.

    A copy for another process begins empty.
    """

    __slots__ = ("_known", "_left")

    def __init__(self) -> None:
        self._known: dict[Key, Value] = {}
        self._left = MOST_REMEMBERED

    def __len__(self) -> int:
        return len(self._known)

    def __reduce__(self) -> tuple[type["Memory[Key, Value]"], tuple[()]]:
        return type(self), ()

    def recall(self, key: Key) -> Value | None:
        """What was kept under this key."""
        return self._known.get(key)

    def has_room(self, numbers: int) -> bool:
        """Whether an entry of so many numbers would be kept."""
        return numbers + NUMBERS_OF_ENTRY <= self._left

    def keep(self, key: Key, value: Value, numbers: int = 0) -> None:
        """Remember a value made of so many numbers, if there is room for it."""
        if self.has_room(numbers) and key not in self._known:
            self._known[key] = value
            self._left -= numbers + NUMBERS_OF_ENTRY
