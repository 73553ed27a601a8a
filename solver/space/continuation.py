"""Order in which samples are solved: each starts from its nearest solved neighbor.

After all samples, infeasible ones are tried again from neighbors solved in the meantime.
"""

import numpy as np

from ..arrays import Array, Flags

MAX_TRIES = 3  # of a sample: one in order, two from neighbors that were solved later
ROUNDING = 1e-9


class Continuation:
    """Grows outward from the middle of a space, as Prim's algorithm grows a tree.

    Args:
        places: (K, P) where each sample lies; see ``ParameterSpace.places``.
        waiting: (K,) whether each is to be solved.
        solved: (K,) whether each is solved already.
    """

    def __init__(self, places: Array, *, waiting: Flags, solved: Flags) -> None:
        self._places, self._waiting = places, waiting.copy()
        self._central = np.linalg.norm(places - places.mean(0), axis=1)
        self._distance = np.full(len(places), np.inf)  # to the nearest solved sample
        self._nearest = np.full(len(places), -1)
        self._is_solved = np.zeros(len(places), bool)
        self._tries = np.zeros(len(places), int)  # of infeasible samples
        self._reach = np.full(len(places), np.inf)  # of the last failed try
        self._other_distance = np.full(len(places), np.inf)  # to the nearest other solved sample
        self._other = np.full(len(places), -1)
        for k in np.flatnonzero(solved):
            self.solved(int(k))

    @property
    def n_waiting(self) -> int:
        """Number of samples that have not been handed out."""
        return int(self._waiting.sum())

    @property
    def waiting(self) -> list[int]:
        """Samples that have not been handed out."""
        return [int(k) for k in np.flatnonzero(self._waiting)]

    @property
    def retries(self) -> list[int]:
        """Infeasible samples that another solved neighbor may solve, those with the nearest one first.

        For a second try, it is no farther than the neighbor of the first try; for a third try, it is nearer. This
        depends only on the failed tries, so a resumed run finds what an uninterrupted one would have found.
        """
        slack = np.where(self._tries == 1, ROUNDING, -ROUNDING)
        worth = (self._tries > 0) & (self._tries < MAX_TRIES) & (self._other_distance < self._reach + slack)
        chosen = np.flatnonzero(worth & np.isfinite(self._other_distance))
        return [int(k) for k in chosen[np.argsort(self._other_distance[chosen], kind="stable")]]

    def retry_neighbor(self, k: int) -> int:
        """The neighbor from which to try an infeasible sample again."""
        return int(self._other[k])

    def next(self) -> tuple[int, int | None]:
        """The next sample and its nearest solved neighbor; the most central sample if none is solved."""
        goal = self._central if np.isinf(self._distance).all() else self._distance
        chosen = int(np.argmin(np.where(self._waiting, goal, np.inf)))
        self._waiting[chosen] = False
        nearest = int(self._nearest[chosen])
        return chosen, nearest if nearest >= 0 else None

    def solved(self, k: int) -> None:
        """Marks a sample as solved, so that others can start from it."""
        distance = np.linalg.norm(self._places - self._places[k], axis=1)
        nearer = distance < self._distance
        self._distance[nearer], self._nearest[nearer] = distance[nearer], k
        self._is_solved[k], self._tries[k] = True, 0
        nearer = distance < self._other_distance
        self._other_distance[nearer], self._other[nearer] = distance[nearer], k

    def failed(self, k: int, start: int | None, *, tries: int = 1) -> None:
        """Marks a sample as infeasible so far, after a number of tries, the last from its neighbor ``start``."""
        self._tries[k] += tries
        distance = np.linalg.norm(self._places - self._places[k], axis=1)
        self._reach[k] = np.inf if start is None else distance[start]
        others = self._is_solved.copy()
        if start is not None:
            others[start] = False
        distance[~others] = np.inf
        self._other[k] = distance.argmin()
        self._other_distance[k] = distance[self._other[k]]
