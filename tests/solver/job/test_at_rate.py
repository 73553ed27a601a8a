"""A job with other frames asks for the same things at the same moments."""

from dataclasses import replace

import pytest

from solver.fitting.presets.hopper import hopper
from solver.job.at_rate import at_rate
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job
from solver.job.objectives.expression import ExpressionObjective
from solver.job.when import ALWAYS, When

SECOND = Job("second", hopper(), AnimationTiming(1.0, 24.0), None, (), (), ())


@pytest.mark.parametrize(
    ("first", "last", "moved"),
    [
        (12, 12, (9, 9)),
        (24, 24, (18, 18)),  # the last stays the last
        (-13, -1, (-10, -1)),
        (1, -2, (1, -2)),  # beside the ends, where they were
        (2, 3, (2, 2)),
        (0, -1, (0, -1)),
    ],
)
def test_frames_keep_their_share_of_the_motion_or_their_distance_from_its_ends(
    first: int, last: int, moved: tuple[int, int]
) -> None:
    pin = Pin("root.tx", first, last, 0.0, 0.0)
    asked = ExpressionConstraint("root.tx", 0.0, 1.0, when=When(first, last))
    least = ExpressionObjective("root.tx", when=When(first, last))
    job = replace(SECOND, constraints=(pin, asked), objectives=(least,))
    shorter = at_rate(job, length=0.75, fps=24.0)
    found_pin, found_asked = shorter.constraints
    found = [(each.first, each.last) for each in (found_pin, found_asked.when, shorter.objectives[0].when)]
    assert found == [moved] * 3
    assert (shorter.timing.length, shorter.timing.fps) == (0.75, 24.0)


def test_what_names_no_frames_is_the_same() -> None:
    asked = ExpressionConstraint("root.tx", 0.0, 1.0, when=ALWAYS)
    job = replace(SECOND, constraints=(asked,))
    assert at_rate(job, length=2.0, fps=30.0).constraints == (asked,)
