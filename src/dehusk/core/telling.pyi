import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float32]

def look_up_counts(keys: Hashes, pages: Ints, hashes: Hashes) -> Ints: ...
def hash_said(
    exact: Hashes, loose: Hashes, word: Hashes, first_word: Longs, slots: Hashes
) -> Hashes: ...
def share_known(keys: Hashes, pages: Ints, gram: Hashes, first_gram: Longs, own: int) -> Floats: ...
def tell_texts(
    loose_keys: Hashes,
    loose_pages: Ints,
    said_keys: Hashes,
    said_pages: Ints,
    loose: Hashes,
    said: Hashes,
    own: int,
    n_others: int,
) -> tuple[Floats, Ints]: ...
def tell_targets(
    keys: Hashes,
    pages: Ints,
    targets: Hashes,
    block_of_target: Ints,
    n_blocks: int,
    own: int,
    n_others: int,
) -> Floats: ...
def tell_slots(
    keys: Hashes, values: Floats, slots: Hashes, same: Ints, own: int, n_others: int
) -> Floats: ...
