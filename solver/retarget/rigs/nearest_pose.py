"""The poses that joints allow, nearest to given rotations, in which points of bodies are where they shall be.

Damped least squares (Buss 2004) of all frames at once, each by itself.
"""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Indices
from ...character.root_joint import UNLIMITED
from ...mechanics.inverse_kinematics import coordinates
from ...mechanics.kinematics import Kinematics, Placement
from ...mechanics.tree import tree_of
from ...rotations import cross
from ..creature import Creature
from .reach import PosedBodies

STEPS = 60
AT_ONCE = 400  # frames
DAMPING, QUICKER, SLOWER = 1e-4, 0.2, 8.0
STUCK = 1e8  # damping at which nothing helps
FARTHEST = 0.6  # rad of a joint, or limb lengths of the root, in one step
# weights of the given pose beside points' distances in limb lengths, squared; hands do not bend the spine
STAY, SPINE_STAY, ROOT_STAY = 1e-3, 0.3, 0.03
ENOUGH = 3e-5  # of a step, rad or limb lengths


@dataclass(frozen=True, eq=False)
class PlacedPoints:
    """Points of bodies that shall be somewhere, creature frame.

    Attributes:
        bodies: (P,) of each.
        rest: (P, 3) each at rest [m].
        place: (F, P, 3) where it shall be [m].
        weight: (F, P) beside others; 1 for usual ones.
    """

    bodies: Indices
    rest: Array
    place: Array
    weight: Array


class PoseSearch:
    """Poses of a creature near given ones.

    Args:
        creature: to be posed.
        root: (F, 3) its root's center, creature frame [m].
        turn: (F, B, 3, 3) rotations of its bodies since rest, creature frame.
    """

    def __init__(self, creature: Creature, root: Array, turn: Array) -> None:
        self.creature, self.tree = creature, tree_of(creature.character)
        origin, axes = creature.frame
        world = axes @ turn @ axes.T
        n = len(turn)
        self.reference = world[:, creature.root]
        center = np.zeros((n, len(creature.parent), 3)) + np.array(
            [b.position for b in creature.character.bodies]
        )
        center[:, creature.root] = origin + root @ axes.T
        near = coordinates(
            self.tree, center, np.swapaxes(self.reference, 1, 2)[:, None] @ world, continuous=False
        )
        rootless = self.tree.parent[self.tree.body] < 0
        self.lower = np.where(rootless, -UNLIMITED, self.tree.lower)
        self.upper = np.where(rootless, UNLIMITED, self.tree.upper)
        self.near = np.clip(near, self.lower, self.upper)
        self.unit = np.where(self.tree.rotation, 1.0, creature.mean_limb)
        in_spine = np.isin(self.tree.body, creature.spine)
        self.stay = np.where(rootless, ROOT_STAY, np.where(in_spine, SPINE_STAY, STAY))

    def found(self, points: PlacedPoints, start: Array | None = None, frames: Indices | None = None) -> Array:
        """(F, n) degrees of freedom with which the points are as near to their places as joints allow.

        Args:
            points: of bodies.
            start: (F, n) of an earlier search; None: the given poses.
            frames: that are searched, others stay as they start; None: all.
        """
        origin, axes = self.creature.frame
        kinematics = Kinematics(self.creature.character, origin + points.rest @ axes.T, points.bodies)
        place = origin + points.place @ axes.T
        weight = points.weight / self.creature.limb_length[points.bodies]
        q = self.near.copy() if start is None else start.copy()
        chosen = np.arange(len(q)) if frames is None else frames
        for first in range(0, len(chosen), AT_ONCE):
            some = chosen[first : first + AT_ONCE]
            q[some] = self._descended(kinematics, q[some], some, place[some], weight[some])
        return q

    def posed(self, q: Array) -> PosedBodies:
        """The poses of degrees of freedom (F, n)."""
        axes = self.creature.frame[1]
        pose = Kinematics(self.creature.character).forward(q, self._placement(np.arange(len(q))))
        turn = axes.T @ pose.rotation.transpose(2, 3, 0, 1) @ axes
        return PosedBodies(self.creature, self.creature.inside(pose.position.transpose(1, 2, 0)), turn)

    def _descended(
        self, kinematics: Kinematics, q: Array, frames: Indices, place: Array, weight: Array
    ) -> Array:
        """(f, n) coordinates by the Levenberg-Marquardt method."""
        near, placement = self.near[frames], self._placement(frames)
        damping = np.full(len(near), DAMPING)
        error, slope = self._rows(kinematics, q, placement, place, weight)
        free = np.broadcast_to(self.upper - self.lower > 1e-9, q.shape)
        diagonal = np.arange(self.tree.n)
        going = np.ones(len(q), bool)
        for _ in range(STEPS):
            back = np.swapaxes(slope * self.unit, 1, 2)
            pull = (back @ error[..., None])[..., 0] + self.stay * (near - q) / self.unit
            outward = ((q <= self.lower) & (pull < 0)) | ((q >= self.upper) & (pull > 0))
            held = (free & ~outward).astype(float)
            hessian = (back @ np.swapaxes(back, 1, 2)) * held[:, :, None] * held[:, None, :]
            hessian[:, diagonal, diagonal] += self.stay + damping[:, None] + (1 - held)
            step = np.linalg.solve(hessian, (pull * held)[..., None])[..., 0]
            step *= np.minimum(1, FARTHEST / np.maximum(np.abs(step).max(1, keepdims=True), 1e-12))
            tried = np.clip(q + step * self.unit, self.lower, self.upper)
            new_error, new_slope = self._rows(kinematics, tried, placement, place, weight)
            helps = going & (self._price(tried, new_error, near) < self._price(q, error, near))
            q = np.where(helps[:, None], tried, q)
            error = np.where(helps[:, None], new_error, error)
            slope = np.where(helps[:, None, None], new_slope, slope)
            going &= ~(helps & (np.abs(step).max(axis=1) < ENOUGH)) & (damping < STUCK)
            damping = damping * np.where(helps, QUICKER, SLOWER)
            if not going.any():
                break
        return q

    def _price(self, q: Array, error: Array, near: Array) -> Array:
        found: Array = (error * error).sum(1) + (self.stay * ((q - near) / self.unit) ** 2).sum(1)
        return found

    def _rows(
        self, kinematics: Kinematics, q: Array, placement: Placement, place: Array, weight: Array
    ) -> tuple[Array, Array]:
        """Weighted errors (f, 3 P) and their slopes (f, 3 P, n)."""
        pose = kinematics.forward(q, placement)
        moves = self.tree.moves[kinematics.point_body]  # (P, n)
        points = pose.points.transpose(1, 2, 0)  # (f, P, 3)
        u, v = pose.u.transpose(1, 2, 0), pose.v.transpose(1, 2, 0)  # (f, n, 3)
        slope = cross(u[:, None], points[:, :, None]) + v[:, None]  # (f, P, n, 3)
        slope = slope * (moves[None] * weight[..., None])[..., None]
        error = (place - points) * weight[..., None]
        n_frames, n_points = weight.shape
        rows = slope.transpose(0, 1, 3, 2).reshape(n_frames, 3 * n_points, self.tree.n)
        return error.reshape(n_frames, 3 * n_points), rows

    def _placement(self, frames: Indices) -> Placement:
        reference = self.reference[frames]
        n = len(reference)
        return Placement(np.broadcast_to(np.eye(3), (n, 3, 3)), np.zeros((n, 3)), reference)
