"""Inverse dynamics with a ground that only pushes finds what the solver found, and tells what nothing explains."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver.analysis.missing_force import with_missing_force
from solver.animate import animate
from solver.clip.clip import Clip
from solver.commands.guide import guide
from solver.commands.request import GuideRequest
from solver.errors import InputError
from solver.fitting.presets.particle import particle
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, Job
from solver.job.objectives.pose_closeness import PoseCloseness, drawn_body
from solver.mechanics.tree import Tree
from solver.messages import EXIT_SOLVED
from solver.motion.pieces import piece
from solver.optimise.explanation import explain


def test_a_solved_motion_is_explained(walked: Clip) -> None:
    explanation = explain(walked.job, walked.motion)
    assert explanation.linear.max() < 1e-4
    assert explanation.angular.max() < 1e-4
    off = (explanation.motion.torques - walked.torques) / np.maximum(
        Tree(walked.job.character).effort_limit, 1.0
    )
    assert np.sqrt((off**2).mean()) < 0.02, "but for how two feet share the load"


def test_forces_stay_within_friction(walked: Clip) -> None:
    found = explain(walked.job, walked.motion).motion.world
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


def test_what_is_missing_in_a_drawn_motion_is_kept_with_the_clip_and_a_guided_one(tmp_path: Path) -> None:
    """A mass that nothing holds is drawn at rest in the air."""
    still = drawn_body("particle", np.tile([0.0, 0.0, 1.0], (20, 1)), np.tile([1.0, 0.0, 0.0, 0.0], (20, 1)))
    job = Job("fall", particle(0.0), AnimationTiming(0.5, 40), objectives=(PoseCloseness((still,)),))
    clip = with_missing_force(animate(job))
    assert clip.provenance.solved
    kept = Clip.from_bytes(clip.to_bytes()).provenance.drawn
    assert kept == clip.provenance.drawn
    assert kept is not None
    assert kept.force == pytest.approx(1.0, abs=1e-6)
    assert kept.moment == pytest.approx(0.0, abs=1e-6)
    clip.save(tmp_path / "fall.npz")
    asked = GuideRequest(str(tmp_path / "fall.npz"), str(tmp_path))
    ended, file = guide(asked, lambda message: None, threading.Event())
    assert ended == EXIT_SOLVED
    assert Clip.load(Path(file)).provenance.drawn == kept


def test_a_job_that_follows_nothing_has_no_drawn_motion(walked: Clip) -> None:
    assert with_missing_force(walked) is walked
    assert Clip.from_bytes(walked.to_bytes()).provenance.drawn is None


def test_the_motion_has_the_frames_of_the_job(walked: Clip) -> None:
    with pytest.raises(InputError, match="expected 20 frames, found 19"):
        explain(walked.job, piece(walked.motion, 0, 19))


def test_the_motion_has_the_bodies_of_the_job(walked: Clip, flight: Callable[..., Job]) -> None:
    with pytest.raises(InputError, match="expected the bodies of 'Particle'"):
        explain(flight(), walked.motion)
