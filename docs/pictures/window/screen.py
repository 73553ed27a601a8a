"""A screen in memory, for a window that nobody watches."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scripts.failure import SetupFailure


@dataclass(frozen=True)
class Screen:
    """A screen that runs.

    Attributes:
        variables: with which a program finds it.
        memory: file with what it shows at any moment, as a dump of an X window. Blender's own screenshots are black
            where no graphics card draws.
    """

    variables: dict[str, str]
    memory: Path


@contextmanager
def screen(xvfb: Path, folder: Path, size: tuple[int, int]) -> Iterator[Screen]:
    """Starts it and ends it afterwards.

    Args:
        xvfb: the program.
        folder: for its memory.
        size: width and height [pixels].

    Raises:
        SetupFailure: it does not start.
    """
    reader, writer = os.pipe()
    width, height = size
    depth = f"{width}x{height}x24"
    command = [str(xvfb), "-displayfd", str(writer), "-screen", "0", depth, "-fbdir", str(folder)]
    server = subprocess.Popen(
        [*command, "-nolisten", "tcp"],
        pass_fds=(writer,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        with open(reader, encoding="ascii") as number:
            display = number.readline().strip()
        if not display:
            raise SetupFailure(f"{xvfb} does not start; expected it to say which screen it serves")
        variables = {"DISPLAY": f":{display}", "LIBGL_ALWAYS_SOFTWARE": "1"}
        yield Screen(variables, folder / "Xvfb_screen0")
    finally:
        server.terminate()
        server.wait()
