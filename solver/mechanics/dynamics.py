"""Discrete equations of motion with exact first and second derivatives, all frames at once.

The discrete Lagrange-d'Alembert principle (Marsden & West 2001) in minimal coordinates, with the kinetic energy between
two frames from the displacement and the rotation (turning.py) of each body. For every degree of freedom i and frame t,

    g_i(t) = sum_b [ m dx_b/dq_i . (A_b - gravity) + u_i . (L_b(t) - L_b(t-1)) ] - sum_c dx_c/dq_i . F_c
             - sum_c u_i . M_c                                                     = tau_i

    A_b = 2 / (h- + h+) [(x_b(t+1) - x_b(t)) / h+ - (x_b(t) - x_b(t-1)) / h-]

with h- and h+ the steps before and after the frame and L_b(t) the body's angular momentum about its center between
frames t and t + 1, divided by (h- + h+) / 2. World positions are differenced, so no Coriolis terms appear and
momentum is conserved exactly. Each equation is multiplied by (h- + h+) / 2h, with h the nominal step, which keeps
the Jacobian across a pair of frames symmetric.

A degree of freedom is the twist s = (u, v), which moves a point x by u cross x + v. The sum over the bodies below
a degree of freedom is one product with the tree's 0/1 matrix. The same-frame Jacobian is symmetric (except
for the free moments M), and the Hessian of multipliers . g is its directional derivative along the
multipliers, so that no third-order array appears.
"""

from dataclasses import dataclass, field

import numpy as np

from ..arrays import Array, Indices
from .couplings import Couplings
from .kinematics import Kinematics, Pose, cross, over_frames, wrap
from .turning import AXIAL, Turning

_OPPOSED = -AXIAL  # S to (S_yz - S_zy, S_zx - S_xz, S_xy - S_yx), the axial vector of stresses
_ACROSS = np.cross(np.eye(3)[:, None], np.eye(3)).swapaxes(1, 2).reshape(9, 3)  # from pull to the factor of v


@dataclass
class Balance:
    """Sums that the equations of motion and their derivatives share; made by ``Dynamics.balance``.

    E = N + 2 frames: the clip's, one before and one after. All masses carry 1 / (h^2 force_scale). K = 3 N + 2
    couplings are those of ``Dynamics.jacobian``.

    Attributes:
        pose: of the E frames.
        pace: weights of the steps between the frames.
        forces: (3, N, P) contact forces in units of force_scale, times the frames' shares.
        moments: (3, N, P) free moments in units of force_scale x 1 m, times the frames' shares; None without any.
        turning: rotations of the bodies between the N + 1 pairs of frames.
        gram: (3, 3, N + 1, n) sum of ``turning.gram`` and of mass times the outer product of successive centers.
        first: (3, E, n) sum of mass times center.
        coupling: (6, 3, K, n) transposed matrices from a column's twist to the moment against which a row's twist does
            work: (S - trace S) u + v cross pull of a stress S. Those of single frames also hold the gradient,
            g = u . axial(S) + v . pull. Before ``prepare``, the first half holds S^T and the second is empty.
        pull: (3, K, n).
        twist: (6, E, n) of each degree of freedom.
        moved: (3, E, n) derivative of ``first`` by each degree of freedom.
        arms: (5, E, 2 n + B + P) wrapped pose.u, pose.v, centers and points.
        columns: (6, K, n) twists of each coupling's columns.
        rows: (12, K, n) twists of each coupling's rows in the second half; ``wrench`` (12, K, n) holds the columns'
            moments and forces in the first. Their product is the coupling; the Hessian fills the other halves.
    """

    pose: Pose
    pace: "Pace"
    forces: Array
    moments: Array | None
    turning: Turning
    gram: Array
    first: Array
    coupling: Array
    pull: Array
    twist: Array = field(default_factory=lambda: np.empty(0))
    moved: Array = field(default_factory=lambda: np.empty(0))
    arms: Array = field(default_factory=lambda: np.empty(0))
    rows: Array = field(default_factory=lambda: np.empty(0))
    columns: Array = field(default_factory=lambda: np.empty(0))
    wrench: Array = field(default_factory=lambda: np.empty(0))


@dataclass(frozen=True)
class Pace:
    """Weights of the steps between N + 2 frames in the equations of motion.

    Attributes:
        links: (N + 1, n) nominal step over the step of each pair, n times; 0 beyond an open clip's ends.
        shares: (N, 1) mean of the steps before and after each frame over the nominal one.
        opposed: (N + 1, n) -links.
        centers: (N, n) weight of the frame itself in its differences to both neighbors.
        fall: (axis, (N, 1)) fall in one step along each axis with a component of gravity, times shares.
        reach: (K, n) ratio of a coupling's force to the column's ``moved``.
        weight: (3, N, n) of the bodies below each degree of freedom, times shares.
    """

    links: Array
    shares: Array
    opposed: Array
    centers: Array
    fall: tuple[tuple[int, Array], ...]
    reach: Array
    weight: Array


