"""A motion that follows its job: a predictor at once, the rest while nobody asks for more, never a worse motion."""

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace

import numpy as np
import pytest

from examples import walk as human_walk
from solver.animate import make_clip
from solver.job.constraints.stay import Stay
from solver.job.cycle import Cycle
from solver.job.job import ContactTiming, Job, SolverOptions
from solver.messages import Iterate, Message, Progress, Status
from solver.optimise.exact import WARM_GAP, is_exact
from solver.optimise.live import STRATEGY, LiveMotion
from solver.optimise.solution import Solution
from solver.optimise.solve import solve

Make = Callable[..., Job]
STEPS = 6  # of a drag


def follow(live: LiveMotion, job: Job, *, superseded: bool = False) -> tuple[Solution, list[Message]]:
    told: list[Message] = []
    return live.follow(job, send=told.append, cancelled=lambda: superseded), told


def previews(told: list[Message]) -> list[np.ndarray]:
    return [np.array(message.q) for message in told if isinstance(message, Iterate)]


def faster(walk: Make) -> Iterator[Job]:
    return (walk(speed=1.3 + 0.02 * k) for k in range(1, STEPS + 1))


def q_of(solution: Solution) -> np.ndarray:
    return solution.x[solution.problem.transcription.variables.q]


@pytest.fixture(scope="module")
def found_walk(walk: Make) -> LiveMotion:
    """Has found the walk; each test edits a copy, as only the copy's own state changes."""
    live = LiveMotion()
    found, told = follow(live, walk())
    assert found.solved
    assert previews(told)
    return live


@pytest.fixture
def live(found_walk: LiveMotion) -> LiveMotion:
    return copy(found_walk)


def test_an_edit_shows_a_predictor_and_ends_at_the_motion_of_a_cold_solve(
    walk: Make, live: LiveMotion
) -> None:
    for job in faster(walk):
        found, told = follow(live, job)
        assert (found.solved, found.strategy) == (True, STRATEGY)
        shown = previews(told)
        assert found.problem.transcription.job is job
        assert np.abs(shown[0] - q_of(found)).max() < 0.1
        assert len(shown) == found.iterations  # each iterate once
        np.testing.assert_allclose(shown[-1], q_of(found), atol=1e-4)
    cold = solve(job, send=lambda _: None, cancelled=lambda: False)
    assert found.problem.value(found.x) == pytest.approx(cold.problem.value(cold.x), rel=1e-4)
    assert np.abs(q_of(found) - q_of(cold)).max() < 1e-2
    assert make_clip(found).provenance.solved


def test_a_persons_edit_is_exact_where_it_ends() -> None:
    """Half of a mirrored walk, faster by 0.02 m/s each time; with a higher barrier, five iterations more each."""
    usual, live = human_walk.job(), LiveMotion()
    assert usual.cycle is not None
    follow(live, usual)
    for faster in (0.02, 0.04):
        way = (human_walk.STRIDE * (human_walk.SPEED + faster), 0.0, 0.0)
        found, _ = follow(live, replace(usual, cycle=replace(usual.cycle, translation=way)))
        assert found.strategy == STRATEGY
        assert found.iterations <= 5
        assert found.multipliers is not None
        assert is_exact(found.problem, found.x, found.multipliers, gap=WARM_GAP * SolverOptions().tolerance)


def test_a_superseded_edit_is_spared_all_but_its_predictor(walk: Make, live: LiveMotion) -> None:
    *passed, last = faster(walk)
    for job in passed:
        found, told = follow(live, job, superseded=True)
        assert (found.solved, found.cancelled, found.iterations) == (False, True, 1)
        (predictor,) = previews(told)
        np.testing.assert_allclose(predictor, q_of(found), atol=1e-4)
        assert [type(message) for message in told[-2:]] == [Iterate, Progress]  # shown before it is evaluated
    found, _ = follow(live, last)
    fresh, _ = follow(LiveMotion(), last)
    assert (found.solved, found.strategy) == (True, STRATEGY)
    assert found.problem.value(found.x) == pytest.approx(fresh.problem.value(fresh.x), rel=1e-4)


