"""What is held, from a job to a judged clip: a nail, a throw, two hands on a box, two people hand in hand."""

from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from solver.animate import animate
from solver.character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from solver.clip.clip import Clip
from solver.fitting.presets.arm import planar_arm
from solver.formats.motion_json import to_motion_json
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.hold import Hold
from solver.job.job import AnimationTiming, ContactTiming, Job
from tests.solver.physical import assert_judged, assert_physical

BOLTED = {"translation": "", "axes": ""}


def at(dof: str, value: float, first: int = 0, last: int | None = None) -> Pin:
    return Pin(dof, first, first if last is None else last, value, value)


def test_a_pendulum_on_a_nail_is_one_on_a_hinge(judge: ModuleType) -> None:
    rod, top = RigidBody("rod", 2.0, (0.1, 0.1, 0.8), (0.0, 0.0, 1.6)), (0.0, 0.0, 2.0)
    base = RigidBody("base", 1.0, (0.1, 0.1, 0.1), top)
    hinge = BodyJoint(
        "hinge", "base", "rod", top, axes="YXZ", limits=((-3.0, 3.0),) * 3, torque_limits=(0.0,) * 3
    )
    hung = Character("hung", (rod,), root=RootJoint("rod", axes="YXZ"))
    bolted = Character("bolted", (base, rod), (hinge,), root=RootJoint("base", **BOLTED))

    def swing(character: Character, joint: str, *holds: Hold) -> Clip:
        pins = tuple(
            at(f"{joint}.r{letter}", angle, 0, 1) for letter, angle in (("x", 0.0), ("y", 0.6), ("z", 0.0))
        )
        return animate(Job("swing", character, AnimationTiming(1.0, 60.0), constraints=pins, holds=holds))

    nailed, hinged = swing(hung, "root", Hold("nail", "rod", top, "", top)), swing(bolted, "hinge")
    assert_physical(nailed)
    assert_judged(nailed, judge, "rod")
    assert nailed.motion.position[:, 0] == pytest.approx(hinged.motion.position[:, 1], abs=1e-9)
    assert nailed.motion.hold_forces[1:-1, 0] == pytest.approx(hinged.joint_forces[1:-1, 0], abs=1e-6)
    assert np.ptp(nailed.motion.position[:, 0, 0]) > 0.4  # it does swing


def test_a_ball_is_thrown(judge: ModuleType) -> None:
    arm, palm = planar_arm(), (0.0, 0.0, 0.0)
    ball = RigidBody("ball", 0.4, (0.1, 0.1, 0.1), (0.0, 0.0, -0.05))
    job = Job(
        "throw",
        replace(arm, bodies=(*arm.bodies, ball), others=(RootJoint("ball"),)),
        AnimationTiming(1.0, 60.0),
        ground_height=-2.0,
        holds=(Hold("grip", "hand", palm, "ball", palm, ((0.0, 0.5),)),),
        constraints=(
            *(
                at(f"{joint}.ry", angle)
                for joint, angle in (("shoulder", 0.0), ("elbow", -0.3), ("wrist", 0.0))
            ),
            *(at(f"ball.r{letter}", 0.0) for letter in "xyz"),
            at("ball.tx", 1.5, -1),
            at("ball.tz", 0.5, -1),
        ),
    )
    clip = animate(job)
    assert_physical(clip)
    assert_judged(clip, judge, "ball")
    flying = ~clip.motion.hold_active[:, 0]
    assert flying.tolist() == [frame > 30 for frame in range(61)]  # it leaves the hand at frame 30
    assert not clip.motion.hold_forces[flying].any()
    falling = np.diff(clip.motion.position[30:, -1], 2, axis=0) / clip.motion.step**2
    assert falling == pytest.approx(np.tile([0.0, 0.0, -9.81], (29, 1)), abs=1e-6)
    assert clip.motion.position[-1, -1] == pytest.approx([1.5, 0.0, 0.5], abs=1e-6)


