"""Array types for signatures; shapes are in docstrings."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
Places = NDArray[np.signedinteger[Any]]  # indices of 64 bits, or of 32 where there are many
Flags = NDArray[np.bool_]
Vector3 = tuple[float, float, float]  # of a document
