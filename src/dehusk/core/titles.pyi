import numpy as np
import numpy.typing as npt

Hashes = npt.NDArray[np.uint64]

def describe_title(
    word: Hashes,
    first_word: npt.NDArray[np.int64],
    loose: Hashes,
    wanted: Hashes,
    titles: Hashes,
    is_headed: npt.NDArray[np.uint8],
    enough: float,
    fewest_words: int,
) -> npt.NDArray[np.float32]: ...
