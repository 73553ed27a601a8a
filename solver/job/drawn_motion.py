"""A motion that an animator has drawn with keys, or a capture, as a solve looks at it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ..arrays import Array
from ..rotations import angle_between, continuous_signs, matrix_from_quaternion, quaternion_from_matrix

HINT, PIN, IGNORE = "hint", "pin", "ignore"
ROUNDING = 1e-9
# frames per second; people move at less than 10 Hz (Winter 2009, section 3.4.4), noise does not
MOST_FPS = 36.0
MOST_TURN = 0.3  # rad of a whole character between knots; farther, its angular momentum is not explained
PUNCTUAL = 0.004  # s; a contact that begins or ends so near to a knot is where the capture has it
MOST_FINER, MOST_KNOTS = 4, 480  # times as many knots; and how many a longer motion is not refined beyond


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

    def at_knots(self, *, refined: bool = False, changes: Sequence[float] = ()) -> "DrawnMotion":
        """The motion at every k-th frame, so that there are at most MOST_FPS in a second; pinned keys keep all frames.

        The first and the last frame stay where they are; where k does not divide what is between, steps are stretched
        or shortened a little, and poses taken between two frames.

        Args:
            refined: whether there are more knots where the whole character turns by more than MOST_TURN between two.
            changes: shares of the motion at which contacts begin or end, which knots are to be near.
        """
        steps, knots = len(self.position) - 1, n_steps(len(self.position) - 1, 1 / self.step)
        if knots < steps:
            knots = _nearest(changes, knots, steps, self.step * steps)
        if refined:
            knots *= self._times_finer(knots)
        is_pinned = any(key.use == PIN for keys in self.keys.values() for key in keys)
        if is_pinned or knots == steps:
            return self
        at = np.linspace(0, steps, knots + 1)
        before = np.minimum(at.astype(int), steps - 1)
        share = at - before
        signed = continuous_signs(quaternion_from_matrix(self.turn))
        mixed = _between(signed, before, share)
        keys = {
            body: tuple(replace(key, frame=round(key.frame * knots / steps)) for key in own)
            for body, own in self.keys.items()
        }
        turn = matrix_from_quaternion(mixed / np.linalg.norm(mixed, axis=-1, keepdims=True))
        return DrawnMotion(self.step * steps / knots, _between(self.position, before, share), turn, keys)

    def _times_finer(self, knots: int) -> int:
        """How many times as many knots; stepped keys jump, and so say nothing of how fast anything turns."""
        if any(key.is_stepped for keys in self.keys.values() for key in keys):
            return 1
        whole = angle_between(self.turn[1:], self.turn[:-1]).min(1)  # turns as far as its stillest body
        turn = float(whole.max()) * (len(self.turn) - 1) / knots
        most = min(MOST_FINER, max(MOST_KNOTS // knots, 1))
        return min(max(math.ceil(turn / MOST_TURN - ROUNDING), 1), most)


def _nearest(changes: Sequence[float], fewest: int, most: int, length: float) -> int:
    """Steps, up to twice the fewest, one of whose ends is as near to every change as PUNCTUAL, or as can be.

    Args:
        changes: shares of the motion.
        fewest: steps of it, as a long motion has anyway.
        most: steps of it.
        length: of the motion [s].
    """
    most = min(2 * fewest, most, MOST_KNOTS)
    if not changes or fewest >= most:
        return fewest
    tried = np.arange(fewest, most + 1)
    at = np.multiply.outer(tried, np.array(changes))
    off = length * np.abs(np.round(at) - at).max(1) / tried
    return int(tried[np.argmax(off < PUNCTUAL) if off.min() < PUNCTUAL else np.argmin(off)])


def n_steps(steps: int, fps: float) -> int:
    """How many steps between knots a motion of so many steps between frames is solved with."""
    return max(round(steps / math.ceil(fps / MOST_FPS - ROUNDING)), 3)


def _between(values: Array, before: Array, share: Array) -> Array:
    """Values (N, ...) at shares of the way from each frame before to the next."""
    share = share.reshape(-1, *[1] * (values.ndim - 1))
    mixed: Array = (1 - share) * values[before] + share * values[before + 1]
    return mixed
