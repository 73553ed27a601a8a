"""Detects motions that meet all constraints but are not physical, because frames do not determine how a body turns.

A body that turns by half a turn from one frame to the next may as well have turned the other way; and in gimbal lock of
a root, no row contains a moment about the lost axis. Both are rare, and show in the balance of moments, which is
measured from the poses alone.
"""

import numpy as np

from ..arrays import Array
from ..problem.problem import Problem
from ..verify.balance import balance
from ..verify.violation import Kind, Place, Violation
from .found_motion import found_motion

UNSEEN = 1e-2  # body weights x 1 m, root mean square


def blind_spots(problem: Problem, x: Array) -> tuple[Violation, ...]:
    """Violations where a solved motion x (size,) turns without a moment that could cause it."""
    found = found_motion(problem.transcription, x)
    _, moments = balance(found.world, found.torques)
    size = np.linalg.norm(moments, axis=-1)  # (K, R) of the judged frames and the trees
    if not size.size or np.sqrt((size**2).mean()) <= UNSEEN * found.world.weight:
        return ()
    row, root = np.unravel_index(np.argmax(size), size.shape)
    transcription, body = problem.transcription, problem.transcription.tree.roots[root][0]
    frame = range(len(found.q))[found.world.judged][row]
    place = Place(transcription.when(frame), transcription.job.character.bodies[body].name)
    return (Violation(Kind.UNSEEN_TURN, (place.body,), float(size[row, root]), "N m", place),)
