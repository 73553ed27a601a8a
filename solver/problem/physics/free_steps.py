"""Derivatives of the equations of motion by unknown steps and an unknown length.

The residual is l(t) ahead + l(t-1) behind - s(t) (load + torque) with links l = 1 / step and shares s, the mean of
the steps before and after (mechanics/step_slopes.py; steps in units of the nominal one). A cycle's length L
moves the frame after its last one, and the one before its first, by L times its translation. Across that seam, a link
contributes l way . moved, where moved is the derivative of the first moment of mass.
"""

import numpy as np

from ...arrays import Array, Indices
from ...mechanics.dynamics import BalanceVariation
from ...mechanics.step_slopes import link_slopes, loads, varied_link_slopes, varied_loads
from ..state import State
from ..transcription import Transcription
from .free_moments import FreeMoments

Entries = list[tuple[Indices, Indices]]


class FreeSteps:
    """Terms of all steps of a problem and of its length.

    Args:
        transcription: of the problem; its steps are free.
        moments: of the problem.
        row_of: (E,) first row of each extended frame's equations.

    Attributes:
        entries: rows and columns of the Jacobian.
        hessian_entries: rows and columns, lower triangle; entries of one index add up.
    """

    def __init__(self, transcription: Transcription, moments: FreeMoments, row_of: Indices) -> None:
        self._transcription, self._moments = transcription, moments
        timeline, variables, step = transcription.timeline, transcription.variables, transcription.step_index
        dynamic, index, dofs = timeline.dynamic, transcription.index, np.arange(transcription.tree.n)
        own_rows = row_of[dynamic + 1][:, None] + dofs
        self._pairs = timeline.pairs + 1  # each once
        self._seams = np.array([1, timeline.n_frames] if timeline.cycle else [], np.intp)  # extended frames
        length = variables.length[:, None]
        self.entries: Entries = [(own_rows, step[dynamic + k][:, None]) for k in (0, 1)]
        self.entries.append((row_of[self._seams][:, None] + dofs, length))

        both = [step[:-1], step[1:]]  # before and after each frame
        self.hessian_entries: Entries = [(step[self._pairs][:, None], index[self._pairs + k]) for k in (0, 1)]
        self.hessian_entries.append((step[self._pairs], step[self._pairs]))
        for near in both:
            self.hessian_entries.append((near[dynamic][:, None], variables.q[dynamic]))
            self.hessian_entries.append((near[dynamic][:, None], variables.torque))
            self.hessian_entries.append(
                (near[transcription.force_map.frame][:, None], transcription.force_map.index)
            )
            self.hessian_entries.append((near[moments.frame], variables.q[moments.frame, moments.dof]))
            self.hessian_entries.append((near[moments.frame], moments.index))
        if timeline.cycle:
            last = timeline.n_frames
            self.hessian_entries += [(length, index[last : last + 2]), (length, step[last, None])]

    def jacobian(self, state: State) -> Array:
        """Values at ``entries``."""
        transcription, dynamics, b = self._transcription, self._transcription.dynamics, state.prepared
        dynamic, links = transcription.timeline.dynamic, b.pace.links
        ahead, behind = link_slopes(b)
        load = loads(dynamics, b)[dynamic]
        load[:, transcription.variables.actuated] += state.torques
        before = -(links[dynamic] ** 2) * behind[dynamic] - load / 2
        after = -(links[dynamic + 1] ** 2) * ahead[dynamic + 1] - load / 2
        seams, ends = self._seams, [0, -1][: len(self._seams)]
        moved = b.moved[:, seams]
        pulled = links[ends] * np.einsum("tr,rti->ti", transcription.timeline.shift_slope[ends], moved)
        return np.concatenate([before.ravel(), after.ravel(), pulled.ravel()])

    def hessian(
        self, state: State, multipliers: Array, change: BalanceVariation, with_moments: Array
    ) -> list[Array]:
        """Values at ``hessian_entries`` of multipliers . g.

        Args:
            state: at which.
            multipliers: (E, n).
            change: along them.
            with_moments: mixed derivatives by each free moment and the degrees of freedom on which it acts.
        """
        transcription, dynamics, b = self._transcription, self._transcription.dynamics, state.prepared
        timeline, pairs, links = transcription.timeline, self._pairs, b.pace.links
        dynamic, inner = timeline.dynamic, multipliers[1:-1]
        slope = -(links[pairs] ** 2)
        ahead, behind = (end[pairs] for end in varied_link_slopes(b, change))
        sign = transcription.sign
        parts = [slope * ahead * sign[pairs], slope * behind * sign[pairs + 1]]
        ahead, behind = (end[pairs] for end in link_slopes(b))
        along = (multipliers[pairs] * ahead + multipliers[pairs + 1] * behind).sum(1)
        parts.append(2 * links[pairs, 0] ** 3 * along)

        pushes, m = transcription.force_map, self._moments
        motion = change.motion[:, pushes.frame + 1, pushes.point]
        turned = m.slopes(state) * inner[m.frame, m.dof]
        halves = [
            -varied_loads(dynamics, b, change)[dynamic],
            -inner[dynamic][:, transcription.variables.actuated],
            -np.einsum("ru,urc->uc", motion, pushes.turn),
            with_moments / state.shares[m.frame] * state.x[m.index],
            turned,
        ]
        parts += [half / 2 for half in halves] * 2
        if timeline.cycle:
            last, way = timeline.n_frames, timeline.shift_slope[-1]
            ends = slice(last, last + 2)
            moved = np.einsum("r,rti->ti", way, change.moved[:, ends]) * np.array([[1.0], [-1.0]])
            parts.append(links[last] * moved * sign[ends])
            moved = b.moved[:, ends] * multipliers[ends]
            parts.append(-(links[last, :1] ** 2) * (way @ (moved[:, 0] - moved[:, 1]).sum(1)))
        return parts
