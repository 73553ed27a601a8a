"""Poses against scipy's rotations composed joint by joint, and twists against the complex step."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from solver.character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from solver.mechanics.joint_chain import JointChain
from solver.mechanics.kinematics import Kinematics, Placement
from solver.mechanics.tree import Tree
from solver.rotations import matrix_from_quaternion

N_FRAMES = 7


def wxyz(rotation: Rotation) -> tuple[float, ...]:
    x, y, z, w = rotation.as_quat()
    return (w, x, y, z)


def from_wxyz(quaternion: np.ndarray) -> Rotation:
    return Rotation.from_quat(np.roll(quaternion, -1, axis=-1))


def tree_like(root: RootJoint) -> Character:
    """Bodies in any order, a fork, joints of 3, 2, 1 and 0 axes; everything askew."""
    rng = np.random.default_rng(3)
    askew = [wxyz(r) for r in Rotation.random(20, random_state=4)]
    axes = {"a": "ZXY", "b": "YX", "c": "", "d": "Z", "e": "XZY"}
    carriers = {"a": "hub", "b": "a", "c": "b", "d": "hub", "e": "c"}
    names = ["e", "b", "hub", "d", "c", "a"]
    bodies = tuple(
        RigidBody(name, 1.0, (0.1, 0.2, 0.3), tuple(rng.normal(size=3)), askew[k])
        for k, name in enumerate(names)
    )
    joints = tuple(
        BodyJoint(
            f"to_{b}", a, b, tuple(rng.normal(size=3)), askew[10 + k], axes[b],
            ((-9.0, 9.0),) * len(axes[b]), (1.0,) * len(axes[b]),
        )
        for k, (b, a) in enumerate(carriers.items())
    )  # fmt: skip
    contacts = tuple(
        ContactJoint(f"on_{name}", name, tuple(rng.normal(size=3))) for name in ("e", "hub", "d")
    )
    return Character("tree", bodies, joints, contacts, root)


ROOTS = {
    "free": RootJoint("hub"),
    "other order": RootJoint("hub", translation="ZX", axes="YXZ"),
    "planar": RootJoint("hub", translation="XZ", axes="Y"),
    "fixed": RootJoint("hub", translation="", axes=""),
}


def placements() -> Placement:
    turn = Rotation.from_euler("z", np.linspace(-1, 2, N_FRAMES))
    reference = Rotation.random(N_FRAMES, random_state=8)
    shift = np.random.default_rng(9).normal(size=(N_FRAMES, 3))
    return Placement(turn.as_matrix(), shift, reference.as_matrix())


def successive(axes: str, turns: list[float]) -> Rotation:
    rotation = Rotation.identity()
    for letter, turn in zip(axes, turns, strict=True):
        rotation = rotation * Rotation.from_euler(letter, turn)
    return rotation


def composed(
    character: Character, angle: dict[str, float], placement: Placement, frame: int
) -> dict[str, tuple]:
    """(rotation from rest, centre) of each body, found joint by joint from the names of its angles."""
    root = character.root_joint
    rest = {b.name: np.array(b.position) for b in character.bodies}
    local = rest[root.body].copy()
    for letter in root.translation:
        local["XYZ".index(letter)] = angle[f"root.t{letter.lower()}"]
    turns = [angle[f"root.r{letter.lower()}"] for letter in root.axes]
    own = successive(root.axes, turns)
    reference = Rotation.from_matrix(placement.reference[frame])
    centre = placement.turn[frame] @ local + placement.shift[frame]
    found = {root.body: (reference * own, centre)}
    while len(found) < len(character.bodies):
        for joint in character.joints:
            if joint.body_a not in found:
                continue
            carrier, centre_a = found[joint.body_a]
            frame_of_joint = from_wxyz(np.array(joint.orientation))
            turns = [angle[f"{joint.name}.r{letter.lower()}"] for letter in joint.axes]
            bend = successive(joint.axes, turns)
            rotation = carrier * frame_of_joint * bend * frame_of_joint.inv()
            anchor = centre_a + carrier.apply(np.array(joint.position) - rest[joint.body_a])
            found[joint.body_b] = (rotation, anchor + rotation.apply(rest[joint.body_b] - joint.position))
    return found


@pytest.mark.parametrize("root", ROOTS)
def test_poses_are_the_composition_of_the_joints(root: str) -> None:
    character, placement = tree_like(ROOTS[root]), placements()
    kinematics = Kinematics(character)
    q = np.random.default_rng(5).normal(size=(N_FRAMES, kinematics.tree.n))
    position, orientation = kinematics.poses(q, placement)
    points = kinematics.forward(q, placement).points
    for t in range(N_FRAMES):
        expected = composed(character, dict(zip(kinematics.tree.names, q[t], strict=True)), placement, t)
        for b, body in enumerate(character.bodies):
            rotation, centre = expected[body.name]
            assert position[t, b] == pytest.approx(centre, abs=1e-12)
            same = from_wxyz(orientation[t, b]) * (rotation * from_wxyz(np.array(body.orientation))).inv()
            assert same.magnitude() < 1e-12
        for c, contact in enumerate(character.contacts):
            rotation, centre = expected[contact.body]
            arm = np.array(contact.point) - character.bodies[character.body_index(contact.body)].position
            assert points[:, t, c] == pytest.approx(centre + rotation.apply(arm), abs=1e-12)


@pytest.mark.parametrize("root", ROOTS)
def test_twists_are_the_slopes_of_the_poses(root: str) -> None:
    kinematics, placement = Kinematics(tree_like(ROOTS[root])), placements()
    tree = kinematics.tree
    q = np.random.default_rng(6).normal(size=(N_FRAMES, tree.n))
    pose = kinematics.forward(q, placement)
    for i in range(tree.n):
        ahead = q.astype(complex)
        ahead[:, i] += 1e-30j
        moved = kinematics.forward(ahead, placement)
        u, v, moves = pose.u[..., i], pose.v[..., i], tree.moves[:, i]
        position = np.cross(u[..., None], pose.position, axis=0) + v[..., None]
        assert moved.position.imag / 1e-30 == pytest.approx(position * moves, abs=1e-12)
        rotation = np.cross(u[:, None, :, None], pose.rotation, axis=0)
        assert moved.rotation.imag / 1e-30 == pytest.approx(rotation * moves, abs=1e-12)
        points = np.cross(u[..., None], pose.points, axis=0) + v[..., None]
        assert moved.points.imag / 1e-30 == pytest.approx(points * moves[kinematics.point_body], abs=1e-12)


def test_rest_pose_is_the_rest_pose() -> None:
    character = tree_like(RootJoint("hub"))
    kinematics = Kinematics(character)
    q = np.zeros((1, kinematics.tree.n))
    q[0, :3] = character.bodies[character.body_index("hub")].position  # translations are world positions
    position, orientation = kinematics.poses(q)
    assert position[0] == pytest.approx(np.array([b.position for b in character.bodies]), abs=1e-14)
    rest = from_wxyz(np.array([b.orientation for b in character.bodies]))
    assert (from_wxyz(orientation[0]) * rest.inv()).magnitude() == pytest.approx(0.0, abs=1e-7)


def test_orientations_do_not_change_sign_between_frames() -> None:
    kinematics = Kinematics(Character("egg", (RigidBody("egg", 1.0, (0.1, 0.2, 0.3)),)))
    q = np.zeros((200, 6))
    q[:, 3] = np.linspace(0, 6 * np.pi, 200)
    _, orientation = kinematics.poses(q)
    assert (orientation[1:] * orientation[:-1]).sum(-1).min() > 0.9


def test_turned_bodies_are_where_joints_hold_them() -> None:
    kinematics = Kinematics(tree_like(RootJoint("hub")))
    q = np.random.default_rng(5).normal(size=(N_FRAMES, kinematics.tree.n))
    position, orientation = kinematics.poses(q)
    chain = JointChain(Tree(kinematics.character))
    found = chain.positions(position[:, chain.roots], matrix_from_quaternion(orientation))
    assert found == pytest.approx(position, abs=1e-12)
