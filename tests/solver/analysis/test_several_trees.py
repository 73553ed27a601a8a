"""Sheets and figures of a clip with more than its character in it."""

from dataclasses import replace

import numpy as np
import pytest

from solver.analysis.gait import gait_table, measure_gait
from solver.analysis.pose_sheet.layout import compose
from solver.character import RigidBody, RootJoint


@pytest.fixture
def walk_beside_a_ball(make_walk):
    """The walk, and a ball of hardly any mass that keeps at its side."""
    clip = make_walk()
    ball = RigidBody("ball", 1e-6, (0.3, 0.3, 0.3), (0.0, 1.0, 0.15))
    character = clip.job.character
    character = replace(character, bodies=(*character.bodies, ball), others=(RootJoint("ball"),))
    place = clip.motion.position[:, :1] * (1.0, 0.0, 0.0) + ball.position
    still = np.tile([1.0, 0.0, 0.0, 0.0], (clip.n_frames, 1, 1))
    return replace(
        clip,
        job=replace(clip.job, character=character),
        motion=replace(
            clip.motion,
            character=character,
            position=np.concatenate([clip.motion.position, place], 1),
            orientation=np.concatenate([clip.motion.orientation, still], 1),
        ),
    )


def test_the_ball_is_drawn(make_walk, walk_beside_a_ball):
    alone, both = (compose(clip, n_poses=4, width=800) for clip in (make_walk(), walk_beside_a_ball))
    n_alone, n_both = (sum(s.mesh == "ball" and s.is_lit for s in p.shapes) for p in (alone, both))
    assert n_both == n_alone + 2 * 4  # in both views of each pose


def test_the_figures_are_the_walkers(make_walk, walk_beside_a_ball):
    alone, both = measure_gait(make_walk()), measure_gait(walk_beside_a_ball)
    assert both.speed == pytest.approx(alone.speed)
    assert both.stride_length == pytest.approx(alone.stride_length)
    assert both.peak_force == pytest.approx(alone.peak_force)
    assert both.com_excursion == pytest.approx(alone.com_excursion, rel=1e-6)
    assert len(both.feet) == len(alone.feet)
    assert gait_table(both).count("\n") == gait_table(alone).count("\n")
