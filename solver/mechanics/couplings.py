"""Products of twists and wrenches, computed in batches because a tree of bodies uses only a quarter of the entries.

All products of a long motion at once would need more memory than anything else and would not fit in the cache.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Indices

BATCH = 1 << 18  # entries computed at once, 2 MB


@dataclass(frozen=True, eq=False)
class Entries:
    """Entries that several couplings have in common.

    Attributes:
        coupling: (C,) indices of the couplings, ascending.
        index: (E,) flat indices into the full matrix of each.
    """

    coupling: Indices
    index: Indices

    @property
    def count(self) -> int:
        """Number of all entries."""
        return self.coupling.size * self.index.size


@dataclass(frozen=True, eq=False)
class Couplings:
    """Full matrices (K, n, n): twists of the rows times wrenches of the columns.

    Attributes:
        rows: (R, K, n) twists.
        wrench: (R, K, n) moments and forces.
    """

    rows: Array
    wrench: Array

    def full(self) -> Array:
        """The matrices (K, n, n)."""
        return self._products(slice(None))

    def take(self, parts: Sequence[Entries]) -> Array:
        """Values of the entries, ordered by part, then by coupling."""
        _, n_couplings, n = self.rows.shape
        ends = np.cumsum([part.count for part in parts])
        values = np.empty(ends[-1], self.rows.dtype)
        of_parts = [
            each.reshape(part.coupling.size, part.index.size)
            for each, part in zip(np.split(values, ends[:-1]), parts, strict=True)
        ]
        size = min(max(BATCH // n**2, 1), n_couplings)
        room = np.empty((size, n, n), self.rows.dtype)
        for first in range(0, n_couplings, size):
            some = slice(first, min(first + size, n_couplings))
            full = self._products(some, out=room[: some.stop - first]).reshape(-1, n**2)
            for of_part, part in zip(of_parts, parts, strict=True):
                a, b = np.searchsorted(part.coupling, (some.start, some.stop))
                if a < b:
                    near = part.coupling[a:b] - first
                    is_run = near[-1] - near[0] == b - a - 1
                    chosen = full[near[0] : near[-1] + 1] if is_run else full[near]
                    chosen.take(part.index, axis=1, out=of_part[a:b], mode="clip")
        return values

    def _products(self, some: slice, out: Array | None = None) -> Array:
        product: Array = np.matmul(
            self.rows[:, some].transpose(1, 2, 0), self.wrench[:, some].swapaxes(0, 1), out=out
        )
        return product
