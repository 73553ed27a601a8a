"""BVH, a text format for motion capture: a tree of offsets, followed by angles per frame.

All conversions between a file's axes and units and the solver's (Z up, meters) happen here. (Meredith & Maddock 2001,
Motion Capture File Formats Explained.)
"""

from .motion import BvhMotion
from .read import read_bvh
from .write import write_bvh

__all__ = ["BvhMotion", "read_bvh", "write_bvh"]
