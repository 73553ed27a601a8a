"""Degrees of freedom that need rest rows: those that contacts, holds and pins leave free."""

import numpy as np
import scipy.linalg

from ...arrays import Array, Indices
from ...job.constraints.pin import Pin
from ..state import State
from ..transcription import Transcription
from .contact_height import ContactHeight
from .hold_together import HoldTogether
from .no_slip import NoSlip
from .no_twist import NoTwist

CLOSED = (ContactHeight, NoSlip, NoTwist, HoldTogether)  # equations on the coordinates alone
TINY = 1e-6  # of the largest singular value or pivot, that counts as 0
ROOT_FIRST = 10.0  # roots follow from their feet in any pose; a knee does not where it is straight


def resting_dofs(transcription: Transcription, own: Indices, frame: int) -> Indices:
    """Those of ``own`` that no equation at a frame ties to the others.

    Where feet stand, some degrees of freedom follow from the rest: J dq = 0. A difference formula asked of these as
    well would be a second equation for the same: one is bent (J changes with q), the other straight, and both
    hold together only where nothing moves at all, to higher order than meant.

    Args:
        transcription: of the problem.
        own: (K,) degrees of freedom that rest.
        frame: at which the equations are asked.
    """
    pinned = _pinned(transcription, frame)
    ties, others = _ties(transcription, frame), np.setdiff1d(np.arange(transcription.tree.n), [*own, *pinned])
    if others.size and ties.size:
        basis, sizes, _ = np.linalg.svd(ties[:, others])
        ties = basis[:, np.count_nonzero(sizes > TINY * sizes.max(initial=1.0)) :].T @ ties
    able = np.setdiff1d(own, pinned)
    if not (ties.size and able.size):
        return able
    preferred = np.where(np.isin(able, _roots(transcription)), ROOT_FIRST, 1.0)
    triangle, order = scipy.linalg.qr(ties[:, able] * preferred, mode="r", pivoting=True)
    pivots = np.abs(np.diag(triangle))
    tied = order[: len(pivots)][pivots > TINY * pivots.max(initial=1.0)]
    return np.sort(np.delete(able, tied))


def _ties(transcription: Transcription, frame: int) -> Array:
    """(E, n) slopes of the equations with the coordinates at a frame, in some pose that is not special."""
    x, q = np.zeros(transcription.variables.size), transcription.variables.q
    x[q] = np.random.default_rng(0).normal(0.3, 0.4, transcription.tree.n)
    state = State(transcription, x)
    number = np.full(transcription.variables.size, -1)
    number[q[frame]] = np.arange(transcription.tree.n)
    rows = [np.empty((0, transcription.tree.n))]
    for kind in CLOSED:
        component = kind(transcription)
        row, column = component.jacobian_pattern
        slopes, here = np.zeros((len(component.lower), transcription.tree.n)), number[column] >= 0
        slopes[row[here], number[column[here]]] = component.jacobian(state)[here]
        rows.append(slopes[(component.lower == component.upper) & slopes.any(1)])
    return np.concatenate(rows)


def _pinned(transcription: Transcription, frame: int) -> Indices:
    """Degrees of freedom that pins hold in one place at a frame and both beside it."""
    n_frames, names = transcription.timeline.n_frames, transcription.tree.names
    return np.array(
        [
            names.index(pin.dof)
            for pin in transcription.job.constraints
            if isinstance(pin, Pin) and pin.lower == pin.upper and pin.dof in names
            if pin.first % n_frames <= frame - 1 and frame + 1 <= pin.last % n_frames
        ],
        np.intp,
    )


def _roots(transcription: Transcription) -> Indices:
    """Degrees of freedom that move whole trees."""
    tree = transcription.tree
    return np.flatnonzero(np.isin(tree.body, [body for body, _ in tree.roots]))
