"""Savings by warm starts from a neighbor's motion, and by half of a mirrored cycle instead of the whole.

Processor time of the thread, medians of five repetitions and five seeds; other programs hardly affect it.
"""

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from scripts.bench.walker import LENGTH, NOISE, walk
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job, SolverOptions
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.optimise.start import Start
from solver.optimise.window import Window, solve_window

BASE, NEIGHBOUR = 1.3, 1.5  # m/s
SEEDS, REPEATS = range(5), 5
AIM_WARM, AIM_MIRRORED = 0.2, 0.5
WINDOW, LAPS = 10, 8  # frames of a window; cycles of the long walk around it


def at_speed(speed: float, *, seed: int = 0, noise: float = NOISE, mirrored: bool = False) -> Job:
    """The benchmark walk at another speed."""
    options = SolverOptions(seed=seed, noise=noise)
    return replace(walk(seed), cycle=Cycle((speed * LENGTH, 0.0, 0.0), mirrored=mirrored), options=options)


def measured(run: Callable[[], Solution]) -> tuple[float, Solution]:
    """Median processor time of several repetitions [s], and the solution."""
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()
        solution = run()
        seconds.append(time.process_time() - start)
    return statistics.median(seconds), solution


def quiet(job: Job, start: Start | None = None) -> Solution:
    """Solves without messages."""
    return solve(job, send=lambda _: None, cancelled=lambda: False, start=start)


def warm() -> dict[str, object]:
    """From definition to solution at 1.5 m/s, cold from five guesses, and warm from the neighbor at 1.3 m/s."""
    colds = [measured(partial(quiet, at_speed(NEIGHBOUR, seed=seed))) for seed in SEEDS]
    base = [quiet(at_speed(BASE, seed=seed)) for seed in SEEDS]
    warms = [measured(partial(quiet, at_speed(NEIGHBOUR, noise=0.0), Start.of_solution(one))) for one in base]
    cold_s, warm_s = (statistics.median(s for s, _ in runs) for runs in (colds, warms))
    figures = {
        "cold_s": cold_s,
        "warm_s": warm_s,
        "ratio": warm_s / cold_s,
        "aim": AIM_WARM,
        "cold_iterations": [s.iterations for _, s in colds],
        "warm_iterations": [s.iterations for _, s in warms],
        "strategies": [s.strategy for _, s in warms],
    }
    print(
        f"warm: {warm_s:.3f} s against {cold_s:.3f} s cold, {figures['ratio']:.2f} (aim {AIM_WARM})",
        flush=True,
    )
    return figures


def mirrored() -> dict[str, object]:
    """Half of a mirrored cycle against all its frames, cold."""
    whole, half = (
        [measured(partial(quiet, at_speed(BASE, seed=seed, mirrored=m))) for seed in SEEDS]
        for m in (False, True)
    )
    whole_s, half_s = (statistics.median(s for s, _ in runs) for runs in (whole, half))
    figures = {
        "whole_s": whole_s,
        "half_s": half_s,
        "ratio": half_s / whole_s,
        "aim": AIM_MIRRORED,
        "whole_iterations": [s.iterations for _, s in whole],
        "half_iterations": [s.iterations for _, s in half],
    }
    print(
        f"mirrored: {half_s:.3f} s against {whole_s:.3f} s, {figures['ratio']:.2f} (aim {AIM_MIRRORED})",
        flush=True,
    )
    return figures


def window() -> dict[str, object]:
    """Ten frames of a long walk solved again after a change of its objective, against a clip of ten frames."""
    long = replace(
        walk(0),
        timing=AnimationTiming(LAPS * LENGTH, 20 / LENGTH),
        cycle=Cycle((LAPS * BASE * LENGTH, 0.0, 0.0)),
        contact_timings=tuple(
            ContactTiming(name, tuple(((start + lap) / LAPS, 0.6 / LAPS) for lap in range(LAPS)))
            for name, start in (("L_foot", 0.0), ("R_foot", 0.5))
        ),
        options=SolverOptions(),
    )
    all_s, whole = measured(lambda: quiet(long))
    first = 55
    window_s, part = measured(lambda: solve_window(whole.problem, whole.x, Window(first, first + WINDOW - 1)))
    ten = replace(walk(0), timing=AnimationTiming(LENGTH, WINDOW / LENGTH), options=SolverOptions())
    ten_s, alone = measured(lambda: quiet(ten))
    figures: dict[str, object] = {
        "long_frames": whole.problem.transcription.timeline.n_frames,
        "long_s": all_s,
        "window_s": window_s,
        "window_ms_per_iteration": 1e3 * window_s / max(part.iterations, 1),
        "ten_frames_s": ten_s,
        "ten_frames_ms_per_iteration": 1e3 * ten_s / max(alone.iterations, 1),
        "window_iterations": part.iterations,
        "ten_frames_iterations": alone.iterations,
    }
    print(
        f"window: {WINDOW} frames of {figures['long_frames']} {window_s:.3f} s, alone {ten_s:.3f} s",
        flush=True,
    )
    return figures
