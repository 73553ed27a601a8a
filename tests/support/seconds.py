"""How long a step of ours holds Blender up, however busy the machine is.

Seconds depend on the machine, so the suite gates none: `python -m scripts.bench.blender` runs the same tests with
SECONDS_COUNT in the environment, and then they are held to them.
"""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

IS_BENCH = "SECONDS_COUNT" in os.environ
only_in_bench = pytest.mark.skipif(not IS_BENCH, reason="seconds are for python -m scripts.bench.blender")

LONGEST_BLOCK = 0.030  # s; Blender must answer the artist within one frame at 30 fps
ONCE = 0.120  # s that a busy machine may make of one turn of many: 75 ms of 6 were seen
THREADS = Path("/proc/self/task")


def expect_free(turns: Sequence[float]) -> None:
    """Holds many turns [s] to what an artist does not notice, in the bench."""
    assert turns
    assert is_free(turns) or not IS_BENCH, sorted(turns)[-3:]


def expect_mostly_free(turns: Sequence[float]) -> None:
    """Likewise, where the machine's other work may lengthen one turn in fifty."""
    assert turns
    long = sum(turn > LONGEST_BLOCK for turn in turns)
    assert long <= max(1, 0.02 * len(turns)) or not IS_BENCH, sorted(turns)[-3:]


def expect_within(seconds: float, limit: float = LONGEST_BLOCK) -> None:
    """Holds what was measured [s] to its limit, in the bench."""
    print(f"{1000 * seconds:.1f} ms of {1000 * limit:.0f}")
    assert seconds < limit or not IS_BENCH


def worked(step: Callable[[], object]) -> float:
    """Runs a step and gives the processor time that this process took for it [s]."""
    before = processor_time()
    step()
    return processor_time() - before


def processor_time() -> float:
    """What this process has worked so far [s]."""
    return time.process_time()


def is_free(turns: Sequence[float]) -> bool:
    """Whether none of many turns [s] held Blender up, but for one that the machine may have made so long."""
    *others, longest = sorted(turns)
    return max(others, default=0.0) < LONGEST_BLOCK and longest < ONCE


def seconds_of(step: Callable[[], object]) -> float:
    """Runs a step and gives how long it took [s].

    That is wall time, all that it waited for included, but for the time that threads of ours stood in line for a
    processor that others had: this one, or the one whose lock it waited for. It is never less than this thread
    worked, and just that where nobody knows the rest: a thread has ended, or this kernel does not count.
    Outside the bench nothing is held to it, and it is plain wall time: the clocks of all threads take longer to read
    than most steps do.
    """
    if not IS_BENCH:
        start = time.perf_counter()
        step()
        return time.perf_counter() - start
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
