"""Inverse dynamics with a ground that only pushes finds what the solver found, and tells what nothing explains."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.clip.clip import Clip
from solver.errors import InputError
from solver.job.cycle import Cycle
from solver.job.job import Job
from solver.mechanics.tree import Tree
from solver.motion.pieces import piece
from solver.optimise.explanation import explain


def test_a_solved_motion_is_explained(walked: Clip) -> None:
    explanation = explain(walked.job, walked.motion)
    assert explanation.linear.max() < 1e-4
    assert explanation.angular.max() < 1e-4
    off = (explanation.found.torques - walked.torques) / np.maximum(
        Tree(walked.job.character).effort_limit, 1.0
    )
    assert np.sqrt((off**2).mean()) < 0.02, "but for how two feet share the load"


def test_forces_stay_within_friction(walked: Clip) -> None:
    found = explain(walked.job, walked.motion).found.world
    normal, level = found.contact_forces[..., 2], np.linalg.norm(found.contact_forces[..., :2], axis=-1)
    friction = np.array([contact.friction for contact in found.character.contacts])
    assert normal.min() >= 0
    assert (level <= friction * normal + 1e-9 * found.weight).all()
    assert normal[~found.contact_active].max() == 0


def test_what_hovers_is_held_by_nothing(walked: Clip) -> None:
    still = replace(piece(walked.motion, 0, walked.n_frames), cycle=walked.motion.cycle)
    still = replace(still, position=still.position[:1].repeat(len(still.position), 0))
    still = replace(still, orientation=still.orientation[:1].repeat(len(still.position), 0), cycle=Cycle())
    explanation = explain(replace(walked.job, cycle=Cycle(), contact_timings=()), still)
    assert explanation.linear == pytest.approx(1.0, abs=1e-6)


def test_the_motion_has_the_frames_of_the_job(walked: Clip) -> None:
    with pytest.raises(InputError, match="expected 20 frames, found 19"):
        explain(walked.job, piece(walked.motion, 0, 19))


def test_the_motion_has_the_bodies_of_the_job(walked: Clip, flight: Callable[..., Job]) -> None:
    with pytest.raises(InputError, match="expected the bodies of 'Particle'"):
        explain(flight(), walked.motion)
