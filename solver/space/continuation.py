"""Order in which samples are solved: each next to a solved one, from which it can start.

What is infeasible in its turn is tried again when all have had theirs, from a neighbour that was solved since.
"""

import numpy as np

from ..arrays import Array, Flags

MAX_TRIES = 3  # of a sample: one in its turn, two from neighbours that were solved later
ROUNDING = 1e-9


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
        self._is_solved = np.zeros(len(places), bool)
        self._tries = np.zeros(len(places), int)  # of the infeasible ones
        self._reach = np.full(len(places), np.inf)  # from which they were last tried in vain
        self._other_distance = np.full(len(places), np.inf)  # to the nearest solved sample besides that one
        self._other = np.full(len(places), -1)
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

    @property
    def again(self) -> list[int]:
        """Infeasible samples that have a solved neighbour worth another try, those with the nearest first.

        It lies as near as the one that was started from in vain, or nearer; for a third try it must be nearer.
        Where the tries went wrong is all that counts, so a resumed run finds what this one would have found.
        """
        slack = np.where(self._tries == 1, ROUNDING, -ROUNDING)
        worth = (self._tries > 0) & (self._tries < MAX_TRIES) & (self._other_distance < self._reach + slack)
        chosen = np.flatnonzero(worth & np.isfinite(self._other_distance))
        return [int(k) for k in chosen[np.argsort(self._other_distance[chosen], kind="stable")]]

    def other(self, k: int) -> int:
        """The neighbour from which an infeasible sample is worth another try."""
        return int(self._other[k])

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
        self._is_solved[k], self._tries[k] = True, 0
        nearer = distance < self._other_distance
        self._other_distance[nearer], self._other[nearer] = distance[nearer], k

    def failed(self, k: int, start: int | None, *, tries: int = 1) -> None:
        """Tells that a sample is infeasible so far.

        Args:
            k: the sample.
            start: the neighbour of the last try.
            tries: more than it has had.
        """
        self._tries[k] += tries
        distance = np.linalg.norm(self._places - self._places[k], axis=1)
        self._reach[k] = np.inf if start is None else distance[start]
        others = self._is_solved.copy()
        if start is not None:
            others[start] = False
        distance[~others] = np.inf
        self._other[k] = distance.argmin()
        self._other_distance[k] = distance[self._other[k]]
