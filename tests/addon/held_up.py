"""How long a step of ours holds Blender up, however busy the machine is."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

LONGEST_BLOCK = 0.030  # s; Blender must answer the artist within one frame at 30 fps
ONCE = 0.120  # s that a busy machine may make of one turn of many: 75 ms of 6 were seen
THREADS = Path("/proc/self/task")


def is_free(turns: Sequence[float]) -> bool:
    """Whether none of many turns [s] held Blender up, but for one that the machine may have made so long."""
    *others, longest = sorted(turns)
    return max(others, default=0.0) < LONGEST_BLOCK and longest < ONCE


def seconds_of(step: Callable[[], object]) -> float:
    """Runs a step and gives how long it took [s].

    That is wall time, all that it waited for included, but for the time that threads of ours stood in line for a
    processor that others had: this one, or the one whose lock it waited for. It is never less than this thread
    worked, and just that where nobody knows the rest: a thread has ended, or this kernel does not count.
    """
    began, had_worked, before = _clocks()
    step()
    ended, has_worked, after = _clocks()
    worked = has_worked - had_worked
    if not after or before.keys() - after.keys():
        return worked
    in_line = sum(seconds - before.get(thread, 0.0) for thread, seconds in after.items())
    return max(ended - began - in_line, worked)


def _clocks() -> tuple[float, float, dict[str, float]]:
    """Wall time, what this thread has worked, and how long each of our threads has stood in line, all of a moment."""
    while True:
        in_line, wall, worked = _in_line(), time.perf_counter(), time.thread_time()
        if in_line == _in_line():
            return wall, worked, in_line


def _in_line() -> dict[str, float]:
    """How long each of our threads has waited for a processor so far [s]; schedstat of Linux's sched-stats.rst."""
    told = {}
    for thread in THREADS.iterdir():
        try:
            told[thread.name] = 1e-9 * int((thread / "schedstat").read_text().split()[1])
        except OSError:
            continue
    return told
