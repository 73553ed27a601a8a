"""Array types for signatures; shapes are in docstrings."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]
Vector3 = tuple[float, float, float]  # of a document
