"""Joint frames of the human fit, apart from any rig."""

import numpy as np
import pytest

from solver.errors import InputError
from solver.fitting.human_bones import directions
from solver.fitting.human_joints import STRENGTH, human_joints, successive_angles
from solver.fitting.rest_bone import RestBone
from solver.rotations import matrix_from_quaternion, rotation_about


def bone(name, head, tail, roll):
    head, tail = np.array(head, float), np.array(tail, float)
    y = (tail - head) / np.linalg.norm(tail - head)
    x = np.cross(y, [0.3, 0.5, 0.8] if abs(y[2]) < 0.9 else [1.0, 0, 0])
    x /= np.linalg.norm(x)
    turn = matrix_from_quaternion(rotation_about(y, roll))
    return RestBone(name, head, tail, turn @ np.stack([x, y, np.cross(x, y)], axis=1))


def skeleton(roll):
    """A T-pose with straight limbs, every bone rolled."""
    places = {
        "hips": ((0, 0, 1), (0, 0, 1.1)), "waist": ((0, 0, 1.1), (0, 0, 1.3)), "chest": ((0, 0, 1.3), (0, 0, 1.5)),
        "neck": ((0, 0, 1.5), (0, 0, 1.6)), "crown": ((0, 0, 1.6), (0, 0, 1.75)),
    }  # fmt: skip
    for side, s in (("L", 1), ("R", -1)):
        places |= {
            f"upper_arm.{side}": ((0.2 * s, 0, 1.45), (0.5 * s, 0, 1.45)),
            f"forearm.{side}": ((0.5 * s, 0, 1.45), (0.8 * s, 0, 1.45)),
            f"thigh.{side}": ((0.1 * s, 0, 0.95), (0.1 * s, 0, 0.5)),
            f"shin.{side}": ((0.1 * s, 0, 0.5), (0.1 * s, 0, 0.1)),
            f"foot.{side}": ((0.1 * s, 0, 0.1), (0.1 * s, -0.15, 0.02)),
            f"toe.{side}": ((0.1 * s, -0.15, 0.02), (0.1 * s, -0.22, 0.02)),
        }
    return {name: bone(name, *ends, roll) for name, ends in places.items()}


@pytest.mark.parametrize("order", ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"])
def test_successive_angles_make_the_rotation_again(order):
    angles = (0.4, -0.7, 1.9)
    rotation = np.eye(3)
    for letter, angle in zip(order, angles, strict=True):
        rotation = rotation @ matrix_from_quaternion(rotation_about(np.eye(3)["XYZ".index(letter)], angle))
    assert successive_angles(rotation, order) == pytest.approx(angles)


@pytest.mark.parametrize("roll", [0.0, np.pi / 2, np.pi, -np.pi / 2])
@pytest.mark.parametrize("side", [("L", 1), ("R", -1)])
def test_bone_roll_does_not_matter(roll, side):
    name, s = side
    bones = skeleton(roll)
    joints = human_joints(bones, directions(bones), mass=75, stature=1.75)

    def moved(part, axis_number, angle):
        joint, b = joints[part], bones[part]
        axis = b.axes[:, "XYZ".index(joint.axes[axis_number])]
        return matrix_from_quaternion(rotation_about(axis, angle)) @ b.direction - b.direction

    def wide(part, axis_number):
        return max(joints[part].limits[axis_number], key=abs)

    assert moved(f"shin.{name}", 0, wide(f"shin.{name}", 0) / 10)[1] > 0.05
    assert moved(f"thigh.{name}", 0, wide(f"thigh.{name}", 0) / 10)[1] < -0.05
    assert moved(f"forearm.{name}", 0, wide(f"forearm.{name}", 0) / 10)[1] < -0.05
    assert joints[f"shin.{name}"].limits[0][0] == pytest.approx(0.0, abs=1e-9) or (
        joints[f"shin.{name}"].limits[0][1] == pytest.approx(0.0, abs=1e-9)
    )
    # From the T-pose the arm can come down by 95 degrees, and its ease is 8 degrees from hanging.
    raising = joints[f"upper_arm.{name}"]
    assert np.degrees(np.ptp(raising.limits[0])) == pytest.approx(95.0)
    b = bones[f"upper_arm.{name}"]
    turn = np.eye(3)
    for letter, angle in zip(raising.axes, raising.preferred, strict=True):
        turn = turn @ matrix_from_quaternion(rotation_about(np.eye(3)["XYZ".index(letter)], angle))
    hanging = b.axes @ turn @ b.axes.T @ b.direction
    assert hanging == pytest.approx([s * np.sin(np.radians(8)), 0, -np.cos(np.radians(8))], abs=1e-9)


def test_strength_grows_with_weight_and_height():
    bones = skeleton(0.0)
    weak, strong = (human_joints(bones, directions(bones), mass=m, stature=1.75) for m in (75, 150))
    assert weak["thigh.L"].torque_limits == pytest.approx(STRENGTH["thigh"])
    assert np.array(strong["thigh.L"].torque_limits) == pytest.approx(2 * np.array(STRENGTH["thigh"]))


def test_rest_and_ease_are_inside_the_limits():
    bones = skeleton(0.3)
    for joint in human_joints(bones, directions(bones), mass=75, stature=1.75).values():
        for (low, high), ease in zip(joint.limits, joint.preferred, strict=True):
            assert low <= 0 <= high
            assert low <= ease <= high


def test_left_on_the_right_is_told():
    bones = skeleton(0.0)
    bones["thigh.L"], bones["thigh.R"] = bones["thigh.R"], bones["thigh.L"]
    with pytest.raises(InputError, match="swap the left and right names"):
        directions(bones)
