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

from .kinematics import Kinematics, Pose, cross, wrap
from .turning import Turning

Array = NDArray[np.float64]


@dataclass
class Balance:
    """Sums that the equations of motion and their derivatives share; made by ``Dynamics.balance``.

    E = N + 2 frames: the clip's, one before and one after. All masses carry 1 / (h^2 force_scale).

    Attributes:
        pose: of the E frames.
        links: (N + 1, 1) nominal step over each pair's own; 0 beyond an open clip's ends.
        shares: (N, 1) mean of the steps before and after each frame over the nominal one.
        forces: (3, N, P) contact forces in units of force_scale, times shares.
        moments: (3, N, P) free moments in units of force_scale x 1 m, times shares.
        turning: of the bodies between the N + 1 pairs of frames.
        gram: (3, 3, N + 1, n) sum of that and of mass times centre's outer product of each frame with the next.
        first: (3, E, n) sum of mass times centre.
        stress: (3, 3, N, n) and ``pull`` (3, N, n): what a twist below feels; g = u . axial(stress) + v . pull.
        right: (6, N, n) derivative of the frame's own equations along each twist below.
        ahead, behind: (6, N + 1, n) the same across a pair of frames.
        twist: (6, E, n) of each degree of freedom.
        uw, vw, firstw: (5, E, n) pose.u, pose.v and first, wrapped for ``cross``.
    """

    pose: Pose
    links: Array
    shares: Array
    forces: Array
    moments: Array
    turning: Turning
    gram: Array
    first: Array
    stress: Array
    pull: Array
    right: Array = field(default_factory=lambda: np.empty(0))
    ahead: Array = field(default_factory=lambda: np.empty(0))
    behind: Array = field(default_factory=lambda: np.empty(0))
    twist: Array = field(default_factory=lambda: np.empty(0))
    uw: Array = field(default_factory=lambda: np.empty(0))
    vw: Array = field(default_factory=lambda: np.empty(0))
    firstw: Array = field(default_factory=lambda: np.empty(0))


