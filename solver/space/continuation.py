"""In which order samples are solved: each beside one that is solved already, from which it can start."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Continuation:
    """Grows from the middle of a space outwards, as Prim's algorithm grows a tree.

    Args:
        places: (K, P) where each sample lies; see ``ParameterSpace.places``.
        waiting: (K,) which are to be solved.
        solved: (K,) which are solved already.
    """

    def __init__(self, places: Array, *, waiting: Flags, solved: Flags) -> None:
        self._places, self._waiting = places, waiting.copy()
        self._central = np.linalg.norm(places - places.mean(0), axis=1)
        self._distance = np.full(len(places), np.inf)  # to the nearest solved sample
        self._nearest = np.full(len(places), -1)
        for k in np.flatnonzero(solved):
            self.solved(int(k))

    @property
    def n_waiting(self) -> int:
        """How many have not been given out."""
        return int(self._waiting.sum())

    @property
    def waiting(self) -> list[int]:
        """Which have not been given out."""
        return [int(k) for k in np.flatnonzero(self._waiting)]

    def next(self) -> tuple[int, int | None]:
        """The sample to solve next and its nearest solved neighbour; the most central one while there is none."""
        goal = self._central if np.isinf(self._distance).all() else self._distance
        chosen = int(np.argmin(np.where(self._waiting, goal, np.inf)))
        self._waiting[chosen] = False
        nearest = int(self._nearest[chosen])
        return chosen, nearest if nearest >= 0 else None

    def solved(self, k: int) -> None:
        """Tells that a sample is solved: others may start from it."""
        distance = np.linalg.norm(self._places - self._places[k], axis=1)
        nearer = distance < self._distance
        self._distance[nearer], self._nearest[nearer] = distance[nearer], k
