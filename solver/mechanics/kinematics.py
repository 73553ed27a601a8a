"""Forward kinematics of all frames at once.

Numeric arrays are (component, frame, body or degree of freedom): numpy then works on long rows.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array, Indices
from ..character import Character
from ..rotations import continuous_signs, matrix_from_quaternion, quaternion_from_matrix
from .joint_frames import JointFrames
from .tree import Tree, tree_of

_CYCLIC = np.array([0, 1, 2, 0, 1])


def wrap(a: Array) -> Array:
    """(3, ...) to (5, ...) rows x y z x y, the form that ``cross`` takes."""
    return a.take(_CYCLIC, axis=0)


def cross(a: Array, b: Array) -> Array:
    """Cross product of two wrapped vectors (5, ...), plain (3, ...)."""
    product = a[1:4] * b[2:5]
    product -= a[2:5] * b[1:4]
    return product


def gathered(a: Array, indices: Indices) -> Array:
    """(..., K) at flat indices in (E, n) of (..., E, n); keeps components contiguous, unlike fancy indexing."""
    return a.reshape(*a.shape[:-2], -1).take(indices, axis=-1)


def over_frames(a: Array, n_frames: int) -> Array:
    """(..., K) to (..., E, K): a constant repeated for all frames, so that numpy's inner loops are long."""
    return np.repeat(a[..., None, :], n_frames, axis=-2)


@dataclass(frozen=True)
class Placement:
    """Transform from each frame's coordinates to the world.

    Attributes:
        turn: (E, 3, 3) rotation of the cycle's transform; turns the root's translation axes.
        shift: (E, 3) translation of the cycle's transform [m].
        reference: (E, 3, 3) rotation applied before the root's own axes; includes ``turn``.
        joints: given motion of joints in the bodies that carry them; None: all have their rest place.
    """

    turn: Array
    shift: Array
    reference: Array
    joints: JointFrames | None = None

    @classmethod
    def still(cls, n_frames: int, joints: JointFrames | None = None) -> "Placement":
        """No transform, no reference."""
        eye = np.broadcast_to(np.eye(3), (n_frames, 3, 3))
        return cls(eye, np.zeros((n_frames, 3)), eye, joints)

    def at(self, frames: slice | Indices) -> "Placement":
        """The placement of some frames."""
        joints = self.joints and self.joints.at(frames)
        return Placement(self.turn[frames], self.shift[frames], self.reference[frames], joints)


@dataclass(frozen=True)
class Pose:
    """Positions and rotations at E frames.

    A degree of freedom moves a point x by u cross x + v and a direction e by u cross e.

    Attributes:
        rotation: (3, 3, E, B) from the rest pose.
        position: (3, E, B) centers of mass [m].
        u: (3, E, n) axis of rotation; zero for translations.
        v: (3, E, n) anchor cross axis, or the direction of a translation.
        points: (3, E, P) tracked points [m].
    """

    rotation: Array
    position: Array
    u: Array
    v: Array
    points: Array