@dataclass(frozen=True)
class Variation:
    """How the sums of a balance change along some multipliers; made by ``Dynamics.vary``.

    Attributes:
        twist: (6, E, n) of each degree of freedom.
        gram, first: as of Balance.
        motion: (3, E, P) of the tracked points.
        moved: (3, E, n) of the derivative of ``first`` by each degree of freedom.
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
        self._rest_axes = kinematics.rest_axes.transpose(1, 2, 0).copy()  # (3, 3, B)
        radii = np.array([body.diameters for body in character.bodies]).T / 2
        mass = np.array([body.mass for body in character.bodies])
        self.weights = np.vstack([mass * radii**2 / 5, mass]) / (step**2 * force_scale)  # (4, B)
        self._second, self._mass = self.weights[:3], self.weights[3]
        self.below = tree.moves  # (B, n)
        self.points_below = tree.moves[kinematics.point_body]  # (P, n)
        self.carried = tree.above.T.astype(float)  # (n, n)
        self.mass_below = self._mass @ self.below  # (n,)
        self.drop = np.asarray(gravity, float) * step**2  # fall in one step
        self.pair_weight = np.asarray(pair_weight, float)[:, None]  # (N + 1, 1)
        self._even = np.ones(len(self.pair_weight))

    def balance(self, pose: Pose, forces: Array, moments: Array, steps: Array | None = None) -> Balance:
        """Everything that values and derivatives need.

        Args:
            pose: of E frames.
            forces: (3, N, P) in units of force_scale.
            moments: (3, N, P) in units of force_scale x 1 m.
            steps: (N + 1,) of each pair of frames, in units of the nominal one; all 1 when None.
        """
        steps = (self._even if steps is None else steps)[:, None]
        links, shares = self.pair_weight / steps, (steps[:-1] + steps[1:]) / 2
        forces, moments = forces * shares, moments * shares
        axes = np.einsum("rmeb,mcb->rceb", pose.rotation, self._rest_axes)
        before, after = axes[:, :, :-1], axes[:, :, 1:]
        turning = Turning(
            np.einsum("rkeb,ckeb->rceb", before * self._second[:, None], after),
            np.einsum("rkeb,ckeb->rceb", before / 2, after),
            self._second.sum(0),
        )
        centre, first = pose.position, self._mass * pose.position
        gram = (turning.gram + first[:, None, :-1] * centre[None, :, 1:]) @ self.below
        first = first @ self.below
        ahead, behind = links[1:], links[:-1]
        stress = gram[:, :, 1:] * ahead + gram.swapaxes(0, 1)[:, :, :-1] * behind
        stress -= (first[:, 1:-1] * shares)[:, None] * self.drop[:, None, None]
        pull = first[:, 2:] * ahead + first[:, :-2] * behind
        pull -= self.mass_below * shares * self.drop[:, None, None]
        if forces.shape[2]:
            stress -= (pose.points[:, None, 1:-1] * forces) @ self.points_below
            pull -= forces @ self.points_below
        return Balance(pose, links, shares, forces, moments, turning, gram, first, stress, pull)

    def residual(self, b: Balance) -> Array:
        """g: (N, n) in units of force_scale (x 1 m for rotations), times shares."""
        u, v = b.pose.u[:, 1:-1], b.pose.v[:, 1:-1]
        g = (v * (b.pull - _own(b) * b.first[:, 1:-1])).sum(0)
        g += along_axial(u, b.stress)
        if b.moments.any():
            g -= (u * (b.moments @ self.points_below)).sum(0)
        return np.asarray(g)

    def prepare(self, b: Balance) -> None:
        """Fills the vectors of which Jacobian and Hessian are products."""
        u, v, mid = b.pose.u, b.pose.v, slice(1, -1)
        b.twist = np.concatenate([u, v])
        uw, vw, firstw = b.uw, b.vw, b.firstw = wrap(u), wrap(v), wrap(b.first)
        moved = self.mass_below * v
        b.right = np.empty((6, *b.pull.shape[1:]), u.dtype)
        b.right[:3] = _turned(b.stress, u[:, mid]) + cross(vw[:, mid], wrap(b.pull))
        b.right[3:] = -_own(b) * (cross(uw[:, mid], firstw[:, mid]) + moved[:, mid])
        now, nxt = slice(None, -1), slice(1, None)
        shape = (6, *b.gram.shape[2:])
        b.ahead, b.behind = np.empty(shape, u.dtype), np.empty(shape, u.dtype)
        b.ahead[:3] = -_turned(b.gram.swapaxes(0, 1), u[:, nxt]) - cross(vw[:, nxt], firstw[:, now])
        b.ahead[3:] = cross(uw[:, nxt], firstw[:, nxt]) + moved[:, nxt]
        b.behind[:3] = -_turned(b.gram, u[:, now]) - cross(vw[:, now], firstw[:, nxt])
        b.behind[3:] = cross(uw[:, now], firstw[:, now]) + moved[:, now]
        b.ahead *= b.links
        b.behind *= b.links

    def jacobian(self, b: Balance) -> Array:
        """Derivatives of g as full matrices of which only related pairs of degrees of freedom count.

        Returns:
            (3 N + 2, n, n): N blocks "own", dg_i/dq_j of the same frame for i at or above j, symmetric; N + 1
            blocks "ahead", dg_i(t)/dq_j(t+1) for i at or above j, pair of frames by pair; N + 1 blocks
            "behind", the same for j above i, as [i, j]. Blocks of pairs without weight mean nothing.
            dg(t+1)/dq(t) is the transpose of dg(t)/dq(t+1).
        """
        rows, columns = _rows(b.twist), _columns(b.twist)
        return _blocks(
            (rows[1:-1], _columns(b.right)), (rows[:-1], _columns(b.ahead)), (_rows(b.behind), columns[1:])
        )

    def vary(self, b: Balance, multipliers: Array) -> Variation:
        """How everything changes along multipliers (E, n), those without an equation zero; b is prepared."""
        pose, tree, twist, centre = b.pose, self.tree, b.twist, b.pose.position
        along = (twist * multipliers) @ self.carried  # twist of each link along the multipliers
        spin, slide = wrap(along[:3]), wrap(along[3:])
        d = np.empty_like(twist)
        d[:3], d[3:] = cross(spin, b.uw), cross(spin, b.vw) + cross(slide, b.uw)
        held, now, nxt = (tree.last >= 0).astype(float), slice(None, -1), slice(1, None)
        body_spin, body_slide = spin[:, :, tree.last] * held, along[3:, :, tree.last] * held
        dfirst = self._mass * (cross(body_spin, wrap(centre)) + body_slide)
        dgram = b.turning.gram_change(body_spin[:, now], body_spin[:, nxt])
        dgram += dfirst[:, None, now] * centre[None, :, nxt]
        dgram += centre[:, None, now] * dfirst[None, :, nxt]
        dgram, dfirst = dgram @ self.below, dfirst @ self.below
        moved = cross(wrap(d[:3]), b.firstw) + cross(b.uw, wrap(dfirst)) + self.mass_below * d[3:]
        points = self.kinematics.point_body
        motion = cross(body_spin[:, :, points], wrap(pose.points)) + body_slide[:, :, points]
        return Variation(d, dgram, dfirst, motion, moved)

    def hessian(self, b: Balance, change: Variation, point_weights: Array) -> Array:
        """Second derivatives of multipliers . g + sum of point_weights . points, as blocks of ``jacobian``.

        "own" is between the unknowns of one frame.

        Args:
            b: prepared balance.
            change: along the multipliers.
            point_weights: (3, N, P).
        """
        pose, d, twist, vw, firstw = b.pose, change.twist, b.twist, b.vw, b.firstw
        u, mid, now, nxt = pose.u, slice(1, -1), slice(None, -1), slice(1, None)
        du, dvw, dgram, dfirst, dfirstw = d[:3], wrap(d[3:]), change.gram, change.first, wrap(change.first)
        after, before = b.links[1:], b.links[:-1]
        dstress = np.asarray(dgram[:, :, 1:] * after + dgram.swapaxes(0, 1)[:, :, :-1] * before, float)
        dstress -= (dfirst[:, mid] * b.shares)[:, None] * self.drop[:, None, None]
        dpull = np.asarray(dfirst[:, 2:] * after + dfirst[:, :-2] * before, float)
        if len(self.kinematics.point_body):
            arms = pose.points[:, None, mid] * point_weights - change.motion[:, None, mid] * b.forces
            dstress += arms @ self.points_below
            dpull += point_weights @ self.points_below

        dright = np.empty_like(b.right)
        dright[:3] = _turned(b.stress, du[:, mid]) + _turned(dstress, u[:, mid])
        dright[:3] += cross(dvw[:, mid], wrap(b.pull)) + cross(vw[:, mid], wrap(dpull))
        dright[3:] = -_own(b) * change.moved[:, mid]

        dahead = np.empty_like(b.ahead)
        gram_t, dgram_t = b.gram.swapaxes(0, 1), dgram.swapaxes(0, 1)
        dahead[:3] = -_turned(gram_t, du[:, nxt]) - _turned(dgram_t, u[:, nxt])
        dahead[:3] -= cross(dvw[:, nxt], firstw[:, now]) + cross(vw[:, nxt], dfirstw[:, now])
        dahead[3:] = change.moved[:, nxt]
        dbehind = np.empty_like(b.behind)
        dbehind[:3] = -_turned(b.gram, du[:, now]) - _turned(dgram, u[:, now])
        dbehind[:3] -= cross(dvw[:, now], firstw[:, nxt]) + cross(vw[:, now], dfirstw[:, nxt])
        dbehind[3:] = change.moved[:, now]
        dahead *= b.links
        dbehind *= b.links
        both = np.concatenate([d, twist])
        return _blocks(
            (_rows(both[:, mid]), _columns(np.concatenate([b.right, dright]))),
            (_rows(both[:, now]), _columns(np.concatenate([b.ahead, dahead]))),
            (_rows(np.concatenate([dbehind, b.behind])), _columns(np.concatenate([twist, d])[:, nxt])),
        )

    def point_jacobian(self, pose: Pose, points: NDArray[np.intp], dofs: NDArray[np.intp]) -> Array:
        """dx/dq (3, E, K) of K pairs of a tracked point and a degree of freedom that moves it."""
        moved = cross(wrap(pose.u[..., dofs]), wrap(pose.points[..., points]))
        moved += pose.v[..., dofs]
        return moved


def _own(b: Balance) -> Array:
    """(N, 1) what a frame itself counts in its differences to both neighbours."""
    return b.links[:-1] + b.links[1:]


def along_axial(u: Array, stress: Array) -> Array:
    """(N, n) u . axial vector of the antisymmetric part of a stress (3, 3, N, n)."""
    s = stress
    return np.asarray(u[0] * (s[1, 2] - s[2, 1]) + u[1] * (s[2, 0] - s[0, 2]) + u[2] * (s[0, 1] - s[1, 0]))


def _turned(stress: Array, u: Array) -> Array:
    """(S - trace S) u for each frame and degree of freedom."""
    turned = np.einsum("rcti,cti->rti", stress, u)
    turned -= (stress[0, 0] + stress[1, 1] + stress[2, 2]) * u
    return np.asarray(turned)


def _rows(a: Array) -> Array:
    """(K, N, n) to (N, n, K)."""
    return a.transpose(1, 2, 0)


def _columns(a: Array) -> Array:
    """(K, N, n) to (N, K, n)."""
    return a.transpose(1, 0, 2)


def _blocks(*products: tuple[Array, Array]) -> Array:
    """Batched matrix products, one after another in one array."""
    n = products[0][0].shape[1]
    counts = np.cumsum([0, *(len(left) for left, _ in products)])
    blocks = np.empty((counts[-1], n, n), products[0][0].dtype)
    for (left, right), start, end in zip(products, counts[:-1], counts[1:], strict=True):
        np.matmul(left, right, out=blocks[start:end])
    return blocks
