from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]

LARGEST: int
UNNAMED: int
VOID_TAG: int
IMAGE_TAG: int
SILENT_TAG: int
FALLBACK_TAG: int

class Names:
    def __init__(self, names: Sequence[str]) -> None: ...

def survey(html: bytes) -> tuple[int, int, int]: ...
def find_comments(markup: bytes) -> list[int]: ...
def cut_markup(
    content: bytes, names: Names, kinds: Bytes
) -> tuple[Bytes, Ints, Ints, Ints, Ints, Ints, list[int], int, bool]: ...
def choose_leaves(
    content: bytes, tag: Bytes, parent: Ints, start: Ints, stop: Ints, kinds: Bytes
) -> Ints: ...
