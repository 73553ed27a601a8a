"""Multipliers find their rows and unknowns again where contacts, and so forces, have come or gone."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.job.job import Job
from solver.optimise.multipliers import Multipliers
from solver.optimise.transferred_multipliers import frames_at, transferred_multipliers
from solver.problem.formulate import formulate
from solver.problem.physics.contact_height import ContactHeight
from solver.problem.problem import Problem
from tests.solver.odd_jobs import EVERY, problem_of

Make = Callable[..., Job]


def numbered(problem: Problem) -> Multipliers:
    """Each another number, none of them 0."""
    return Multipliers(
        np.arange(1.0, len(problem.g_lower) + 1),
        np.arange(1.0, problem.size + 1),
        -np.arange(1.0, problem.size + 1),
    )


def rows_of(problem: Problem, kind: type) -> dict[tuple[str, int], int]:
    """Row of each contact and frame."""
    start, found = 0, {}
    for component in problem.components:
        if isinstance(component, kind):
            for row in range(len(component.lower)):
                violation = component.violation(row, 0.0)
                moment = violation.place.moment
                assert moment is not None
                found[violation.subject[0], moment.frame] = start + row
        start += len(component.lower)
    return found


@pytest.mark.parametrize(("clip", "root"), EVERY)
def test_the_same_problem_gets_them_all_back(clip: str, root: str) -> None:
    problem = problem_of(clip, root)
    told = numbered(problem)
    found = transferred_multipliers(told, problem, formulate(problem.transcription.job))
    assert found is not None
    for name in ("rows", "lower", "upper"):
        np.testing.assert_array_equal(getattr(found, name), getattr(told, name))


def test_rows_and_forces_of_a_contact_that_lasts_longer_are_found_by_their_frames(walk: Make) -> None:
    old, new = formulate(walk()), formulate(walk(duty=0.7))
    found, told = transferred_multipliers(numbered(old), old, new), numbered(old)
    assert found is not None
    ours, theirs = rows_of(new, ContactHeight), rows_of(old, ContactHeight)
    assert len(ours) > len(theirs)
    for place, row in ours.items():
        assert found.rows[row] == (told.rows[theirs[place]] if place in theirs else 0.0)
    motion = len(new.motion.lower)
    np.testing.assert_array_equal(found.rows[:motion], told.rows[:motion])
    known = {
        (frame, contact): index
        for frame, contact, index in zip(
            old.transcription.variables.force_frame, old.transcription.variables.force_contact,
            old.transcription.variables.force, strict=True,
        )
    }  # fmt: skip
    v = new.transcription.variables
    for frame, contact, index in zip(v.force_frame, v.force_contact, v.force, strict=True):
        then = known.get((frame, contact))
        np.testing.assert_array_equal(found.lower[index], 0.0 if then is None else told.lower[then])
    np.testing.assert_array_equal(found.upper[v.q], told.upper[old.transcription.variables.q])


def test_each_frame_has_those_of_the_frame_that_it_stands_for(flight: Make) -> None:
    job = flight()
    longer = replace(job, timing=replace(job.timing, length=job.timing.length + 2 / job.timing.fps))
    old, new = formulate(job), formulate(longer)
    n = old.transcription.timeline.n_frames
    frames = np.minimum(np.arange(n + 2), n - 1)
    frames[n // 2 :] = np.arange(n // 2 - 2, n)
    found, told = transferred_multipliers(numbered(old), old, new, frames=frames), numbered(old)
    assert found is not None
    theirs, ours = old.transcription.variables, new.transcription.variables
    np.testing.assert_array_equal(found.lower[ours.q], told.lower[theirs.q][frames])
    motion, n_dofs = len(old.motion.lower), old.transcription.tree.n
    assert motion % n_dofs == 0
    first = told.rows[: motion // 2].reshape(-1)
    np.testing.assert_array_equal(
        found.rows[: len(first) // n_dofs // 2 * n_dofs], first[: len(first) // n_dofs // 2 * n_dofs]
    )
    assert np.count_nonzero(found.rows == 0) <= np.count_nonzero(told.rows == 0)


def test_the_nearest_frame_is_found_in_uneven_times() -> None:
    np.testing.assert_array_equal(frames_at(np.array([0.0, 0.1, 1.0]), 5), [0, 1, 1, 2, 2])


def test_other_frames_have_none(walk: Make, flight: Make) -> None:
    old = formulate(walk())
    assert transferred_multipliers(numbered(old), old, formulate(walk(24))) is None
    assert transferred_multipliers(numbered(old), old, formulate(flight())) is None
