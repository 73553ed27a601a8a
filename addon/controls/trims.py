"""What the controls that carry bodies cannot show, as the twist of an upper arm that a rig spreads along it.

Each such body gets a control of its own, which turns it alone about one axis.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...solver.arrays import Array
from .handles import Handle
from .response import Response

ALONE = 0.1  # of its own turn, by which a control may turn or move other bodies
EXPLAINED = 0.5  # of what is off, at least, or the control is none for it


@dataclass(frozen=True, eq=False)
class Trim:
    """A control that turns one body about one axis.

    Attributes:
        handle: the control.
        axis: its own, about which it turns.
        body: index of the body.
        turn: (3,) rotation vector of the body per radian, along the body's own axes.
    """

    handle: Handle
    axis: int
    body: int
    turn: Array


def trims_for(
    off: Array,
    rest: Array,
    handles: Sequence[Handle],
    responses: Mapping[str, Response],
    *,
    used: Collection[str],
) -> tuple[Trim, ...]:
    """The best control for each body that is off.

    Args:
        off: (S, B, 3) rotation vectors by which bodies are off in some frames, along the bodies' own axes; zero
            for those that are not.
        rest: (B, 4, 4) the bodies at rest.
        handles: all controls.
        responses: of bodies to each.
        used: names of controls that pose something already.
    """
    found: list[Trim] = []
    for body in np.flatnonzero(np.abs(off).max(axis=(0, 2)) > 0).tolist():
        rated = []
        for handle in handles:
            if handle.name in used:
                continue
            for axis, turn in _turns_alone(handle, responses[handle.name], body, rest[body]):
                rated.append((_explained(off[:, body], turn), Trim(handle, axis, body, turn)))
        best = max(rated, key=lambda each: each[0], default=(0.0, None))
        if best[1] is not None and best[0] > EXPLAINED:
            found.append(best[1])
    return tuple(found)


def _turns_alone(handle: Handle, response: Response, body: int, rest: Array) -> list[tuple[int, Array]]:
    """Axes of a control that turn one body and no other, with the body's turn along its own axes."""
    axes = [axis for axis in range(3) if handle.turns[axis]]
    found = []
    for k, axis in enumerate(axes):
        turn, shift = response.turn[k], response.shift[k]
        size = float(np.linalg.norm(turn[body]))
        others = np.delete(turn, body, axis=0)
        is_alone = size > 0.2 and np.linalg.norm(others, axis=1).max() < ALONE * size
        if is_alone and np.linalg.norm(shift, axis=1).max() < ALONE * size:
            found.append((axis, rest[:3, :3].T @ turn[body]))
    return found


def _explained(off: Array, turn: Array) -> float:
    """Which share of what is off (S, 3) a turn about one axis takes away."""
    along = turn / np.linalg.norm(turn)
    left = off - (off @ along)[:, None] * along
    return 1.0 - float(np.linalg.norm(left) / np.linalg.norm(off))
