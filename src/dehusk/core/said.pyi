from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]

def join_words(markup: bytes, starts: Ints, stops: Ints) -> bytes: ...
def lay_out(
    markup: bytes,
    starts: Ints,
    stops: Ints,
    gaps: Bytes,
    is_verbatim: Bytes,
    has_hole: Bytes,
    separators: Sequence[str],
) -> bytes: ...
def join_names(markup: bytes, starts: Ints, stops: Ints) -> bytes: ...
