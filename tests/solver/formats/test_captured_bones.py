"""Joints of a file that no body moves: collar bones, and joints without length that carry the whole motion."""

from pathlib import Path

import numpy as np
import pytest

from solver.fitting.presets.human import human
from solver.formats.bvh.capture import capture
from solver.formats.bvh.write import write_bvh
from solver.job.drawn_bones import DrawnBone, drawn_bone, joint_frames
from solver.mechanics.kinematics import Kinematics, Placement
from solver.motion.motion import Motion
from solver.rotations import angle_between, matrix_from_quaternion, rotation_about

FRAMES = 25
SWAY = np.sin(np.linspace(0.0, 2 * np.pi, FRAMES))


def bone(
    name: str, body: str, joint: str, head: np.ndarray, axis: tuple[float, ...], most: float
) -> DrawnBone:
    turn = matrix_from_quaternion(rotation_about(axis, most * SWAY))
    return drawn_bone(
        name, body, joints=(joint,), parent="", head=head, axes=np.eye(3), turn=turn,
        shift=np.zeros((FRAMES, 3)), scale=np.ones((FRAMES, 3)),
    )  # fmt: skip


@pytest.fixture
def moving() -> Motion:
    """A human whose spine, hips and collar bones are moved by joints between its bodies; its own joints are still."""
    character = human()
    at = {joint.body_b: np.array(joint.position) for joint in character.joints}
    name = {joint.body_b: joint.name for joint in character.joints}
    bones = [
        bone("LowerBack", "hips", name["waist"], at["waist"], (0.0, 0.0, 1.0), 0.7),  # without length
        bone("LHipJoint", "hips", name["thigh.L"], at["thigh.L"], (0.0, 1.0, 0.0), 0.4),  # likewise
    ]
    for side in "LR":
        arm = at[f"upper_arm.{side}"]
        head = arm * [1.0, 0.2, 1.0]
        bones.append(bone(f"collar.{side}", "chest", name[f"upper_arm.{side}"], head, (1.0, 0.0, 0.0), 0.3))
    q = np.zeros((FRAMES, Kinematics(character).tree.n))
    root = character.bodies[character.body_index("hips")].position
    q[:, :3] = root
    joints = joint_frames(tuple(bones), character, FRAMES, closed=False)
    position, orientation = Kinematics(character).poses(q, Placement.still(FRAMES, joints))
    return Motion(character, 1 / 30, position, orientation, drawn_bones=tuple(bones))


def test_bones_between_bodies_come_back_from_a_file(moving: Motion, tmp_path: Path) -> None:
    write_bvh(moving, tmp_path / "sway.bvh", stands=True)
    seen = capture(tmp_path / "sway.bvh")
    drawn = {bone.bone: bone for bone in seen.drawn_bones}
    assert {*drawn} == {"LowerBack", "LHipJoint", "collar.L", "collar.R"}
    for name, most in (("LowerBack", 0.7), ("LHipJoint", 0.4), ("collar.L", 0.3)):
        turn, _, _ = drawn[name].spread(FRAMES, closed=False)
        assert angle_between(turn, turn[:1]).max() == pytest.approx(most, abs=1e-3)
    for joint in seen.character.joints:
        b = seen.character.body_index(joint.body_b)
        gap = seen.joint_place(joint)[0] - seen.carried(b, joint.position)
        assert np.linalg.norm(gap, axis=1).max() < 1e-4, joint.name
    # all the motion is that of the bones: the bodies' own joints are as still as they were
    still = seen.coordinates[:, seen.coordinates.shape[1] - 30 :]
    assert np.ptp(still, axis=0).max() < 1e-3
