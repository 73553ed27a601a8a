"""How the first body of a character can move in the world."""

from dataclasses import dataclass

from ..arrays import Array
from ..rotations import matrix_from_quaternion, rotation_about

UNLIMITED = 1e20  # the optimiser's infinity
FREE = 1e12  # rad; limits as far as that are none


@dataclass(frozen=True)
class RootJoint:
    """Free motion of the root body against the world; subsets make planar and fixed characters.

    Attributes:
        body: name of the root body.
        translation: letters of "XYZ": world axes along which the body's centre may move.
        axes: 0 to 3 letters of "XYZ": axes of rotation in their order, as in BodyJoint: the world's, turned by
            ``facing``.
        limits: (lowest, highest) per axis of rotation [rad], about the heading of the motion; empty: free.
        force_limit: strongest force along each translation that the character applies to itself [N]; a
            jet, as of the Spacetime Particle (Witkin & Kass 1988). 0 for anything that walks.
        torque_limit: the same about each axis of rotation [N m].
        facing: of the axes of rotation about the world's Z [rad], so that they are those of a body that looks along
            none of the world's in its rest pose; its left is then the mirror image of its right.
    """

    body: str
    translation: str = "XYZ"
    axes: str = "ZXY"
    limits: tuple[tuple[float, float], ...] = ()
    force_limit: float = 0.0
    torque_limit: float = 0.0
    facing: float = 0.0

    @property
    def frame(self) -> Array:
        """(3, 3) columns are the axes of rotation X, Y and Z in the rest pose, world."""
        return matrix_from_quaternion(rotation_about([0.0, 0.0, 1.0], self.facing))
