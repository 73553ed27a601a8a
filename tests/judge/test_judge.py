"""Tests of the judge: motions that are correct by construction pass, and each kind of error is detected."""

import copy
import math

import numpy as np
import pytest

from tests.judge.judge import judge
from tests.judge.load import PLACE, load_judge
from tests.judge.poses import rotation_between, turn_of, turned_half

G, H = 9.81, 0.01
GROUND = {"normal": [0.0, 0.0, 1.0], "height": 0.0, "mu": 0.8}


def motion_of(pos, quat, contacts=None, *, h=H, diameters=(0.2, 0.4, 0.6), mass=7.0, **more):
    pos, quat = np.asarray(pos, float), np.asarray(quat, float)
    return {
        "h": h, "gravity": [0.0, 0.0, -G], "ground": GROUND, "joints": [], "holds": [], "cycle": None,
        "bodies": [{"name": f"b{i}", "mass": mass, "diameters": list(diameters)} for i in range(pos.shape[1])],
        "pos": pos.tolist(), "quat": quat.tolist(), "contacts": contacts or [[] for _ in pos],
    } | more  # fmt: skip


def standing(n=10):
    """A body at rest on a loaded point below its center."""
    push = {"id": "sole", "body": "b0", "point": [0.0, 0.0, 0.0], "force": [0.0, 0.0, 7.0 * G]}
    pos, quat = np.tile([0.0, 0.0, 0.3], (n, 1, 1)), np.tile([1.0, 0.0, 0.0, 0.0], (n, 1, 1))
    return motion_of(pos, quat, [[dict(push)] for _ in range(n)])


def product(a, b):
    w, u, z, v = a[0], a[1:], b[0], b[1:]
    return np.array([w * z - u @ v, *(w * v + z * u + np.cross(u, v))])


def tumbling(h, seconds=0.4, fine=50):
    """A thrown ellipsoid: Euler's equations of a free body, integrated by Heun's method with much smaller steps."""
    radii = np.array([0.1, 0.2, 0.3])
    moments = 7.0 / 5 * ((radii**2).sum() - radii**2)
    spin, quat = np.array([3.0, 7.0, -2.0]), np.array([1.0, 0.0, 0.0, 0.0])

    def rates(spin, quat):
        return -np.cross(spin, moments * spin) / moments, product(quat, np.array([0.0, *spin])) / 2

    pos, quats = [], []
    for k in range(round(seconds / h) + 1):
        t = k * h
        pos.append([[t, -0.5 * t, 2 + 4 * t - G * t**2 / 2]])
        quats.append([quat / np.linalg.norm(quat)])
        for _ in range(fine):
            a, b = rates(spin, quat)
            c, d = rates(spin + h / fine * a, quat + h / fine * b)
            spin, quat = spin + h / fine * (a + c) / 2, quat + h / fine * (b + d) / 2
    return motion_of(pos, quats, h=h)


def circling(n=24):
    """A body on a circle, as a turning cycle of a quarter, with a centripetal force at its center."""
    angle = np.arange(n) * (math.pi / 2 / n)
    pos = np.stack([2 * np.cos(angle), 2 * np.sin(angle), 0 * angle + 0.3], -1)[:, None]
    quat = np.stack([np.cos(angle / 2), 0 * angle, 0 * angle, np.sin(angle / 2)], -1)[:, None]
    inwards = 7.0 * 2 * (1 - math.cos(math.pi / 2 / n)) / H**2  # of the second difference of a circle
    forces = [[*(-inwards * p[0, :2]), 7.0 * G] for p in pos]
    contacts = [
        [{"body": "b0", "point": p[0].tolist(), "force": [float(f) for f in force]}]
        for p, force in zip(pos, forces, strict=True)
    ]
    half = math.pi / 4
    cycle = {"quat": [math.cos(half), 0.0, 0.0, math.sin(half)], "trans": [0.0, 0.0, 0.0]}
    return motion_of(pos, quat, contacts, cycle=cycle)


