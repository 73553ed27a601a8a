"""One expression at many frames: values, and derivatives by the chain rule through its signals.

At instance i, with local unknowns c (those that its signals depend on):

    de_o/dx_c = sum_k e_o,k G_kc,   d2e_o/dx_c dx_d = sum_kl G_kc e_o,kl G_ld + sum_k e_o,k d2s_k/dx_c dx_d

G = ds/dx is linear in the points' Jacobian; the last sum is ``point_weights``.
"""

import numpy as np
import scipy.sparse

from ...arrays import Array
from ...expression.compile import compiled
from ...expression.reading import Expression
from ..state import State
from ..transcription import Transcription
from .samples import Samples
from .signal_map import SignalMap


class Instances:
    """I instances of O outputs of K signals.

    Attributes:
        column: (I, C) unknown of each local place, ascending; -1 beyond an instance's own.
        touched: (I, O, C) whether an output depends on it.
        bent: (I, C, C) whether the second derivatives of two of them may be other than 0.
    """

    def __init__(
        self, transcription: Transcription, expression: Expression, samples: Samples, constants: Array
    ) -> None:
        self.count, self.n_outputs = len(samples), len(expression.outputs)
        self._function = compiled(
            expression.outputs, expression.symbols, expression.constant_symbols, expression.definitions
        )
        self._map, self._constants = SignalMap(transcription, expression.signals, samples), constants
        # at the last state, replaced in one go: threads may share these instances
        self._seen: tuple[State | None, Array] = (None, np.empty(0))
        self._sloped: tuple[State | None, Array] = (None, np.empty(0))
        self._lay_out(transcription)
        n_signals = len(expression.signals)
        slope = np.zeros((self.n_outputs, n_signals), bool)
        slope[self._function.first] = True
        depends = self._structure.reshape(self.count, n_signals, self.column.shape[1])
        self.touched = np.einsum("ok,ikc->ioc", slope.astype(float), depends.astype(float)) > 0
        bend = np.zeros((n_signals, n_signals))
        _, k, m = self._function.second
        bend[k, m] = bend[m, k] = 1.0
        self.bent = np.einsum("ikc,km,imd->icd", depends, bend, depends, optimize=True) > 0

    def values(self, state: State) -> Array:
        """(O, I)."""
        return self._function.values(self._signals(state), self._constants)

    def jacobian(self, state: State) -> Array:
        """(I, O, C)."""
        return np.asarray(self._slopes(state) @ self._signal_jacobian(state))

    def hessian(self, state: State, multipliers: Array) -> Array:
        """(I, C, C) without what bends the points, of multipliers (O, I)."""
        output, k, m = self._function.second
        entries = self._function.second_derivatives(self._signals(state), self._constants)
        entries *= multipliers[output]
        g = self._signal_jacobian(state)
        product = np.zeros_like(g)
        for a, b, entry in zip(k, m, entries, strict=True):
            product[:, a] += entry[:, None] * g[:, b]
            if a != b:
                product[:, b] += entry[:, None] * g[:, a]
        return np.asarray(g.transpose(0, 2, 1) @ product)

    def point_weights(self, state: State, multipliers: Array) -> Array:
        """(3, N, P), of multipliers (O, I)."""
        return self._map.point_weights(np.einsum("oi,iok->ik", multipliers, self._slopes(state)))

    def _signals(self, state: State) -> Array:
        """Those at the last state are kept."""
        seen = self._seen
        if seen[0] is not state:
            self._seen = seen = state, self._map.values(state.x, state.pose.points[:, 1:-1])
        return seen[1]

    def _slopes(self, state: State) -> Array:
        """(I, O, K) de/ds; those at the last state are kept."""
        sloped = self._sloped
        if sloped[0] is not state:
            slopes = np.zeros((self.count, self.n_outputs, self._map.n_signals))
            output, k = self._function.first
            slopes[:, output, k] = self._function.first_derivatives(self._signals(state), self._constants).T
            self._sloped = sloped = state, slopes
        return sloped[1]

    def _signal_jacobian(self, state: State) -> Array:
        """(I, K, C) ds/dx."""
        g = self._still
        if self._moving is not None:
            g = g + self._moving @ state.point_jacobian.ravel()
        return g.reshape(self.count, self._map.n_signals, self.column.shape[1])

    def _lay_out(self, transcription: Transcription) -> None:
        """Numbers the local unknowns, and G as a constant plus a product with the points' Jacobian."""
        signals, size, pairs = self._map, transcription.variables.size, transcription.point_pairs
        entry, pair = np.nonzero(signals.point[:, None] == pairs[0])
        frame = signals.point_frame[entry]
        row = np.concatenate([signals.unknown_row, signals.point_row[entry]])
        column = np.concatenate([signals.unknown_place, transcription.variables.q[frame, pairs[1][pair]]])
        instance = row // max(signals.n_signals, 1)
        keys, local = np.unique(instance * size + column, return_inverse=True)
        first = np.searchsorted(keys, np.arange(self.count) * size)
        width = int(np.diff(np.append(first, len(keys))).max(initial=0))
        self.column = np.full((self.count, width), -1)
        owner = keys // size
        self.column[owner, np.arange(len(keys)) - first[owner]] = keys % size
        at = row * width + local - first[instance]
        cells = self.count * signals.n_signals * width
        n_unknown = len(signals.unknown_row)
        self._still = np.bincount(at[:n_unknown], signals.unknown_factor, cells).astype(float)
        self._structure = np.zeros(cells, bool)
        self._structure[at] = True
        self._moving = None
        if len(entry):
            n_extended, n_pairs = transcription.timeline.n_frames + 2, len(pairs[0])
            source = (frame + 1) * n_pairs + pair
            source = source[:, None] + np.arange(3) * n_extended * n_pairs
            place = (np.repeat(at[n_unknown:], 3), source.ravel())
            shape = (cells, 3 * n_extended * n_pairs)
            values = signals.direction[entry].ravel()
            self._moving = scipy.sparse.csr_array((values, place), shape=shape)
            self._moving.sum_duplicates()
            self._moving.eliminate_zeros()
