"""Array types for signatures; shapes are in docstrings."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Single = NDArray[np.float32]  # as Blender stores numbers
Complex = NDArray[np.complex128]
Indices = NDArray[np.intp]
SparseIndices = NDArray[np.signedinteger[Any]]  # of 64 bits, or of 32 where there are many
Flags = NDArray[np.bool_]
AnyArray = NDArray[Any]
Vector3 = tuple[float, float, float]  # of a document
