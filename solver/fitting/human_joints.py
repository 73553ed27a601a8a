"""Ranges, strengths and relaxed angles of human joints.

Anatomical angles are measured from a straight stance with hanging arms; a bone's own angles from its rest pose. Axes
and signs follow from the geometry of the rest pose: of the bone's own axes across it, the one that best produces the
anatomical movement. So they do not depend on bone rolls.
"""

import math
from collections.abc import Mapping

import numpy as np

from ..arrays import Array
from ..character.part_names import PartName
from .human_bones import Directions
from .joint_fit import JointFit, Turn, joint_of, other_letter, swing_axis
from .rest_bone import RestBone

DEGREE = math.pi / 180

# Anatomical ranges [degrees], flexion first. Within the usual clinical tables (Kendall 2005, American Academy
# of Orthopaedic Surgeons 1994); shoulder and spine are narrower, which is enough for walking.
HIP = ((-25.0, 120.0), (-30.0, 30.0), (-35.0, 35.0))  # flexion, abduction, twist
KNEE = (0.0, 140.0)
ANKLE = ((-45.0, 25.0), (-15.0, 15.0))  # dorsiflexion, inversion
SPINE = ((-25.0, 25.0), (-15.0, 15.0), (-20.0, 20.0))  # forward, sideways, twist
NECK = ((-30.0, 30.0), (-30.0, 30.0), (-30.0, 30.0))
SHOULDER = ((-5.0, 90.0), (-60.0, 60.0), (-60.0, 60.0))  # abduction, flexion, twist
ELBOW = (0.0, 145.0)
CLAVICLE = ((-10.0, 40.0), (-20.0, 25.0))  # elevation, protraction (Kapandji 2007)

# Relaxed pose [degrees].
HANGING_ABDUCTION, EASY_ELBOW, EASY_KNEE = 8.0, 20.0, 9.0

# Torque limits [N m] in the order of the ranges above, for a body of 75 kg and 1.75 m.
STRENGTH_MASS, STRENGTH_STATURE = 75.0, 1.75
STRENGTH: Mapping[str, tuple[float, ...]] = {
    "thigh": (200.0, 150.0, 40.0),
    "shin": (200.0,),
    "foot": (180.0, 60.0),
    "waist": (200.0, 150.0, 60.0),
    "chest": (200.0, 150.0, 60.0),
    "neck": (40.0, 40.0, 40.0),
    "clavicle": (100.0, 80.0),
    "upper_arm": (80.0, 80.0, 40.0),
    "forearm": (60.0,),
}


def human_joints(
    bones: Mapping[str, RestBone], directions: Directions, *, mass: float, stature: float
) -> dict[str, JointFit]:
    """Joint of every part ("thigh.L") except the hips."""
    scale = mass * stature / (STRENGTH_MASS * STRENGTH_STATURE)
    joints = {}
    for part in bones:
        name = PartName.of(part)
        kind, side = name.kind, name.side
        if kind not in STRENGTH:
            continue
        if kind in ("waist", "chest", "neck"):
            turns = _spine(bones[part], directions, NECK if kind == "neck" else SPINE)
        elif kind == "thigh":
            turns = _hip(bones[part], directions, side)
        elif kind == "shin":
            turns = _hinge(bones[f"thigh.{side}"], bones[part], -directions.forward, KNEE, EASY_KNEE)
        elif kind == "foot":
            turns = _ankle(bones[part], directions, side)
        elif kind == "clavicle":
            turns = _clavicle(bones[part], directions)
        elif kind == "upper_arm":
            turns = _shoulder(bones[part], bones[f"forearm.{side}"], directions, side)
        else:
            toward = bend_direction(bones[f"upper_arm.{side}"], bones[part], directions)
            turns = _hinge(bones[f"upper_arm.{side}"], bones[part], toward, ELBOW, EASY_ELBOW)
        joints[part] = joint_of(turns, [scale * torque for torque in STRENGTH[kind]])
    return joints


def _radians(degrees: tuple[float, float]) -> tuple[float, float]:
    return degrees[0] * DEGREE, degrees[1] * DEGREE


def _angle_toward(direction: Array, zero: Array, toward: Array) -> float:
    """Angle from ``zero`` to ``direction`` in the plane of ``zero`` and ``toward``."""
    return math.atan2(float(direction @ toward), float(direction @ zero))


def _spine(bone: RestBone, directions: Directions, ranges: tuple[tuple[float, float], ...]) -> list[Turn]:
    flexion, sign = swing_axis(bone, directions.forward)
    side, side_sign = swing_axis(bone, directions.left, other_letter(bone, flexion))
    letters = ((flexion, sign), (side, side_sign), (bone.twist_letter, 1.0))
    return [Turn(k, s, _radians(r), 0.0, 0.0) for (k, s), r in zip(letters, ranges, strict=True)]


