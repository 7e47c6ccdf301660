import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Hashes = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]
Bits = npt.NDArray[np.uint32]

def hash_ways(
    tag: Bytes, parent: Ints, depth: Ints, tag_hashes: Hashes, class_hashes: Hashes
) -> tuple[Hashes, Hashes, Ints]: ...
def hash_tag_paths(tag: Bytes, parent: Ints, depth: Ints, tag_hashes: Hashes) -> Hashes: ...
def hash_element_paths(
    tag: Bytes, parent: Ints, depth: Ints, end: Ints, tag_hashes: Hashes, head: int
) -> Hashes: ...
def hold_blocks(end: Ints, leaves: Ints, block: Ints, n_blocks: int) -> tuple[Ints, Ints]: ...
def find_around(
    parent: Ints, low: Ints, high: Ints, holder: Ints, is_passed: Bytes, n_levels: int
) -> tuple[Ints, Ints]: ...
def gather_above(parent: Ints, bits: Bits) -> Bits: ...