def test_who_stands_is_right():
    verdict = judge(standing())
    assert verdict["lin_res"]["max"] < 1e-9
    assert verdict["ang_res"]["max"] < 1e-9
    assert verdict["slide_inner"]["total_path_per_contact"] == {"b0/sole": 0.0}
    assert verdict["ground_work"] == {"given": 0.0, "taken": 0.0}
    assert verdict["penetration"]["max"] == pytest.approx(0.0, abs=1e-12)
    assert verdict["gait"]["grf_vertical_mean_bw"] == pytest.approx(1.0)
    assert (verdict["frames"], verdict["judged"], verdict["friction"]["loaded"]) == (10, 8, 10)


def test_a_cycle_that_turns_is_judged_across_its_seam():
    verdict = judge(circling())
    assert verdict["judged"] == verdict["frames"] == 24
    assert verdict["lin_res"]["max"] < 1e-9
    assert verdict["ang_res"]["max"] < 1e-9


def test_a_tumbling_body_is_right_to_the_second_order_of_the_step():
    coarse, fine = (judge(tumbling(h)) for h in (0.01, 0.005))
    assert coarse["lin_res"]["max"] < 1e-7
    assert coarse["ang_res"]["rms"] < 0.02
    assert coarse["ang_res"]["rms"] / fine["ang_res"]["rms"] == pytest.approx(4.0, rel=0.05)


def test_a_steady_spin_about_no_main_axis_is_wrong():
    """It requires the moment of Euler's equations, and no other."""
    axis, rate = np.array([0.0, 0.6, 0.8]), 5.0
    angle = rate * H * np.arange(12)
    quat = np.concatenate([np.cos(angle / 2)[:, None], np.sin(angle / 2)[:, None] * axis], -1)[:, None]
    t = H * np.arange(12)
    pos = np.stack([0 * t, 0 * t, 2 + 3 * t - G * t**2 / 2], -1)[:, None]
    radii = np.array([0.1, 0.2, 0.3])
    moments = 7.0 / 5 * ((radii**2).sum() - radii**2)
    needed = np.linalg.norm(np.cross(rate * axis, moments * rate * axis))
    assert judge(motion_of(pos, quat))["ang_res"]["max"] == pytest.approx(needed, rel=1e-3)


def test_a_missing_force_is_as_large_as_it_was():
    wrong = standing()
    wrong["contacts"][4][0]["force"][2] *= 0.99
    verdict = judge(wrong)
    assert verdict["lin_res"]["max"] == pytest.approx(0.01 * 7.0 * G)
    assert verdict["lin_res"]["max_bw"] == pytest.approx(0.01)


def test_a_force_beside_the_center_turns():
    wrong = standing()
    for frame in wrong["contacts"]:
        frame[0]["point"][0] = 0.1
    verdict = judge(wrong)
    assert verdict["lin_res"]["max"] < 1e-9
    assert verdict["ang_res"]["max"] == pytest.approx(0.1 * 7.0 * G)


def test_a_foot_that_slides_is_seen_with_its_way_and_what_the_ground_gives():
    """The ground drags it by 1 cm per frame and gives force times distance."""
    wrong = standing()
    for t, frame in enumerate(wrong["contacts"]):
        wrong["pos"][t][0][0] = frame[0]["point"][0] = 0.01 * t
        frame[0]["force"][0] = 3.0
    verdict = judge(wrong)
    assert verdict["slide_inner"]["total_path_per_contact"]["b0/sole"] == pytest.approx(0.09)
    assert verdict["ground_work"]["given"] == pytest.approx(8 * 3.0 * 0.01)
    assert verdict["ground_work"]["taken"] == 0.0
    assert verdict["lin_res"]["max"] == pytest.approx(3.0)


