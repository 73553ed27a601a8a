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
MANY = 2  # times MOST_FPS; up to here a motion is found at all frames in about as few iterations
PUNCTUAL = 0.004  # s; a contact that begins or ends so near to a knot is where the capture has it
MOST_FINER = 4  # times as many knots
MOST_KNOTS = 480  # but for those of a longer motion at MOST_FPS; more take too long, and too much memory


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

    @property
    def keyed(self) -> set[str]:
        """Bodies with a key that is not ignored."""
        return {body for body, keys in self.keys.items() if any(key.use != IGNORE for key in keys)}

    def at_knots(self) -> "DrawnMotion":
        """The motion at so many frames that there are at most MOST_FPS in a second; pinned keys keep all frames."""
        steps = len(self.position) - 1
        return self._resampled(n_steps(steps, 1 / self.step))

    def as_solved(self, changes: Sequence[float]) -> "DrawnMotion":
        """The motion at all frames, at more where it whirls, or a long one at fewer; pinned keys keep all frames.

        Args:
            changes: shares of the motion at which contacts begin or end, which the frames of a long one are to be near.
        """
        knots = _nearest(changes, len(self.position) - 1, self.step)
        is_stepped = any(key.is_stepped for keys in self.keys.values() for key in keys)
        return self._resampled(knots * (1 if is_stepped else times_finer(self.turn, knots)))

    def _resampled(self, knots: int) -> "DrawnMotion":
        """The motion with so many even steps; poses are taken between two frames."""
        steps = len(self.position) - 1
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


def times_finer(turn: Array, knots: int) -> int:
    """How many times as many steps a motion needs in which the whole character turns fast.

    Args:
        turn: (N, B, 3, 3) of its bodies at even times.
        knots: steps that it has otherwise.
    """
    whole = angle_between(turn[1:], turn[:-1]).min(1)  # turns as far as its stillest body
    farthest = float(whole.max()) * (len(turn) - 1) / knots
    most = min(MOST_FINER, max(MOST_KNOTS // knots, 1))
    return min(max(math.ceil(farthest / MOST_TURN - ROUNDING), 1), most)


def _nearest(changes: Sequence[float], steps: int, step: float) -> int:
    """All steps, or those of a long motion one of whose ends is as near to every change as PUNCTUAL, or as can be.

    Args:
        changes: shares of the motion.
        steps: of all its frames.
        step: between these [s].
    """
    fewest = least_steps(steps, 1 / step)
    if not changes or fewest == steps or fewest >= MOST_KNOTS:
        return fewest
    tried = np.arange(fewest, MOST_KNOTS + 1)
    at = np.multiply.outer(tried, np.array(changes))
    off = step * steps * np.abs(np.round(at) - at).max(1) / tried
    return int(tried[np.argmax(off < PUNCTUAL) if off.min() < PUNCTUAL else np.argmin(off)])


def n_steps(steps: int, fps: float) -> int:
    """Steps between knots that show what people do in so many steps between frames."""
    return max(round(steps / math.ceil(fps / MOST_FPS - ROUNDING)), 3)


def least_steps(steps: int, fps: float) -> int:
    """Steps with which a motion is solved at least: all, but for a long one's."""
    return steps if steps <= MOST_KNOTS else n_steps(steps, fps)


def first_steps(steps: int, fps: float) -> int:
    """Steps at which a motion is found first, before it is at all of them: fewer where there are many a second."""
    return n_steps(steps, fps) if fps > MANY * MOST_FPS else steps


def _between(values: Array, before: Array, share: Array) -> Array:
    """Values (N, ...) at shares of the way from each frame before to the next."""
    share = share.reshape(-1, *[1] * (values.ndim - 1))
    mixed: Array = (1 - share) * values[before] + share * values[before + 1]
    return mixed
