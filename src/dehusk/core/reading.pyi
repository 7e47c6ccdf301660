import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

def read_leaves(
    markup: bytes, starts: Ints, stops: Ints, is_first: Bytes
) -> tuple[Floats, Hashes, Hashes, Longs, Floats, Hashes, Longs]: ...
def join_words(words: Hashes, first_word: Longs, size: int) -> tuple[Hashes, Longs]: ...
def read_words(text: bytes) -> tuple[Hashes, Hashes]: ...
def hash_runs(words: Hashes, first: Longs) -> Hashes: ...
