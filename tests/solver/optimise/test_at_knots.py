"""A drawn motion of many frames a second is found at fewer first, and at all of them then."""

from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.fitting.presets.particle import particle
from solver.job.job import AnimationTiming, Job
from solver.job.objectives.pose_closeness import PoseCloseness, drawn_body
from solver.messages import Message, Progress
from solver.optimise.coarser import at_knots
from tests.support.drawn_swing import drawn_swing


def test_it_is_found_at_a_quarter_of_the_frames_and_refined_to_all() -> None:
    told: list[Message] = []
    job = drawn_swing(120.0, angle=0.2)
    clip = animate(job, send=told.append)
    assert clip.provenance.solved
    assert clip.n_frames == 81
    assert clip.job == job
    steps = [each for each in told if isinstance(each, Progress)]
    refined = [step.is_refined for step in steps]
    assert 0 < sum(refined) < len(refined)
    assert refined == sorted(refined)
    assert [step.iteration for step in steps] == sorted(step.iteration for step in steps)
    assert [step.seconds for step in steps] == sorted(step.seconds for step in steps)
    assert clip.provenance.iterations == steps[-1].iteration
    coarse = at_knots(job)
    assert coarse is not None
    assert clip.q[::4] == pytest.approx(animate(coarse).q, abs=0.05)


def test_what_is_stopped_while_it_is_refined_is_the_motion_at_fewer_frames() -> None:
    told: list[Message] = []

    def is_refining() -> bool:
        return any(isinstance(each, Progress) and each.is_refined for each in told)

    job = drawn_swing(120.0, angle=0.2)
    clip = animate(job, send=told.append, cancelled=is_refining)
    assert is_refining()
    assert clip.provenance.solved
    assert clip.n_frames == 21
    assert clip.motion.seconds == pytest.approx(job.timing.length)


@pytest.mark.parametrize(
    ("speed", "fps", "left"), [(3.0, 30.0, None), (3.0, 72.0, None), (3.0, 120.0, 30.0), (15.0, 120.0, 60.0)]
)
def test_how_many_frames_are_enough(speed: float, fps: float, left: float | None) -> None:
    """A body that turns faster is looked at more often."""
    n = round(fps) + 1
    angle = speed * np.linspace(0, 1, n) / 2
    turning = np.stack([np.cos(angle), 0 * angle, 0 * angle, np.sin(angle)], 1)
    drawn = drawn_body("particle", np.zeros((n, 3)), turning)
    job = Job("turn", particle(0.0), AnimationTiming(1.0, fps), objectives=(PoseCloseness((drawn,)),))
    knots = at_knots(job)
    assert (knots and knots.timing.fps) == (left and pytest.approx(left))
    assert at_knots(replace(job, objectives=())) is None
