"""Time that a step blocks Blender, regardless of the load of the machine.

Times depend on the machine, so the suite checks none: `python -m scripts.bench.blender` runs the same tests with
SECONDS_COUNT in the environment to check the limits.
"""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

IS_BENCH = "SECONDS_COUNT" in os.environ
only_in_bench = pytest.mark.skipif(not IS_BENCH, reason="seconds are for python -m scripts.bench.blender")

LONGEST_BLOCK = 0.030  # s; Blender must answer the artist within one frame at 30 fps
ONCE = 0.120  # s, one turn of many on a busy machine; 6 ms became 75 ms
THREADS = Path("/proc/self/task")


def expect_free(turns: Sequence[float]) -> None:
    """Checks in the bench that many turns [s] are too short to notice."""
    assert turns
    assert is_free(turns) or not IS_BENCH, sorted(turns)[-3:]


def expect_mostly_free(turns: Sequence[float]) -> None:
    """Likewise, but other load may lengthen one turn in fifty."""
    assert turns
    long = sum(turn > LONGEST_BLOCK for turn in turns)
    assert long <= max(1, 0.02 * len(turns)) or not IS_BENCH, sorted(turns)[-3:]


def expect_within(seconds: float, limit: float = LONGEST_BLOCK) -> None:
    """Checks a measured time [s] against its limit in the bench."""
    print(f"{1000 * seconds:.1f} ms of {1000 * limit:.0f}")
    assert seconds < limit or not IS_BENCH


def worked(step: Callable[[], object]) -> float:
    """Runs a step and returns the processor time of this process for it [s]."""
    before = processor_time()
    step()
    return processor_time() - before


def processor_time() -> float:
    """Processor time of this process so far [s]."""
    return time.process_time()


def is_free(turns: Sequence[float]) -> bool:
    """Whether no turn [s] blocked Blender, except one that other load may have lengthened."""
    *others, longest = sorted(turns)
    return max(others, default=0.0) < LONGEST_BLOCK and longest < ONCE


def seconds_of(step: Callable[[], object]) -> float:
    """Runs a step and gives how long it took [s].

    This is wall time, including waits, minus the time that our threads waited for a processor: this thread, or one
    whose lock it waited for. It is at least the processor time of this thread, and equal to it if the rest is unknown,
    because a thread has ended or the kernel does not count. Outside the bench, it is plain wall time, since reading the
    clocks of all threads takes longer than most steps.
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
    """Wall time, processor time of this thread, and time each of our threads has waited for a processor, in sync."""
    while True:
        in_line, wall, worked = _in_line(), time.perf_counter(), time.thread_time()
        if in_line == _in_line():
            return wall, worked, in_line


def _in_line() -> dict[str, float]:
    """How long each of our threads has waited for a processor so far [s]; schedstat of Linux's sched-stats.rst."""
    waited = {}
    for thread in THREADS.iterdir():
        try:
            waited[thread.name] = 1e-9 * int((thread / "schedstat").read_text().split()[1])
        except OSError:
            continue
    return waited
