"""Half the frames first: what counts frames goes along, and hard jobs are found that way."""

from dataclasses import replace

import numpy as np
import pytest

from solver.fitting.presets.hopper import hopper
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, Job
from solver.job.objectives.effort import Effort
from solver.job.when import When
from solver.optimise.coarser import coarser
from solver.problem.formulate import formulate

SWING = Job("swing", hopper(), AnimationTiming(1.0, 20.0), None, (), (), (Effort(),))


def test_what_names_frames_names_the_nearest_that_are_left() -> None:
    pins = (
        Pin("root.tx", 10, 13, 0.0, 0.0), Pin("root.tx", -3, -1, 1.0, 1.0), Pin("root.tz", 0, 2, 1.0, 1.0),
        Pin("root.ry", 0, 1, 0.0, 0.0),
    )  # fmt: skip
    rough = coarser(replace(SWING, constraints=pins))
    assert rough is not None
    assert rough.timing.fps == pytest.approx(10.0)
    assert [(pin.first, pin.last) for pin in rough.constraints] == [(5, 6), (-2, -1), (0, 1), (0, 1)]
    assert formulate(rough).transcription.timeline.n_frames == 11


def test_when_of_an_expression_goes_along() -> None:
    asked = ExpressionConstraint("root.tx", 0.0, 1.0, when=When(4, -5))
    rough = coarser(replace(SWING, constraints=(asked,)))
    assert rough is not None
    assert (rough.constraints[0].when.first, rough.constraints[0].when.last) == (2, -3)


@pytest.mark.parametrize(("fps", "left"), [(21.0, 10), (22.0, 12), (30.0, 16)])
def test_half_of_a_mirrored_cycle_stays_whole(fps: float, left: int) -> None:
    job = replace(SWING, timing=AnimationTiming(1.0, fps), cycle=Cycle((1.0, 0.0, 0.0), mirrored=True))
    rough = coarser(job)
    assert rough is not None
    steps = rough.timing.length * rough.timing.fps
    assert steps == pytest.approx(left)
    assert np.isclose(steps % 2, 0)


def test_few_frames_are_not_halved() -> None:
    assert coarser(replace(SWING, timing=AnimationTiming(0.5, 20.0))) is None
