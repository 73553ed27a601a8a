"""Joint ranges and strengths of creatures.

Ranges are wide. Strengths are fractions of body weight x leg length, enough for a dog of 30 kg to gallop (the quadruped
preset).
"""

import math
from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from ..arrays import Array
from ..character.part_names import PartName
from .creature_parts import CreatureParts
from .joint_fit import JointFit, Turn, joint_of
from .limb import UP
from .rest_bone import RestBone

GRAVITY = 9.81  # m/s^2

# Half ranges [rad] and strengths [fraction of weight x leg length] of pitch, yaw and twist.
CENTRAL: Mapping[str, tuple[tuple[float, float], ...]] = {
    "chest": ((0.6, 0.93), (0.4, 0.5), (0.3, 0.5)),
    "neck": ((0.9, 0.37), (0.8, 0.25)),
    "head": ((0.6, 0.2), (0.6, 0.2)),
    "tail": ((0.6, 0.15), (0.8, 0.15)),
    "tail_tip": ((0.6, 0.08), (0.8, 0.08)),
}
# Of a limb's root: swing, sideways, twist; then the strengths of its hinges.
LEG_ROOT = ((1.1, 0.74), (0.2, 0.45))
BIPED_ROOT = ((1.1, 0.9), (0.35, 0.6), (0.4, 0.2))
ARM_ROOT = ((1.2, 1.5), (1.0, 1.5), (0.6, 0.5))
HINGE_STRENGTH = {"lower": 0.62, "paw": 0.37, "hand": 0.6}
BIPED_ANKLE = ((0.9, 0.6), (0.2, 0.25))
FOLDED = 2.5  # rad, a fully bent hinge
STRAIGHT = 0.1  # rad; a hinge bent less at rest may bend either way
EITHER_WAY = 1.2  # rad, range of such a hinge to each side
PAW_RANGE = 1.1  # rad to each side
LEAST_RANGE = 0.5  # rad


def creature_joints(parts: CreatureParts, mass: float) -> dict[str, JointFit]:
    """Joint of every part except the hips, for a total mass [kg]."""
    unit = mass * GRAVITY * parts.height
    joints = {}
    for part, turns in CENTRAL.items():
        if part in parts.bones:
            joints[part] = _ball(parts.segment(part), (parts.left, UP), turns, unit)
    n_legs = len(parts.legs)
    for limb, chain in parts.limbs.items():
        is_leg = limb in parts.legs
        root = parts.segment(chain[0])
        across = (parts.left, parts.forward) if is_leg else (UP, parts.forward)
        turns = (BIPED_ROOT if n_legs == 2 else LEG_ROOT) if is_leg else ARM_ROOT
        joints[chain[0]] = _ball(root, across, turns, unit)
        for upper, lower in pairwise(chain):
            segment = PartName.of(lower).segment
            if n_legs == 2 and is_leg and segment == "paw":
                joints[lower] = _ball(parts.segment(lower), (parts.left, parts.forward), BIPED_ANKLE, unit)
                continue
            hinge = _hinge(*parts.joint(upper, lower), parts.left if is_leg else UP, segment)
            joints[lower] = joint_of([hinge], [HINGE_STRENGTH[segment] * unit])
    return joints


def axis_about(bone: RestBone, axis: Array, letters: str) -> tuple[str, float]:
    """The bone's own axis nearest to a world ``axis`` (3,), and 1 if it points along it, -1 if against."""
    along = {letter: float(bone.axis(letter) @ axis) for letter in letters}
    letter = max(along, key=lambda k: abs(along[k]))
    return letter, math.copysign(1.0, along[letter])


def _ball(
    bone: RestBone, across: tuple[Array, Array], turns: tuple[tuple[float, float], ...], unit: float
) -> JointFit:
    """A joint about the two directions across the bone, then along it, with one axis per entry of ``turns``."""
    first, first_sign = axis_about(bone, across[0], bone.swing_letters)
    second, second_sign = axis_about(bone, across[1], bone.swing_letters.replace(first, ""))
    axes = ((first, first_sign), (second, second_sign), (bone.twist_letter, 1.0))
    return joint_of(
        [
            Turn(letter, sign, (-half, half), 0.0, 0.0)
            for (letter, sign), (half, _) in zip(axes, turns, strict=False)
        ],
        [strength * unit for _, strength in turns],
    )


def _hinge(upper: RestBone, lower: RestBone, axis: Array, segment: str) -> Turn:
    """A hinge that bends further than at rest, and back until it is straight."""
    letter, sign = axis_about(lower, axis, lower.swing_letters)
    own = sign * lower.axis(letter)
    bend = math.atan2(
        float(own @ np.cross(upper.direction, lower.direction)), float(upper.direction @ lower.direction)
    )
    if segment == "paw":
        return Turn(letter, sign, (bend - PAW_RANGE, bend + PAW_RANGE), bend, bend)
    if abs(bend) < STRAIGHT:
        return Turn(letter, sign, (bend - EITHER_WAY, bend + EITHER_WAY), bend, bend)
    lowest, highest = (
        (0.0, max(FOLDED, bend + LEAST_RANGE)) if bend > 0 else (min(-FOLDED, bend - LEAST_RANGE), 0.0)
    )
    return Turn(letter, sign, (lowest, highest), bend, bend)
