"""Freedom of a root body in the world."""

from dataclasses import dataclass

from ..arrays import Array
from ..rotations import matrix_from_quaternion, rotation_about

UNLIMITED = 1e20  # infinity for the optimizer
FREE = 1e12  # rad; larger limits count as none


@dataclass(frozen=True)
class RootJoint:
    """Freedom of the root body in the world; fewer axes make planar and fixed characters.

    Attributes:
        body: name of the root body.
        translation: letters of "XYZ": world axes along which the body's center can move.
        axes: 0 to 3 letters of "XYZ": axes of rotation in their order, as in BodyJoint, of the world frame rotated by
            ``facing``.
        limits: (lowest, highest) angle per axis of rotation [rad], relative to the heading; empty: no limits.
        force_limit: largest force along each translation that the character applies to itself [N]: a jet, as of the
            Spacetime Particle (Witkin & Kass 1988). 0 for anything that walks.
        torque_limit: likewise, largest torque about each axis of rotation [N m].
        facing: yaw of the axes of rotation [rad], for a character that does not face along a world axis in its rest
            pose; its left side is then the mirror image of its right.
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
