"""Quantities in expressions: each signal is linear in the unknowns and the tracked points of some frames.

So an expression e(s) of signals s has the gradient e_s ds/dx and the Hessian (ds/dx)^T e_ss ds/dx + sum e_s d2s/dx2;
the last term is part of the Hessian of the equations of motion (Component.point_weights).
"""

from dataclasses import dataclass

from ..arrays import Vector3

# schemes of finite differences for velocities and rates; see stencils.py
MID, FORWARD, CENTRAL = "mid", "forward", "central"


@dataclass(frozen=True)
class BodyPoints:
    """One world component of a weighted sum of points, or of its velocity or acceleration.

    Attributes:
        terms: (body, point on it, weight) of each point.
        component: 0, 1 or 2 for the world's X, Y or Z.
        order: of the time derivative, 0 to 2, by finite differences; see stencils.py.
        frame: of the clip; None: the frame at which the expression is evaluated.
        scheme: of a velocity: MID, FORWARD or CENTRAL.
    """

    terms: tuple[tuple[int, Vector3, float], ...]
    component: int
    order: int = 0
    frame: int | None = None
    scheme: str = MID


@dataclass(frozen=True)
class Coordinate:
    """A degree of freedom [m or rad] or its time derivative; fields as in BodyPoints."""

    dof: int
    order: int = 0
    frame: int | None = None
    scheme: str = MID


@dataclass(frozen=True)
class MuscleTorque:
    """Muscle torque [N m] of a rotational degree of freedom, or force [N] of a sliding one; 0 without a muscle."""

    dof: int
    frame: int | None = None


@dataclass(frozen=True)
class Force:
    """One world component of a contact's force on the character [N]; 0 without contact."""

    contact: int
    component: int
    frame: int | None = None


@dataclass(frozen=True)
class Parameter:
    """A number known in advance at every frame, such as the time."""

    name: str
    frame: int | None = None


Asked = BodyPoints | Coordinate | MuscleTorque | Force | Parameter  # signals that a text can name


@dataclass(frozen=True)
class Gain:
    """Increment of a point or a degree of freedom in the step ``offset`` frames after the evaluated one."""

    of: BodyPoints | Coordinate
    offset: int

    @property
    def frame(self) -> int | None:
        """See BodyPoints."""
        return self.of.frame


@dataclass(frozen=True)
class Step:
    """Duration of that step [s], if steps are unknowns."""

    offset: int
    frame: int | None = None


@dataclass(frozen=True)
class Share:
    """Quadrature weight [s] of the frame or step in an integral, if steps are unknowns."""

    frame: None = None


@dataclass(frozen=True)
class Length:
    """Length of the clip [s], if unknown."""

    frame: None = None


Signal = Asked | Gain | Step | Share | Length
