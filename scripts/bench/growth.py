"""Growth of solve time with frames and bodies: exponents of a line fitted to the logarithms."""

import statistics
import time
from dataclasses import replace

import numpy as np

from scripts.bench.walker import walk
from solver.character import BodyJoint, Character, RigidBody, RootJoint
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job, SolverOptions
from solver.optimise.solve import solve

AIM = 1.25
REPEATS = 5
FRAMES, BODY_FRAMES = (20, 40, 80, 160), 20
CHAIN_BODIES = (5, 10, 20, 40, 60)
LENGTH, MASS = 0.3, 1.0  # m, kg of a link


def chain(n_bodies: int, branches: int = 1) -> Character:
    """Chains of hinged links with muscles, hanging from one fixed base."""
    base = RigidBody("base", 5.0, (0.3, 0.3, 0.3), (0.0, 0.0, 0.0))
    bodies, joints = [base], []
    for k in range(n_bodies - 1):
        branch, depth = k % branches, k // branches
        carrier = "base" if depth == 0 else f"link{branch}.{depth - 1}"
        y, name = 0.5 * branch, f"link{branch}.{depth}"
        top = -LENGTH * depth
        bodies.append(RigidBody(name, MASS, (0.05, 0.05, LENGTH), (0.0, y, top - LENGTH / 2)))
        joints.append(
            BodyJoint(
                f"joint{branch}.{depth}", carrier, name, (0.0, y, top), axes="Y",
                limits=((-2.5, 2.5),), torque_limits=(200.0 * MASS,),
            )
        )  # fmt: skip
    root = RootJoint("base", translation="", axes="")
    return Character(f"chain of {n_bodies}", tuple(bodies), tuple(joints), root=root)


def swing(n_bodies: int, branches: int) -> Job:
    """The first joint of each chain swings from -0.5 to 0.5 rad in a second, from rest to rest."""
    character = chain(n_bodies, branches)
    pins = tuple(
        Pin(f"joint{branch}.0.ry", first, last, angle, angle)
        for branch in range(min(branches, n_bodies - 1))
        for first, last, angle in ((0, 1, -0.5), (-2, -1, 0.5))
    )
    timing = AnimationTiming(1.0, BODY_FRAMES - 1)
    return Job(f"swing of {n_bodies}", character, timing, None, (), pins)


def growth() -> dict[str, object]:
    """Exponents of seconds from definition to solution, and of seconds per iteration."""
    figures: dict[str, object] = {"aim": AIM}
    walks = [replace(walk(0), timing=AnimationTiming(1.0, n), options=SolverOptions()) for n in FRAMES]
    figures["frames"] = _measured("frames", FRAMES, walks)
    for branches in (1, 4):
        name = "bodies of a chain" if branches == 1 else "bodies of four chains"
        figures[name] = _measured(name, CHAIN_BODIES, [swing(n, branches) for n in CHAIN_BODIES])
    return figures


def _measured(name: str, sizes: tuple[int, ...], jobs: list[Job]) -> dict[str, object]:
    seconds, iterations, solved = [], [], []
    for job in jobs:
        times = []
        for _ in range(REPEATS):
            start = time.process_time()
            solution = solve(job, send=lambda _: None, cancelled=lambda: False)
            times.append(time.process_time() - start)
        seconds.append(statistics.median(times))
        iterations.append(solution.iterations)
        solved.append(solution.solved)
    each = [s / max(n, 1) for s, n in zip(seconds, iterations, strict=True)]
    figures = {
        "sizes": list(sizes),
        "seconds": seconds,
        "iterations": iterations,
        "solved": solved,
        "exponent": _slope(sizes, seconds),
        "exponent_per_iteration": _slope(sizes, each),
    }
    shown = ", ".join(f"{n}: {s:.2f} s ({k})" for n, s, k in zip(sizes, seconds, iterations, strict=True))
    print(
        f"{name}: {shown}; exponent {figures['exponent']:.2f}, per iteration "
        f"{figures['exponent_per_iteration']:.2f} (aim {AIM})",
        flush=True,
    )
    return figures


def _slope(sizes: tuple[int, ...], seconds: list[float]) -> float:
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])
