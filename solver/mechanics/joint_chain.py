"""Positions of bodies from their rotations: joints hold them together."""

import numpy as np

from ..arrays import Array
from ..rotations import matrix_from_quaternion
from .tree import Tree


class JointChain:
    """The arms between the centers of mass of a character's bodies and their joints, along the bodies' own axes.

    Args:
        tree: of the character.
    """

    def __init__(self, tree: Tree) -> None:
        bodies = tree.character.bodies
        self.roots = np.flatnonzero(tree.parent < 0)
        carried = tree.order[tree.parent[tree.order] >= 0]
        self._bodies, self._carriers = carried.tolist(), tree.parent[carried].tolist()
        center = np.array([body.position for body in bodies])
        rest = matrix_from_quaternion(np.array([body.orientation for body in bodies]))
        self._toward = np.zeros(
            (len(bodies), 3)
        )  # (B, 3) from the parent's center to the joint, in the parent's axes
        self._onward = np.zeros((len(bodies), 3))  # (B, 3) from the joint to the center, in the body's axes
        for body, carrier in zip(self._bodies, self._carriers, strict=True):
            self._toward[body] = rest[carrier].T @ (tree.anchor[body] - center[carrier])
            self._onward[body] = rest[body].T @ (center[body] - tree.anchor[body])

    def positions(self, roots: Array, rotation: Array) -> Array:
        """Centers of mass (..., B, 3) [m].

        Args:
            roots: (..., R, 3) centers of the roots, in the order of ``Tree.roots`` [m].
            rotation: (..., B, 3, 3) from bodies' own axes to the world.
        """
        place = np.empty(rotation.shape[:-1])
        place[..., self.roots, :] = roots
        for body, carrier in zip(self._bodies, self._carriers, strict=True):
            arm = (
                rotation[..., carrier, :, :] @ self._toward[body]
                + rotation[..., body, :, :] @ self._onward[body]
            )
            place[..., body, :] = place[..., carrier, :] + arm
        return place
