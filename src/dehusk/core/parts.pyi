import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Hashes = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Sums = npt.NDArray[np.float64]

def add_up(counts: Floats, linked: Floats, known: Floats, here: Floats, titled: Bytes) -> Sums: ...
def describe_around(
    totals: Sums,
    low: Ints,
    high: Ints,
    around: Ints,
    slot: Hashes,
    keys: Hashes,
    values: Floats,
    own: int,
    n_others: int,
) -> Floats: ...
def find_containers(
    totals: Sums,
    low: Ints,
    high: Ints,
    slot: Hashes,
    keys: Hashes,
    values: Floats,
    is_known: bool,
    half: float,
    most: float,
    learned: float,
    fewest_learned: float,
    varied: float,
) -> Ints: ...
def find_children(
    nodes: Ints, end: Ints, low: Ints, high: Ints, leaves: Ints, first_leaf: Ints
) -> Ints: ...
def describe_containers(
    totals: Sums, nodes: Ints, low: Ints, high: Ints, depth: Ints, element: Ints
) -> Floats: ...
