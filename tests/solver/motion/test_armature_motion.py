"""Channels of an armature whose bones belong to several trees."""

from dataclasses import replace

import numpy as np
import pytest

from solver.motion.armature_motion import ArmaturePlace, ArmaturePlan, armature_channels
from solver.motion.pose_channels import Bone
from solver.rotations import matrix_from_quaternion, rotation_about


def test_every_root_gets_its_own_location(hanging, clip_of):
    """Two bones without parents, along Z from each body's centre."""
    axes = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    heads = {body.name: np.array(body.position) for body in hanging.character.bodies}
    time = np.arange(8)[:, None, None]
    position = hanging.position + np.sin(time) * np.array([[0.1, 0, 0], [0, 0.2, 0.3]])
    orientation = hanging.orientation.copy()
    orientation[:, 1] = rotation_about((0.6, 0.0, 0.8), 0.3 * np.arange(8))
    clip = clip_of(replace(hanging, position=position, orientation=orientation))
    plan = ArmaturePlan(
        tuple(Bone(name, -1, axes, head) for name, head in heads.items()),
        dict.fromkeys(heads, "QUATERNION"),
        ArmaturePlace(np.zeros(3), np.eye(3), 1.0),
    )
    channels = {(c.bone, c.name): c.values for c in armature_channels(clip, plan)}
    for b, (name, head) in enumerate(heads.items()):
        assert head + channels[name, "location"] @ axes.T == pytest.approx(position[:, b])
        turn = matrix_from_quaternion(channels[name, "rotation_quaternion"])
        assert axes @ turn @ axes.T == pytest.approx(matrix_from_quaternion(orientation[:, b]))
