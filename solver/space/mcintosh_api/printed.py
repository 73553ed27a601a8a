"""McIntosh's listings as printed (2011, sections 4.2.1 to 4.2.3 and 5.2), with his names and call syntax.

``from spacetime_animator.solver.space.mcintosh_api.printed import *`` stands before them, and they run; what each
thing means is in ``parts``. Two things differ from the rest of the solver: a ParameterSpace here grows in place,
and ``generate`` is its method. tests/solver/space/test_printed.py types the listings in.
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
from ..specifiers import Said
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
    """A joint that carries BodyB on BodyA."""
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
    """Lb <= c <= ub, at the frames that c asks for."""
    return ExpressionConstraint(c.text, lb, ub, name=Name)


def Objective(Name: str, f: Quantity, Weight: float = 1.0) -> ExpressionObjective:
    """As little of f as possible, over all frames."""
    return ExpressionObjective(f.text, Weight, name=Name)


def AnimationTiming(Length: float, FPS: float) -> SolverTiming:
    """Length [s] and frames per second."""
    return SolverTiming(Length, FPS)


class ParameterSpace:
    """Many motions specified at once; grows by ``add_dimension``, as his does.

    Attributes:
        space: the same as the solver's own value, which does not change.
    """

    def __init__(self, Name: str) -> None:
        self.space = SolverSpace(Name)

    def add_dimension(
        self, values: Iterable[Said | float | Value] | Range, Name: str = "", *, Labels: Sequence[str] = ()
    ) -> "ParameterSpace":
        """One more dimension; the space itself is given back, too.

        Raises:
            InputError: something is no specifier.
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
            solver: by its name.
            store: file of clips; None: NAME.clips.sqlite in the current folder.
            workers: where to solve.
            resume: goes on with a space that the store has begun.
            time_limit: of one sample [s].
            send: takes status and progress.
            cancelled: asked ten times a second.

        Raises:
            InputError: the solver is another, or the space makes no sense.
        """
        if solver not in SOLVERS:
            raise InputError(f"expected one of {', '.join(SOLVERS)}, found '{solver}'", field="solver")
        file = store or Path(f"{self.space.name}.clips.sqlite")
        return generate_all(
            self.space, file, workers=workers, resume=resume, time_limit=time_limit, send=send, cancelled=cancelled
        )  # fmt: skip
