"""McIntosh's listings as printed (2011, sections 4.2.1 to 4.2.3 and 5.2), with his names and call syntax.

They run after ``from spacetime_animator.solver.space.mcintosh_api.printed import *``; ``parts`` describes each
name. Unlike in the rest of the solver, a ParameterSpace is mutable and ``generate`` is its method. The listings
are in tests/solver/space/test_printed.py.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ...errors import InputError
from ...job.constraints.expression import ExpressionConstraint
from ...job.job import AnimationTiming as SolverTiming
from ...job.objectives.expression import ExpressionObjective
from ...messages import Sink, Tally
from ...scheduling.workers import Workers
from ..dimension import Range, Value
from ..generate import TIME_LIMIT
from ..generate import generate as generate_all
from ..parameter_space import ParameterSpace as SolverSpace
from ..specifiers import SpecifierValue
from . import ContactTiming, parts
from .quantity import Quantity, t

__all__ = [
    "AnimationTiming",
    "Character",
    "Constraint",
    "ContactTiming",
    "JointBody",
    "JointContact",
    "Objective",
    "ParameterSpace",
    "RigidBody",
    "t",
]

SOLVERS = ("ipopt",)


def RigidBody(Name: str, Mass: float, Diameter: Sequence[float]) -> parts.Body:
    """An ellipsoid."""
    return parts.Body(Name, Mass, Diameter)


def JointBody(
    Name: str,
    BodyA: parts.Body,
    PointA: Sequence[float],
    BodyB: parts.Body,
    PointB: Sequence[float],
    RotationLimits: parts.Limits,
    TorqueLimit: float = 0.0,
) -> parts.JointBody:
    """A joint that connects BodyB to BodyA."""
    return parts.JointBody(Name, BodyA, PointA, BodyB, PointB, RotationLimits, TorqueLimit)


def JointContact(Name: str, Body: parts.Body, Point: Sequence[float], Friction: float) -> parts.JointContact:
    """A point that may touch the ground."""
    return parts.JointContact(Name, Body, Point, Friction)


def Character(Name: str) -> parts.Character:
    """Collects parts by ``add_body`` and ``add_joint``."""
    return parts.Character(Name)


def Constraint(
    Name: str, c: Quantity, lb: float | None = None, ub: float | None = None
) -> ExpressionConstraint:
    """Lb <= c <= ub, at the frames in c."""
    return ExpressionConstraint(c.text, lb, ub, name=Name)


def Objective(Name: str, f: Quantity, Weight: float = 1.0) -> ExpressionObjective:
    """Minimizes f over all frames."""
    return ExpressionObjective(f.text, Weight, name=Name)


def AnimationTiming(Length: float, FPS: float) -> SolverTiming:
    """Length [s] and frames per second."""
    return SolverTiming(Length, FPS)


class ParameterSpace:
    """Many motions specified at once; mutable by ``add_dimension``, as his is.

    Attributes:
        space: the same as the solver's immutable space.
    """

    def __init__(self, Name: str) -> None:
        self.space = SolverSpace(Name)

    def add_dimension(
        self,
        values: Iterable[SpecifierValue | float | Value] | Range,
        Name: str = "",
        *,
        Labels: Sequence[str] = (),
    ) -> "ParameterSpace":
        """Adds a dimension and returns the space itself.

        Raises:
            InputError: a value is not a specifier.
        """
        self.space = self.space.add_dimension(values, Name, labels=Labels)
        return self

    def generate(
        self,
        solver: str = "ipopt",
        *,
        store: Path | None = None,
        workers: Workers | int | None = None,
        resume: bool = False,
        time_limit: float = TIME_LIMIT,
        send: Sink = lambda _: None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Tally:
        """Solves every sample; see the solver's ``generate``.

        Args:
            solver: name; must be "ipopt".
            store: file of clips; None: NAME.clips.sqlite in the current folder.
            workers: see the solver's ``generate``.
            resume: whether to continue a space that the store has already.
            time_limit: of one sample [s].
            send: receives status and progress.
            cancelled: called ten times a second.

        Raises:
            InputError: the solver is unknown, or the space is invalid.
        """
        if solver not in SOLVERS:
            raise InputError(f"expected one of {', '.join(SOLVERS)}, found '{solver}'", field="solver")
        file = store or Path(f"{self.space.name}.clips.sqlite")
        return generate_all(
            self.space, file, workers=workers, resume=resume, time_limit=time_limit, send=send, cancelled=cancelled
        )  # fmt: skip
