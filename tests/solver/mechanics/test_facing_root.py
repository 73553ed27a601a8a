"""A root whose axes of rotation face along none of the world's."""

from dataclasses import replace

import numpy as np

from solver.character import RootJoint
from solver.fitting.presets.human import human
from solver.mechanics.inverse_kinematics import coordinates
from solver.mechanics.kinematics import Kinematics
from solver.mechanics.tree import Tree
from solver.rotations import matrix_from_quaternion, rotation_about

FACING = 0.4


def turned_human() -> Tree:
    character = human()
    return Tree(replace(character, root=replace(character.root_joint, facing=FACING)))


def test_axes_are_the_worlds_turned_about_the_vertical() -> None:
    tree = turned_human()
    axes = {name: axis for name, axis in zip(tree.names, tree.axis, strict=True) if name.startswith("root.")}
    assert np.allclose(axes["root.rx"], [np.cos(FACING), np.sin(FACING), 0.0])
    assert np.allclose(axes["root.ry"], [-np.sin(FACING), np.cos(FACING), 0.0])
    assert np.array_equal(axes["root.rz"], [0.0, 0.0, 1.0])
    assert np.array_equal(axes["root.tx"], [1.0, 0.0, 0.0])  # places stay the world's


def test_coordinates_of_a_pose_are_those_that_posed_it() -> None:
    tree, rng = turned_human(), np.random.default_rng(1)
    q = np.clip(0.2 * rng.standard_normal((5, tree.n)), 0.9 * tree.lower, 0.9 * tree.upper)
    pose = Kinematics(tree.character).forward(q)
    position, turn = pose.position.transpose(1, 2, 0), pose.rotation.transpose(2, 3, 0, 1)
    assert np.abs(coordinates(tree, position, turn) - q).max() < 1e-9


def test_facing_is_a_rotation_about_the_vertical() -> None:
    there = matrix_from_quaternion(rotation_about([0.0, 0.0, 1.0], FACING))
    assert np.allclose(RootJoint("hips", facing=FACING).frame, there)
    assert np.array_equal(RootJoint("hips").frame, np.eye(3))
