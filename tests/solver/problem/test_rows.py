"""How many rows each constraint has, and that none repeats another."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy.sparse import coo_array

from solver.character import Character, ContactJoint, RigidBody
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.problem.formulate import formulate
from solver.problem.physics.contact_height import ContactHeight
from solver.problem.physics.no_slip import NoSlip
from solver.problem.physics.no_twist import NoTwist
from solver.problem.problem import Problem
from solver.problem.rows.component import compact, merged, pairs_within

CORNERS = ((0.2, 0.1), (0.2, -0.1), (-0.2, 0.0), (-0.2, 0.1), (-0.2, -0.1))


def foot(
    n_contacts: int, phase: tuple[float, float], n: int, cycle: Cycle | None, radius: float = 0.0
) -> Problem:
    body = RigidBody("foot", 5.0, (0.5, 0.3, 0.1), (0.0, 0.0, 0.05))
    contacts = tuple(
        ContactJoint(f"c{k}", "foot", (x, y, 0.0), twist_radius=radius)
        for k, (x, y) in enumerate(CORNERS[:n_contacts])
    )
    timings = tuple(ContactTiming(c.name, (phase,)) for c in contacts)
    timing = AnimationTiming((n if cycle else n - 1) / 10, 10)
    return formulate(Job("foot", Character("foot", (body,), (), contacts), timing, cycle, timings))


def n_rows(problem: Problem, kind: type) -> int:
    return sum(len(c.lower) for c in problem.components if isinstance(c, kind))


@pytest.mark.parametrize(("n_contacts", "per_step"), [(1, 2), (2, 3), (3, 3), (5, 3)])
@pytest.mark.parametrize(
    ("cycle", "phase", "n_steps"),
    [
        (None, (0.0, 1.0), 7),
        (None, (0.3, 0.7), 4),  # frames 3 to 7
        (None, (0.0, 0.3), 3),  # frames 0 to 3
        (Cycle(), (0.0, 0.5), 4),
        (Cycle(), (0.75, 0.5), 4),  # over the seam
        (Cycle((0.4, 0.0, 0.0)), (0.75, 0.5), 4),
        (Cycle(), (0.0, 1.0), 7),  # the eighth step would repeat the others
    ],
)
def test_no_slip(
    n_contacts: int, per_step: int, cycle: Cycle | None, phase: tuple[float, float], n_steps: int
) -> None:
    problem = foot(n_contacts, phase, 8, cycle)
    assert n_rows(problem, NoSlip) == 2 * n_steps
    assert n_rows(problem, NoTwist) == (per_step - 2) * n_steps
    touching = problem.transcription.timeline.active.sum(1)
    assert n_rows(problem, ContactHeight) == np.minimum(touching, 3).sum()  # three points make a plane


def test_no_twist_counts_steps_of_patches() -> None:
    assert n_rows(foot(1, (0.0, 0.5), 8, Cycle(), radius=0.1), NoTwist) == 4
    assert n_rows(foot(1, (0.0, 1.0), 8, Cycle(), radius=0.1), NoTwist) == 7
    assert n_rows(foot(1, (0.0, 1.0), 8, Cycle((0.0, 0.0, 0.0), 0.3), radius=0.1), NoTwist) == 8


def rank_of_contacts(problem: Problem, yaw: float) -> tuple[int, int]:
    """Rank and number of the rows that hold contacts, where they hold, of a body turned by yaw [rad]."""
    x = np.zeros(problem.size)
    x[problem.transcription.variables.q[:, 2]] = 0.05
    x[problem.transcription.variables.q[:, 3]] = yaw
    rows = [
        coo_array(
            (c.jacobian(problem.state(x)), c.jacobian_pattern), shape=(len(c.lower), problem.size)
        ).toarray()
        for c in problem.components
        if isinstance(c, ContactHeight | NoSlip | NoTwist)
    ]
    matrix = np.vstack(rows)
    return int(np.linalg.matrix_rank(matrix, tol=1e-9)), len(matrix)


@pytest.mark.parametrize("n_contacts", [1, 2, 3, 5])
@pytest.mark.parametrize("cycle", [None, Cycle()])
@pytest.mark.parametrize("phase", [(0.0, 0.5), (0.0, 1.0)])
@pytest.mark.parametrize("yaw", [0.3, np.pi / 2, np.pi])
def test_no_row_repeats_another(
    n_contacts: int, cycle: Cycle | None, phase: tuple[float, float], yaw: float
) -> None:
    rank, n = rank_of_contacts(foot(n_contacts, phase, 8, cycle), yaw)
    assert rank == n


def test_walk_has_the_rows_of_the_bench(walk: Callable[..., Job]) -> None:
    """Counts guard the speed: they grow only on purpose."""
    problem = formulate(walk())
    assert problem.size == 20 * 22 + 20 * 16 + 24 * 3
    assert len(problem.g_lower) == 20 * 22 + 26 + 2 * 24 + 24 + 2 + 14
    assert len(problem.jacobian_pattern[0]) < 20_100
    assert len(problem.hessian_pattern[0]) < 10_800


def test_places_of_a_long_motion_are_told_apart_though_their_indices_have_32_bits():
    size = 100_000  # whose square is more than 32 bits hold
    pattern = compact((np.array([99_999, 99_998, 99_999]), np.array([99_998, 99_999, 99_998])))
    (rows, columns), slot = merged(pattern, size)
    assert (rows.tolist(), columns.tolist()) == ([99_998, 99_999], [99_999, 99_998])
    assert slot.tolist() == [1, 0, 1]


def test_each_entry_meets_each_of_its_group():
    group = np.array([0, 0, 2, 2, 2, 5])
    one, other = pairs_within(group)
    assert (np.array([one, other]) == np.nonzero(group[:, None] == group)).all()
