"""A violation as data: kind, subject, amount, place and frames; ``wording`` turns it into a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ..mechanics.dof import Dof
from ..sentence import Moment, Sentence


class Kind(StrEnum):
    """Kind of condition: a law of physics, a constraint of the job, or a bound that no motion can exceed."""

    # laws of physics
    NO_SLIP = "no_slip"
    CONTACT_HEIGHT = "contact_height"
    WITHIN_TOP = "within_top"
    INSIDE_SOLID = "inside_solid"
    FRICTION_CONE = "friction_cone"
    TWIST_FRICTION = "twist_friction"
    NO_TWIST = "no_twist"
    LANDING = "landing"
    GRABBING = "grabbing"
    HOLD_TOGETHER = "hold_together"
    EQUATIONS_OF_MOTION = "equations_of_motion"
    STRENGTH = "strength"
    UNSEEN_TURN = "unseen_turn"
    GIVEN_ENERGY = "given_energy"
    # constraints of the job
    PIN = "pin"
    CLEARANCE = "clearance"
    ABOVE_GROUND = "above_ground"
    APART = "apart"
    JOINS = "joins"
    UNLIKE = "unlike"
    NEAR_TO = "near_to"
    COST_BOUND = "cost_bound"
    AT_REST = "at_rest"
    STAY = "stay"
    FOLLOW_PATH = "follow_path"
    INSIDE_REGION = "inside_region"
    OUTSIDE_REGION = "outside_region"
    HOLD_POSE = "hold_pose"
    MUSCLE_POWER = "muscle_power"
    TOGETHER = "together"
    EXPRESSION = "expression"
    NAMED_EXPRESSION = "named_expression"
    PEAK_WEIGHTS = "peak_weights"
    PHASE_START = "phase_start"
    PHASE_DURATION = "phase_duration"
    POINT = "point"
    KNOTS = "knots"
    # bounds that no motion can exceed
    NO_SUPPORT = "no_support"
    WEAK_JET = "weak_jet"
    TOO_STEEP = "too_steep"
    ROOT_OUT_OF_REACH = "root_out_of_reach"
    LIFT_OUT_OF_REACH = "lift_out_of_reach"
    NEVER_LIFTED = "never_lifted"
    TOO_FAST = "too_fast"

    EARLIER = "earlier"  # from a clip of version 0.1, which stored only the sentence


_RENAMED = {"beside_box": "inside_solid"}  # kinds of earlier versions


@dataclass(frozen=True)
class Place:
    """Where a violation occurs.

    Attributes:
        moment: of the motion; None: the motion as a whole.
        body: name of a body, or its display name in the job; empty: the whole character.
    """

    moment: Moment | None = None
    body: str = ""


@dataclass(frozen=True)
class ActiveLimits:
    """Joints and muscles at their limits at the frame of a violation.

    Attributes:
        joints: at their limits.
        muscles: at full strength.
    """

    joints: tuple[Dof, ...] = ()
    muscles: tuple[Dof, ...] = ()


@dataclass(frozen=True)
class Extent:
    """Duration of a violation around its worst frame.

    Attributes:
        first, last: frames; across the seam of a cycle, the last is before the first.
        is_whole: whether it is the whole motion.
    """

    first: Moment
    last: Moment
    is_whole: bool = False


@dataclass(frozen=True)
class Violation:
    """A condition that a motion does not meet.

    Attributes:
        kind: of condition.
        subject: names of contacts, holds, surfaces, display names of bodies, or an expression, the culprit first.
        amount: by which the bound is exceeded.
        unit: of the amount: "m", "m2", "rad", "m/s", "rad/s", "N", "N m", "J", or empty for a number.
        place: where it occurs, at the worst frame.
        constraint: path of the constraint in the job, such as "job.constraints[2]"; empty: a law of physics.
        dof: the degree of freedom involved, if there is one.
        figures: further numbers in SI units, by name, such as the "wanted" angle of a pin.
        aggregate: of the values of an expression, as ``Term.of``; empty: the value at each frame.
        frames: in which the condition is not met, counted from 0; empty if only the place is known.
        extent: range of frames around the place; None if only the place is known.
        limits: muscles and joints at their limits there.
        earlier: the sentence stored by version 0.1 instead of all other data; else None.
    """

    kind: Kind
    subject: tuple[str, ...] = ()
    amount: float = 0.0
    unit: str = ""
    place: Place = Place()
    constraint: str = ""
    dof: Dof | None = None
    figures: Mapping[str, float] = field(default_factory=dict)
    aggregate: str = ""
    frames: tuple[int, ...] = ()
    extent: Extent | None = None
    limits: ActiveLimits = ActiveLimits()
    earlier: Sentence | None = None

    @classmethod
    def from_json(cls, data: Any) -> "Violation":
        """A violation from its plain JSON value."""
        if isinstance(data, str):  # the oldest clips
            return cls(Kind.EARLIER, earlier=Sentence.of(data))
        place = Place(_moment(data["place"]["moment"]), data["place"]["body"])
        frames, earlier = tuple(data.get("frames", ())), data.get("earlier") or data.get("sentence")
        if earlier is not None:
            return cls(Kind.EARLIER, place=place, frames=frames, earlier=Sentence.from_json(earlier["parts"]))
        limits = {name: tuple(Dof(**each) for each in dofs) for name, dofs in data["limits"].items()}
        given = {name: data[name] for name in ("amount", "unit", "constraint", "figures", "aggregate")}
        return cls(
            Kind(_RENAMED.get(data["kind"], data["kind"])),
            tuple(data["subject"]),
            place=place,
            dof=data["dof"] and Dof(**data["dof"]),
            frames=frames,
            extent=data["extent"] and _extent(**data["extent"]),
            limits=ActiveLimits(**limits),
            **given,
        )


def _extent(first: Any, last: Any, is_whole: bool) -> Extent:
    return Extent(Moment(**first), Moment(**last), is_whole)


def _moment(data: Any) -> Moment | None:
    return None if data is None else Moment(**data)
