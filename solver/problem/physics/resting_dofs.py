"""Degrees of freedom that need rest rows because contacts, holds and pins leave them free."""

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
TINY = 1e-6  # relative to the largest singular value or pivot; smaller ones count as 0
ROOT_FIRST = 10.0  # weight of roots, which follow from their feet in any pose, unlike a straight knee


def resting_dofs(transcription: Transcription, dofs: Indices, frame: int) -> Indices:
    """Degrees of freedom that no equation at a frame determines from the others.

    While feet stand, some degrees of freedom follow from the others: J dq = 0. A difference formula on these would
    repeat that equation. Since one is nonlinear (J changes with q) and the other linear, both would hold only
    where nothing moves at all, to a higher order than intended.

    Args:
        transcription: of the problem.
        dofs: (K,) degrees of freedom to select from.
        frame: of the equations.
    """
    pinned = _pinned(transcription, frame)
    ties, others = (
        _ties(transcription, frame),
        np.setdiff1d(np.arange(transcription.tree.n), [*dofs, *pinned]),
    )
    if others.size and ties.size:
        basis, sizes, _ = np.linalg.svd(ties[:, others])
        ties = basis[:, np.count_nonzero(sizes > TINY * sizes.max(initial=1.0)) :].T @ ties
    candidates = np.setdiff1d(dofs, pinned)
    if not (ties.size and candidates.size):
        return candidates
    preferred = np.where(np.isin(candidates, _roots(transcription)), ROOT_FIRST, 1.0)
    triangle, order = scipy.linalg.qr(ties[:, candidates] * preferred, mode="r", pivoting=True)
    pivots = np.abs(np.diag(triangle))
    tied = order[: len(pivots)][pivots > TINY * pivots.max(initial=1.0)]
    return np.sort(np.delete(candidates, tied))


def _ties(transcription: Transcription, frame: int) -> Array:
    """(E, n) Jacobian of the equations by the coordinates of a frame, at a generic pose."""
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
    """Degrees of freedom that are pinned to one value at a frame and both of its neighbors."""
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
