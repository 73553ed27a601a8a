"""A part is pulled and the rest follows: in balance, within limits, on its feet, and through nothing."""

import numpy as np
import pytest

from solver.fitting.presets.human import human
from solver.job.surfaces import Box
from solver.mechanics.inverse_kinematics import coordinates
from solver.mechanics.kinematics import Kinematics
from solver.posing.auto_pose import CLEAR, MARGIN, AutoPose, Held
from solver.posing.obstacles import Obstacles
from solver.posing.support import Support

CHARACTER = human()
TREE = Kinematics(CHARACTER).tree
GROUND = 0.0
HAND, FOOT, HIPS, HEAD = "forearm.R", "foot.R", "hips", "neck"


def body(name):
    return CHARACTER.bodies[CHARACTER.body_index(name)]


def rest():
    positions = np.array([[each.position for each in CHARACTER.bodies]])
    return coordinates(TREE, positions, np.tile(np.eye(3), (1, len(CHARACTER.bodies), 1, 1)))[0]


def grip(name):
    """The far end of a forearm, the middle of any other body."""
    found = body(name)
    return np.array(found.position) - [0.0, 0.0, max(found.diameters) / 2 if name == HAND else 0.0]


def pulled(name, **others):
    point = grip(name)
    return AutoPose(CHARACTER, rest(), Held(name, tuple(point)), ground_height=GROUND, **others), point


def points_of(pose):
    contacts = [contact.point for contact in CHARACTER.contacts]
    bodies = [CHARACTER.body_index(contact.body) for contact in CHARACTER.contacts]
    return Kinematics(CHARACTER, contacts, bodies).forward(pose.q[None]).points[:, 0].T


def place(pose, name):
    return (
        Kinematics(CHARACTER, [grip(name)], [CHARACTER.body_index(name)])
        .forward(pose.q[None])
        .points[:, 0, 0]
    )


def hull_gap(pose):
    """How far the center of mass is from all that it stands on, without the margin."""
    return np.linalg.norm(
        Support.of_points(pose.support.corners, share=1 / MARGIN).gap(pose.centre_of_mass()[:2])[0]
    )


def check(pose):
    """Whatever is pulled: limits, standing feet, balance and the ground hold."""
    assert (pose.q >= TREE.lower - 1e-9).all()
    assert (pose.q <= TREE.upper + 1e-9).all()
    before = points_of(pulled(HEAD)[0])
    assert np.abs(points_of(pose) - before)[pose.stands].max() < 0.01
    assert hull_gap(pose) < 0.002  # one foot of two points is a line
    assert points_of(pose)[:, 2].min() > GROUND - 0.01


@pytest.mark.parametrize("way", [(0.3, 0.1, 0.1), (0.0, -0.2, 0.4), (0.35, 0.0, -0.4)], ids=str)
def test_a_hand_is_followed_in_balance(way):
    pose, begin = pulled(HAND)
    target = begin + way
    pose.settle(target)
    check(pose)
    assert pose.stands.sum() >= 4
    assert np.linalg.norm(place(pose, HAND) - target) < 0.02


def test_hips_go_down_into_a_squat_on_flat_feet():
    pose, begin = pulled(HIPS)
    pose.settle(begin - np.array([0.0, 0.0, 0.35]))
    check(pose)
    assert begin[2] - place(pose, HIPS)[2] > 0.22  # as far as the ankles bend


def test_a_lifted_foot_lets_go_and_the_weight_moves_over_the_other():
    pose, begin = pulled(FOOT)
    lifted = np.array([contact.body == FOOT for contact in CHARACTER.contacts])
    assert not pose.stands[lifted].any()
    assert pose.stands[~lifted].all()
    before = pose.centre_of_mass()
    pose.settle(begin + np.array([0.1, 0.0, 0.25]))
    check(pose)
    assert points_of(pose)[lifted, 2].min() > GROUND + 0.1
    assert np.linalg.norm(pose.centre_of_mass()[:2] - before[:2]) > 0.02


def test_a_drag_ends_where_the_mouse_does_whichever_way_it_went():
    straight, begin = pulled(HAND)
    around, _ = pulled(HAND)
    target = begin + np.array([0.3, 0.1, 0.1])
    straight.settle(target)
    for way in ([0.0, -0.2, 0.4], [0.3, -0.2, 0.3], [0.3, 0.1, 0.1]):
        for share in np.linspace(0.0, 1.0, 5):
            around.follow(begin + share * np.array(way))
    around.settle(target)
    assert np.abs(around.q - straight.q).max() < 0.1


