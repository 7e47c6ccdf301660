import numpy as np
import numpy.typing as npt

def find_first(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.int32]: ...
