"""Support of a pose: the hull of the contact points, and the distance of the center of mass from it."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array


@dataclass(frozen=True, eq=False)
class Support:
    """A convex area on the ground; a segment or a point with fewer than three contacts.

    Attributes:
        corners: (K, 2) counterclockwise, world X and Y [m].
    """

    corners: Array

    @classmethod
    def of_points(cls, points: Array, *, share: float = 1.0) -> "Support":
        """The hull of points, scaled about its middle.

        Args:
            points: (P, 2), at least one [m].
            share: scale; less than 1 leaves a margin of balance.
        """
        corners = _hull(points)
        middle = corners.mean(0)
        return cls(middle + share * (corners - middle))

    def gap(self, point: Array) -> tuple[Array, Array]:
        """Vector from the nearest point of the area to a point (2,) [m], and its derivatives (2, 2); zero inside."""
        n = len(self.corners)
        if n > 2 and self._holds(point):
            return np.zeros(2), np.zeros((2, 2))
        starts = self.corners if n > 2 else self.corners[: max(n - 1, 1)]
        along = np.roll(self.corners, -1, axis=0)[: len(starts)] - starts
        length = np.maximum((along**2).sum(1), 1e-18)
        share = np.clip(((point - starts) * along).sum(1) / length, 0.0, 1.0)
        gaps = point - starts - share[:, None] * along
        nearest = int((gaps**2).sum(1).argmin())
        slopes = np.eye(2)
        if 0.0 < share[nearest] < 1.0:  # on an edge
            slopes -= np.outer(along[nearest], along[nearest]) / length[nearest]
        return gaps[nearest], slopes

    def _holds(self, point: Array) -> bool:
        edge, arm = np.roll(self.corners, -1, axis=0) - self.corners, point - self.corners
        return bool((edge[:, 0] * arm[:, 1] >= edge[:, 1] * arm[:, 0]).all())


def _hull(points: Array) -> Array:
    """Corners (K, 2) of the convex hull, counterclockwise (Andrew 1979, monotone chain)."""
    ordered = sorted({(float(x), float(y)) for x, y in points})
    if len(ordered) < 3:
        return np.array(ordered)
    chains = []
    for way in (ordered, ordered[::-1]):
        chain: list[tuple[float, float]] = []
        for point in way:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains.append(chain[:-1])
    return np.array([*chains[0], *chains[1]])


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    """Positive if a, b, c turn left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
