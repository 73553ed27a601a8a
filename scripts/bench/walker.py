"""The benchmark walk: McIntosh's Chip, 22 degrees of freedom, at 1.3 m/s, and our time for it."""

import time
from dataclasses import dataclass

from solver.animate import make_clip
from solver.fitting.presets.chip import chip
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job, SolverOptions
from solver.optimise.solve import solve
from solver.verify.report import Report

SPEED, LENGTH, DUTY, N_FRAMES = 1.3, 1.0, 0.6, 20  # m/s, s, duty factor of a foot
NOISE = 0.05  # rad, disturbance of the first guess
KINEMATIC_ROWS = 1e-4  # m; tolerance of feet off the ground or sliding


@dataclass(frozen=True)
class Run:
    """One solve from the job to the checked motion.

    Attributes:
        seconds: wall time of all of it.
        cpu_seconds: processor time of all of it, which other programs hardly affect.
        setup: wall time before the optimizer starts.
        iterations: of IPOPT.
        callback_share: fraction of the wall time in functions of the problem.
        objective: f at the solution.
        solved: whether IPOPT reports a solution.
        report: of the motion, independent of the optimizer.
    """

    seconds: float
    cpu_seconds: float
    setup: float
    iterations: int
    callback_share: float
    objective: float
    solved: bool
    report: Report


def walk(seed: int) -> Job:
    """The walk, with a first guess disturbed by ``seed``."""
    timings = (ContactTiming("L_foot", ((0.0, DUTY),)), ContactTiming("R_foot", ((0.5, DUTY),)))
    return Job(
        "walk",
        chip(),
        AnimationTiming(LENGTH, N_FRAMES / LENGTH),
        Cycle((SPEED * LENGTH, 0.0, 0.0)),
        timings,
        options=SolverOptions(seed=seed, noise=NOISE),
    )


def solve_ours(job: Job) -> Run:
    """Formulates, guesses, solves, makes the clip and verifies it."""
    start, start_cpu = time.perf_counter(), time.process_time()
    solution = solve(job, send=lambda _: None, cancelled=lambda: False)
    clip = make_clip(solution)
    seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - start_cpu
    share = solution.seconds["callbacks"] / seconds
    setup = solution.seconds["formulate"] + solution.seconds["first_guess"]
    objective = solution.problem.value(solution.x)
    return Run(
        seconds, cpu_seconds, setup, solution.iterations, share, objective, solution.solved, clip.report
    )
