"""A virtual screen for Blender's window."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scripts.failure import SetupFailure


@dataclass(frozen=True)
class Screen:
    """A running virtual screen.

    Attributes:
        variables: environment variables for programs that use it.
        memory: file with its current content, as a dump of an X window. Blender's own screenshots are black without
        a graphics card.
    """

    variables: dict[str, str]
    memory: Path


@contextmanager
def screen(xvfb: Path, folder: Path, size: tuple[int, int]) -> Iterator[Screen]:
    """Context with a running virtual screen.

    Args:
        xvfb: path of the program.
        folder: for its memory file.
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
