"""Array types for signatures; shapes are in docstrings."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Single = NDArray[np.float32]  # as Blender stores numbers
Complex = NDArray[np.complex128]
Indices = NDArray[np.intp]
SparseIndices = NDArray[np.signedinteger[Any]]  # 64 bits, or 32 for large ones
Flags = NDArray[np.bool_]
AnyArray = NDArray[Any]
Vector3 = tuple[float, float, float]  # in documents
