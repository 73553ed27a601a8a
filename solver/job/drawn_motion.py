"""A motion drawn with keys, or a capture, as input of a solve."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ..arrays import Array
from ..character import Character
from ..mechanics.joint_frames import JointFrames
from ..rotations import angle_between, continuous_signs, matrix_from_quaternion, quaternion_from_matrix
from .drawn_bones import DrawnBone, joint_frames

HINT, PIN, IGNORE = "hint", "pin", "ignore"
ROUNDING = 1e-9
# frames per second; people move at less than 10 Hz (Winter 2009, section 3.4.4), noise does not
MOST_FPS = 36.0
MOST_TURN = 0.3  # rad of a whole character between knots, above which its angular momentum is inaccurate
MANY = 2  # times MOST_FPS, up to which solving at all frames takes about as few iterations
PUNCTUAL = 0.004  # s; tolerated distance of a contact's begin or end from a knot
MOST_FINER = 4  # maximum factor on the number of knots
# Unless a longer motion has more at MOST_FPS; more need too much time and memory. Few bodies need less: a person of 14
# has 600 knots, about as many as 25 s at 24 frames per second.
MOST_KNOTS, MOST_POSES = 480, 8400


@dataclass(frozen=True)
class Key:
    """One key of a body.

    Attributes:
        frame: of the drawn motion.
        use: HINT, PIN or IGNORE.
        is_stepped: whether the animation jumps from here to the next key, as while poses are blocked out.
    """

    frame: int
    use: str = HINT
    is_stepped: bool = False


@dataclass(frozen=True, eq=False)
class DrawnMotion:
    """Drawn poses of bodies at even times, and the use of their keys.

    Attributes:
        step: between frames [s].
        position: (N, B, 3) centers of mass, world [m].
        turn: (N, B, 3, 3) rotations since the rest pose, world.
        keys: of bodies, in order of time; a body without keys is drawn at every frame.
        drawn_bones: bones between bodies that move, at any even times of the motion.
    """

    step: float
    position: Array
    turn: Array
    keys: Mapping[str, tuple[Key, ...]] = field(default_factory=dict)
    drawn_bones: tuple[DrawnBone, ...] = ()

    @property
    def keyed(self) -> set[str]:
        """Bodies with a key that is not ignored."""
        return {body for body, keys in self.keys.items() if any(key.use != IGNORE for key in keys)}

    def joint_frames(self, character: Character) -> JointFrames:
        """Places of the character's joints on drawn bones, at the frames."""
        return joint_frames(self.drawn_bones, character, len(self.position), closed=False)

    def at_knots(self) -> "DrawnMotion":
        """The motion with at most MOST_FPS frames per second; all frames if there are pinned keys."""
        steps = len(self.position) - 1
        return self._resampled(n_steps(steps, 1 / self.step))

    def as_solved(self, changes: Sequence[float]) -> "DrawnMotion":
        """The motion at the frames of the solve: more in fast turns, fewer if it is long, all if there are pinned keys.

        Args:
            changes: relative times at which contacts begin or end, to which a long motion's frames are adapted.
        """
        steps, n_bodies = len(self.position) - 1, self.position.shape[1]
        knots = _nearest(changes, steps, self.step, n_bodies)
        is_stepped = any(key.is_stepped for keys in self.keys.values() for key in keys)
        return self._resampled(knots * (1 if is_stepped else times_finer(self.turn, knots)))

    def _resampled(self, knots: int) -> "DrawnMotion":
        """The motion with ``knots`` even steps; poses are interpolated."""
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
            body: tuple(replace(key, frame=round(key.frame * knots / steps)) for key in body_keys)
            for body, body_keys in self.keys.items()
        }
        turn = matrix_from_quaternion(mixed / np.linalg.norm(mixed, axis=-1, keepdims=True))
        position = _between(self.position, before, share)
        return DrawnMotion(self.step * steps / knots, position, turn, keys, self.drawn_bones)


def times_finer(turn: Array, knots: int) -> int:
    """Factor on the number of steps for a motion (N, B, 3, 3) in which the whole character turns fast."""
    angles = angle_between(turn[1:], turn[:-1]).min(1)  # angle of the stillest body
    farthest = float(angles.max()) * (len(turn) - 1) / knots
    most = min(MOST_FINER, max(MOST_KNOTS // knots, 1))
    return min(max(math.ceil(farthest / MOST_TURN - ROUNDING), 1), most)


def _nearest(changes: Sequence[float], steps: int, step: float, n_bodies: int) -> int:
    """All steps or, for a long motion, the number with an end within PUNCTUAL of every change, or nearest to it.

    Args:
        changes: relative times.
        steps: of all frames.
        step: between these [s].
        n_bodies: number of bodies.
    """
    fewest, most = least_steps(steps, 1 / step, n_bodies), most_steps(n_bodies)
    if not changes or fewest == steps or fewest >= most:
        return fewest
    tried = np.arange(fewest, most + 1)
    at = np.multiply.outer(tried, np.array(changes))
    off = step * steps * np.abs(np.round(at) - at).max(1) / tried
    return int(tried[np.argmax(off < PUNCTUAL) if off.min() < PUNCTUAL else np.argmin(off)])


def n_steps(steps: int, fps: float) -> int:
    """Number of steps between knots that resolve human motion."""
    return max(round(steps / math.ceil(fps / MOST_FPS - ROUNDING)), 3)


def most_steps(n_bodies: int) -> int:
    """Number of steps up to which a motion is solved at all its frames, whatever the frame rate."""
    return max(MOST_KNOTS, MOST_POSES // max(n_bodies, 1))


def least_steps(steps: int, fps: float, n_bodies: int) -> int:
    """Minimum number of steps of a solve: all, unless the motion is long."""
    return steps if steps <= most_steps(n_bodies) else n_steps(steps, fps)


def first_steps(steps: int, fps: float) -> int:
    """Number of steps of the first solve, before that with all: fewer at high frame rates."""
    return n_steps(steps, fps) if fps > MANY * MOST_FPS else steps


def _between(values: Array, before: Array, share: Array) -> Array:
    """Values (N, ...) interpolated between each frame ``before`` and the next."""
    share = share.reshape(-1, *[1] * (values.ndim - 1))
    mixed: Array = (1 - share) * values[before] + share * values[before + 1]
    return mixed
