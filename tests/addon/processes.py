"""Whether processes live, and the stand-in for the solver's program."""

import os
import time
from pathlib import Path

SPEAKER = Path(__file__).with_name("speaker.py")


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rsplit(")")[-1].split()[0] != "Z"


def wait_until_dead(pid, seconds=10.0):
    deadline = time.monotonic() + seconds
    while is_alive(pid):
        assert time.monotonic() < deadline, "the solver outlived Blender"
        time.sleep(0.02)
