import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]

def find_attributes(
    markup: bytes, tag: npt.NDArray[np.uint8], start: Ints, stop: Ints
) -> tuple[Ints, npt.NDArray[np.uint64], Ints, Ints]: ...
def find_keys(keys: npt.NDArray[np.uint64], wanted: npt.NDArray[np.uint64]) -> Ints: ...