def test_an_edit_begins_where_the_motion_is_and_not_off_its_bounds(walk: Make, live: LiveMotion) -> None:
    job = walk(speed=1.32)
    follow(live, job)
    _, told = follow(live, job)
    first = next(message for message in told if isinstance(message, Progress))
    assert first.violation < 1e-5


@pytest.mark.parametrize(
    "edit",
    [
        lambda job: replace(job, gravity=(0.0, 0.0, -9.3)),
        lambda job: replace(job, objectives=tuple(replace(o, weight=1.2) for o in job.objectives)),
        lambda job: replace(
            job,
            character=replace(
                job.character, bodies=tuple(replace(b, mass=1.05 * b.mass) for b in job.character.bodies)
            ),
        ),
        lambda job: replace(job, timing=replace(job.timing, length=0.95, fps=20 / 0.95)),
        lambda job: replace(
            job,
            contact_timings=tuple(
                ContactTiming(t.contact, tuple((start, duration - 0.01) for start, duration in t.phases))
                for t in job.contact_timings
            ),
        ),
    ],
    ids=["gravity", "weights", "masses", "length", "contacts within their frames"],
)
def test_any_number_is_followed(edit: Callable[[Job], Job], walk: Make, live: LiveMotion) -> None:
    found, told = follow(live, edit(walk()))
    assert (found.solved, found.strategy) == (True, STRATEGY)
    assert previews(told)


def test_contacts_that_last_a_frame_longer_are_followed_too(walk: Make, live: LiveMotion) -> None:
    longer = walk(duty=0.65)
    found, told = follow(live, longer)
    assert (found.solved, found.strategy) == (True, STRATEGY)
    assert previews(told)
    fresh, _ = follow(LiveMotion(), longer)
    assert found.problem.value(found.x) == pytest.approx(fresh.problem.value(fresh.x), rel=1e-3)


def test_other_frames_are_solved_from_the_last_motion(walk: Make, live: LiveMotion) -> None:
    found, _ = follow(live, walk(24))
    assert found.solved
    assert found.strategy != STRATEGY
    again, _ = follow(live, walk(24, speed=1.32))
    assert (again.solved, again.strategy) == (True, STRATEGY)


def test_where_no_motion_follows_the_last_one_stays_and_the_conflict_is_told(
    walk: Make, live: LiveMotion
) -> None:
    good, _ = follow(live, walk(speed=1.32))
    beyond = Stay("torso", (-9.0, -9.0, 5.0), (9.0, 9.0, 6.0))
    impossible = replace(walk(speed=1.32), constraints=(beyond,))
    found, told = follow(live, impossible)
    assert not found.solved
    assert any("torso" in each.subject for each in found.conflicts)
    assert Status("Solving the motion again") in told
    np.testing.assert_allclose(previews(told)[-1], q_of(good), atol=1e-4)
    back, _ = follow(live, walk(speed=1.34))
    assert (back.solved, back.strategy) == (True, STRATEGY)


def test_a_mirrored_half_follows_too(walk: Make) -> None:
    live, half = LiveMotion(), replace(walk(), cycle=Cycle((1.3, 0.0, 0.0), mirrored=True))
    follow(live, half)
    found, told = follow(live, replace(half, cycle=Cycle((1.35, 0.0, 0.0), mirrored=True)))
    assert (found.solved, found.strategy) == (True, STRATEGY)
    assert previews(told)[0].shape[0] == found.problem.transcription.timeline.n_frames


def test_another_character_begins_anew(flight: Make, live: LiveMotion) -> None:
    job = flight(options=SolverOptions(time_limit=20.0))
    found, told = follow(live, job)
    assert found.solved
    assert {shown.shape for shown in previews(told)} == {q_of(found).shape}
