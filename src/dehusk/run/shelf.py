"""What was learned of many sites, the last used held ready."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Held = TypeVar("Held")

MOST_HELD = 16
"""Archives mix sites: a process meets so many by turns."""


class Shelf(Generic[Held]):
    """Reads what is asked for, and holds so many of them; may be sent to other processes."""

    def __init__(self, read: Callable[[str], Held], held: int = MOST_HELD) -> None:
        self._read = read
        self._held = held
        self._ready: OrderedDict[str, Held] = OrderedDict()

    def get(self, site: str) -> Held:
        """What is known of the site of this name."""
        if site not in self._ready:
            self._ready[site] = self._read(site)
            if len(self._ready) > self._held:
                self._ready.popitem(last=False)
        self._ready.move_to_end(site)
        return self._ready[site]
