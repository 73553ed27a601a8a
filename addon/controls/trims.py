"""What posers cannot show, such as the twist of an upper arm that a rig distributes along it.

Each such body gets an additional control, which rotates only it about one axis.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...solver.arrays import Array
from .handles import Handle
from .response import Response

ALONE = 0.1  # of its rotation; largest effect of a control on other bodies
EXPLAINED = 0.5  # of the deviation; least share that a control must correct


@dataclass(frozen=True, eq=False)
class Trim:
    """A control that rotates one body about one axis.

    Attributes:
        handle: the control.
        axis: index of its rotation axis.
        body: index of the body.
        turn: (3,) rotation vector of the body per radian, in axes of the body.
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
    """The best control for each deviating body.

    Args:
        off: (S, B, 3) rotation vectors of deviations of bodies at frames, in axes of the bodies; zero without
            deviation.
        rest: (B, 4, 4) the bodies at rest.
        handles: all controls.
        responses: of bodies to each control.
        used: names of controls that are already used.
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
    """Axes of a control that rotate only one body, with the body's rotation in its axes."""
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
    """Share of deviations (S, 3) that a rotation about one axis corrects."""
    along = turn / np.linalg.norm(turn)
    left = off - (off @ along)[:, None] * along
    return 1.0 - float(np.linalg.norm(left) / np.linalg.norm(off))
