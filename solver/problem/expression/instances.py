"""One expression at many frames: values, and derivatives by the chain rule through its signals.

At instance i, with local unknowns c (those that its signals depend on):

    de_o/dx_c = sum_k e_o,k G_kc,   d2e_o/dx_c dx_d = sum_kl G_kc e_o,kl G_ld + sum_k e_o,k d2s_k/dx_c dx_d

G = ds/dx is linear in the points' Jacobian; the last sum is ``point_weights``.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.sparse

from ...arrays import Array, Flags, Indices
from ...expression.compile import compiled
from ...expression.reading import Expression
from ..state import State
from ..transcription import Transcription
from .samples import Samples
from .signal_map import SignalMap


@dataclass(frozen=True, eq=False)
class _Layout:
    """Structure of the derivatives of K signals at I instances by C local unknowns.

    Attributes:
        column: (I, C) unknown of each local unknown, ascending, padded with -1.
        still: (I K C,) constant part of dS/dx.
        moving: (I K C, J) matrix from the points' Jacobian, flat, to the rest of dS/dx; None without points.
        structure: (I, K, C) whether a signal depends on an unknown.
    """

    column: Indices
    still: Array
    moving: scipy.sparse.csr_array | None
    structure: Flags


class Instances:
    """I instances of O outputs of K signals; the layout of derivatives is made on demand."""

    def __init__(
        self, transcription: Transcription, expression: Expression, samples: Samples, constants: Array
    ) -> None:
        self.count, self.n_outputs = len(samples), len(expression.outputs)
        self._transcription, self._constants = transcription, constants
        self._function = compiled(
            expression.outputs, expression.symbols, expression.constant_symbols, expression.definitions
        )
        self._map = SignalMap(transcription, expression.signals, samples)
        # results at the last state, replaced atomically: threads may share these instances
        self._seen: tuple[State | None, Array] = (None, np.empty(0))
        self._sloped: tuple[State | None, Array] = (None, np.empty(0))

    @property
    def column(self) -> Indices:
        """(I, C) unknown of each local unknown, ascending, padded with -1."""
        return self._layout.column

    @cached_property
    def touched(self) -> Flags:
        """(I, O, C) whether an output depends on a local unknown."""
        slope = np.zeros((self.n_outputs, self._map.n_signals))
        slope[self._function.first] = 1.0
        return np.asarray(np.einsum("ok,ikc->ioc", slope, self._layout.structure.astype(float)) > 0)

    @cached_property
    def bent(self) -> Flags:
        """(I, C, C) whether the second derivative by two local unknowns may be nonzero."""
        depends = self._layout.structure.astype(float)
        bend = np.zeros((self._map.n_signals, self._map.n_signals))
        _, k, m = self._function.second
        bend[k, m] = bend[m, k] = 1.0
        return np.asarray(np.einsum("ikc,km,imd->icd", depends, bend, depends, optimize=True) > 0)

    def values(self, state: State) -> Array:
        """(O, I)."""
        return self._function.values(self._signals(state), self._constants)

    def jacobian(self, state: State) -> Array:
        """(I, O, C)."""
        return np.asarray(self._slopes(state) @ self._signal_jacobian(state))

    def hessian(self, state: State, multipliers: Array) -> Array:
        """(I, C, C) of multipliers (O, I), without the part that ``point_weights`` supplies."""
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
        """(3, N, P) of multipliers (O, I), see ``Component.point_weights``."""
        return self._map.point_weights(np.einsum("oi,iok->ik", multipliers, self._slopes(state)))

    def _signals(self, state: State) -> Array:
        """Signals, cached for the last state."""
        seen = self._seen
        if seen[0] is not state:
            self._seen = seen = state, self._map.values(state.x, state.pose.points[:, 1:-1])
        return seen[1]

    def _slopes(self, state: State) -> Array:
        """(I, O, K) de/ds, cached for the last state."""
        sloped = self._sloped
        if sloped[0] is not state:
            slopes = np.zeros((self.count, self.n_outputs, self._map.n_signals))
            output, k = self._function.first
            slopes[:, output, k] = self._function.first_derivatives(self._signals(state), self._constants).T
            self._sloped = sloped = state, slopes
        return sloped[1]

    def _signal_jacobian(self, state: State) -> Array:
        """(I, K, C) ds/dx."""
        g = self._layout.still
        if self._layout.moving is not None:
            g = g + self._layout.moving @ state.point_jacobian.ravel()
        return g.reshape(self.count, self._map.n_signals, self.column.shape[1])

    @cached_property
    def _layout(self) -> _Layout:
        """Numbers the local unknowns and splits G into a constant and a product with the points' Jacobian."""
        transcription = self._transcription
        signals, size, pairs = self._map, transcription.variables.size, transcription.point_pairs
        entry, pair = np.nonzero(signals.point[:, None] == pairs[0])
        frame = signals.point_frame[entry]
        row = np.concatenate([signals.unknown_row, signals.point_row[entry]])
        unknown = np.concatenate([signals.unknown_index, transcription.variables.q[frame, pairs[1][pair]]])
        instance = row // max(signals.n_signals, 1)
        keys, local = np.unique(instance * size + unknown, return_inverse=True)
        first = np.searchsorted(keys, np.arange(self.count) * size)
        width = int(np.diff(np.append(first, len(keys))).max(initial=0))
        column = np.full((self.count, width), -1)
        owner = keys // size
        column[owner, np.arange(len(keys)) - first[owner]] = keys % size
        at = row * width + local - first[instance]
        cells = (self.count, signals.n_signals, width)
        n_unknown = len(signals.unknown_row)
        still = np.bincount(at[:n_unknown], signals.unknown_factor, math.prod(cells)).astype(float)
        structure = np.zeros(cells, bool)
        structure.flat[at] = True
        if not len(entry):
            return _Layout(column, still, None, structure)
        n_extended, n_pairs = transcription.timeline.n_frames + 2, len(pairs[0])
        source = (frame + 1) * n_pairs + pair
        source = source[:, None] + np.arange(3) * n_extended * n_pairs
        moving = scipy.sparse.csr_array(
            (signals.direction[entry].ravel(), (np.repeat(at[n_unknown:], 3), source.ravel())),
            shape=(math.prod(cells), 3 * n_extended * n_pairs),
        )
        moving.sum_duplicates()
        moving.eliminate_zeros()
        return _Layout(column, still, moving, structure)