def _hip(bone: RestBone, directions: Directions, side: str) -> list[Turn]:
    out = directions.outward(side)
    flexion, sign = swing_axis(bone, directions.forward)
    abduction, out_sign = swing_axis(bone, out, other_letter(bone, flexion))
    forward_at_rest = _angle_toward(bone.direction, -directions.up, directions.forward)
    out_at_rest = _angle_toward(bone.direction, -directions.up, out)
    return [
        Turn(flexion, sign, _radians(HIP[0]), forward_at_rest, forward_at_rest),
        Turn(abduction, out_sign, _radians(HIP[1]), out_at_rest, out_at_rest),
        Turn(bone.twist_letter, 1.0, _radians(HIP[2]), 0.0, 0.0),
    ]


def _clavicle(bone: RestBone, directions: Directions) -> list[Turn]:
    elevation, sign = swing_axis(bone, directions.up)
    protraction, ahead_sign = swing_axis(bone, directions.forward, other_letter(bone, elevation))
    letters = ((elevation, sign), (protraction, ahead_sign))
    return [Turn(k, s, _radians(r), 0.0, 0.0) for (k, s), r in zip(letters, CLAVICLE, strict=True)]


def _hinge(
    upper: RestBone, lower: RestBone, toward: Array, bend_range: tuple[float, float], ease: float
) -> list[Turn]:
    letter, sign = swing_axis(lower, toward)
    axis = sign * lower.axis(letter)
    bend = math.atan2(
        float(axis @ np.cross(upper.direction, lower.direction)), float(upper.direction @ lower.direction)
    )
    return [Turn(letter, sign, _radians(bend_range), ease * DEGREE, bend)]


def _ankle(bone: RestBone, directions: Directions, side: str) -> list[Turn]:
    flexion, sign = swing_axis(bone, directions.up)
    inward = math.copysign(1.0, float(bone.direction @ np.cross(directions.up, directions.outward(side))))
    return [
        Turn(flexion, sign, _radians(ANKLE[0]), 0.0, 0.0),
        Turn(bone.twist_letter, inward, _radians(ANKLE[1]), 0.0, 0.0),
    ]


def bend_direction(upper: RestBone, lower: RestBone, directions: Directions) -> Array:
    """Unit vector (3,) in which an elbow bends, world: as at rest, or forward if it is straight."""
    sideways: Array = lower.direction - (lower.direction @ upper.direction) * upper.direction
    size = float(np.linalg.norm(sideways))
    return sideways / size if size > math.sin(3 * DEGREE) else directions.forward


def _shoulder(upper: RestBone, lower: RestBone, directions: Directions, side: str) -> list[Turn]:
    """Abduction, flexion and twist; with the front-back axis first, flexion of a hanging arm is about the side axis."""
    out = directions.outward(side)
    raising = np.cross(-directions.up, out)  # axis that lifts a hanging arm sideways
    letter = max(upper.swing_letters, key=lambda k: abs(float(upper.axis(k) @ raising)))
    sign = math.copysign(1.0, float(upper.axis(letter) @ raising))
    order = letter + other_letter(upper, letter) + upper.twist_letter
    hanging = successive_angles(_hanging_turn(upper, lower, directions, out, 0.0), order)
    easy = successive_angles(_hanging_turn(upper, lower, directions, out, HANGING_ABDUCTION * DEGREE), order)
    ranges = [_radians(r) for r in SHOULDER]
    return [
        Turn(order[0], sign, ranges[0], sign * (easy[0] - hanging[0]), -sign * hanging[0]),
        Turn(order[1], 1.0, ranges[1], easy[1] - hanging[1], -hanging[1]),
        Turn(order[2], 1.0, ranges[2], easy[2] - hanging[2], -hanging[2]),
    ]


def _hanging_turn(
    upper: RestBone, lower: RestBone, directions: Directions, out: Array, abduction: float
) -> Array:
    """Rotation (3, 3) in the bone's axes to a hanging arm whose elbow bends forward."""
    down = -math.cos(abduction) * directions.up + math.sin(abduction) * out
    rest = _frame(upper.direction, bend_direction(upper, lower, directions))
    turn: Array = upper.axes.T @ _frame(down, directions.forward) @ rest.T @ upper.axes
    return turn


def _frame(along: Array, toward: Array) -> Array:
    across = toward - (toward @ along) * along
    across = across / np.linalg.norm(across)
    return np.stack([along, across, np.cross(along, across)], axis=1)


def successive_angles(rotation: Array, order: str) -> tuple[float, float, float]:
    """Intrinsic Euler angles [rad] of a rotation (3, 3), about the three axes of ``order``."""
    i, j, k = ("XYZ".index(letter) for letter in order)
    parity = 1.0 if (j - i) % 3 == 1 else -1.0
    middle = math.asin(max(-1.0, min(1.0, parity * float(rotation[i, k]))))
    first = math.atan2(-parity * float(rotation[j, k]), float(rotation[k, k]))
    last = math.atan2(-parity * float(rotation[i, j]), float(rotation[i, i]))
    return first, middle, last
