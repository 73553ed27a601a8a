"""Poses a character while a part is dragged: the rest follows in balance and within joint limits.

A bounded least-squares problem of one frame in the degrees of freedom q,

    min  w_h |x_h - target|^2 + w_p sum |x_p - x_p0|^2 + w_b |gap of the center of mass from the support|^2
         + w_o sum min(gap of a body or contact from an obstacle, 0)^2 + |q - q0|^2,      lower <= q <= upper,

by the Levenberg-Marquardt method (Marquardt 1963) with the limits as an active set. Contacts that touch at the start of
the drag stay in place, except those of the dragged part. The pose depends on the target and hardly on the path to it,
since it is always compared with the first pose.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Flags, Indices
from ..character import Character
from ..job.surfaces import Box
from ..mechanics.joint_frames import JointFrames
from ..mechanics.kinematics import Kinematics, Placement, Pose
from .obstacles import Obstacles
from .support import Support

# weights [1/m^2], relative to 1 for a radian of a joint and a meter of the root
HELD, PINNED, BALANCED, CLEAR = 3e3, 1e5, 1e5, 1e5
MARGIN = 0.8  # scale of the support in which the center of mass is kept
TOUCHING = 0.02  # m, distance of contacts that stand on something
PULL = 0.15  # m, largest distance to the intermediate target
BEND = 0.03  # rad from a limit at the start of the search
STEPS, ROUNDS = 16, 8  # most steps per target, and most rounds of these for a target at rest
SMALL = 1e-4  # rad or m, an invisible step
DAMPING = 1e-6  # initial, relative to the diagonal
HARDEST = 1e4  # damping at which the search ends


@dataclass(frozen=True)
class Held:
    """The part that is dragged.

    Attributes:
        body: name of the body.
        point: in the rest pose, world [m].
    """

    body: str
    point: tuple[float, float, float]


class AutoPose:
    """Poses of one character while one of its parts is dragged.

    Args:
        character: to pose.
        q: (n,) pose at the start of the drag [m, rad]; see ``coordinates``.
        held: the dragged part.
        ground_height: [m].
        boxes: obstacles on which contacts may stand.
        joints: places of joints on bones between bodies, at one frame; None: all have their rest place.
    """

    def __init__(
        self,
        character: Character,
        q: Array,
        held: Held,
        *,
        ground_height: float,
        boxes: Sequence[Box] = (),
        joints: JointFrames | None = None,
    ) -> None:
        self._placement = Placement.still(1, joints)
        self.character, contacts = character, character.contacts
        bodies = [character.body_index(name) for name in (*(each.body for each in contacts), held.body)]
        self._kinematics = Kinematics(character, [*(each.point for each in contacts), held.point], bodies)
        tree = self._kinematics.tree
        self._first = self.q = np.array(q, float)
        # a pose beyond a limit is allowed, but moves no farther
        self._low, self._high = np.minimum(tree.lower, self.q), np.maximum(tree.upper, self.q)
        # slightly bends straight knees, whose bending direction would be undetermined
        bend = np.minimum(BEND, (self._high - self._low) / 4) * tree.rotation
        self._bent = self._low + bend, self._high - bend
        self._radii = np.array([body.diameters for body in character.bodies]) / 2
        self._obstacles = Obstacles(ground_height, boxes)
        self._own = _carried_by_root(tree.parent, character.body_index(character.root_joint.body))
        masses = np.array([body.mass for body in character.bodies]) * self._own
        self._shares = masses / masses.sum()
        pose = self._kinematics.forward(self.q[None], self._placement)
        points = pose.points[:, 0].T
        gaps = self._obstacles.distances(points[:-1])[0] if len(contacts) else np.zeros((1, 0))
        self.stands = (np.abs(gaps) < TOUCHING).any(0) & (np.array(bodies[:-1], int) != bodies[-1])
        self._places = points[:-1][self.stands]
        patches = np.array([each.twist_radius for each in contacts])[self.stands]
        around = patches[:, None, None] * np.array([(1, 0), (0, 1), (-1, 0), (0, -1)], float)
        corners = (self._places[:, None, :2] + around).reshape(-1, 2)
        self.support = Support.of_points(corners, share=MARGIN) if len(corners) else None
        self._first_gaps = np.zeros(0)
        self._first_gaps = np.minimum(self._gaps(pose)[0], 0.0)  # initial penetration is allowed

    def follow(self, target: Array) -> Array:
        """(n,) the pose with the part at (3,) ``target`` [m], or as near to it as possible."""
        damping = DAMPING
        self.q = np.clip(self.q, *self._bent)
        aim = self._aim(target)
        rows, slopes = self.rows(self.q, aim)
        for _ in range(STEPS):
            gradient, normal = slopes.T @ rows, slopes.T @ slopes
            tried = self.q + self._step(gradient, normal + damping * np.diag(normal.diagonal()))
            tried_rows, tried_slopes = self.rows(tried, aim)
            if tried_rows @ tried_rows >= rows @ rows:
                damping *= 10.0
                if damping > HARDEST:
                    break
                continue
            moved = float(np.abs(tried - self.q).max())
            self.q, rows, slopes, damping = tried, tried_rows, tried_slopes, damping / 10.0
            next_aim = self._aim(target)
            if moved < SMALL and np.allclose(next_aim, aim):
                break
            if not np.array_equal(next_aim, aim):
                aim = next_aim
                rows, slopes = self.rows(self.q, aim)
        return self.q

    def settle(self, target: Array) -> Array:
        """The pose for a target at rest: iterates until the pose no longer changes."""
        for _ in range(ROUNDS):
            before = self.q
            if np.abs(self.follow(target) - before).max() < SMALL:
                break
        return self.q

    def _aim(self, target: Array) -> Array:
        """The target or a point on the way to it, so that distant targets do not pull the feet off the ground."""
        here = self._kinematics.forward(self.q[None], self._placement).points[:, 0, -1]
        way = target - here
        aim: Array = here + way * min(1.0, PULL / max(float(np.linalg.norm(way)), 1e-12))
        return aim

    def rows(self, q: Array, target: Array) -> tuple[Array, Array]:
        """Weighted residuals (R,) at q (n,) and their derivatives (R, n)."""
        pose, tree = self._kinematics.forward(q[None], self._placement), self._kinematics.tree
        points = pose.points[:, 0].T
        moved = self._slopes_of(pose, points, self._kinematics.point_body)
        chosen = np.append(self.stands, True)
        places = np.vstack([self._places, target])
        weights = np.sqrt(np.append(np.full(len(self._places), PINNED), HELD))[:, None]
        values = [(weights * (points[chosen] - places)).ravel(), q - self._first]
        slopes = [(weights[..., None] * moved[chosen]).reshape(-1, tree.n), np.eye(tree.n)]
        if self.support is not None:
            centres, arms = pose.position[:, 0].T, self._slopes_of(pose, pose.position[:, 0].T, None)
            gap, turn = self.support.gap(self._shares @ centres[:, :2])
            values.append(np.sqrt(BALANCED) * gap)
            slopes.append(np.sqrt(BALANCED) * turn @ np.einsum("b,bin->in", self._shares, arms[:, :2]))
        gaps, by_gap = self._gaps(pose)
        entered = gaps < self._first_gaps
        values.append(np.sqrt(CLEAR) * (gaps - self._first_gaps)[entered])
        slopes.append(np.sqrt(CLEAR) * by_gap[entered])
        return np.concatenate(values), np.concatenate(slopes)

    def centre_of_mass(self) -> Array:
        """(3,) center of mass of the pose [m]."""
        centre: Array = (
            self._shares @ self._kinematics.forward(self.q[None], self._placement).position[:, 0].T
        )
        return centre

    def poses(self) -> tuple[Array, Array]:
        """Positions (1, B, 3) [m] and orientations (1, B, 4) of the bodies, as in a Motion."""
        return self._kinematics.poses(self.q[None], self._placement)

    def _step(self, gradient: Array, normal: Array) -> Array:
        """(n,) the step to the minimum of the model, clipped to the limits."""
        low, high = self._low - self.q, self._high - self.q
        free, step = self._is_free(gradient), np.zeros(len(self.q))
        while free.any():
            left = gradient[free] + normal[np.ix_(free, ~free)] @ step[~free]
            step[free] = np.linalg.solve(normal[np.ix_(free, free)], -left)
            passes = free & ((step < low) | (step > high))
            if not passes.any():
                break
            step[passes] = np.clip(step, low, high)[passes]
            free &= ~passes
        return np.clip(step, low, high)

    def _is_free(self, gradient: Array) -> Flags:
        """(n,) degrees of freedom that no limit blocks in the direction of descent."""
        at_low = (self.q <= self._low) & (gradient > 0.0)
        at_high = (self.q >= self._high) & (gradient < 0.0)
        return ~(at_low | at_high)

    def _gaps(self, pose: Pose) -> tuple[Array, Array]:
        """Gaps of bodies, then of contacts and the part, to each obstacle, flattened [m], and their derivatives.

        Exact if the nearest point lies on a face of the obstacle; at an edge, the direction is fixed for a step.
        """
        centres, points = pose.position[:, 0].T, pose.points[:, 0].T
        axes = np.einsum("rmb,bmc->brc", pose.rotation[:, :, 0], self._kinematics.rest_axes)
        distances, ways = self._obstacles.distances(np.vstack([centres, points]))
        n_bodies = len(centres)
        across = np.einsum("bic,sbi->sbc", axes, ways[:, :n_bodies]) * self._radii  # (S, B, 3)
        reach = np.maximum(np.linalg.norm(across, axis=-1), 1e-12)
        distances[:, :n_bodies] -= reach
        moved = np.concatenate(
            [
                self._slopes_of(pose, centres, None),
                self._slopes_of(pose, points, self._kinematics.point_body),
            ]
        )
        slopes = np.einsum("spi,pin->spn", ways, moved)
        turned = np.cross(pose.u[:, 0].T[None, None], np.swapaxes(axes, 1, 2)[:, :, None])  # (B, 3, n, 3)
        turned = np.einsum("bcni,sbi->sbcn", turned, ways[:, :n_bodies]) * self._moves(None)[None, :, None]
        slopes[:, :n_bodies] -= np.einsum("sbc,sbcn->sbn", across * self._radii, turned) / reach[..., None]
        return distances.ravel(), slopes.reshape(-1, slopes.shape[-1])

    def _slopes_of(self, pose: Pose, points: Array, bodies: Indices | None) -> Array:
        """(P, 3, n) derivatives of points (P, 3) on bodies (P,); None: one point on each body."""
        u, v = pose.u[:, 0], pose.v[:, 0]
        ways = np.cross(u.T[None], points[:, None]) + v.T[None]
        slopes: Array = np.swapaxes(ways * self._moves(bodies)[..., None], 1, 2)
        return slopes

    def _moves(self, bodies: Indices | None) -> Array:
        moves = self._kinematics.tree.moves
        return moves if bodies is None else moves[bodies]


def _carried_by_root(parent: Indices, root: int) -> Flags:
    """(B,) bodies in the tree of the main root; others, such as balls, are not part of the balance."""
    own = np.zeros(len(parent), bool)
    for body in range(len(parent)):
        at = body
        while at >= 0 and at != root:
            at = int(parent[at])
        own[body] = at == root
    return own
