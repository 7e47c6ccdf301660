import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Groups = npt.NDArray[np.int8]

def describe_text(
    counts: Floats, linked: Floats, ends_sentence: Floats, leaf_words: Longs, block_of_leaf: Ints
) -> Floats: ...
def describe_place(counts: Floats, linked: Floats, depth: Ints, element: Ints) -> Floats: ...
def describe_repeats(
    counts: Floats,
    loose: Hashes,
    gram: Hashes,
    first_gram: Longs,
    repeats: Ints,
    element: Ints,
    holder: Ints,
    around: Ints,
) -> Floats: ...
def find_undisplayed(markup: bytes, nodes: Ints, starts: Ints, stops: Ints) -> Ints: ...
def describe_tags(
    tag: Bytes,
    parent: Ints,
    element: Ints,
    holder: Ints,
    own_group: Groups,
    inline_group: Groups,
    around_groups: npt.NDArray[np.uint32],
    is_heading: Bytes,
    hidden: Ints,
    n_own: int,
    n_inline: int,
    n_around: int,
    farthest: int,
) -> Floats: ...
def describe_names(
    said: npt.NDArray[np.float64], parent: Ints, element: Ints, holder: Ints, near: int
) -> Floats: ...
def describe_wording(
    word: Hashes,
    first_word: Longs,
    keys: Hashes,
    says: Floats,
    places: Ints,
    shift: int,
    heading: Ints,
) -> Floats: ...
def find_last(tag: Bytes, element: Ints, is_heading: Bytes) -> Ints: ...