class Kinematics:
    """Kinematics of one character.

    Args:
        character: to pose.
        points: (P, 3) points to track, in the rest pose, world [m]; the contacts' when None.
        bodies: (P,) body of each point; the contacts' when None.
        tree: of the character; made when None.
    """

    def __init__(
        self,
        character: Character,
        points: ArrayLike | None = None,
        bodies: ArrayLike | None = None,
        *,
        tree: Tree | None = None,
    ) -> None:
        self.character, self.tree = character, tree or tree_of(character)
        if points is None:
            points = [contact.point for contact in character.contacts]
            bodies = [character.body_index(contact.body) for contact in character.contacts]
        self.point_body: Indices = np.asarray(bodies, np.intp).reshape(-1)
        tree = self.tree
        rest = np.array([body.position for body in character.bodies])
        self.rest_axes = matrix_from_quaternion([body.orientation for body in character.bodies])  # (B, 3, 3)
        carried = tree.parent >= 0
        # in the rest pose: (3, B) from the parent's anchor to the body's, and on to its center; (3, P) to the points
        self._anchor_arm = np.where(carried, (tree.anchor - tree.anchor[tree.parent]).T, 0.0)
        self._centre_arm = (rest - tree.anchor).T
        self._point_arm = (np.asarray(points, float).reshape(-1, 3) - tree.anchor[self.point_body]).T
        self.root_base = np.array([_beside(rest[b], tree.axis[shifts]) for b, shifts in tree.roots])  # (R, 3)
        self._shifted = np.zeros((len(tree.shifts), len(tree.roots)))  # 1 where a shift moves a root
        for k, (_, shifts) in enumerate(tree.roots):
            self._shifted[np.searchsorted(tree.shifts, shifts), k] = 1.0
        self._levels = _levels(tree)
        self._from_levels = np.argsort(np.concatenate([bodies for bodies, _ in self._levels]))
        self._constants: _Constants | None = None
        self._placed: _Placed | None = None

    def forward(self, q: ArrayLike, placement: Placement | None = None) -> Pose:
        """Pose of q: (E, n), each frame transformed by ``placement``."""
        q = np.asarray(q)
        placement, constant, tree = placement or Placement.still(len(q)), self._over(len(q)), self.tree
        placed = self._placing(placement)
        link, axis = _turned(q, constant)
        if placement.joints is not None:
            _carry(link, placement.joints)
        # (3, 4, E, K) rotation and anchor of the parents of a level's bodies
        base = placed.base.astype(q.dtype)
        base[:, 3] += placement.shift.T[..., None]
        base[:, 3] += (q.take(tree.shifts, axis=1) * placed.directions) @ self._shifted
        levels: list[Array] = []
        for bodies, carriers in self._levels:
            if levels:
                base = levels[-1].take(carriers, axis=3)
            level = np.einsum("rmek,mcek->rcek", base[:, :3], link.take(bodies, axis=3))
            level[:, 3] += base[:, 3]
            levels.append(level)
        frame = np.concatenate(levels, axis=3).take(self._from_levels, axis=3)
        rotation = frame[:, :3]
        position = np.einsum("rceb,ceb->reb", rotation, constant.centre_arm)
        position += frame[:, 3]
        base = frame.take(tree.body, axis=3)
        u = np.einsum("rcei,cei->rei", base[:, :3], axis)
        v = cross(wrap(base[:, 3]), wrap(u))
        v[..., tree.shifts] = placed.directions
        base = frame.take(self.point_body, axis=3)
        points = np.einsum("rcep,cep->rep", base[:, :3], constant.point_arm)
        points += base[:, 3]
        return Pose(rotation, position, u, v, points)

    def _over(self, n_frames: int) -> "_Constants":
        """Constants repeated for the frames; the last ones are cached."""
        known = self._constants
        if known is None or known.link.shape[2] != n_frames:
            tree, turns = self.tree, _turns(self.tree)
            axes = np.pad(tree.axis, ((0, 1), (0, 0)))[turns].transpose(0, 2, 1)  # (M, 3, B)
            skew = np.stack([_skew(axis) for axis in axes])  # (M, 3, 3, B)
            flat = -np.einsum("krmb,kmcb->krcb", skew, skew)
            index = np.full(tree.n, len(turns) * len(tree.parent))  # the last axis is none
            index[turns[turns < tree.n]] = np.flatnonzero(turns < tree.n)
            row, column = np.divmod(index, len(tree.parent))
            frames, n_bodies = np.arange(n_frames)[:, None], len(tree.parent)
            axis_index = ((row * 3 + np.arange(3)[:, None, None]) * n_frames + frames) * n_bodies + column
            link = np.concatenate([np.zeros((3, 3, n_bodies)), self._anchor_arm[:, None]], axis=1)
            self._constants = known = _Constants(
                angle_index=frames * tree.n + np.minimum(turns, tree.n - 1)[:, None],
                skew=over_frames(skew, n_frames),
                flat=over_frames(flat, n_frames),
                along=over_frames(np.eye(3)[..., None] - flat, n_frames),
                axes=over_frames(np.concatenate([axes, np.zeros((1, *axes.shape[1:]))]), n_frames),
                axis_index=axis_index,
                link=over_frames(link, n_frames),
                centre_arm=over_frames(self._centre_arm, n_frames),
                point_arm=over_frames(self._point_arm, n_frames),
            )
        return known

    def _placing(self, placement: Placement) -> "_Placed":
        """Roots under a placement; the last is cached, since only its shift ever changes."""
        turn, reference = placement.turn, placement.reference
        known = self._placed
        if known is None or known.turn is not turn or known.reference is not reference:
            base = np.empty((3, 4, len(turn), len(self.root_base)))
            base[:, :3] = reference.transpose(1, 2, 0)[..., None]
            base[:, 3] = np.einsum("erc,kc->rek", turn, self.root_base)
            way = np.einsum("erc,sc->res", turn, self.tree.axis[self.tree.shifts])
            self._placed = known = _Placed(turn, reference, base, way)
        return known

    def poses(self, q: ArrayLike, placement: Placement | None = None) -> tuple[Array, Array]:
        """World positions (N, B, 3) [m] and orientations (N, B, 4) wxyz of the bodies' own axes."""
        pose = self.forward(q, placement)
        return self.of_bodies(pose, slice(None))

    def of_bodies(self, pose: Pose, frames: slice) -> tuple[Array, Array]:
        """Positions and orientations of the bodies, as of ``poses``, at some frames of a pose."""
        axes = np.einsum("rmeb,bmc->ebrc", pose.rotation[:, :, frames], self.rest_axes)
        position = pose.position[:, frames].transpose(1, 2, 0).copy()
        return position, continuous_signs(quaternion_from_matrix(axes))


