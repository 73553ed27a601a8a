"""Specifiers: what a value of a dimension specifies about a motion (McIntosh 2011, sections 3.2.3 and 4.2.3)."""

import typing
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol

from ..character import Character
from ..errors import InputError
from ..job.basis import Basis
from ..job.cycle import Cycle
from ..job.drawn_bones import DrawnBone
from ..job.heading import Heading
from ..job.hold import Hold
from ..job.job import AnimationTiming, Constraint, ContactTiming, Objective, SolverOptions, TimingSearch
from ..job.subexpression import Subexpression
from ..job.surfaces import Surface
from ..record_types import described


@dataclass(frozen=True)
class Formula:
    """A number of the job computed for each sample, such as "cycle.translation[0]" from "speed * duration".

    Attributes:
        field: path of the number in the job, as in error messages, without "job.".
        expression: of dimension names, ``value`` (of this dimension), ``duration`` [s], and the character's
            ``mass`` [kg], ``weight`` [N], ``leg_length`` [m] and ``strength`` [N m]; see measures.py.
    """

    field: str
    expression: str


@dataclass(frozen=True)
class Travel:
    """Travel of a cycle by formulas with the names of a Formula's; sets the cycle's transform.

    The root travels along a circular arc from its rest position, or straight ahead.

    Attributes:
        speed: along the arc [m/s].
        turn: per cycle [rad].
        heading: of travel at the start of the cycle, about Z [rad]; 0 is along X.
    """

    speed: str
    turn: str = "0"
    heading: float = 0.0


@dataclass(frozen=True)
class Specifiers:
    """A set of zero or more specifiers, by the field of the job they set.

    Only one dimension may set a single-valued field (``character`` to ``travel``); the other fields are
    concatenated.

    Attributes:
        character: of the motion.
        timing: length and frame rate.
        cycle: how the clip repeats; None leaves it open.
        gravity: world [m/s^2].
        ground_height: world Z of the ground [m].
        options: of the solver.
        basis: of the coordinates: values per frame or curves.
        timing_search: settings of the search for free timings.
        heading: about which roots of an open clip turn.
        travel: speed and turn of a cycle, by formulas.
        contact_timings: when contacts touch.
        constraints: of the motion.
        objectives: in addition to those of the space.
        surfaces: for contacts, in addition to the flat ground.
        holds: grips between bodies.
        subexpressions: named expressions.
        drawn_bones: bones between bodies that move as drawn.
        formulas: numbers of the job computed for each sample.
    """

    character: Character | None = None
    timing: AnimationTiming | None = None
    cycle: Cycle | None = None
    gravity: tuple[float, float, float] | None = None
    ground_height: float | None = None
    options: SolverOptions | None = None
    basis: Basis | None = None
    timing_search: TimingSearch | None = None
    heading: Heading | None = None
    travel: Travel | None = None
    contact_timings: tuple[ContactTiming, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    objectives: tuple[Objective, ...] = ()
    surfaces: tuple[Surface, ...] = ()
    holds: tuple[Hold, ...] = ()
    subexpressions: tuple[Subexpression, ...] = ()
    drawn_bones: tuple[DrawnBone, ...] = ()
    formulas: tuple[Formula, ...] = ()


NOTHING = Specifiers()

Specifier = (
    Character | AnimationTiming | Cycle | SolverOptions | Basis | TimingSearch | ContactTiming | Constraint | Objective
    | Surface | Hold | Subexpression | DrawnBone | Formula | Travel | Specifiers
)  # fmt: skip


class Assembly(Protocol):
    """Something that builds a character, such as McIntosh's Character."""

    def build(self) -> Character:
        """The character."""


# None is a value without specifiers, such as "healthy"
SpecifierValue = Specifier | Assembly | Iterable[Specifier | Assembly] | None

_FIELD_OF: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("character", (Character,)),
    ("timing", (AnimationTiming,)),
    ("cycle", (Cycle,)),
    ("options", (SolverOptions,)),
    ("basis", typing.get_args(Basis)),
    ("timing_search", typing.get_args(TimingSearch)),
    ("travel", (Travel,)),
    ("contact_timings", (ContactTiming,)),
    ("constraints", typing.get_args(Constraint)),
    ("objectives", typing.get_args(Objective)),
    ("surfaces", typing.get_args(Surface)),
    ("holds", (Hold,)),
    ("subexpressions", (Subexpression,)),
    ("drawn_bones", (DrawnBone,)),
    ("formulas", (Formula,)),
)


def specifiers(values: SpecifierValue) -> Specifiers:
    """The set of a specifier, several of them, or none.

    Raises:
        InputError: a value is not a specifier, or two conflict.
    """
    if values is None:
        return NOTHING
    if isinstance(values, Specifiers):
        return values
    if isinstance(values, list | tuple):
        whole = NOTHING
        for one in values:
            whole = united(whole, specifiers(one))
        return whole
    if hasattr(values, "build"):
        values = values.build()
    for name, kinds in _FIELD_OF:
        if isinstance(values, kinds):
            several = isinstance(getattr(NOTHING, name), tuple)
            keywords: dict[str, Any] = {name: (values,) if several else values}
            return Specifiers(**keywords)
    raise InputError(f"expected a specifier, found {described(values)}")


def united(first: Specifiers, second: Specifiers) -> Specifiers:
    """Union of two sets (McIntosh 2011, eq. 3.15).

    Raises:
        InputError: both set the same single-valued field.
    """
    changed: dict[str, Any] = {}
    for field in fields(Specifiers):
        have, more = getattr(first, field.name), getattr(second, field.name)
        if field.default is None:
            if have is not None and more is not None:
                what = field.name.replace("_", " ")
                raise InputError(f"the {what} is set by another dimension already")
            changed[field.name] = more if have is None else have
        else:
            changed[field.name] = have + (more or ())
    return Specifiers(**changed)


def with_value(given: Specifiers, number: float) -> Specifiers:
    """The set with ``value`` in its expressions replaced by a dimension's number."""
    changed: dict[str, Any] = {"value": number}
    return replace(
        given,
        constraints=tuple(replace(c, **changed) if hasattr(c, "value") else c for c in given.constraints),
        objectives=tuple(replace(o, **changed) if hasattr(o, "value") else o for o in given.objectives),
    )
