"""Forward kinematics of all frames at once.

Numeric arrays are (component, frame, body or degree of freedom): numpy then works on long rows.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..character import Character
from ..rotations import continuous_signs, matrix_from_quaternion, quaternion_from_matrix
from .tree import Indices, Tree

Array = NDArray[np.float64]

_CYCLIC = np.array([0, 1, 2, 0, 1])


def wrap(a: Array) -> Array:
    """(3, ...) to (5, ...) rows x y z x y, the form that ``cross`` takes."""
    return a.take(_CYCLIC, axis=0)


def cross(a: Array, b: Array) -> Array:
    """Cross product of two wrapped vectors (5, ...), plain (3, ...)."""
    product = a[1:4] * b[2:5]
    product -= a[2:5] * b[1:4]
    return product


def over_frames(a: Array, n_frames: int) -> Array:
    """(..., K) to (..., E, K): a constant as long as what it multiplies, for numpy's loops then run over all frames."""
    return np.repeat(a[..., None, :], n_frames, axis=-2)


@dataclass(frozen=True)
class Placement:
    """Where each frame's coordinates stand in the world.

    Attributes:
        turn: (E, 3, 3) rotation of the cycle's transform; turns the root's translation axes.
        shift: (E, 3) translation of the cycle's transform [m].
        reference: (E, 3, 3) rotation applied before the root's own axes; includes ``turn``.
    """

    turn: Array
    shift: Array
    reference: Array

    @classmethod
    def still(cls, n_frames: int) -> "Placement":
        """No transform, no reference."""
        eye = np.broadcast_to(np.eye(3), (n_frames, 3, 3))
        return cls(eye, np.zeros((n_frames, 3)), eye)


@dataclass(frozen=True)
class Pose:
    """Where everything is, E frames at once.

    A degree of freedom moves a point x by u cross x + v and a direction e by u cross e.

    Attributes:
        rotation: (3, 3, E, B) from the rest pose.
        position: (3, E, B) centres of mass [m].
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
        character: whose.
        points: (P, 3) points to track, in the rest pose, world [m]; the contacts' when None.
        bodies: (P,) body of each point; the contacts' when None.
        tree: of the character, if it is there already.
    """

    def __init__(
        self,
        character: Character,
        points: ArrayLike | None = None,
        bodies: ArrayLike | None = None,
        *,
        tree: Tree | None = None,
    ) -> None:
        self.character, self.tree = character, tree or Tree(character)
        if points is None:
            points = [contact.point for contact in character.contacts]
            bodies = [character.body_index(contact.body) for contact in character.contacts]
        self.point_body: Indices = np.asarray(bodies, np.intp).reshape(-1)
        tree = self.tree
        rest = np.array([body.position for body in character.bodies])
        self.rest_axes = matrix_from_quaternion([body.orientation for body in character.bodies])  # (B, 3, 3)
        carrier = np.where(tree.parent >= 0, tree.parent, 0)
        self._anchor_arm = (tree.anchor - rest[carrier]).T  # (3, B) from the parent's centre
        self._centre_arm = (rest - tree.anchor).T  # (3, B) from the anchor
        self._point_arm = np.asarray(points, float).reshape(-1, 3).T - rest[self.point_body].T  # (3, P)
        self._levels = _levels(tree)
        self._first_turn, self._further_turns = _turns(tree)
        self.root_base = np.array([_beside(rest[b], tree.axis[shifts]) for b, shifts in tree.roots])  # (R, 3)
        self._carrier = tree.parent[tree.body]  # of each degree of freedom
        self._rooted = np.flatnonzero(self._carrier < 0)
        self._constants: _Constants | None = None

    def forward(self, q: ArrayLike, placement: Placement | None = None) -> Pose:
        """Pose of q: (E, n), each frame placed by ``placement`` (where it stands when None)."""
        q = np.asarray(q)
        n_frames, tree = len(q), self.tree
        placement, constant = placement or Placement.still(n_frames), self._over(n_frames)
        local, axis = self._local(q, constant)
        shape = (n_frames, len(tree.parent))
        rotation = np.empty((3, 3, *shape), q.dtype)
        position, anchor = np.empty((3, *shape), q.dtype), np.empty((3, *shape), q.dtype)
        reference = placement.reference.transpose(1, 2, 0)
        for (root, shifts), base in zip(tree.roots, self.root_base, strict=True):
            rotation[..., root] = np.einsum("rme,mce->rce", reference, local[..., root])
            centre = base + q[:, shifts] @ tree.axis[shifts]
            placed = np.einsum("erc,ec->re", placement.turn, centre) + placement.shift.T
            anchor[..., root] = position[..., root] = placed
        for (bodies, carriers), (to_anchor, to_centre) in zip(self._levels, constant.arms, strict=True):
            base = rotation.take(carriers, axis=3)
            turned = np.einsum("rmek,mcek->rcek", base, local.take(bodies, axis=3))
            hinge = np.einsum("rcek,cek->rek", base, to_anchor)
            hinge += position.take(carriers, axis=2)
            rotation[..., bodies], anchor[..., bodies] = turned, hinge
            position[..., bodies] = hinge + np.einsum("rcek,cek->rek", turned, to_centre)
        base = rotation.take(self._carrier, axis=3)
        base[..., self._rooted] = reference[..., None]
        u = np.einsum("rcei,cei->rei", base, axis)
        u[..., tree.shifts] = 0.0
        v = cross(wrap(anchor.take(tree.body, axis=2)), wrap(u))
        v[..., tree.shifts] = (placement.turn @ tree.axis[tree.shifts].T).transpose(1, 0, 2)
        points = np.einsum("rcep,cep->rep", rotation.take(self.point_body, axis=3), constant.point_arm)
        points += position.take(self.point_body, axis=2)
        return Pose(rotation, position, u, v, points)

    def _local(self, q: Array, constant: "_Constants") -> tuple[Array, Array]:
        """Rotation (3, 3, E, B) of each body against its carrier, and axes (3, E, n) as the carrier sees them."""
        padded = np.zeros((len(q), self.tree.n + 1), q.dtype)  # the last one turns nothing
        padded[:, :-1] = q
        turn = np.sin(padded) * constant.skew  # Rodrigues
        turn += (1.0 - np.cos(padded)) * constant.skew_squared
        diagonal = np.einsum("rr...->r...", turn)  # a view
        diagonal += 1.0
        axis = constant.axis.astype(q.dtype)
        local = turn.take(self._first_turn, axis=3)
        for (bodies, dofs), own in zip(self._further_turns, constant.further_axes, strict=True):
            before = local.take(bodies, axis=3)
            axis[..., dofs] = np.einsum("rcek,cek->rek", before, own)
            local[..., bodies] = np.einsum("rmek,mcek->rcek", before, turn.take(dofs, axis=3))
        return local, axis

    def _over(self, n_frames: int) -> "_Constants":
        """Constants for so many frames; the last are kept."""
        if self._constants is None or self._constants.axis.shape[1] != n_frames:
            axes = self.tree.axis.T
            skew = _skew(np.pad(axes, ((0, 0), (0, 1))))
            self._constants = _Constants(
                skew=over_frames(skew, n_frames),
                skew_squared=over_frames(np.einsum("rmi,mci->rci", skew, skew), n_frames),
                axis=over_frames(axes, n_frames),
                further_axes=tuple(over_frames(axes[:, dofs], n_frames) for _, dofs in self._further_turns),
                arms=tuple(
                    (
                        over_frames(self._anchor_arm[:, b], n_frames),
                        over_frames(self._centre_arm[:, b], n_frames),
                    )
                    for b, _ in self._levels
                ),
                point_arm=over_frames(self._point_arm, n_frames),
            )
        return self._constants

    def poses(self, q: ArrayLike, placement: Placement | None = None) -> tuple[Array, Array]:
        """World positions (N, B, 3) [m] and orientations (N, B, 4) wxyz of the bodies' own axes."""
        pose = self.forward(q, placement)
        axes = np.einsum("rmeb,bmc->ebrc", pose.rotation, self.rest_axes)
        return pose.position.transpose(1, 2, 0).copy(), continuous_signs(quaternion_from_matrix(axes))


