"""Contacts on a moving body: their relative position, and the reaction on the body.

For a tracked point x and a carrier with center o and rotation R from the rest pose, the relative position is
p = R^T (x - o). Along a direction d of the rest pose it is bilinear in tracked points, because the tips of the
carrier's axes are tracked:

    d . p = a . b,    a = x - o,    b = R d = sum_k d_k (tip_k - o)

A force f on x in the carrier's axes and its reaction on the carrier together do the work f . dp. Their generalized
force is therefore the gradient of f . p, and their terms in the equations of motion follow from a . b with d = f.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Array, Flags, Indices
from ..mechanics.kinematics import Kinematics, Pose
from ..rotations import cross
from .timeline import Timeline
from .tracked_points import TrackedPoint, carrier_points


@dataclass(frozen=True, eq=False)
class MovingSurfaces:
    """K tracked points on moving bodies, each moved, relative to its carrier, by W degrees of freedom (padded).

    Attributes:
        timeline: of the clip.
        points: all tracked points.
        kinematics: of the character and these points.
        unknown: (E, n) index of the unknown of each degree of freedom at each extended frame.
        frame: (K,) extended frame of each.
        point: (K,) index of the tracked point.
        carrier: (K,) body that carries it.
    """

    timeline: Timeline
    points: tuple[TrackedPoint, ...]
    kinematics: Kinematics
    unknown: Indices
    frame: Indices
    point: Indices
    carrier: Indices

    @cached_property
    def origin(self) -> Indices:
        """(K,) tracked point at the carrier's center."""
        return self._carrier_points[:, 0]

    @cached_property
    def tips(self) -> Indices:
        """(K, 3) tracked points at the tips of the carrier's axes."""
        return self._carrier_points[:, 1:]

    @cached_property
    def rest(self) -> Array:
        """(K, 3) center of the carrier in the rest pose [m]."""
        centers = np.array([body.position for body in self.kinematics.tree.character.bodies])
        return centers[self.carrier]

    @cached_property
    def dof(self) -> Indices:
        """(K, W) degrees of freedom, ascending, then padding."""
        moved = self._moved
        width = int(moved.sum(1).max(initial=0))
        return np.argsort(~moved, axis=1, kind="stable")[:, :width]

    @cached_property
    def used(self) -> Flags:
        """(K, W) False for padding."""
        return np.take_along_axis(self._moved, self.dof, 1)

    @cached_property
    def index(self) -> Indices:
        """(K, W) unknown of each."""
        return self.unknown[self.frame[:, None], self.dof]

    def arms(self, pose: Pose) -> Array:
        """(3, K) a."""
        points = pose.points
        return np.asarray(points[:, self.frame, self.point] - points[:, self.frame, self.origin])

    def turns(self, pose: Pose) -> Array:
        """(K, 3, 3) R."""
        turn = pose.rotation[:, :, self.frame, self.carrier]
        return np.asarray(turn.transpose(2, 0, 1))

    def arm_slopes(self, pose: Pose) -> Array:
        """(3, K, W) da/dq."""
        u, v = self.axes(pose)
        x, o = (pose.points[:, self.frame, p][..., None] for p in (self.point, self.origin))
        return np.asarray(
            self._moves_point * (cross(u, x, axis=0) + v) - self.moves_carrier * (cross(u, o, axis=0) + v)
        )

    def axis_slopes(self, pose: Pose, b: Array) -> Array:
        """(3, K, W) db/dq of vectors b (3, K) that turn with the carrier."""
        return np.asarray(self.moves_carrier * cross(self.axes(pose)[0], b[..., None], axis=0))

    def axes(self, pose: Pose) -> tuple[Array, Array]:
        """U and v (3, K, W) of the degrees of freedom."""
        at = (self.frame[:, None], self.dof)
        return pose.u[:, at[0], at[1]], pose.v[:, at[0], at[1]]

    def arm_change(self, pose: Pose, twist: Array, motion: Array) -> Array:
        """(3, K, W) derivative of da/dq along multipliers.

        Args:
            pose: of the extended frames.
            twist: (6, E, n) change of the degrees of freedom's u and v along them.
            motion: (3, E, P) change of the points.
        """
        at = (self.frame[:, None], self.dof)
        du, dv = twist[:3, at[0], at[1]], twist[3:, at[0], at[1]]
        u = self.axes(pose)[0]
        changes = []
        for point in (self.point, self.origin):
            x, dx = (p[:, self.frame, point][..., None] for p in (pose.points, motion))
            changes.append(cross(du, x, axis=0) + dv + cross(u, dx, axis=0))
        return np.asarray(self._moves_point * changes[0] - self.moves_carrier * changes[1])

    def axis_change(self, pose: Pose, twist: Array, b: Array, db: Array) -> Array:
        """(3, K, W) derivative of db/dq along multipliers, along which b (3, K) changes by db."""
        du, u = twist[:3, self.frame[:, None], self.dof], self.axes(pose)[0]
        turned = cross(du, b[..., None], axis=0) + cross(u, db[..., None], axis=0)
        return np.asarray(self.moves_carrier * turned)

    def on_points(self, a: Array, b: Array, d: Array) -> Array:
        """(3, N, P) weights w of the clip's own points so that w . dpoints = b . da + a . db.

        Args:
            a: (3, K).
            b: (3, K).
            d: (K, 3) of b = sum_k d_k (tip_k - o).
        """
        shape = (3, self.timeline.n_frames, len(self.points))
        back = self.timeline.placement.turn[self.frame]  # to the frame that has the unknowns
        parts = [(self.point, b), (self.origin, -(b + a * d.sum(1)))]
        parts += [(self.tips[:, k], a * d[:, k]) for k in range(3)]
        at = np.concatenate([self.timeline.source[self.frame] * shape[2] + point for point, _ in parts])
        weights = np.concatenate([np.einsum("krc,rk->ck", back, weight) for _, weight in parts], axis=1)
        index = at + np.arange(3)[:, None] * (shape[1] * shape[2])
        return np.asarray(np.bincount(index.ravel(), weights.ravel(), int(np.prod(shape))), float).reshape(
            shape
        )

    @cached_property
    def moves_carrier(self) -> Array:
        """(K, W) 1 where the degree of freedom moves the carrier."""
        moves = np.take_along_axis(self.kinematics.tree.moves[self.carrier], self.dof, 1)
        return np.asarray(moves * self.used)

    @cached_property
    def _moves_point(self) -> Array:
        body = self.kinematics.point_body[self.point]
        return np.asarray(np.take_along_axis(self.kinematics.tree.moves[body], self.dof, 1) * self.used)

    @cached_property
    def _moved(self) -> Flags:
        """(K, n) degrees of freedom that move the point, the carrier or both."""
        moves = self.kinematics.tree.moves
        return np.asarray((moves[self.carrier] + moves[self.kinematics.point_body[self.point]]) > 0)

    @cached_property
    def _carrier_points(self) -> Indices:
        character, points = self.kinematics.tree.character, self.points
        points_of = {
            int(b): [points.index(p) for p in carrier_points(character.bodies[b])]
            for b in set(self.carrier.tolist())
        }
        return np.array([points_of[int(b)] for b in self.carrier], np.intp).reshape(-1, 4)
