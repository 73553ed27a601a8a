"""A joint about a bone's own axes, from the anatomical range of a limb.

Of the bone's own axes, the one that best produces the anatomical movement is used, with the matching sign, so the
result does not depend on bone rolls.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from .rest_bone import RestBone


@dataclass(frozen=True)
class JointFit:
    """A joint about some of a bone's own axes.

    Attributes:
        axes: letters in the order of rotation.
        limits: (lowest, highest) per letter [rad], from the rest pose, which is inside.
        torque_limits: per letter [N m].
        preferred: relaxed angle per letter [rad], inside the limits.
    """

    axes: str
    limits: tuple[tuple[float, float], ...]
    torque_limits: tuple[float, ...]
    preferred: tuple[float, ...]


@dataclass(frozen=True)
class Turn:
    """One axis: letter, sign, anatomical range, and the anatomical angles when relaxed and in the rest pose [rad]."""

    letter: str
    sign: float
    range: tuple[float, float]
    ease: float
    rest: float


def joint_of(turns: Sequence[Turn], torque_limits: Sequence[float]) -> JointFit:
    """A joint with limits and relaxed angles as the bone's own angles, from its rest pose."""
    limits, preferred = [], []
    for turn in turns:
        lowest, highest = sorted(turn.sign * (angle - turn.rest) for angle in turn.range)
        lowest, highest = min(lowest, 0.0), max(highest, 0.0)  # IK limits cannot exclude the rest pose
        limits.append((lowest, highest))
        preferred.append(min(max(turn.sign * (turn.ease - turn.rest), lowest), highest))
    return JointFit("".join(t.letter for t in turns), tuple(limits), tuple(torque_limits), tuple(preferred))


def swing_axis(bone: RestBone, toward: Array, letters: str = "") -> tuple[str, float]:
    """The bone's own axis that best swings its tail ``toward`` (3,), world, and the sign of that rotation."""
    moves = {
        letter: float(np.cross(bone.axis(letter), bone.direction) @ toward)
        for letter in letters or bone.swing_letters
    }
    letter = max(moves, key=lambda k: abs(moves[k]))
    return letter, math.copysign(1.0, moves[letter])


def other_letter(bone: RestBone, letter: str) -> str:
    """The other of the two axes that swing the bone."""
    return bone.swing_letters.replace(letter, "")
