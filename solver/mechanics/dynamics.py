"""Discrete equations of motion with exact first and second derivatives, all frames at once.

The discrete Lagrange-d'Alembert principle (Marsden & West 2001) of bodies whose energy between two frames is that of
their centre's shift and of their turn (turning.py), in minimal coordinates: for every degree of freedom i and frame t

    g_i(t) = sum_b [ m dx_b/dq_i . (A_b - gravity) + u_i . (L_b(t) - L_b(t-1)) ] - sum_c dx_c/dq_i . F_c
             - sum_c u_i . M_c                                                     = tau_i

    A_b = 2 / (h- + h+) [(x_b(t+1) - x_b(t)) / h+ - (x_b(t) - x_b(t-1)) / h-]

with h- and h+ the steps before and after the frame and L_b(t) the momentum of the body's turn from frame t to
t + 1 about its centre, over (h- + h+) / 2. World positions are differenced, so no Coriolis terms appear and
momentum is conserved exactly. All is multiplied by (h- + h+) / 2h, h the nominal step: across a pair of frames
the equations then stay symmetric.

A degree of freedom is the twist s = (u, v): it moves a point x by u cross x + v. Sums over the bodies below
a degree of freedom are one product with the tree's 0/1 matrix. The same-frame Jacobian is symmetric (but
for the free moments M), and the Hessian of multipliers . g is its directional derivative along the
multipliers: no third-order array appears.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .kinematics import Kinematics, Pose, cross, over_frames, wrap
from .turning import Turning

Array = NDArray[np.float64]


@dataclass
class Balance:
    """Sums that the equations of motion and their derivatives share; made by ``Dynamics.balance``.

    E = N + 2 frames: the clip's, one before and one after. All masses carry 1 / (h^2 force_scale). K = 3 N + 2
    couplings are those of ``Dynamics.jacobian``.

    Attributes:
        pose: of the E frames.
        links: (N + 1, n) nominal step over each pair's own, n times; 0 beyond an open clip's ends.
        shares: (N, 1) mean of the steps before and after each frame over the nominal one.
        forces: (3, N, P) contact forces in units of force_scale, times shares.
        moments: (3, N, P) free moments in units of force_scale x 1 m, times shares.
        turning: of the bodies between the N + 1 pairs of frames.
        gram: (3, 3, N + 1, n) sum of that and of mass times centre's outer product of each frame with the next.
        first: (3, E, n) sum of mass times centre.
        coupling: (3, 6, K, n) matrices that take a column's twist to the moment that a row's twist works against:
            (S - trace S) u + v cross pull of a stress S; a frame's own also hold what a twist below feels,
            g = u . axial(S) + v . pull. Until prepared, S stands in the first half and nothing in the second.
        pull: (3, K, n).
        reach: (K, n) the force that goes with the moment, over the column's ``moved``.
        twist: (6, E, n) of each degree of freedom.
        moved: (3, E, n) derivative of ``first`` by each degree of freedom.
        arms: (5, E, 2 n + B + P) wrapped pose.u, pose.v, centres and points.
        columns: (6, K, n) twists of each coupling's columns, and ``wrench`` (6, K, n) the moments and forces of them;
            a coupling is their product with the row's twists.
    """

    pose: Pose
    links: Array
    shares: Array
    forces: Array
    moments: Array
    turning: Turning
    gram: Array
    first: Array
    coupling: Array
    pull: Array
    reach: Array = field(default_factory=lambda: np.empty(0))
    twist: Array = field(default_factory=lambda: np.empty(0))
    moved: Array = field(default_factory=lambda: np.empty(0))
    arms: Array = field(default_factory=lambda: np.empty(0))
    columns: Array = field(default_factory=lambda: np.empty(0))
    wrench: Array = field(default_factory=lambda: np.empty(0))


@dataclass(frozen=True)
class Variation:
    """How the sums of a balance change along some multipliers; made by ``Dynamics.vary``.

    Attributes:
        twist: (6, E, n) of each degree of freedom.
        gram, first, moved: as of Balance.
        motion: (3, E, P) of the tracked points.
    """

    twist: Array
    gram: Array
    first: Array
    motion: Array
    moved: Array


class Dynamics:
    """Equations of motion of one character.

    Args:
        kinematics: of the character; its tracked points are where forces act.
        step: h, the nominal one [s].
        gravity: world [m/s^2].
        force_scale: unit of force [N]; residuals and torques are in force_scale x 1 m or force_scale.
        pair_weight: (N + 1,) 1 where frame t - 1 and frame t belong to the motion, 0 beyond an open clip's ends.
    """

    def __init__(
        self,
        kinematics: Kinematics,
        *,
        step: float,
        gravity: Array,
        force_scale: float,
        pair_weight: Array,
    ) -> None:
        character, tree = kinematics.character, kinematics.tree
        self.kinematics, self.tree = kinematics, tree
        radii = np.array([body.diameters for body in character.bodies]).T / 2
        mass = np.array([body.mass for body in character.bodies])
        self.weights = np.vstack([mass * radii**2 / 5, mass]) / (step**2 * force_scale)  # (4, B)
        second, self._mass = self.weights[:3], self.weights[3]
        axes = kinematics.rest_axes
        spread = np.einsum("bmk,kb,bck->mcb", axes, second, axes)  # sum of J_k e_k e_k^T at rest
        self._spread = over_frames(spread, len(pair_weight))  # (3, 3, N + 1, B)
        self._moment = second.sum(0)
        self.below = tree.moves  # (B, n)
        self.points_below = tree.moves[kinematics.point_body]  # (P, n)
        above = [tree.above, tree.above, self.below, self.points_below]
        self._above = np.concatenate(above).T.astype(float)  # (n, 2 n + B + P) above each of Balance.arms
        self.mass_below = self._mass @ self.below  # (n,)
        self.drop = np.asarray(gravity, float) * step**2  # fall in one step
        weight = np.outer(self.drop, self.mass_below)
        self._weight_below = over_frames(weight, len(pair_weight) - 1)  # (3, N, n)
        self._links = np.repeat(np.asarray(pair_weight, float)[:, None], tree.n, axis=1)  # of even steps
        self._shares = np.ones((len(pair_weight) - 1, 1))
        now = np.arange(len(pair_weight))
        self._row_frame = np.concatenate([now[1:], now, now + 1])  # (K,) extended, of each coupling's row
        self._column_frame = np.concatenate([now[1:], now + 1, now])

    def balance(self, pose: Pose, forces: Array, moments: Array, steps: Array | None = None) -> Balance:
        """Everything that values and derivatives need.

        Args:
            pose: of E frames.
            forces: (3, N, P) in units of force_scale.
            moments: (3, N, P) in units of force_scale x 1 m.
            steps: (N + 1,) of each pair of frames, in units of the nominal one; all 1 when None.
        """
        links, shares = self._links, self._shares
        if steps is not None:
            links, shares = links / steps[:, None], (steps[:-1, None] + steps[1:, None]) / 2
            forces, moments = forces * shares, moments * shares
        rotation, centre = pose.rotation, pose.position
        halves = np.empty((2, *rotation[:, :, 1:].shape), rotation.dtype)
        np.einsum("rmeb,mceb->rceb", rotation[:, :, :-1], self._spread, out=halves[0])
        np.multiply(rotation[:, :, :-1], 0.5, out=halves[1])
        turning = Turning(np.einsum("srkeb,ckeb->rcseb", halves, rotation[:, :, 1:]), self._moment)
        first = self._mass * centre
        gram = (turning.gram + first[:, None, :-1] * centre[None, :, 1:]) @ self.below
        first = first @ self.below
        coupling, pull = _stresses(links, shares, gram, first, self.drop)
        own = slice(len(shares))
        pull[:, own] -= self._weight_below * shares
        if forces.shape[2]:
            coupling[:, :3, own] -= (pose.points[:, None, 1:-1] * forces) @ self.points_below
            pull[:, own] -= forces @ self.points_below
        return Balance(pose, links, shares, forces, moments, turning, gram, first, coupling, pull)

    def residual(self, b: Balance) -> Array:
        """g: (N, n) in units of force_scale (x 1 m for rotations), times shares."""
        u, v, own = b.pose.u[:, 1:-1], b.pose.v[:, 1:-1], slice(len(b.shares))
        g = (v * (b.pull[:, own] - _own(b) * b.first[:, 1:-1])).sum(0)
        g += along_axial(u, b.coupling[:, :3, own])
        if b.moments.any():
            g -= (u * (b.moments @ self.points_below)).sum(0)
        return np.asarray(g)

    def prepare(self, b: Balance) -> None:
        """Fills, once, the arrays of which Jacobian and Hessian are products."""
        u, v, n = b.pose.u, b.pose.v, self.tree.n
        b.twist = np.concatenate([u, v])
        b.arms = wrap(np.concatenate([u, v, b.pose.position, b.pose.points], axis=2))
        b.moved = cross(b.arms[..., :n], wrap(b.first))
        b.moved += self.mass_below * v
        b.reach = np.concatenate([-_own(b), b.links, b.links])
        _complete(b.coupling, b.pull)
        b.columns = b.twist.take(self._column_frame, axis=1)
        b.wrench = np.empty_like(b.columns)
        np.einsum("rcki,cki->rki", b.coupling, b.columns, out=b.wrench[:3])
        np.multiply(b.reach, b.moved.take(self._column_frame, axis=1), out=b.wrench[3:])

    def jacobian(self, b: Balance) -> Array:
        """Derivatives of g as full matrices of which only related pairs of degrees of freedom count.

        Returns:
            (3 N + 2, n, n): dg_i(t)/dq_j(s) for i at or above j, of K couplings: N of frames t = s, symmetric, then
            N + 1 pairs of a frame t and the next one s, then the same pairs with t the later. Those of pairs without
            weight mean nothing. dg_j(s)/dq_i(t) is the transpose.
        """
        return self._products((b.twist,), (b.wrench,))

    def vary(self, b: Balance, multipliers: Array) -> Variation:
        """How everything changes along multipliers (E, n), those without an equation zero; b is prepared."""
        n, n_bodies, centre = self.tree.n, len(self._mass), b.pose.position
        weighted = (b.twist * multipliers).reshape(-1, n)
        along = (weighted @ self._above).reshape(*b.twist.shape[:2], -1)  # twists of what has arms
        spin, slide = wrap(along[:3]), along[3:]
        turned = cross(spin, b.arms)
        d = np.concatenate([turned[..., :n], turned[..., n : 2 * n]])
        d[3:] += cross(wrap(slide[..., :n]), b.arms[..., :n])
        moving = turned[..., 2 * n :] + slide[..., 2 * n :]
        first, motion = self._mass * moving[..., :n_bodies], moving[..., n_bodies:]
        body_spin = spin[..., 2 * n : 2 * n + n_bodies]
        gram = b.turning.gram_change(body_spin[:, :-1], body_spin[:, 1:])
        gram += first[:, None, :-1] * centre[None, :, 1:]
        gram += centre[:, None, :-1] * first[None, :, 1:]
        gram, first = gram @ self.below, first @ self.below
        moved = cross(wrap(d[:3]), wrap(b.first))
        moved += cross(b.arms[..., :n], wrap(first))
        moved += self.mass_below * d[3:]
        return Variation(d, gram, first, motion, moved)

    def hessian(self, b: Balance, change: Variation, point_weights: Array) -> Array:
        """Second derivatives of multipliers . g + sum of point_weights . points, as the couplings of ``jacobian``.

        A frame's own is between the unknowns of that frame.

        Args:
            b: prepared balance.
            change: along the multipliers.
            point_weights: (3, N, P).
        """
        coupling, pull = _stresses(b.links, b.shares, change.gram, change.first, self.drop)
        if len(self.kinematics.point_body):
            own, mid = slice(len(b.shares)), slice(1, -1)
            arms = b.pose.points[:, None, mid] * point_weights - change.motion[:, None, mid] * b.forces
            coupling[:, :3, own] += arms @ self.points_below
            pull[:, own] += point_weights @ self.points_below
        _complete(coupling, pull)
        wrench = np.empty_like(b.wrench)
        columns = change.twist.take(self._column_frame, axis=1)
        np.einsum("rcki,cki->rki", b.coupling, columns, out=wrench[:3])
        wrench[:3] += np.einsum("rcki,cki->rki", coupling, b.columns)
        np.multiply(b.reach, change.moved.take(self._column_frame, axis=1), out=wrench[3:])
        return self._products((change.twist, b.twist), (b.wrench, wrench))

    def _products(self, twists: tuple[Array, ...], wrenches: tuple[Array, ...]) -> Array:
        """(K, n, n) sum of the rows' twists, of (6, E, n) each, times the columns' wrenches (6, K, n)."""
        rows = np.concatenate([a.swapaxes(0, 1) for a in twists], axis=1).take(self._row_frame, axis=0)
        columns = np.concatenate([a.swapaxes(0, 1) for a in wrenches], axis=1)
        product: Array = rows.swapaxes(1, 2) @ columns
        return product

    def point_jacobian(self, pose: Pose, points: NDArray[np.intp], dofs: NDArray[np.intp]) -> Array:
        """dx/dq (3, E, K) of K pairs of a tracked point and a degree of freedom that moves it."""
        moved = cross(wrap(pose.u.take(dofs, axis=2)), wrap(pose.points.take(points, axis=2)))
        moved += pose.v.take(dofs, axis=2)
        return moved


def _own(b: Balance) -> Array:
    """(N, n) what a frame itself counts in its differences to both neighbours."""
    return b.links[:-1] + b.links[1:]


def along_axial(u: Array, stress: Array) -> Array:
    """(N, n) u . axial vector of the antisymmetric part of a stress (3, 3, N, n)."""
    s = stress
    return np.asarray(u[0] * (s[1, 2] - s[2, 1]) + u[1] * (s[2, 0] - s[0, 2]) + u[2] * (s[0, 1] - s[1, 0]))


def _stresses(links: Array, shares: Array, gram: Array, first: Array, drop: Array) -> tuple[Array, Array]:
    """``coupling`` and ``pull`` of Balance before they are prepared, without the weight's pull and forces on points."""
    n_frames, n = len(shares), gram.shape[3]
    own, ahead, behind = slice(n_frames), slice(n_frames, 2 * n_frames + 1), slice(2 * n_frames + 1, None)
    coupling = np.empty((3, 6, 3 * n_frames + 2, n), gram.dtype)
    stress, pairs = coupling[:, :3], gram * links
    transposed = pairs.swapaxes(0, 1)
    np.add(pairs[:, :, 1:], transposed[:, :, :-1], out=stress[:, :, own])
    fallen = first[:, 1:-1] * shares
    for axis, amount in enumerate(drop.tolist()):
        if amount:
            stress[:, axis, own] -= amount * fallen
    np.negative(transposed, out=stress[:, :, ahead])
    np.negative(pairs, out=stress[:, :, behind])
    pull = np.empty((3, 3 * n_frames + 2, n), gram.dtype)
    np.multiply(first[:, :-1], -links, out=pull[:, ahead])
    np.multiply(first[:, 1:], -links, out=pull[:, behind])
    np.negative(pull[:, behind][:, 1:] + pull[:, ahead][:, :-1], out=pull[:, own])
    return coupling, pull


def _complete(coupling: Array, pull: Array) -> None:
    """Takes the trace from the stress and fills the half that multiplies v."""
    diagonal = np.einsum("rr...->r...", coupling[:, :3])  # a view
    diagonal -= diagonal[0] + diagonal[1] + diagonal[2]
    for x, y, z in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        coupling[x, 3 + x] = 0.0
        coupling[x, 3 + y] = pull[z]
        np.negative(pull[y], out=coupling[x, 3 + z])
