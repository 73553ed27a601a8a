"""A screen in memory, for a window that nobody watches."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.failure import SetupFailure

WIDTH, HEIGHT = 560, 1800  # pixels; high enough for the longest panel


@contextmanager
def screen(xvfb: Path) -> Iterator[dict[str, str]]:
    """Starts it and gives the variables with which a program finds it; ends it afterwards.

    Raises:
        SetupFailure: it does not start.
    """
    reader, writer = os.pipe()
    size = f"{WIDTH}x{HEIGHT}x24"
    command = [str(xvfb), "-displayfd", str(writer), "-screen", "0", size, "-nolisten", "tcp"]
    server = subprocess.Popen(
        command, pass_fds=(writer,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(writer)
    try:
        with open(reader, encoding="ascii") as number:
            display = number.readline().strip()
        if not display:
            raise SetupFailure(f"{xvfb} does not start; expected it to say which screen it serves")
        yield {"DISPLAY": f":{display}", "LIBGL_ALWAYS_SOFTWARE": "1"}
    finally:
        server.terminate()
        server.wait()
