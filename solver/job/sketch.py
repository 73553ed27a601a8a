"""An animator's keyed motion in a job: what to stay close to, and what to keep."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..arrays import Array
from ..mechanics.tree import Tree
from .constraints.pin import Pin
from .objectives.sketch import SketchCloseness, SketchedCoordinate

HINT, PIN, IGNORE = "hint", "pin", "ignore"
REST_SPEED = 0.3  # rad/s and m/s; slower ends of a drawn motion were meant to be still
SHIFT_WEIGHT = 25.0  # of a root's metres against radians: 0.2 m off is as bad as 1 rad


@dataclass(frozen=True)
class Key:
    """One key of a body.

    Attributes:
        frame: of the clip.
        use: HINT, PIN or IGNORE.
        is_stepped: the animation jumps from here to the next key, as it does while poses are blocked out.
    """

    frame: int
    use: str = HINT
    is_stepped: bool = False


def specify(
    tree: Tree, q: Array, keys: Mapping[str, tuple[Key, ...]], *, weight: float = 1.0
) -> tuple[SketchCloseness, tuple[Pin, ...]]:
    """What a job is told of a motion that an animator has keyed (Cohen 1992, section 4.1).

    A body follows its drawn curves. Between two keys with a step or an ignored key between them it goes straight
    instead. A body all of whose keys are ignored is left to the solver. Pins hold each degree of freedom of
    their body at their frame.

    Args:
        tree: of the character.
        q: (N, n) the drawn motion's coordinates [m, rad].
        keys: of bodies, in order of time; a body without any follows its drawn motion all the way.
        weight: of the closeness.
    """
    coordinates: list[SketchedCoordinate] = []
    pins: list[Pin] = []
    for body in tree.order:
        own = keys.get(tree.character.bodies[body].name, ())
        kept = [key for key in own if key.use != IGNORE]
        if own and not kept:
            continue
        for i in np.flatnonzero(tree.body == body):
            values = _straightened(q[:, i], own)
            values = np.clip(values, tree.lower[i], tree.upper[i])
            share = 1.0 if tree.rotation[i] else SHIFT_WEIGHT
            coordinates.append(SketchedCoordinate(tree.names[i], tuple(values.tolist()), share))
            pins += [
                Pin(tree.names[i], key.frame, key.frame, float(values[key.frame]), float(values[key.frame]))
                for key in kept
                if key.use == PIN
            ]
    return SketchCloseness(tuple(coordinates), weight), tuple(pins)


def at_rest(q: Array, step: float) -> tuple[bool, bool]:
    """Whether a drawn motion begins, and ends, at rest: eased keys do.

    The speed at an end is that of the parabola through the three frames next to it.

    Args:
        q: (N, n) coordinates [m, rad], N of at least 3.
        step: between frames [s].
    """
    start, end = (np.abs(3 * a - 4 * b + c).max() / (2 * step) for a, b, c in (q[:3], q[:-4:-1]))
    return bool(start < REST_SPEED), bool(end < REST_SPEED)


def _straightened(values: Array, keys: tuple[Key, ...]) -> Array:
    """(N,) a curve that goes straight where a key is stepped or ignored."""
    straight = values.copy()
    kept = [place for place, key in enumerate(keys) if key.use != IGNORE]
    for place, next_place in pairwise(kept):
        key, following = keys[place], keys[next_place]
        if next_place > place + 1 or key.is_stepped:  # an ignored key lies between, or a step
            frames = np.arange(key.frame, following.frame + 1)
            ends = (key.frame, following.frame)
            straight[frames] = np.interp(frames, ends, values[list(ends)])
    return straight