def test_two_hands_lift_a_box(judge: ModuleType) -> None:
    """By handles above its centre: a grip is a point, so the box swings about the line between them."""
    bodies = [RigidBody("trunk", 30.0, (0.2, 0.3, 0.6), (0.0, 0.0, 1.15))]
    joints, holds = [], []
    for side, y in (("left", 0.2), ("right", -0.2)):
        upper, fore, hand = f"{side} upper", f"{side} fore", (0.3, y, 1.1)
        bodies += [
            RigidBody(upper, 2.0, (0.09, 0.09, 0.3), (0.0, y, 1.25)),
            RigidBody(fore, 1.5, (0.3, 0.08, 0.08), (0.15, y, 1.1)),
        ]
        joints += [
            BodyJoint(
                f"{side} shoulder", "trunk", upper, (0.0, y, 1.4), axes="XY",
                limits=((-0.5, 0.5), (-1.5, 0.7)), torque_limits=(80.0, 80.0),
            ),
            BodyJoint(
                f"{side} elbow", upper, fore, (0.0, y, 1.1), axes="Y",
                limits=((-1.5, 1.2),), torque_limits=(60.0,),
            ),
        ]  # fmt: skip
        holds.append(Hold(f"{side} hand", fore, hand, "box", hand))
    bodies.append(RigidBody("box", 6.0, (0.3, 0.4, 0.25), (0.3, 0.0, 1.0)))
    lifter = Character(
        "lifter", tuple(bodies), tuple(joints), root=RootJoint("trunk", **BOLTED), others=(RootJoint("box"),)
    )
    level = [at(f"box.{dof}", 0.0, 0, -1) for dof in ("ty", "rx", "rz")]  # or one hand may take more of it
    pins = (at("box.tz", 0.85), at("box.tz", 1.15, -1), Pin("box.ry", 0, -1, -0.2, 0.2), *level)
    job = Job("lift", lifter, AnimationTiming(1.5, 30.0), holds=tuple(holds), constraints=pins)
    clip = animate(job)
    assert_physical(clip)
    assert_judged(clip, judge, "box")
    assert clip.motion.position[[0, -1], -1, 2] == pytest.approx([0.85, 1.15])
    carried = -clip.motion.hold_forces[1:-1].sum(1)  # by both hands
    acceleration = np.diff(clip.motion.position[:, -1], 2, axis=0) / clip.motion.step**2
    assert carried == pytest.approx(6.0 * (acceleration - np.array(job.gravity)), abs=1e-5)
    assert clip.motion.hold_forces[:, 0, 2] == pytest.approx(
        clip.motion.hold_forces[:, 1, 2], abs=1e-3
    )  # evenly


def person(name: str, x: float, side: float) -> tuple[tuple, tuple, tuple]:
    """A block of four corners, a pole on it and an arm along X."""
    block, pole, arm = (f"{name} {part}" for part in ("block", "pole", "arm"))
    bodies = (
        RigidBody(block, 20.0, (0.5, 0.4, 0.1), (x, 0.0, 0.05)),
        RigidBody(pole, 15.0, (0.2, 0.2, 1.0), (x, 0.0, 0.6)),
        RigidBody(arm, 2.0, (0.5, 0.08, 0.08), (x + 0.25 * side, 0.0, 1.0)),
    )
    joints = (
        BodyJoint(
            f"{name} hip", block, pole, (x, 0.0, 0.1), axes="XY",
            limits=((-0.5, 0.5),) * 2, torque_limits=(300.0,) * 2,
        ),
        BodyJoint(
            f"{name} shoulder", pole, arm, (x, 0.0, 1.0), axes="ZY",
            limits=((-1.0, 1.0),) * 2, torque_limits=(60.0,) * 2,
        ),
    )  # fmt: skip
    corners = [(x + a, b, 0.0) for a in (-0.25, 0.25) for b in (-0.2, 0.2)]
    return bodies, joints, tuple(ContactJoint(f"{name} {i}", block, c) for i, c in enumerate(corners))


def test_two_people_hold_hands(judge: ModuleType) -> None:
    one, two = person("one", 0.0, 1.0), person("two", 1.0, -1.0)
    bodies, joints, contacts = (a + b for a, b in zip(one, two, strict=True))
    pair = Character(
        "pair", bodies, joints, contacts, RootJoint("one block"), others=(RootJoint("two block"),)
    )
    hands = (0.5, 0.0, 1.0)
    sway = (at("one hip.ry", -0.15), at("one hip.ry", 0.1, 8), at("two hip.rx", 0.2, 4))
    timings = tuple(ContactTiming(contact.name, ((0.0, 1.0),)) for contact in contacts)
    job = Job(
        "hands", pair, AnimationTiming(1.0, 16.0), Cycle(), timings, sway,
        holds=(Hold("hands", "one arm", hands, "two arm", hands),),
    )  # fmt: skip
    clip = animate(job)
    assert_physical(clip)
    both = assert_judged(clip, judge, "one block", "two block")
    assert both["friction"]["worst_excess_bw"] < 1e-6
    assert both["gait"]["grf_vertical_mean_bw"] == pytest.approx(1.0, abs=1e-6)
    felt = [
        np.array([frame[-1]["force"] for frame in to_motion_json(clip, roots=[root])["contacts"]])
        for root in ("one block", "two block")
    ]
    assert felt[0] == pytest.approx(-felt[1], abs=0)
    assert np.abs(felt[0]).max() > 10.0  # they do lean on each other
