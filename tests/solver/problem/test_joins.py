"""A clip between given frames of a motion is that motion, wherever its end may go."""

from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from solver.analysis.contact_guess.phases import phases
from solver.animate import animate
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.job.constraints.joins import GivenFrames, Joins
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.motion.pieces import moved, piece
from solver.motion.world_motion import WorldMotion
from solver.optimise.start import Start
from solver.problem.constraints.joins import JoinsRows
from solver.problem.formulate import formulate
from solver.wording.violations import sentence
from tests.solver.physical import assert_judged, assert_physical

COUNT = 16
AWAY = Cycle((0.15, -0.1, 0.0), yaw=0.1)


@pytest.fixture(scope="module")
def stretch(walked: Clip) -> WorldMotion:
    return piece(walked.motion, -3, COUNT)


def job_between(stretch: WorldMotion, end: WorldMotion, **how: object) -> Job:
    character = replace(stretch.character, root=replace(stretch.character.root_joint, limits=()))
    first, last = (replace(m, character=character, heading=stretch.heading) for m in (stretch, end))
    joins = Joins(
        GivenFrames.of_arrays(first.coordinates[:2], stretch.contact_forces[0]),
        GivenFrames.of_arrays(last.coordinates[-2:], end.contact_forces[-1]),
        **how,
    )
    timings = tuple(
        ContactTiming(contact.name, times)
        for contact, times in zip(character.contacts, phases(stretch.contact_active), strict=True)
    )
    timing = AnimationTiming(stretch.seconds, stretch.fps)
    return Job("between", character, timing, None, timings, constraints=(joins,), heading=stretch.heading)


@pytest.fixture(scope="module")
def fixed(stretch: WorldMotion) -> Clip:
    """Between both ends where they are."""
    return animate(job_between(stretch, stretch))


def test_given_frames_stay_and_all_between_is_physical(
    stretch: WorldMotion, fixed: Clip, judge: ModuleType
) -> None:
    assert_physical(fixed)
    assert_judged(fixed, judge)
    ends = [0, 1, -2, -1]
    assert fixed.motion.position[ends] == pytest.approx(stretch.position[ends], abs=1e-6)


@pytest.mark.parametrize("how", [{"end_moves": "xy"}, {"end_moves": "xy", "end_turns": True}])
def test_an_end_that_may_move_goes_where_it_takes_least(
    stretch: WorldMotion, fixed: Clip, how: dict[str, object]
) -> None:
    away = AWAY if "end_turns" in how else Cycle(AWAY.translation)
    free = animate(job_between(stretch, moved(stretch, away), **how))
    assert_physical(free)
    assert free.provenance.objective <= fixed.provenance.objective * 1.001
    assert apart(free.motion.position[-2:]) == pytest.approx(apart(stretch.position[-2:]), abs=1e-6)


def test_rows_say_which_constraint_holds_frames_together(stretch: WorldMotion) -> None:
    job = job_between(stretch, moved(stretch, AWAY), end_moves="xy", end_turns=True)
    (rows,) = [part for part in formulate(job).components if isinstance(part, JoinsRows)]
    found = [rows.violation(row, 0.1) for row in range(len(rows.lower))]
    assert {each.constraint for each in found} == {"job.constraints[0].end"}
    assert {each.unit for each in found} == {"m", "rad"}
    assert "away from the motion that it joins" in str(sentence(found[0]))


def apart(position: np.ndarray) -> np.ndarray:
    """Distances between all bodies of all frames: the same wherever the frames stand together."""
    points = position.reshape(-1, 3)
    return np.linalg.norm(points[:, None] - points, axis=-1)


def test_forces_go_on_across_the_edge_where_they_are_known_there(stretch: WorldMotion) -> None:
    """All of a change counts, from or to none as well; where nothing is known, none of it does."""
    job = job_between(stretch, stretch)
    (joins,) = job.constraints
    none = ((0.0, 0.0, 0.0),) * len(joins.start.forces)
    unknown, in_the_air = (
        replace(joins, start=replace(joins.start, forces=own), end=replace(joins.end, forces=own))
        for own in ((), none)
    )
    leaps = [
        abs(clip.motion.contact_forces[1] - stretch.contact_forces[0]).max() / stretch.weight
        for clip in (animate(replace(job, constraints=(each,))) for each in (joins, unknown, in_the_air))
    ]
    assert max(leaps[:2]) < 0.05 < 0.08 < leaps[2]


def test_no_force_leaps_where_a_motion_is_joined(stretch: WorldMotion) -> None:
    """Drawn further on, the end asks for other forces just before it."""
    job = job_between(stretch, moved(stretch, Cycle((0.06, 0.0, 0.0))))
    (joins,) = job.constraints
    wanted = stretch.contact_forces[[1, -2]]
    ends = [
        replace(end, seam=tuple(map(tuple, own.tolist())))
        for end, own in zip((joins.start, joins.end), wanted, strict=True)
    ]
    held = replace(joins, start=ends[0], end=ends[1])
    leaps = [
        np.linalg.norm((clip.motion.contact_forces[[1, -2]] - wanted).sum(1), axis=1).max() / stretch.weight
        for clip in (animate(replace(job, constraints=(each,))) for each in (held, joins))
    ]
    assert leaps[0] < 0.02 < leaps[1]


def test_any_motion_can_be_started_from(stretch: WorldMotion) -> None:
    job = job_between(stretch, stretch)
    clip = animate(job, start=Start.of_motion(job, stretch))
    assert clip.provenance.solved
    assert clip.provenance.strategy == "warm start"


def test_rows_that_given_frames_decide_do_not_count(stretch: WorldMotion) -> None:
    lifted = moved(stretch, Cycle((0.0, 0.0, 0.05)))  # feet off the ground that they are said to touch
    problem = formulate(job_between(lifted, lifted))
    x = Start.of_motion(problem.transcription.job, lifted).x
    rows, columns = problem.jacobian_pattern
    given = problem.transcription.is_given
    decided = np.setdiff1d(rows, rows[~given[columns]])
    assert len(decided)
    assert not np.isfinite(problem.g_lower[decided]).any()
    assert (problem.lower[given] == problem.upper[given]).all()
    assert problem.violation(x) > 0.04, "the frames between still have to touch"


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"end_moves": "up"}, "axes such as 'xy', found 'up'"),
        ({"start": None, "end": None}, "found neither"),
        ({"start": GivenFrames(((0.0, 1.0),))}, "found 2"),
        ({"end": GivenFrames((), ())}, "found 0"),
        ({"start": GivenFrames(((0.0,) * 22,), (), ((0.0, 0.0, 9.0),) * 99)}, "found 99"),
    ],
)
def test_what_does_not_fit_is_refused(stretch: WorldMotion, how: dict[str, object], told: str) -> None:
    job = job_between(stretch, stretch)
    with pytest.raises(InputError, match=told):
        formulate(replace(job, constraints=(replace(job.constraints[0], **how),)))


def test_a_cycle_has_no_ends(stretch: WorldMotion) -> None:
    with pytest.raises(InputError, match="a cycle has no ends"):
        formulate(replace(job_between(stretch, stretch), cycle=Cycle(), heading=()))
