"""BVH files, the plain text of motion capture: a tree of offsets, then angles frame by frame.

Inside this program Z is up and lengths are metres; the turn from a file's own axes and units happens here
and nowhere else. (Meredith & Maddock 2001, Motion Capture File Formats Explained.)
"""

from .motion import BvhMotion
from .read import read_bvh
from .write import write_bvh

__all__ = ["BvhMotion", "read_bvh", "write_bvh"]