@dataclass(frozen=True, eq=False)
class _Constants:
    """What E frames are multiplied with.

    Attributes:
        skew: (3, 3, E, n + 1) matrices of ``axis cross``, the last zero, and ``skew_squared``.
        axis: (3, E, n) of each degree of freedom in the rest pose; ``further_axes`` of second and third turns.
        arms: of each level's bodies, from the carrier's centre to the anchor and on to the own centre, (3, E, K).
        point_arm: (3, E, P) from the body's centre.
    """

    skew: Array
    skew_squared: Array
    axis: Array
    further_axes: tuple[Array, ...]
    arms: tuple[tuple[Array, Array], ...]
    point_arm: Array


def _beside(point: Array, axes: Array) -> Array:
    """What of a point its root cannot change: the part across the axes along which it shifts."""
    return point - axes.T @ (axes @ point)


def _levels(tree: Tree) -> tuple[tuple[Indices, Indices], ...]:
    """Bodies below the roots and their carriers, depth by depth."""
    depth = np.zeros(len(tree.parent), int)
    for b in tree.order[tree.parent[tree.order] >= 0]:
        depth[b] = depth[tree.parent[b]] + 1
    levels = (np.flatnonzero(depth == d) for d in range(1, depth.max() + 1))
    return tuple((bodies, tree.parent[bodies]) for bodies in levels)


def _turns(tree: Tree) -> tuple[Indices, tuple[tuple[Indices, Indices], ...]]:
    """(B,) the first degree of freedom that turns each body, n where there is none; bodies and their second, third."""
    turns = [np.flatnonzero((tree.body == b) & tree.rotation) for b in range(len(tree.parent))]
    further = []
    for k in range(1, max(map(len, turns))):
        bodies = np.array([b for b, own in enumerate(turns) if len(own) > k], np.intp)
        further.append((bodies, np.array([turns[b][k] for b in bodies], np.intp)))
    return np.array([own[0] if len(own) else tree.n for own in turns], np.intp), tuple(further)


def _skew(axis: Array) -> Array:
    """(3, 3, n) matrices of ``axis cross``; axis: (3, n)."""
    x, y, z = axis
    zero = np.zeros_like(x)
    return np.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]])
