"""A quickly keyed jump, of a few poses of hips, legs and arms, and an apple to pick at its top."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

THIGH = 0.46  # m; so is the shin
TOP = 19  # frame of the highest key
RAISED, AROUND = 0.15, 4  # m; frames before and after
# m: a little above the right hand at the top; higher than anybody jumps
APPLE, TOO_HIGH = (-0.36, -0.5, 1.62), 2.0


@dataclass(frozen=True)
class Key:
    """One pose.

    Attributes:
        frame: of the timeline.
        drop: of the hips while the feet stay [m]; knees and ankles bend for it.
        rise: of everything [m].
        arms: turn of both arms [rad]; negative is forwards.
        feet: how far they point down [rad].
    """

    frame: int
    drop: float = 0.0
    rise: float = 0.0
    arms: float = 0.0
    feet: float = 0.0


JUMP = (
    Key(1),
    Key(4, drop=0.05, arms=0.2),
    Key(7, drop=0.17, arms=0.5),
    Key(10, drop=0.22, arms=0.6),
    Key(13, drop=0.13, arms=0.0),
    Key(15, drop=0.0, arms=-0.9),
    Key(TOP, drop=0.03, rise=0.3, arms=-1.6, feet=0.5),
    Key(23, drop=0.02, arms=-0.9),
    Key(25, drop=0.1, arms=-0.4),
    Key(28, drop=0.2),
    Key(32, drop=0.14),
    Key(36, drop=0.05),
    Key(40),
)


def key_jump(rig: Any) -> None:
    """Keys the jump on Rigify's basic human."""
    for pose in JUMP:
        bend = math.acos(1 - pose.drop / (2 * THIGH))
        turns = {"thigh": -bend, "shin": 2 * bend, "foot": pose.feet - bend, "upper_arm": -pose.arms}
        for name, angle in turns.items():
            for side in "LR":
                bone = rig.pose.bones[f"{name}.{side}"]
                bone.rotation_mode = "XYZ"
                bone.rotation_euler.x = angle
                bone.keyframe_insert("rotation_euler", frame=pose.frame)
        hips = rig.pose.bones["spine"]
        hips.location.y = (pose.rise - pose.drop) / rig.scale.x
        hips.keyframe_insert("location", frame=pose.frame)


def hang_apple(empty: Any, *, higher: float = 0.0) -> None:
    """Moves an empty to where the right hand can just touch it at the top, or higher [m]."""
    empty.empty_display_type, empty.empty_display_size = "SPHERE", 0.1
    empty.location = (*APPLE[:2], APPLE[2] + higher)


def raise_top(curves: Iterable[Any], rig: Any, *, by: float = RAISED) -> None:
    """Raises the keys of the hips around the top, as with proportional editing, higher than any take-off allows."""
    for curve in curves:
        if curve.data_path != 'pose.bones["spine"].location' or curve.array_index != 1:
            continue
        for key in curve.keyframe_points:
            near = max(0.0, 1 - abs(key.co.x - TOP) / AROUND)
            key.co.y += by / rig.scale.x * math.sin(near * math.pi / 2) ** 2
        curve.update()
