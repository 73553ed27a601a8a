"""Pins bound the unknowns, and are refused where joint limits or other pins forbid them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from solver.errors import InputError
from solver.job.constraints.pin import Pin
from solver.job.job import Job
from solver.problem.formulate import formulate


@pytest.mark.parametrize(
    "pins",
    [
        (Pin("L_knee.ry", 0, 1, -1.0, -1.0),),
        (Pin("root.tz", 0, 1, 0.9, 1.0), Pin("root.tz", 1, 2, 1.1, 1.2)),
    ],
)
def test_what_no_pose_meets_is_refused(walk: Callable[..., Job], pins: tuple[Pin, ...]) -> None:
    with pytest.raises(InputError, match="its own limits and other pins allow") as caught:
        formulate(replace(walk(), constraints=pins))
    assert caught.value.field == f"job.constraints[{len(pins) - 1}]"
