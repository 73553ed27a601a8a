"""A motion that an animator has drawn with keys, or a capture, as a solve looks at it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from ..arrays import Array
from ..rotations import continuous_signs, matrix_from_quaternion, quaternion_from_matrix

HINT, PIN, IGNORE = "hint", "pin", "ignore"
ROUNDING = 1e-9
MOST_FPS = (
    36.0  # frames per second; people move at less than 10 Hz (Winter 2009, section 3.4.4), noise does not
)


@dataclass(frozen=True)
class Key:
    """One key of a body.

    Attributes:
        frame: of the drawn motion.
        use: HINT, PIN or IGNORE.
        is_stepped: the animation jumps from here to the next key, as it does while poses are blocked out.
    """

    frame: int
    use: str = HINT
    is_stepped: bool = False


@dataclass(frozen=True, eq=False)
class DrawnMotion:
    """Where bodies are drawn at even times, and what keys mean.

    Attributes:
        step: between frames [s].
        position: (N, B, 3) centres of mass, world [m].
        turn: (N, B, 3, 3) rotations since the rest pose, world.
        keys: of bodies, in order of time; a body without any is drawn all the way.
    """

    step: float
    position: Array
    turn: Array
    keys: Mapping[str, tuple[Key, ...]] = field(default_factory=dict)

    def at_knots(self) -> "DrawnMotion":
        """The motion at every k-th frame, so that there are at most MOST_FPS in a second; pinned keys keep all frames.

        The first and the last frame stay where they are; where k does not divide what is between, steps are stretched
        or shortened a little, and poses taken between two frames.
        """
        steps, fewer = len(self.position) - 1, n_steps(len(self.position) - 1, 1 / self.step)
        is_pinned = any(key.use == PIN for keys in self.keys.values() for key in keys)
        if is_pinned or fewer >= steps:
            return self
        at = np.linspace(0, steps, fewer + 1)
        before = np.minimum(at.astype(int), steps - 1)
        share = at - before
        signed = continuous_signs(quaternion_from_matrix(self.turn))
        mixed = _between(signed, before, share)
        keys = {
            body: tuple(replace(key, frame=round(key.frame * fewer / steps)) for key in own)
            for body, own in self.keys.items()
        }
        turn = matrix_from_quaternion(mixed / np.linalg.norm(mixed, axis=-1, keepdims=True))
        return DrawnMotion(self.step * steps / fewer, _between(self.position, before, share), turn, keys)


def n_steps(steps: int, fps: float) -> int:
    """How many steps between knots a motion of so many steps between frames is solved with."""
    return max(round(steps / math.ceil(fps / MOST_FPS - ROUNDING)), 3)


def _between(values: Array, before: Array, share: Array) -> Array:
    """Values (N, ...) at shares of the way from each frame before to the next."""
    share = share.reshape(-1, *[1] * (values.ndim - 1))
    mixed: Array = (1 - share) * values[before] + share * values[before + 1]
    return mixed
