from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]

def join_words(markup: bytes, starts: Ints, stops: Ints) -> bytes: ...
def lay_out(
    markup: bytes,
    starts: Ints,
    stops: Ints,
    gaps: npt.NDArray[np.uint8],
    separators: Sequence[str],
) -> bytes: ...
def join_names(markup: bytes, starts: Ints, stops: Ints) -> bytes: ...