def test_what_cannot_be_reached_is_approached_and_nothing_breaks():
    pose, begin = pulled(HAND)
    far = begin + np.array([3.0, 0.0, 0.0])
    pose.settle(far)
    check(pose)
    assert np.linalg.norm(place(pose, HAND) - far) < 3.0
    pose.settle(begin)
    check(pose)
    assert np.linalg.norm(place(pose, HAND) - begin) < 0.02  # and back again


def test_a_hand_does_not_enter_a_table():
    target = grip(HAND) + np.array([0.35, 0.0, -0.1])
    top = target[2] + 0.1
    table = Box("Table", (target[0] + 0.2, target[1], top / 2), (0.5, 0.8, top))
    free, _ = pulled(HAND)
    free.settle(target)
    pose, _ = pulled(HAND, boxes=(table,))
    pose.settle(target)
    distances = [
        Obstacles(GROUND, (table,)).distances(place(each, HAND)[None])[0][1, 0] for each in (free, pose)
    ]
    assert distances[0] < -0.03
    assert distances[1] > -0.01


def test_derivatives_are_those_of_the_rows():
    """Also of the support and of the ground, where they count."""
    pose, begin = pulled(HAND)
    rng = np.random.default_rng(1)
    q = 0.15 * rng.standard_normal(TREE.n) + rest()
    q[2] -= 0.3  # into the ground
    target = begin + np.array([0.2, 0.1, 0.3])
    rows, slopes = pose.rows(q, target)
    assert len(rows) > 3 * (pose.stands.sum() + 1) + TREE.n + 2  # something is in the ground
    step = 1e-6
    for k in range(TREE.n):
        moved = np.zeros(TREE.n)
        moved[k] = step
        difference = (pose.rows(q + moved, target)[0] - pose.rows(q - moved, target)[0]) / (2 * step)
        np.testing.assert_allclose(slopes[:, k], difference, atol=1e-5 * np.sqrt(CLEAR), rtol=1e-5)


@pytest.mark.parametrize("point", [(0.5, 0.5), (2.0, 0.4), (3.0, 3.0), (-1.0, -2.0)], ids=str)
def test_the_gap_from_a_support_has_its_derivatives(point):
    square = Support.of_points(np.array([(0, 0), (1, 0), (1, 1), (0, 1), (0.4, 0.6)], float))
    assert len(square.corners) == 4
    gap, slopes = square.gap(np.array(point))
    nearest = np.clip(point, 0.0, 1.0)
    np.testing.assert_allclose(gap, point - nearest, atol=1e-12)
    for k in range(2):
        moved = 1e-6 * np.eye(2)[k]
        difference = (square.gap(point + moved)[0] - square.gap(point - moved)[0]) / 2e-6
        np.testing.assert_allclose(slopes[:, k], difference, atol=1e-6)


@pytest.mark.parametrize("points", [[(1, 2)], [(0, 0), (2, 0)]], ids=["point", "segment"])
def test_one_foot_on_its_toes_is_a_support_too(points):
    support = Support.of_points(np.array(points, float))
    gap, _ = support.gap(np.array([1.0, 3.0]))
    np.testing.assert_allclose(gap, [0.0, 1.0] if len(points) == 1 else [0.0, 3.0], atol=1e-9)


def test_boxes_are_told_from_inside_and_outside():
    box = Box("Box", (1.0, 0.0, 0.5), (1.0, 2.0, 1.0), yaw=np.pi / 2)
    points = np.array([(1.0, 0.0, 1.2), (1.0, 0.0, 0.9), (2.5, 0.0, 0.5), (1.0, 0.0, 3.0)])
    distances, ways = Obstacles(0.0, (box,)).distances(points)
    np.testing.assert_allclose(distances[1], [0.2, -0.1, 0.5, 2.0], atol=1e-9)
    np.testing.assert_allclose(ways[1], [(0, 0, 1), (0, 0, 1), (1, 0, 0), (0, 0, 1)], atol=1e-9)
    np.testing.assert_allclose(distances[0], points[:, 2])
