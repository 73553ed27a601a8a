"""Reads stdin in threads without the lock of sys.stdin, which would break the exit of the program."""

import os

CHUNK = 1 << 16  # bytes per read


def read_on() -> bytes:
    """Waits for the next bytes of stdin; empty at its end, or if it was closed from the start."""
    try:
        return os.read(0, CHUNK)
    except OSError:
        return b""
