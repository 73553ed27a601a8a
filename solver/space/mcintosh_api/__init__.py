"""McIntosh's notation for characters and parameter spaces (2011, sections 4.2.1 to 4.2.3 and 5.2).

His listings run almost as printed, with PEP 8 names, immutable spaces, and ``generate`` as a function. ``printed``
has his own names. The listings are in tests/solver/space/test_mcintosh_api.py.
"""

from collections.abc import Mapping, Sequence

from ...job.constraints.expression import ExpressionConstraint
from ...job.job import AnimationTiming
from ...job.job import ContactTiming as SolverContactTiming
from ...job.objectives.expression import ExpressionObjective
from .parts import Body, Character, JointBody, JointContact
from .quantity import Quantity, t

__all__ = [
    "AnimationTiming",
    "Body",
    "Character",
    "Constraint",
    "ContactTiming",
    "JointBody",
    "JointContact",
    "Objective",
    "t",
]


def Constraint(
    name: str, c: Quantity, *, lb: float | None = None, ub: float | None = None
) -> ExpressionConstraint:
    """Lb <= c <= ub, at the frames in c."""
    return ExpressionConstraint(c.text, lb, ub, name=name)


def Objective(name: str, f: Quantity, *, weight: float = 1.0) -> ExpressionObjective:
    """Minimizes f over all frames."""
    return ExpressionObjective(f.text, weight, name=name)


def ContactTiming(
    phases: Mapping[JointContact, Sequence[tuple[float, float]]],
) -> tuple[SolverContactTiming, ...]:
    """Start and duration of each contact's phases, as fractions of the clip."""
    return tuple(SolverContactTiming(contact.name, tuple(times)) for contact, times in phases.items())
