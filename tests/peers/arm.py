"""A planar task that both this program and opty can express: a hanging arm swings up, from rest to rest."""

import resource
import time
from dataclasses import dataclass

from solver.animate import make_clip
from solver.arrays import Array
from solver.fitting.presets.arm import planar_arm
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job, SolverOptions
from solver.job.objectives.effort import Effort
from solver.optimise.solve import solve

LENGTH, N_FRAMES = 1.0, 61
START = (0.0, -0.2, 0.0)  # rad: shoulder, elbow, wrist
GOAL = (-2.2, -0.6, 0.3)
DOFS = ("shoulder.ry", "elbow.ry", "wrist.ry")
NOISE = 0.05  # rad, of the first guess


@dataclass(frozen=True)
class ArmRun:
    """One solve from the definition to the solution.

    Attributes:
        setup: wall time until the optimiser starts [s].
        seconds: wall time of all.
        cpu_seconds: processor time of all, compilers included.
        iterations: of IPOPT.
        effort: integral of the squared shares of strength [s].
        solved: whether IPOPT says so.
        q: (N, 3) the motion.
    """

    setup: float
    seconds: float
    cpu_seconds: float
    iterations: int
    effort: float
    solved: bool
    q: Array


def swing_up(seed: int) -> Job:
    """The task; two equal frames at either end are rest."""
    pins = tuple(
        Pin(dof, first, last, angle, angle)
        for (first, last), pose in (((0, 1), START), ((-2, -1), GOAL))
        for dof, angle in zip(DOFS, pose, strict=True)
    )
    timing = AnimationTiming(LENGTH, (N_FRAMES - 1) / LENGTH)
    options = SolverOptions(seed=seed, noise=NOISE)
    return Job("swing up", planar_arm(), timing, constraints=pins, objectives=(Effort(),), options=options)


def solve_ours(seed: int) -> ArmRun:
    """From the character to the checked motion."""
    start, start_cpu = time.perf_counter(), processor_seconds()
    solution = solve(swing_up(seed), send=lambda _: None, cancelled=lambda: False)
    clip = make_clip(solution)
    seconds, cpu_seconds = time.perf_counter() - start, processor_seconds() - start_cpu
    setup = solution.seconds["formulate"] + solution.seconds["first_guess"]
    effort = clip.provenance.terms["effort"]
    return ArmRun(setup, seconds, cpu_seconds, solution.iterations, effort, solution.solved, clip.q)


def processor_seconds() -> float:
    """Of this process and of those it has waited for, as compilers."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
