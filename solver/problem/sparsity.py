"""Sparsity patterns of a problem's Jacobian and Hessian, and the assembly of their entries from parts."""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np

from ..arrays import Array, Flags, Indices
from .objectives.timed_sum import TimedSum
from .objectives.weighted_sum import WeightedSum
from .rows.component import Component, Pattern, compact, each_once, joined, keys
from .state import sample_states
from .transcription import Transcription


class Sparsity:
    """Adds entries of several components at one index and leaves out those that are always zero.

    Args:
        components: all rows.
        objective: of the same problem.
        transcription: of it.
        like: of a similar problem, from which the objective's zeros are taken if equal.

    Attributes:
        jacobian_pattern, hessian_pattern: rows and columns of the entries; the Hessian's lower triangle.
        hessian_diagonal: (size,) indices of its diagonal among them.
    """

    def __init__(
        self,
        components: Sequence[Component],
        objective: WeightedSum | TimedSum,
        transcription: Transcription,
        like: "Sparsity | None" = None,
    ) -> None:
        self._objective, self._size = objective, transcription.variables.size
        if like is not None and like._objective is objective:
            self._varying: Flags = like._varying
        else:
            self._varying = _ever_bent(objective, transcription)
        self._kinds = tuple((type(c).__name__, len(c.lower)) for c in components)
        self._jacobians = [c.jacobian_pattern for c in components]
        self._hessians = [c.hessian_pattern for c in components]
        self._hessians += [objective.varying_pattern, objective.hessian_pattern]
        self._in_jacobian = [c.ever[0] for c in components]
        constant = np.ones(len(objective.hessian), bool)
        self._in_hessian = [*(c.ever[1] for c in components), self._varying, constant]

    def or_like(self, like: "Sparsity | None") -> "Sparsity":
        """``like`` if the patterns are the same, which saves the layout; else this one, laid out."""
        if like is not None and self._is_like(like):
            return like
        self._lay_out()
        return self

    def jacobian(self, parts: Sequence[Array]) -> Array:
        """Values at ``jacobian_pattern`` from the values of each component."""
        entries = np.concatenate(parts)
        return entries if self._jacobian_kept is None else entries[self._jacobian_kept]

    def of_components(self, entries: Indices) -> list[Indices]:
        """Indices of each component's entries that belong to entries (K,), ascending, of ``jacobian_pattern``."""
        own = entries if self._jacobian_kept is None else self._jacobian_kept[entries]
        starts = np.cumsum([0, *(len(rows) for rows, _ in self._jacobians)])
        ends = np.searchsorted(own, starts)
        return [own[a:b] - start for (a, b), start in zip(pairwise(ends), starts, strict=False)]

    def hessian(self, parts: Sequence[Array]) -> Array:
        """Values at ``hessian_pattern`` from those of each component and the objective's varying and constant parts."""
        sums = np.bincount(self._hessian_slot, np.concatenate(parts), self._n_slots + 1)
        return np.asarray(sums[:-1], float)

    @cached_property
    def digest(self) -> bytes:
        """Equal for two problems whose rows depend on the same unknowns, one by one."""
        digest = hashlib.blake2b(repr(self._kinds).encode())
        for _, columns in self._jacobians:
            digest.update(columns.tobytes())
        return digest.digest()

    def _is_like(self, other: "Sparsity") -> bool:
        if (self._size, self._kinds) != (other._size, other._kinds):
            return False
        ours, theirs = (
            [*s._in_jacobian, *s._in_hessian, *(each for p in (*s._jacobians, *s._hessians) for each in p)]
            for s in (self, other)
        )
        return all(a is b or np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))

    def _lay_out(self) -> None:
        in_jacobian, in_hessian = np.concatenate(self._in_jacobian), np.concatenate(self._in_hessian)
        starts = np.cumsum([0, *(n_rows for _, n_rows in self._kinds)])
        patterns = zip(self._jacobians, starts, strict=False)
        row, column = joined([(rows + start, columns) for (rows, columns), start in patterns])
        self._jacobian_kept = None if in_jacobian.all() else np.flatnonzero(in_jacobian)
        self.jacobian_pattern: Pattern = compact((row[in_jacobian], column[in_jacobian]))

        size = self._size
        row, column = joined(self._hessians)
        diagonal = np.arange(size)  # always there: the optimizer's adapter adds to it
        key = np.append(keys((row[in_hessian], column[in_hessian]), size), diagonal * (size + 1))
        unique, slot = each_once(key)
        self._n_slots = len(unique)
        self._hessian_slot = np.full(len(row), self._n_slots)  # the last slot collects discarded entries
        self._hessian_slot[in_hessian] = slot[:-size]
        self.hessian_pattern: Pattern = compact((unique // size, unique % size))
        self.hessian_diagonal: Indices = slot[-size:].copy()  # the rest of the slots is not kept


def _ever_bent(objective: WeightedSum | TimedSum, transcription: Transcription) -> Flags:
    """Whether each entry of the varying part of the objective's Hessian is ever nonzero."""
    if not len(objective.varying_pattern[0]):
        return np.ones(0, bool)
    states = sample_states(transcription)
    return np.asarray(np.any([objective.varying_hessian(state, 1.0) for state in states], axis=0))
