"""Distance between frames of two motions, invariant to position on the ground and heading.

Kovar, Gleicher & Pighin (2002), section 3.1, with points that carry the bodies' masses: six a body, at the ends of its
ellipsoid's axes. Of windows of L frames each, u = x + i y of their points, and m, which sum up to 1,

    S = sum m (u - mean u) conj(u' - mean u')      yaw = arg S      shift = mean u - e^(i yaw) mean u'
    D^2 = sum m |u - mean u|^2 + sum m |u' - mean u'|^2 - 2 |S| + sum m (z - z')^2

so that all pairs are one complex and one real matrix product.
"""

from dataclasses import dataclass

import numpy as np

from ..arrays import AnyArray, Array, Complex, Indices
from ..job.cycle import Cycle
from ..motion.motion import Motion


@dataclass(frozen=True, eq=False)
class Cloud:
    """Windows of frames as points.

    Attributes:
        level: (W, P) ground positions minus their mean, times the square root of their masses.
        height: (W, P) heights, times the same.
        mean: (W,) of the ground positions.
    """

    level: AnyArray
    height: AnyArray
    mean: Complex

    def distances(self, other: "Cloud") -> Array:
        """(W, W') root mean square distance of points [m]."""
        product = abs(self.level @ other.level.conj().T)
        squares = [(abs(each.level) ** 2).sum(1) + (each.height**2).sum(1) for each in (self, other)]
        squared = squares[0][:, None] + squares[1] - 2 * product - 2 * self.height @ other.height.T
        return np.asarray(np.sqrt(np.maximum(squared, 0.0)))

    def move(self, window: int, other: "Cloud", its_window: int) -> Cycle:
        """Transform that brings the other's window nearest to this one's."""
        turn = np.vdot(other.level[its_window], self.level[window])
        turn = turn / (abs(turn) or 1.0)
        shift = self.mean[window] - turn * other.mean[its_window]
        return Cycle((float(shift.real), float(shift.imag), 0.0), float(np.angle(turn)))


def cloud(motion: Motion, starts: Indices, length: int, *, apart: int = 1) -> Cloud:
    """Windows of a motion.

    Args:
        motion: open.
        starts: (W,) first frame of each window.
        length: frames of each, L.
        apart: stride between the frames that count.
    """
    points, mass = body_points(motion)
    within = np.arange(0, length, apart)
    frames = starts[:, None] + within
    share = np.tile(mass / (mass.sum() * len(within)), len(within))
    level = (points[..., 0] + 1j * points[..., 1])[frames].reshape(len(starts), -1)
    height = points[frames][..., 2].reshape(len(starts), -1)
    mean = level @ share
    return Cloud((level - mean[:, None]) * np.sqrt(share), height * np.sqrt(share), mean)


def body_points(motion: Motion) -> tuple[Array, Array]:
    """(N, P, 3) ends of the axes of bodies' ellipsoids, world [m]; (P,) their masses."""
    bodies = motion.character.bodies
    arms = np.array([np.vstack([np.diag(body.diameters), -np.diag(body.diameters)]) / 2 for body in bodies])
    points = motion.position[:, :, None] + np.einsum("tbij,bkj->tbki", motion.rotation, arms)
    mass = np.repeat([body.mass / 6 for body in bodies], 6)
    return points.reshape(motion.n_frames, -1, 3), np.asarray(mass)
