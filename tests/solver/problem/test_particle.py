"""The Spacetime Particle (McIntosh 2011, section 3.2.4) against its quadratic program solved by other routes."""

import numpy as np
import pytest
from scipy.optimize import linprog, root

from solver.animate import animate
from solver.clip.clip import Clip
from solver.fitting.presets.particle import JET, MASS, particle
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job, SolverOptions
from solver.job.objectives.effort import Effort
from solver.verify.violation import Kind

STEP, N_FRAMES = 0.05, 21
ENDS = {0: (0.0, 0.0), 1: (0.0, 0.5), N_FRAMES - 2: (4.0, 3.5), N_FRAMES - 1: (4.0, 4.0)}  # eq. 3.8
GRAVITY = np.array([0.0, -9.81])
N_INNER = N_FRAMES - 2  # frames that have a jet


def flight(jet: float) -> Clip:
    pins = tuple(
        Pin(dof, frame, frame, value, value)
        for frame, place in ENDS.items()
        for dof, value in zip(("root.tx", "root.tz"), place, strict=True)
    )
    timing = AnimationTiming(STEP * (N_FRAMES - 1), 1 / STEP)
    options = SolverOptions(tolerance=1e-10, time_limit=20.0)
    return animate(
        Job("particle", particle(jet), timing, constraints=pins, objectives=(Effort(),), options=options)
    )


def least_by_kkt() -> tuple[np.ndarray, np.ndarray]:
    """Positions (21, 2) and jets (19, 2) where no bound is active: one linear system of all unknowns."""
    difference = np.diff(np.eye(N_FRAMES), 2, axis=0) * MASS / STEP**2  # eq. 3.7
    q, jets = np.zeros((N_FRAMES, 2)), np.zeros((N_INNER, 2))
    for d in range(2):
        physics = np.hstack([difference, -np.eye(N_INNER)])
        ends = np.eye(N_FRAMES + N_INNER)[list(ENDS)]
        rows = np.vstack([physics, ends])
        right = np.concatenate([np.full(N_INNER, MASS * GRAVITY[d]), [place[d] for place in ENDS.values()]])
        curvature = np.diag(np.r_[np.zeros(N_FRAMES), 2 * np.ones(N_INNER)])  # eq. 3.9
        matrix = np.block([[curvature, rows.T], [rows, np.zeros((len(rows), len(rows)))]])
        solution = np.linalg.solve(matrix, np.r_[np.zeros(N_FRAMES + N_INNER), right])
        q[:, d], jets[:, d] = solution[:N_FRAMES], solution[N_FRAMES : N_FRAMES + N_INNER]
    return q, jets


def arrival() -> tuple[np.ndarray, np.ndarray]:
    """(2, 19) and (2, 2): the last two positions are linear in the jets, ``pull`` @ jets = ``wanted``."""
    pull = np.array([[max(0, f - t) for t in range(1, N_FRAMES - 1)] for f in (N_FRAMES - 2, N_FRAMES - 1)])
    start = np.array([ENDS[0], ENDS[1]])
    drift = np.array([start[0] + f * (start[1] - start[0]) for f in (N_FRAMES - 2, N_FRAMES - 1)])
    fall = pull.sum(1)[:, None] * GRAVITY * STEP**2
    return pull * STEP**2 / MASS, np.array(list(ENDS.values())[2:]) - drift - fall


def least_by_multipliers(limit: float) -> np.ndarray:
    """Jets (19, 2) within a limit: jets = clip(pull' multipliers); two multipliers meet the two end points."""
    pull, wanted = arrival()
    pull, wanted = pull * 100, wanted * 100
    jets = np.zeros((N_INNER, 2))
    for d in range(2):

        def missed(y: np.ndarray, d: int = d) -> np.ndarray:
            return pull @ np.clip(pull.T @ y, -limit, limit) - wanted[:, d]

        found = root(missed, np.linalg.solve(pull @ pull.T, wanted[:, d]), tol=1e-13)
        assert np.abs(found.fun).max() < 1e-10
        jets[:, d] = np.clip(pull.T @ found.x, -limit, limit)
    return jets


def test_unlimited_jet_flies_as_the_kkt_system_says() -> None:
    clip = flight(1000.0)
    q, jets = least_by_kkt()
    assert clip.provenance.solved
    assert clip.q == pytest.approx(q, abs=1e-6)
    assert clip.torques[1:-1] == pytest.approx(jets, abs=1e-6)
    assert clip.torques[[0, -1]] == pytest.approx(0.0)
    assert clip.motion.position[:, 0, [0, 2]] == pytest.approx(q, abs=1e-6)
    assert clip.report.linear_residual < 1e-9


def test_limited_jet_works_longer_at_its_limit() -> None:
    limit = 70.0
    clip, jets = flight(limit), least_by_multipliers(limit)
    assert np.abs(least_by_kkt()[1]).max() > limit + 1
    assert (np.abs(jets) == limit).sum() >= 2
    assert clip.provenance.solved
    assert clip.torques[1:-1] == pytest.approx(jets, rel=1e-6, abs=1e-4)
    assert clip.provenance.objective == pytest.approx(STEP * ((jets / limit) ** 2).sum(), rel=1e-6)


def test_the_jet_of_the_thesis_cannot_reach_the_ends_of_the_thesis() -> None:
    """Table 3.1's 30 N against eq. 3.8: a linear program agrees that no jet below 59 N arrives."""
    pull, wanted = arrival()
    rows = np.hstack([pull, np.zeros((2, 1))])
    within = np.vstack([np.c_[s * np.eye(N_INNER), -np.ones(N_INNER)] for s in (1, -1)])
    needed = [
        linprog(
            np.r_[np.zeros(N_INNER), 1], within, np.zeros(2 * N_INNER), rows, wanted[:, d],
            bounds=[(None, None)] * (N_INNER + 1),
        ).fun
        for d in range(2)
    ]  # fmt: skip
    assert max(needed) == pytest.approx(59.78, abs=0.01)
    clip = flight(JET)
    assert not clip.provenance.solved
    assert len(clip.provenance.violations) == 3
    assert all(told.kind is Kind.PIN for told in clip.provenance.violations)  # physics gives last
    assert all(told.limits.muscles for told in clip.provenance.violations)
    assert clip.report.linear_residual < 1e-6