@dataclass(frozen=True)
class BalanceVariation:
    """Directional derivative of a balance along multipliers; made by ``Dynamics.vary``.

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
        step: h, the nominal step [s].
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
        plain = np.broadcast_to(np.eye(3)[..., None] / 2, spread.shape)
        self._spread = over_frames(np.stack([spread, plain], 2), len(pair_weight))  # (3, 3, 2, N + 1, B)
        self._still = np.einsum("rrseb->seb", self._spread)
        self.below = tree.moves  # (B, n)
        self.points_below = tree.moves[kinematics.point_body]  # (P, n)
        above = [tree.above, tree.above, self.below, self.points_below]
        self._above = np.concatenate(above).T.astype(float)  # (n, 2 n + B + P) above each of Balance.arms
        self.mass_below = self._mass @ self.below  # (n,)
        self.drop = np.asarray(gravity, float) * step**2  # fall in one step
        self._pair_weight = np.asarray(pair_weight, float)
        self._even = self._pace(np.ones(len(pair_weight)))
        now = np.arange(len(pair_weight))
        self._row_frame = np.concatenate([now[1:], now, now + 1])  # (K,) extended, of each coupling's row
        self._column_frame = np.concatenate([now[1:], now + 1, now])

    def balance(
        self, pose: Pose, forces: Array, moments: Array | None, steps: Array | None = None
    ) -> Balance:
        """The sums from which values and derivatives are computed.

        Args:
            pose: of E frames.
            forces: (3, N, P) in units of force_scale.
            moments: (3, N, P) in units of force_scale x 1 m; None: none.
            steps: (N + 1,) of each pair of frames, in units of the nominal step; all 1 when None.
        """
        pace = self._even
        if steps is not None:
            pace = self._pace(steps)
            forces = forces * pace.shares
            moments = None if moments is None else moments * pace.shares
        rotation, centre = pose.rotation, pose.position
        halves = np.einsum("rmeb,mkseb->rkseb", rotation[:, :, :-1], self._spread)
        turning = Turning(np.einsum("rkseb,ckeb->rcseb", halves, rotation[:, :, 1:]), self._still)
        first = self._mass * centre
        gram = first[:, None, :-1] * centre[None, :, 1:]
        gram += turning.gram
        gram, first = _summed(gram, self.below), _summed(first, self.below)
        pushed = None
        if forces.shape[2]:
            pushed = _summed(forces[:, None] * pose.points[None, :, 1:-1], self.points_below)
        coupling, pull = _stresses(pace, gram, first, pushed)
        pull[:, : len(pace.centers)] -= pace.weight
        if forces.shape[2]:
            pull[:, : len(pace.centers)] -= _summed(forces, self.points_below)
        return Balance(pose, pace, forces, moments, turning, gram, first, coupling, pull)

    def residual(self, b: Balance) -> Array:
        """g: (N, n) in units of force_scale (x 1 m for rotations), times shares."""
        u, v, own = b.pose.u[:, 1:-1], b.pose.v[:, 1:-1], b.pace.centers
        g = np.einsum("rti,rti->ti", v, b.pull[:, : len(own)] - own * b.first[:, 1:-1])
        g -= along_axial(u, b.coupling[:3, :, : len(own)])  # of the transposed
        if b.moments is not None:
            g -= (u * (b.moments @ self.points_below)).sum(0)
        return np.asarray(g)

    def prepare(self, b: Balance) -> None:
        """Fills the factors of Jacobian and Hessian, once."""
        u, v, n = b.pose.u, b.pose.v, self.tree.n
        b.twist = np.concatenate([u, v])
        b.arms = wrap(np.concatenate([u, v, b.pose.position, b.pose.points], axis=2))
        b.moved = cross(b.arms[..., :n], wrap(b.first))
        b.moved += self.mass_below * v
        _complete(b.coupling, b.pull)
        b.columns = b.twist.take(self._column_frame, axis=1)
        b.rows, b.wrench = np.empty((2, 12, *b.columns.shape[1:]), b.twist.dtype)
        b.twist.take(self._row_frame, axis=1, out=b.rows[6:], mode="clip")
        np.einsum("crki,cki->rki", b.coupling, b.columns, out=b.wrench[:3])
        np.multiply(b.pace.reach, b.moved.take(self._column_frame, axis=1), out=b.wrench[3:6])

    def jacobian(self, b: Balance) -> Couplings:
        """Derivatives of g as full matrices, valid only for pairs of degrees of freedom of which one carries the other.

        Returns:
            K = 3 N + 2 couplings dg_i(t)/dq_j(s) for i at or above j: N of frames t = s, symmetric, then N + 1 pairs of
            a frame t and the next one s, then the same pairs with t the later. Those of pairs without weight are
            meaningless. dg_j(s)/dq_i(t) is the transpose.
        """
        return Couplings(b.rows[6:], b.wrench[:6])

    def vary(self, b: Balance, multipliers: Array) -> BalanceVariation:
        """Derivative of the prepared balance b along multipliers (E, n), which are zero where there is no equation."""
        n, n_bodies, centre = self.tree.n, len(self._mass), b.pose.position
        weighted = (b.twist * multipliers).reshape(-1, n)
        along = (weighted @ self._above).reshape(*b.twist.shape[:2], -1)  # twists of u, v, centers and points
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
        gram, first = _summed(gram, self.below), _summed(first, self.below)
        moved = cross(wrap(d[:3]), wrap(b.first))
        moved += cross(b.arms[..., :n], wrap(first))
        moved += self.mass_below * d[3:]
        return BalanceVariation(d, gram, first, motion, moved)

    def hessian(self, b: Balance, change: BalanceVariation, point_weights: Array) -> Couplings:
        """Second derivatives of multipliers . g + sum of point_weights . points, as the couplings of ``jacobian``.

        Args:
            b: prepared balance.
            change: along the multipliers.
            point_weights: (3, N, P).
        """
        pushed, mid = None, slice(1, -1)
        if len(self.kinematics.point_body):
            arms = b.forces[:, None] * change.motion[None, :, mid]
            arms -= point_weights[:, None] * b.pose.points[None, :, mid]
            pushed = _summed(arms, self.points_below)
        coupling, pull = _stresses(b.pace, change.gram, change.first, pushed)
        if pushed is not None:
            pull[:, : len(b.pace.centers)] += _summed(point_weights, self.points_below)
        _complete(coupling, pull)
        columns = change.twist.take(self._column_frame, axis=1)
        moments = np.einsum("crki,cki->rki", b.coupling, columns, out=b.wrench[6:9])
        moments += np.einsum("crki,cki->rki", coupling, b.columns)
        np.multiply(b.pace.reach, change.moved.take(self._column_frame, axis=1), out=b.wrench[9:])
        change.twist.take(self._row_frame, axis=1, out=b.rows[:6], mode="clip")
        return Couplings(b.rows, b.wrench)

    def point_jacobian(self, pose: Pose, points: Indices, dofs: Indices) -> Array:
        """dx/dq (3, E, K) of K pairs of a tracked point and a degree of freedom that moves it."""
        moved = cross(wrap(pose.u.take(dofs, axis=2)), wrap(pose.points.take(points, axis=2)))
        moved += pose.v.take(dofs, axis=2)
        return moved

    def _pace(self, steps: Array) -> Pace:
        """Weights of steps (N + 1,) in units of the nominal step."""
        links = np.repeat((self._pair_weight / steps)[:, None], self.tree.n, axis=1)
        shares, own = (steps[:-1, None] + steps[1:, None]) / 2, links[:-1] + links[1:]
        weight = np.multiply.outer(self.drop, shares * self.mass_below)
        fall = tuple((int(axis), self.drop[axis] * shares) for axis in np.flatnonzero(self.drop))
        return Pace(links, shares, -links, own, fall, np.concatenate([-own, links, links]), weight)


def along_axial(u: Array, stress: Array) -> Array:
    """(N, n) u . axial vector of the antisymmetric part of a stress (3, 3, N, n)."""
    axial = np.asarray(_OPPOSED @ stress.reshape(9, -1)).reshape(u.shape)
    return np.asarray(np.einsum("rti,rti->ti", u, axial))


def _summed(a: Array, below: Array) -> Array:
    """(..., n) sums of (..., B) over the bodies below each degree of freedom, as one matrix product."""
    return np.asarray(a.reshape(-1, len(below)) @ below).reshape(*a.shape[:-1], -1)


def _stresses(pace: Pace, gram: Array, first: Array, pushed: Array | None) -> tuple[Array, Array]:
    """``coupling`` and ``pull`` of Balance before ``prepare``; the pull lacks weight and forces on points.

    Args:
        pace: of the steps.
        gram: of the balance, or its change.
        first: of the balance, or its change.
        pushed: (3, 3, N, n) transposed stress of forces on points; None without any.
    """
    n_frames, n = pace.centers.shape
    own, ahead, behind = slice(n_frames), slice(n_frames, 2 * n_frames + 1), slice(2 * n_frames + 1, None)
    both = np.empty((7, 3, 3 * n_frames + 2, n), gram.dtype)
    # stacked, because a frame's value is the same sum over its neighbors in both
    pull, coupling = both[0], both[1:]
    stress = coupling[:3]
    np.multiply(first[:, :-1], pace.opposed, out=pull[:, ahead])
    np.multiply(first[:, 1:], pace.opposed, out=pull[:, behind])
    np.multiply(gram, pace.opposed, out=stress[:, :, ahead])
    stress[:, :, behind] = stress[:, :, ahead].swapaxes(0, 1)
    still = both[:4, :, own]
    np.add(both[:4, :, behind][:, :, 1:], both[:4, :, ahead][:, :, :-1], out=still)
    for axis, fall in pace.fall:
        still[1 + axis] += first[:, 1:-1] * fall
    if pushed is not None:
        still[1:] += pushed
    np.negative(still, out=still)
    return coupling, pull


def _complete(coupling: Array, pull: Array) -> None:
    """Subtracts the trace from the stress and fills the half that multiplies v."""
    diagonal = coupling.reshape(18, *coupling.shape[2:])[0:9:4]  # a view
    diagonal -= diagonal[0] + diagonal[1] + diagonal[2]
    np.matmul(_ACROSS, pull.reshape(3, -1), out=coupling[3:].reshape(9, -1))