@dataclass(frozen=True, eq=False)
class _Constants:
    """Constant factors for E frames; every body has M rotations, padded with rotations by zero.

    Attributes:
        angle_index: (M, E, B) flat indices of the angles in q; arbitrary for padding.
        skew: (M, 3, 3, E, B) matrices of ``axis cross``, 0 for padding; with the projections ``along`` and across
            (``flat``) the axis, a rotation is along + cos flat + sin skew.
        axes: (M + 1, 3, E, B) in the rest pose, the last zero.
        axis_index: (3, E, n) flat indices of each degree of freedom's axis in ``axes``.
        link: (3, 4, E, B) whose last column is the arm from the parent's anchor to the body's.
        centre_arm, point_arm: (3, E, B) and (3, E, P) from the body's anchor.
    """

    angle_index: Indices
    skew: Array
    flat: Array
    along: Array
    axes: Array
    axis_index: Indices
    link: Array
    centre_arm: Array
    point_arm: Array


@dataclass(frozen=True, eq=False)
class _Placed:
    """Roots before their own rotations and translations.

    Attributes:
        turn, reference: of the placement.
        base: (3, 4, E, R) their reference rotations, and their positions without the placement's shift.
        directions: (3, E, S) directions of the degrees of freedom that translate them.
    """

    turn: Array
    reference: Array
    base: Array
    directions: Array


def _turned(q: Array, constant: _Constants) -> tuple[Array, Array]:
    """(3, 4, E, B) transforms of bodies from their parents; (3, E, n) axes in the bodies' frames."""
    angle = q.take(constant.angle_index)[:, None, None]
    turns = np.sin(angle) * constant.skew  # Rodrigues
    turns += np.cos(angle) * constant.flat
    turns += constant.along
    axes, link = constant.axes.astype(q.dtype), constant.link.astype(q.dtype)
    turn = turns[-1]  # the last rotation leaves its axis fixed in the body's frame
    for k in range(len(turns) - 2, -1, -1):
        axes[k] = np.einsum("mreb,meb->reb", turn, constant.axes[k])
        turn = np.einsum("rmeb,mceb->rceb", turns[k], turn)
    link[:, :3] = turn
    return link, axes.take(constant.axis_index)


def _carry(link: Array, joints: JointFrames) -> None:
    """Applies the given motion of joints to transforms (3, 4, E, B) of bodies from their parents."""
    own = joints.bodies
    link[:, :3, :, own] = np.einsum("ekrm,mcek->rcek", joints.turn, link[:, :3, :, own])
    link[:, 3][..., own] += joints.shift.transpose(2, 0, 1)


def _beside(point: Array, axes: Array) -> Array:
    """Component of a point that its root cannot change: the one across the axes along which the root translates."""
    return point - axes.T @ (axes @ point)


def _levels(tree: Tree) -> tuple[tuple[Indices, Indices], ...]:
    """Bodies of each depth, roots first, and the indices of their parents in the level above."""
    depth = np.zeros(len(tree.parent), int)
    for b in tree.order[tree.parent[tree.order] >= 0]:
        depth[b] = depth[tree.parent[b]] + 1
    above = np.array([root for root, _ in tree.roots], np.intp)
    levels = [(above, np.empty(0, np.intp))]
    for d in range(1, depth.max() + 1):
        bodies = np.flatnonzero(depth == d)
        order = np.argsort(above)
        levels.append((bodies, order[np.searchsorted(above, tree.parent[bodies], sorter=order)]))
        above = bodies
    return tuple(levels)


def _turns(tree: Tree) -> Indices:
    """(M, B) degrees of freedom that turn each body, in order, padded with n."""
    own = [np.flatnonzero((tree.body == b) & tree.rotation) for b in range(len(tree.parent))]
    turns = np.full((max(1, *map(len, own)), len(own)), tree.n)
    for b, dofs in enumerate(own):
        turns[: len(dofs), b] = dofs
    return turns


def _skew(axis: Array) -> Array:
    """(3, 3, n) matrices of ``axis cross``; axis: (3, n)."""
    x, y, z = axis
    zero = np.zeros_like(x)
    return np.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]])
