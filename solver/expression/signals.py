"""Quantities in expressions: each signal is linear in the unknowns and the tracked points of some frames.

So an expression e(s) of signals s has the gradient e_s ds/dx and the Hessian (ds/dx)^T e_ss ds/dx plus
sum e_s d2s/dx2, which the equations of motion's own Hessian carries (Component.point_weights).
"""

from dataclasses import dataclass

from ..arrays import Vector3

# what a velocity or rate is a difference of; see stencils.py
MID, FORWARD, CENTRAL = "mid", "forward", "central"


@dataclass(frozen=True)
class BodyPoints:
    """One world component of a weighted sum of points, or of its velocity or acceleration.

    Attributes:
        terms: (body, place on it, weight) of each point.
        component: 0, 1 or 2 for the world's X, Y or Z.
        order: of the time derivative, 0 to 2, by differences as in stencils.py.
        frame: of the clip; None is the time at which the expression is asked.
        scheme: of a velocity: MID, FORWARD or CENTRAL.
    """

    terms: tuple[tuple[int, Vector3, float], ...]
    component: int
    order: int = 0
    frame: int | None = None
    scheme: str = MID


@dataclass(frozen=True)
class Coordinate:
    """A degree of freedom [m or rad] or a derivative in time, differenced as Points."""

    dof: int
    order: int = 0
    frame: int | None = None
    scheme: str = MID


@dataclass(frozen=True)
class MuscleTorque:
    """Muscle torque [N m] of a degree of freedom, or force [N] of one that shifts; 0 where it has no muscle."""

    dof: int
    frame: int | None = None


@dataclass(frozen=True)
class Force:
    """One world component of a contact's force on the character [N]; 0 while it does not touch."""

    contact: int
    component: int
    frame: int | None = None


@dataclass(frozen=True)
class Parameter:
    """A number that is known beforehand at every frame, such as the time."""

    name: str
    frame: int | None = None


Asked = BodyPoints | Coordinate | MuscleTorque | Force | Parameter  # by what a text says


@dataclass(frozen=True)
class Gain:
    """How far a point or a degree of freedom gets in the step that begins so many frames after the one asked for."""

    of: BodyPoints | Coordinate
    offset: int

    @property
    def frame(self) -> int | None:
        """As of Points."""
        return self.of.frame


@dataclass(frozen=True)
class Step:
    """How long that step lasts [s], where steps are unknowns."""

    offset: int
    frame: int | None = None


@dataclass(frozen=True)
class Share:
    """Time [s] that the frame, or the step, stands for in an integral, where steps are unknowns."""

    frame: None = None


@dataclass(frozen=True)
class Length:
    """Length of the clip [s], where it is unknown."""

    frame: None = None


Signal = Asked | Gain | Step | Share | Length
