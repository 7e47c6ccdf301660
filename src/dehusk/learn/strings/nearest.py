"""For places of an array the nearest smaller one, to the left or right, for all of them at once.

The array's minima over ever larger aligned stretches are kept. A search climbs until a stretch
beside its own holds something small enough, then goes down into it: all searches take a step
together, so it is a matter of some dozen numpy calls however long the array and whatever is in it.
"""

from collections.abc import Sequence

import numpy as np

from dehusk.model import Indices, Ints

Minima = Sequence[Ints]

_NOTHING = np.int32(np.iinfo(np.int32).max)


def build_minima(values: Ints) -> Minima:
    """The values, then the least of each two, of each four …"""
    levels = [values]
    while len(levels[-1]) > 1:
        last = levels[-1]
        if len(last) % 2:
            last = np.append(last, _NOTHING)
            levels[-1] = last
        levels.append(np.minimum(last[::2], last[1::2]))
    return levels


def find_before(minima: Minima, places: Indices, limits: Ints) -> Ints:
    """For each place the last one before it with a value of its limit or less.

    >>> values = np.array([0, 5, 3, 3, 4], dtype=np.int32)
    >>> places = np.array([2, 3, 4])
    >>> find_before(build_minima(values), places, values[places]).tolist()
    [0, 2, 3]
    """
    return _find(minima, places, limits, right=0)


def find_after(minima: Minima, places: Indices, limits: Ints) -> Ints:
    """For each place the first one after it with a value of its limit or less."""
    return _find(minima, places, limits, right=1)


def _find(minima: Minima, places: Indices, limits: Ints, right: int) -> Ints:
    """There must be something to be found for every place."""
    found = np.empty(len(places), dtype=np.int32)
    seekers, nodes = np.arange(len(places)), places.astype(np.int32)
    turned: list[tuple[Indices, Ints]] = []
    for level in minima[:-1]:
        if not len(seekers):
            break
        # Only who stands on the one side of a pair has its other side to look at.
        beside = nodes ^ 1
        is_near = (nodes & 1) != right
        is_near &= level[beside] <= limits[seekers]
        turned.append((seekers[is_near], beside[is_near]))
        seekers, nodes = seekers[~is_near], nodes[~is_near] >> 1
    going, at = turned[-1] if turned else (seekers, nodes)
    for height in range(len(turned) - 2, -1, -1):
        # Of the two below, the one nearer to where the search came from goes first.
        nearer = 2 * at + (1 - right)
        at = nearer ^ (minima[height][nearer] > limits[going]).astype(np.int32)
        more, places_of_more = turned[height]
        going, at = np.concatenate((going, more)), np.concatenate((at, places_of_more))
    found[going] = at
    return found