def test_a_ground_that_pulls_or_drags_beyond_its_friction_is_seen():
    wrong = standing()
    wrong["contacts"][3][0]["force"] = [60.0, 0.0, -5.0]
    friction = judge(wrong)["friction"]
    assert friction["worst_pull_N"] == pytest.approx(5.0)
    assert friction["worst_excess_bw"] == pytest.approx((60.0 + 0.8 * 5.0) / (7.0 * G))


def test_who_sinks_and_whose_joint_opens_is_seen():
    wrong = standing()
    wrong["pos"][5][0][2] = 0.25
    assert judge(wrong)["penetration"]["max"] == pytest.approx(0.05)
    pos = np.tile([[0.0, 0.0, 1.0], [0.0, 0.0, 2.0]], (5, 1, 1))
    pos[3, 1, 0] = 0.02
    joint = {"name": "j", "a": "b0", "pa": [0, 0, 0.5], "b": "b1", "pb": [0, 0, -0.5]}
    opened = motion_of(pos, np.tile([1.0, 0.0, 0.0, 0.0], (5, 2, 1)), joints=[joint])
    assert judge(opened)["joint_gap"]["max"] == pytest.approx(0.02)


def test_rotations_are_those_of_their_quaternions():
    half = math.radians(20)
    turn = turn_of(np.array([math.cos(half), 0.0, 0.0, math.sin(half)]))
    assert turn @ [1.0, 0.0, 0.0] == pytest.approx([math.cos(2 * half), math.sin(2 * half), 0.0])
    assert rotation_between(np.eye(3), turn) == pytest.approx([0.0, 0.0, 2 * half])
    assert turned_half(
        turned_half(np.eye(3), np.array([0, 0, half])), np.array([0, 0, half])
    ) == pytest.approx(turned_half(np.eye(3), np.array([0, 0, 2 * half])))


def wild(seed, cycle):
    rng = np.random.default_rng(seed)
    quat = np.cumsum(rng.normal(size=(12, 3, 4)) * 0.05, 0) + rng.normal(size=(3, 4))
    quat /= np.linalg.norm(quat, axis=-1, keepdims=True)
    pos = np.cumsum(rng.normal(size=(12, 3, 3)) * 0.02, 0) + np.array([0, 0, 0.2])
    contacts = [
        [{"id": b, "body": f"b{b}", "point": rng.normal(size=3).tolist(), "force": rng.normal(size=3).tolist(),
          "torque": rng.normal(size=3).tolist()} for b in range(2)] for _ in range(12)
    ]  # fmt: skip
    return motion_of(pos, quat, contacts, cycle=cycle)


@pytest.mark.skipif(not PLACE.exists(), reason="no other judge is beside the repository")
@pytest.mark.parametrize("cycle", [None, {"quat": [0.8, 0.0, 0.0, 0.6], "trans": [0.5, -0.8, 0.1]}])
@pytest.mark.parametrize("seed", range(3))
def test_agrees_with_another_judge_where_nothing_is_right(seed, cycle):
    motion = wild(seed, cycle)
    ours, theirs = judge(motion), load_judge().judge(copy.deepcopy(motion), use_mujoco=False)
    for measure in ("lin_res", "ang_res"):
        for how in ("max", "rms", "max_bw", "rms_bw"):
            assert ours[measure][how] == pytest.approx(theirs[measure][how], rel=1e-9), (measure, how)
    assert ours["slide_inner"]["total_path_per_contact"] == pytest.approx(
        theirs["slide_inner"]["total_path_per_contact"], rel=1e-9
    )
    assert ours["penetration"]["max"] == pytest.approx(theirs["penetration"]["max"], rel=1e-9)
    assert ours["contact_height"]["max"] == pytest.approx(theirs["contact_height"]["max"], rel=1e-9)
    for key in ("worst_pull_N", "worst_excess_bw", "loaded"):
        assert ours["friction"][key] == pytest.approx(theirs["friction"][key], rel=1e-9)
    assert ours["gait"]["grf_vertical_mean_bw"] == pytest.approx(
        theirs["gait"]["grf_vertical_mean_bw"], rel=1e-9
    )
