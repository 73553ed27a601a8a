"""Pre-regularization, which saves IPOPT half of its factorizations."""

SHARE = 1 / 3  # of the last correction
LEAST = 1e-3  # corrections below this are left to IPOPT


class Convexity:
    """Adds a share of the last inertia correction to the next Hessian's diagonal.

    IPOPT factorizes, finds the wrong inertia, adds to the diagonal and factorizes again (Waechter & Biegler
    2006, algorithm IC). Adding a third of the last correction beforehand is usually enough. The optimality
    conditions do not contain the Hessian, so the solution is the same.
    """

    def __init__(self) -> None:
        self._needed = 0.0
        self._given = 0.0

    def shift(self) -> float:
        """Value to add to the diagonal."""
        shift = SHARE * self._needed
        self._given = shift if shift > LEAST else 0.0
        return self._given

    def learn(self, correction: float) -> None:
        """Records IPOPT's correction at the last factorization."""
        self._needed = self._given + correction
