"""Returns memory of large arrays to the system as soon as they are freed.

The C library of Linux keeps freed arrays of up to 32 MB for reuse: a capture of 23 s took 190 MB more than it needed
at any time. Smaller arrays, such as those of every iteration, and free memory at the end of the heap are still kept,
because clearing new memory each time took half of the time to evaluate a problem. Other systems are not affected.
"""

import ctypes
import sys

MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of malloc.h
TRIM_THRESHOLD = -1  # M_TRIM_THRESHOLD; 128 kB by default
LARGE = 4 << 20  # bytes, cleared in a millisecond
KEPT = 16 << 20  # bytes at the end of the heap, enough for the small arrays of an iteration


def release_large_arrays() -> None:
    """Sets the thresholds of this process."""
    choose = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if choose is not None:
        choose(MMAP_THRESHOLD, LARGE)
        choose(TRIM_THRESHOLD, KEPT)
