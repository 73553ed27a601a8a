"""What comes in on stdin, for threads: one that holds the lock of sys.stdin spoils the program's exit."""

import os

CHUNK = 1 << 16  # bytes that are read at once


def read_on() -> bytes:
    """The next bytes of stdin, once there are some; none at its end, or where it was closed from the start."""
    try:
        return os.read(0, CHUNK)
    except OSError:
        return b""
