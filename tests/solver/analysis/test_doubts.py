"""What an onlooker would doubt in a motion that follows a drawn one, each kind seen by itself."""

from dataclasses import replace

import numpy as np
import pytest

from solver.analysis.doubts import DoubtKind, doubts
from solver.animate import animate
from solver.fitting.presets.human import human
from solver.job.drawn_motion import DrawnMotion
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.objectives.effort import Effort
from solver.job.sketch import follow
from solver.mechanics.tree import Tree
from solver.rotations import quaternion_product, rotation_about

FRAMES, FPS = 13, 24.0


@pytest.fixture(scope="module")
def standing():
    """A person who stands for half a second as drawn, and the person."""
    person = human()
    position = np.tile([body.position for body in person.bodies], (FRAMES, 1, 1))
    turn = np.tile(np.eye(3), (FRAMES, len(person.bodies), 1, 1))
    found = follow(person, DrawnMotion(1 / FPS, position, turn))
    job = Job(
        "stand",
        found.character,
        AnimationTiming((FRAMES - 1) / FPS, FPS),
        contact_timings=tuple(ContactTiming(contact.name, ((0.0, 1.0),)) for contact in person.contacts),
        constraints=found.constraints,
        objectives=(found.closeness, Effort(0.01)),
    )
    clip = animate(job)
    assert clip.provenance.solved
    return clip, person


def changed(clip, **arrays):
    """The clip with other arrays in its motion."""
    return replace(clip, motion=replace(clip.motion, **arrays))


def test_who_stands_as_drawn_is_not_doubted(standing):
    clip, person = standing
    assert doubts(clip, person) == ()


def test_a_body_under_the_ground_is_named_with_its_depth(standing):
    clip, person = standing
    arm = person.body_index("forearm.L")
    position = clip.motion.position.copy()
    position[4, arm, 2] = -0.5
    found = {doubt.kind: doubt for doubt in doubts(changed(clip, position=position))}
    assert (found[DoubtKind.DEEP].subject, found[DoubtKind.DEEP].frame) == ("forearm.L", 4)
    assert found[DoubtKind.DEEP].found > 0.5
    assert found[DoubtKind.FAR].subject == "forearm.L"


def test_a_foot_that_stands_as_drawn_and_touches_nothing_is_named_first(standing):
    clip, person = standing
    active, forces = clip.motion.contact_active.copy(), clip.motion.contact_forces.copy()
    of_foot = [contact.body == "foot.R" for contact in person.contacts]
    active[3:, of_foot], forces[3:, of_foot] = False, 0.0
    found = doubts(changed(clip, contact_active=active, contact_forces=forces))[0]
    assert (found.kind, found.subject, found.frame) == (DoubtKind.MISSED, "foot.R", 3)
    assert found.found == pytest.approx((FRAMES - 3) / FPS)
    active[3:-2, of_foot] = True  # two frames are too short for anybody to see
    assert doubts(changed(clip, contact_active=active, contact_forces=forces)) == ()


def test_a_turn_faster_than_drawn_is_named(standing):
    clip, person = standing
    orientation = clip.motion.orientation.copy()
    orientation[6:, 2] = quaternion_product(rotation_about((1.0, 0.0, 0.0), 0.5), orientation[6:, 2])
    (found,) = doubts(changed(clip, orientation=orientation))
    assert (found.kind, found.subject, found.frame) == (DoubtKind.FAST, person.bodies[2].name, 5)
    assert found.found == pytest.approx(0.5 * FPS, rel=1e-2)


def test_a_push_harder_than_drawn_is_told_in_body_weights(standing):
    clip, _ = standing
    forces = clip.motion.contact_forces.copy()
    forces[3, 0, 2] += 3 * clip.motion.weight
    (found,) = doubts(changed(clip, contact_forces=forces))
    assert (found.kind, found.frame, found.subject) == (DoubtKind.HARD, 3, "")
    assert found.found - found.expected == pytest.approx(3.0, abs=0.3)


def test_a_joint_is_measured_by_its_own_strength(standing):
    clip, person = standing
    weak = replace(
        person,
        joints=tuple(
            replace(joint, torque_limits=tuple(1e-9 * limit for limit in joint.torque_limits))
            for joint in person.joints
        ),
    )
    (found,) = doubts(clip, weak)
    assert found.kind == DoubtKind.STRONG
    assert found.subject in {joint.name for joint in person.joints}
    assert found.found > found.expected
    assert not doubts(clip, person)


@pytest.mark.parametrize(("share", "is_told"), [(1.04, False), (1.06, True)])
def test_a_joint_at_its_limit_is_not_doubted(standing, share, is_told):
    clip, person = standing
    torques = np.zeros_like(clip.torques)
    (joint, *_) = person.joints
    axis = Tree(person).names.index(f"{joint.name}.r{joint.axes[0].lower()}")
    torques[4, axis] = share * joint.torque_limits[0]
    found = doubts(replace(clip, torques=torques), person)
    assert [(doubt.kind, doubt.frame) for doubt in found] == ([(DoubtKind.STRONG, 4)] if is_told else [])
