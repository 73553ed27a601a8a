"""Channels of an armature whose bones belong to several trees."""

from dataclasses import replace

import numpy as np
import pytest

from solver.formats.armature_motion import ArmaturePlace, ArmaturePlan, ObjectTrajectory, armature_channels
from solver.formats.pose_channels import Bone
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
    channels = {(c.bone, c.name): c.values for c in armature_channels(clip.motion, plan)}
    for b, (name, head) in enumerate(heads.items()):
        assert head + channels[name, "location"] @ axes.T == pytest.approx(position[:, b])
        turn = matrix_from_quaternion(channels[name, "rotation_quaternion"])
        assert axes @ turn @ axes.T == pytest.approx(matrix_from_quaternion(orientation[:, b]))


def test_bones_undo_the_way_of_their_object(hanging, clip_of):
    """Object and root bone, rest and rest offset: the bones are in the world where the bodies are."""
    seconds = 0.05 * np.arange(8)
    position = hanging.position + np.sin(10 * seconds)[:, None, None] * np.array([[0.1, 0, 0], [0, 0.2, 0.3]])
    clip = clip_of(replace(hanging, step=0.05, position=position))
    turn = matrix_from_quaternion(rotation_about((0.0, 0.0, 1.0), 0.3))
    place = ArmaturePlace(np.array([0.3, -0.2, 0.1]), turn, 2.0)
    fps = 40.0  # two frames of the timeline for each of the motion
    frames = np.arange(16)
    turns = matrix_from_quaternion(rotation_about((0.6, 0.0, 0.8), 0.1 * frames)) @ turn
    way = ObjectTrajectory(place.origin + 0.1 * frames[:, None] * [1.0, 2.0, 0.5], turns, fps)
    heads = {body.name: place.to_local(np.array(body.position)) for body in clip.job.character.bodies}
    root = clip.job.character.root_joint.body
    bones = [Bone("travel", -1, np.eye(3), np.zeros(3))]
    bones += [Bone(name, 0 if name == root else -1, np.eye(3), head) for name, head in heads.items()]
    plan = ArmaturePlan(tuple(bones), dict.fromkeys(heads, "QUATERNION"), place, "travel", way)
    channels = {(c.bone, c.name): c.values for c in armature_channels(clip.motion, plan)}
    origin, rotation = way.origin[::2], way.rotation[::2]
    assert np.abs(channels["travel", "location"]).max() > 0.1
    for b, (name, head) in enumerate(heads.items()):
        local = head + channels[name, "location"] + (channels["travel", "location"] if name == root else 0.0)
        world = origin + 2.0 * np.einsum("sij,sj->si", rotation, local)
        assert world == pytest.approx(position[:, b])
        seen = rotation @ matrix_from_quaternion(channels[name, "rotation_quaternion"]) @ turn.T
        assert seen == pytest.approx(matrix_from_quaternion(clip.motion.orientation[:, b]))
