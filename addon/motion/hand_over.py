"""Example of two people in one problem: one hands a ball to the other."""

import math

import bpy

from ...solver.character import Character, RigidBody, RootJoint
from ...solver.character.cast import Member, cast
from ...solver.fitting.presets.human import human
from ..blender.frame_rate import rate_of
from .first_frame import first_frame_of
from .goal_properties import FRAMES

APART = 0.95  # m
BALL, SIZE = 0.6, 0.24  # kg, m
LENGTH = 2.0  # s
SWAY = 0.1  # m, of the hips about their place, relative to the other person's
GIVES, TAKES = (0.0, 0.55), (0.45, 1.0)  # phases in which each holds the ball, fractions of the motion
GIVER, TAKER = "anna", "bob"


def two_people() -> Character:
    """Two people who face each other, with a ball between them at hand height."""
    middle = (APART / 2, -0.19, 0.9)
    ball = RigidBody("ball", BALL, (SIZE,) * 3, middle)
    return cast(
        "Two People",
        (
            Member(GIVER, human()),
            Member(TAKER, human(), (APART, 0.0, 0.0), math.pi),
            Member("prop", Character("ball", (ball,), (), (), RootJoint("ball"))),
        ),
    )


def ask_for_hand_over(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """Adds rest at both ends, and holds of the ball by the giver, both, and the taker in turn."""
    motion = armature_object.spacetime.motion
    still = motion.goals.add()
    still.kind, still.name, still.from_preset, still.is_open = "REST", "Start and End at Rest", True, False
    start, frames = first_frame_of(armature_object, scene), round(motion.length * rate_of(scene))
    for axis, apart in (("x", APART), ("y", 0.0)):
        place = motion.goals.add()
        place.kind, place.name = "LIMIT", "Stand Apart" if apart else "Stand Face to Face"
        place.formula = f"body('{TAKER}.hips').position.{axis} - body('{GIVER}.hips').position.{axis}"
        place.lower, place.upper, place.use_upper = apart - SWAY, apart + SWAY, True
        place.from_preset, place.is_open = True, False
    for who, (begin, end) in ((GIVER, GIVES), (TAKER, TAKES)):
        hold = motion.goals.add()
        hold.kind, hold.name, hold.when, hold.at_tail = "HOLD", f"{who.capitalize()} Holds", FRAMES, True
        hold.bone, hold.other_bone = f"{who}.forearm.R", "prop.ball"
        hold.first, hold.last = start + round(begin * frames), start + round(end * frames)
        hold.from_preset, hold.is_open = True, False
