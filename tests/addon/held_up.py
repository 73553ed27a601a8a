"""How long a step of ours holds Blender up, however busy the machine is."""

import resource
import time
from collections.abc import Callable

LONGEST_BLOCK = 0.030  # s; Blender must answer the artist within one frame at 30 fps


def seconds_of(step: Callable[[], object]) -> float:
    """Runs a step and gives how long it took [s].

    That is wall time, waiting included, unless other programs took the processor away meanwhile: then
    it is what this thread had of it, since the rest says nothing about us.
    """
    switched, worked, began = _switched_away(), time.thread_time(), time.perf_counter()
    step()
    passed, worked = time.perf_counter() - began, time.thread_time() - worked
    return passed if _switched_away() == switched else worked


def _switched_away() -> int:
    """How often this thread lost its processor to another program."""
    return resource.getrusage(resource.RUSAGE_THREAD).ru_nivcsw
