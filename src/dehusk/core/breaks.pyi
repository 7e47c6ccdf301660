import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]

def find_breaks(
    tag: Bytes,
    parent: Ints,
    end: Ints,
    leaves: Ints,
    break_of_tag: Bytes,
    is_list: Bytes,
    is_item: Bytes,
    space: int,
    line: int,
) -> Bytes: ...
def find_gaps(breaks: Bytes, tag: Bytes, nodes: Ints, line_break: int, paragraph: int) -> Bytes: ...
