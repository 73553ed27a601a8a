"""One import has all that a job can hold."""

from typing import get_args

import pytest

from solver import api
from solver.job.job import Constraint, Objective, TimingSearch
from solver.job.surfaces import Surface


def test_everything_that_a_job_can_hold_is_in_the_facade() -> None:
    kinds = [kind for union in (Constraint, Objective, TimingSearch, Surface) for kind in get_args(union)]
    assert len(kinds) > 25
    assert [kind.__name__ for kind in kinds if getattr(api, kind.__name__, None) is not kind] == []


def test_a_ball_falls_by_the_facade_alone() -> None:
    ball = api.Character("ball", (api.RigidBody("ball", 1.0, (0.2, 0.2, 0.2), (0.0, 0.0, 2.0)),))
    drop = api.Job("drop", ball, api.AnimationTiming(0.5, fps=20), constraints=(api.AtRest(end=False),))
    clip = api.animate(drop)
    assert clip.provenance.solved
    assert str(drop) == "job 'drop' for 'ball': an open clip of 0.5 s at 20 frames a second"
    assert str(clip).startswith("clip 'drop', solved: 11 frames, 0.5 s; muscles +0.0 ")
    height = clip.motion.position[:, 0, 2]
    assert height[0] - height[-1] == pytest.approx(9.81 / 2 * clip.motion.seconds**2, rel=1e-4)
