"""The peer: the same walk in CasADi and its own IPOPT, in minimal coordinates.

Same unknowns, bounds, rows, objective, options and first guess as ours. What differs is what is compared:
its equations of motion are inverse dynamics of central differences of coordinates, and CasADi derives,
compiles to its virtual machine and evaluates all derivatives. One flat SX graph is its faster form: calls
of a function per frame (MX) take as long to set up and four times as long to solve.
"""

import time
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
import scipy.sparse

from scripts.bench.walker import Run
from solver.animate import make_clip
from solver.arrays import Array
from solver.job.objectives.acceleration import Acceleration
from solver.job.objectives.effort import Effort
from solver.job.objectives.force_change import ForceChange
from solver.job.objectives.posture import Posture
from solver.optimise.recipe import GAIT
from solver.optimise.solution import Solution
from solver.problem.objectives.table import squares_of
from solver.problem.objectives.weighted_sum import UNIT
from solver.problem.problem import Problem
from tests.peers.casadi_dynamics import InverseDynamics

N_CALLBACKS = ("nlp_f", "nlp_g", "nlp_grad_f", "nlp_jac_g", "nlp_hess_l")


@dataclass
class _Rows:
    """Constraints collected row by row."""

    values: list[ca.SX]
    lower: list[float]
    upper: list[float]

    def add(self, value: ca.SX, lower: float, upper: float) -> None:
        """One or several rows with the same bounds."""
        self.values.append(value)
        self.lower += [lower] * value.numel()
        self.upper += [upper] * value.numel()


def solve_casadi(problem: Problem, guess: Array) -> Run:
    """Builds the graph and the solver, then solves; bounds and first guess are a gift and not timed.

    Args:
        problem: ours, of a straight cycle with one patchless contact per foot.
        guess: first guess of its unknowns.
    """
    start, start_cpu = time.perf_counter(), time.process_time()
    x = ca.SX.sym("x", problem.size)
    rows = _rows(problem, x)
    nlp = {"x": x, "f": _objective(problem, x), "g": ca.vertcat(*rows.values)}
    settings: dict[str, Any] = {"ipopt": GAIT.options(problem.transcription.job.options), "print_time": False}
    solver = ca.nlpsol("walk", "ipopt", nlp, settings)
    setup = time.perf_counter() - start
    found = solver(x0=guess, lbx=problem.lower, ubx=problem.upper, lbg=rows.lower, ubg=rows.upper)
    seconds, cpu_seconds = time.perf_counter() - start, time.process_time() - start_cpu
    stats = solver.stats()
    callbacks = sum(stats.get(f"t_wall_{name}", 0.0) for name in N_CALLBACKS)
    solution = Solution(
        problem=problem,
        x=np.asarray(found["x"]).ravel(),
        solved=bool(stats["success"]),
        cancelled=False,
        status=stats["return_status"],
        iterations=int(stats["iter_count"]),
        seconds={},
    )
    report = make_clip(solution).report
    return Run(
        seconds,
        cpu_seconds,
        setup,
        solution.iterations,
        callbacks / seconds,
        float(found["f"]),
        solution.solved,
        report,
    )


def _objective(problem: Problem, x: ca.SX) -> ca.SX:
    """Our sums of squares, term by term."""
    total = ca.SX.zeros(1)
    for objective in problem.transcription.job.objectives:
        if not isinstance(objective, Effort | ForceChange | Acceleration | Posture):
            raise ValueError(f"the peer does not know the objective '{objective.kind}'")
        squares = squares_of(objective, problem.transcription).without_constants()
        shape = (len(squares.target), problem.size)
        matrix = scipy.sparse.csc_matrix((squares.value, (squares.row, squares.column)), shape=shape)
        total += UNIT * objective.weight * ca.sumsqr(ca.mtimes(ca.DM(matrix), x) - squares.target)
    return total


def _rows(problem: Problem, x: ca.SX) -> _Rows:
    transcription = problem.transcription
    job, timeline, variables, scale = (
        transcription.job,
        transcription.timeline,
        transcription.variables,
        transcription.force_scale,
    )
    if timeline.cycle is None or timeline.cycle.yaw or any(timeline.cycle.translation[1:]):
        raise ValueError("the peer knows only a straight cycle")
    n_frames, h = timeline.n_frames, timeline.step
    lap = np.zeros(transcription.tree.n)
    lap[transcription.tree.names.index("root.tx")] = timeline.cycle.translation[0]
    dynamics = InverseDynamics(job.character, job.gravity)

    def q(t: int) -> ca.SX:
        return x[variables.q[t % n_frames].tolist()] + lap * (t // n_frames)

    push = [[ca.SX.zeros(3) for _ in job.character.contacts] for _ in range(n_frames)]
    for index, t, c in zip(
        variables.force.tolist(), variables.force_frame, variables.force_contact, strict=True
    ):
        push[t][c] = x[index]
    points = [ca.vertsplit(dynamics.contacts(q(t)), 3) for t in range(n_frames + 1)]
    rows = _Rows([], [], [])
    for t in range(n_frames):
        velocity, acceleration = (q(t + 1) - q(t - 1)) / (2 * h), (q(t + 1) - 2 * q(t) + q(t - 1)) / h**2
        effort = dynamics.forces(q(t), velocity, acceleration, ca.vertcat(*push[t]) * scale) / scale
        effort[variables.actuated.tolist()] -= x[variables.torque[t].tolist()]
        rows.add(effort, 0.0, 0.0)
        for c, contact in enumerate(job.character.contacts):
            if not timeline.active[t, c]:
                rows.add(points[t][c][2], job.ground_height, np.inf)
                continue
            rows.add(points[t][c][2], job.ground_height, job.ground_height)
            if not timeline.lasting[t, c]:
                continue
            fx, fy, fz = ca.vertsplit(push[t][c])
            rows.add((contact.friction * fz) ** 2 - fx**2 - fy**2, 0.0, np.inf)
            rows.add(points[t + 1][c][:2] - points[t][c][:2], 0.0, 0.0)
            if timeline.landing[t, c]:
                before = ca.vertsplit(dynamics.contacts(q(t - 1)), 3)[c]
                rows.add(ca.dot(push[t][c], points[t][c] - before), -np.inf, 0.0)
    if len(rows.lower) != len(problem.g_lower):
        raise ValueError(f"the peer has {len(rows.lower)} rows, ours {len(problem.g_lower)}")
    return rows
