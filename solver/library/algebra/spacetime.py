"""Rose's SP operator: spacetime optimization fills the undefined parts of a motion unit (1996, sections 3.2 and 4)."""

from collections.abc import Mapping

import numpy as np
from scipy.interpolate import CubicHermiteSpline

from ...arrays import Array
from ...character import Character
from ...errors import InputError
from ...job.job import Job
from ...mechanics.tree import Tree
from ...motion.motion import Motion
from ...motion.world_motion import WorldMotion
from ..following import following
from ..joint_closeness import with_joints
from ..posed import posed
from .composition import CLOSENESS
from .motion_unit import MotionUnit
from .unit_values import UnitValues


def spacetime(
    unit: MotionUnit,
    sources: Mapping[str, Motion],
    character: Character,
    *,
    fps: float,
    name: str = "composed",
    closeness: float = CLOSENESS,
) -> tuple[Job, WorldMotion]:
    """The job that fills the undefined parts of a unit, and its initial guess.

    All of the motion obeys physics: it follows the defined parts closely, and minimizes effort elsewhere, from a guess
    that continues position and speed across the gap. A body is free while any joint above it is undefined. For
    unsolved motions, such as keys or captures, limits of joints are widened to the motion.

    Args:
        unit: from its first defined time to its last.
        sources: motions by the names in the unit.
        character: of the job, with the bodies of all sources.
        fps: frames per second.
        name: of the job.
        closeness: weight of the defined parts.

    Raises:
        InputError: a channel has several curves, or no degree of freedom of the root is ever defined.
    """
    tree, (start, end) = Tree(character), unit.span
    steps = max(round((end - start) * fps), 1)
    times = np.linspace(start, end, steps + 1)
    values = UnitValues(unit, sources, tree, times)
    q = values.coordinates()
    undefined = np.isnan(q)
    unknown = tree.root_translations[undefined[:, tree.root_translations].all(0)]
    if len(unknown):
        raise InputError(
            f"'{tree.names[unknown[0]]}' is undefined throughout; expected a motion that places the root"
        )
    guess = posed(character, _bridged(tree, times, q), values.contacts(), (end - start) / steps)
    defined = ~(undefined @ tree.moves.T.astype(bool))  # (N, B) all degrees of freedom above
    is_drawn = not all(isinstance(motion, WorldMotion) for motion in sources.values())
    job = following(name, guess, closeness=closeness, envelopes=defined.astype(float), yields=is_drawn)
    return with_joints(job, guess, closeness=closeness, bodies=defined.all(0)), guess


def _bridged(tree: Tree, times: Array, q: Array) -> Array:
    """(N, n) with gaps filled by Hermite cubics, or by preferred values if nothing is defined."""
    filled = q.copy()
    for i in range(tree.n):
        defined = np.flatnonzero(~np.isnan(q[:, i]))
        if not len(defined):
            filled[:, i] = tree.preferred[i]
        elif len(defined) < len(q):
            slope = _slopes(times, q[:, i])
            filled[:, i] = np.where(
                np.isnan(q[:, i]),
                CubicHermiteSpline(times[defined], q[defined, i], slope[defined])(
                    np.clip(times, *times[defined[[0, -1]]])
                ),
                q[:, i],
            )
    return filled


def _slopes(times: Array, values: Array) -> Array:
    """(N,) rates of change from defined neighbors; 0 without any."""
    rise = np.diff(values) / np.diff(times)
    both = np.stack([np.append(np.nan, rise), np.append(rise, np.nan)])
    return np.asarray(
        np.nan_to_num(
            np.where(np.isnan(both[0]), both[1], np.where(np.isnan(both[1]), both[0], both.mean(0)))
        )
    )
