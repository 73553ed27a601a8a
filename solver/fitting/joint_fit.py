"""A joint about a bone's own axes, from the anatomical range of a limb.

An axis is the bone's own that moves the limb the wanted way, and its sign is found by seeing which way, so that
bone rolls do not matter.
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
        limits: (lowest, highest) per letter [rad], from the rest pose; the rest pose is inside.
        torque_limits: per letter [N m].
        preferred: at ease, per letter [rad], inside the limits.
    """

    axes: str
    limits: tuple[tuple[float, float], ...]
    torque_limits: tuple[float, ...]
    preferred: tuple[float, ...]


@dataclass(frozen=True)
class Turn:
    """One axis: its letter, +1 or -1, the anatomical range and ease, and the anatomical angle at rest [rad]."""

    letter: str
    sign: float
    range: tuple[float, float]
    ease: float
    rest: float


def joint_of(turns: Sequence[Turn], torque_limits: Sequence[float]) -> JointFit:
    """Limits and ease as the bone's own angles, from its rest pose."""
    limits, preferred = [], []
    for turn in turns:
        lowest, highest = sorted(turn.sign * (angle - turn.rest) for angle in turn.range)
        lowest, highest = min(lowest, 0.0), max(highest, 0.0)  # IK limits cannot leave the rest pose out
        limits.append((lowest, highest))
        preferred.append(min(max(turn.sign * (turn.ease - turn.rest), lowest), highest))
    return JointFit("".join(t.letter for t in turns), tuple(limits), tuple(torque_limits), tuple(preferred))


def swing_axis(bone: RestBone, toward: Array, letters: str = "") -> tuple[str, float]:
    """The bone's own axis that swings its tail ``toward`` (3,), world, best, and the sign of that turn."""
    moves = {
        letter: float(np.cross(bone.axis(letter), bone.direction) @ toward)
        for letter in letters or bone.swing_letters
    }
    letter = max(moves, key=lambda k: abs(moves[k]))
    return letter, math.copysign(1.0, moves[letter])


def other_letter(bone: RestBone, letter: str) -> str:
    """The other one of the two axes that swing the bone."""
    return bone.swing_letters.replace(letter, "")
