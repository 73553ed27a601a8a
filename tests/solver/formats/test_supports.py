"""What the world does to roots that cannot move freely, against weights, levers and the judge."""

from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from solver.animate import animate
from solver.character import Character, RigidBody, RootJoint
from solver.clip.clip import Clip
from solver.fitting.presets.arm import spatial_arm
from solver.formats.motion_json import to_motion_json
from solver.formats.supports import supports
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job

G = 9.81


def still(character: Character, *angles: Pin) -> Clip:
    return animate(Job("still", character, AnimationTiming(0.2, 20.0), constraints=angles))


def test_a_bolt_bears_the_weight_with_its_lever() -> None:
    arm = spatial_arm()
    hanging = [Pin(f"{dof}", 0, -1, 0.0, 0.0) for dof in DOFS]
    forces, moments = supports(still(arm, *hanging))
    assert forces[1:-1, 0] == pytest.approx(np.tile([0.0, 0.0, G * arm.mass], (3, 1)), abs=1e-6)
    assert moments[1:-1, 0] == pytest.approx(np.zeros((3, 3)), abs=1e-6)
    assert not forces[[0, -1]].any()

    level = [Pin("shoulder.ry", 0, -1, -np.pi / 2, -np.pi / 2), *hanging[:1], *hanging[2:]]
    clip = still(arm, *level)
    forces, moments = supports(clip)
    masses = np.array([body.mass for body in arm.bodies])
    lever = masses @ (clip.motion.position[2] - clip.motion.position[2, :1])  # from the bolted base
    assert abs(lever[0]) > 0.5
    assert forces[2, 0] == pytest.approx([0.0, 0.0, G * arm.mass], abs=1e-6)
    assert moments[2, 0] == pytest.approx(np.cross(lever, [0.0, 0.0, G]), abs=1e-6)


DOFS = ("shoulder.rx", "shoulder.ry", "shoulder.rz", "elbow.ry", "wrist.rx", "wrist.ry")


@pytest.mark.parametrize(
    "root",
    [
        RootJoint("base", translation="", axes=""),
        RootJoint("base", translation="XY", axes="Z", force_limit=300.0, torque_limit=80.0),
    ],
    ids=["bolted", "gliding"],
)
def test_the_judge_weighs_the_whole_arm_on_its_support(root: RootJoint, judge: ModuleType) -> None:
    """A swing that turns about all its joints; a support that is a little off is seen."""
    arm = replace(spatial_arm(), root=root)
    there = (0.4, -1.2, 0.5, -1.0, 0.3, 0.4)
    pins = [Pin(dof, 0, 1, 0.0, 0.0) for dof in DOFS]
    pins += [Pin(dof, -2, -1, at, at) for dof, at in zip(DOFS, there, strict=True)]
    if root.axes:
        ends = {"root.tx": 0.6, "root.ty": -0.3, "root.rz": 0.8}
        pins += [Pin(dof, 0, 1, 0.0, 0.0) for dof in ends]
        pins += [Pin(dof, -2, -1, at, at) for dof, at in ends.items()]
    clip = animate(Job("swing", arm, AnimationTiming(0.6, 40.0), constraints=tuple(pins)))
    assert clip.provenance.solved
    motion = to_motion_json(clip)
    assert motion["ground"] is None
    verdict = judge.judge(motion)
    assert verdict["lin_res"]["rms_bw"] < 1e-6
    assert verdict["ang_res"]["rms_bw"] < 1e-4
    (support,) = (entry for entry in motion["contacts"][10] if entry.get("support"))
    support["torque"][0] += 5.0
    assert judge.judge(motion)["ang_res"]["max"] == pytest.approx(5.0, rel=0.05)


def test_a_planar_character_needs_none() -> None:
    """A ball that may only fly in a plane, and does: nothing is listed, and the ground stays."""
    ball = RigidBody("ball", 1.0, (0.2, 0.2, 0.2), (0.0, 0.0, 1.0))
    planar = Character("ball", (ball,), root=RootJoint("ball", translation="XZ", axes="Y"))
    motion = to_motion_json(still(planar))
    assert motion["contacts"] == [[]] * 5
    assert motion["ground"] is not None
