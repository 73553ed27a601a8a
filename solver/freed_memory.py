"""Memory of large arrays goes back to the system as soon as they are freed.

The C library of Linux keeps what was freed for arrays to come, up to 32 MB each: a capture of 23 s took 190 MB more
than it ever needed at once. Smaller arrays stay with the process, as those of every iteration, and so does what is
free at the end of its memory: to clear them anew each time took half of the time in which a problem is evaluated. On
other systems nothing changes.
"""

import ctypes
import sys

MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of malloc.h
TRIM_THRESHOLD = -1  # M_TRIM_THRESHOLD; 128 kB unless it is told
LARGE = 4 << 20  # bytes; to clear so much anew takes a millisecond
KEPT = 16 << 20  # bytes at the end of memory, as much as small arrays of an iteration take


def give_back_large_arrays() -> None:
    """From now on, in this process."""
    choose = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if choose is not None:
        choose(MMAP_THRESHOLD, LARGE)
        choose(TRIM_THRESHOLD, KEPT)
