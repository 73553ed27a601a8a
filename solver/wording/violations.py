"""Sentences of violations."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..mechanics.dof import Dof, listed
from ..sentence import Sentence
from ..verify.violation import ActiveLimits, Extent, Kind, Violation
from .amounts import measured

NOTHING = "all constraints are met, but the motion could still be improved"
MOST_LISTED = 3  # joints
LEAST_PEAK, SUMS = "least peak", ("mean", "integral")  # of an expression's values


def sentence(violation: Violation) -> Sentence:
    """A violation in words: what is not met, by how much and when, limits reached, and for how long."""
    if violation.earlier is not None:
        return violation.earlier
    return Sentence.of(
        brief(violation),
        _allowed(violation),
        _at_limits(violation.limits),
        _lasting(violation.extent),
    )


def brief(violation: Violation) -> Sentence:
    """Only what is not met, by how much and when."""
    if violation.earlier is not None:
        return violation.earlier
    words, moment = _WORDS[violation.kind], violation.place.moment
    when = () if moment is None else (" at ", moment)
    return Sentence.of(words.what(violation), *when, words.more(violation))


def why_unsolved(violations: Iterable[Violation]) -> Sentence:
    """All violations of an unsolved motion in one sentence."""
    sentences = [sentence(violation) for violation in violations]
    return Sentence.joined(sentences) if sentences else Sentence.of(NOTHING)


def _allowed(violation: Violation) -> str:
    """The tolerance that the job grants, if any."""
    if "allowed" not in violation.figures:
        return ""
    return f", where {measured(violation.figures['allowed'], violation.unit)} is allowed"


def _at_limits(limits: ActiveLimits) -> str:
    limits_reached = [
        f"{listed(dofs, MOST_LISTED)} {words}"
        for dofs, words in ((limits.joints, "at joint limits"), (limits.muscles, "at full strength"))
        if dofs
    ]
    return f", with {' and '.join(limits_reached)}" if limits_reached else ""


def _lasting(extent: Extent | None) -> Sentence:
    if extent is None or (extent.first == extent.last and not extent.is_whole):
        return Sentence.of()
    if extent.is_whole:
        return Sentence.of("; affects all frames")
    return Sentence.of("; affects ", extent.first, " to ", extent.last)


def _nothing_more(_: Violation) -> str:
    return ""


@dataclass(frozen=True)
class _Words:
    """Words for one kind of violation.

    Attributes:
        what: words before the time.
        more: words after the time.
    """

    what: Callable[[Violation], str]
    more: Callable[[Violation], str] = _nothing_more


def _by(violation: Violation) -> str:
    return measured(violation.amount, violation.unit)


def _one(violation: Violation) -> str:
    return f"'{violation.subject[0]}'"


def _other(violation: Violation) -> str:
    return f"'{violation.subject[1]}'"


def _dof(violation: Violation) -> Dof:
    assert violation.dof is not None, violation
    return violation.dof


def _unexplained(v: Violation) -> str:
    moved = "turned" if _dof(v).turns else "moved"
    return f"{_one(v)} is {moved} by an unexplained {_by(v)} {_dof(v).direction}"


def _missed_pin(v: Violation) -> str:
    dof, bound, is_above = _dof(v), _bound(v), v.amount > 0
    missed = measured(abs(v.amount), v.unit)
    if dof.turns:
        way = "too little" if bound and is_above == (bound < 0) else "too far"
        return f"{_one(v)} turns {missed} {way} {dof.direction}"
    if dof.axis == "Z":
        return f"{_one(v)} is {missed} too {'high' if is_above else 'low'}"
    return f"{_one(v)} is {missed} off {dof.direction}"


def _required(v: Violation) -> str:
    if _dof(v).turns:
        return f", where {measured(_bound(v), 'rad')} are required"
    return f", where {_bound(v):.4g} m is required"


def _bound(v: Violation) -> float:
    """The bound of a missed pin."""
    return v.figures["upper" if v.amount > 0 else "lower"]


def _weak(v: Violation) -> str:
    strongest = v.figures["strongest"]
    needed, unit = strongest + v.amount, v.unit
    times = f"{needed / strongest:.2g} times its strength ({needed:.3g} {unit}, it has {strongest:.3g})"
    return f"{_one(v)} needs {times} to {'turn' if _dof(v).turns else 'move'} {_dof(v).direction}"


def _resting(v: Violation) -> str:
    moves = "turns" if _dof(v).turns else "moves"
    return f"{_one(v)} {moves} {v.amount:.3g} m/s" if v.unit == "m/s" else f"{_one(v)} {moves} {_by(v)}"


def _region(v: Violation) -> str:
    misses = "misses" if v.kind is Kind.INSIDE_REGION else "enters"
    return f"{_one(v)} {misses} its {v.subject[1].replace('_', ' ')} by {_by(v)}"


def _apart(v: Violation) -> str:
    other = _other(v) if len(v.subject) > 1 else "its place"
    return f"distance of {_one(v)} and {other} is off by {_by(v)}"


def _expression(v: Violation) -> str:
    name = _named(v)
    if v.aggregate == LEAST_PEAK:
        return f"{name} stays {_by(v)} below its least peak"
    return f"{f'the {v.aggregate} of ' if v.aggregate in SUMS else ''}{name} is off by {_by(v)}"


def _peak_weights(v: Violation) -> str:
    return f"the weights of the peak of {v.subject[0]} are off by {_by(v)}"


def _named(v: Violation) -> str:
    """A name from the job, or a formula in quotes."""
    return v.subject[0] if v.kind is Kind.NAMED_EXPRESSION else _one(v)


def _phase(what: str) -> Callable[[Violation], str]:
    return lambda v: f"{what} of {_one(v)} is off by {v.amount:.3g} of the clip's length"


def _too_fast(v: Violation) -> str:
    speed, farthest, reach = (v.figures[name] for name in ("speed", "farthest", "reach"))
    return (
        f"{speed:.3g} m/s is too fast for these legs: with a foot always on the ground, "
        f"a cycle can travel at most {farthest:.3g} m, {v.amount:.2g} m too little; "
        f"{_one(v)} reaches {reach:.3g} m"
    )


def _too_steep(v: Violation) -> str:
    slope, needed, friction = (v.figures[name] for name in ("slope", "needed", "friction"))
    return (
        f"a slope of {math.degrees(slope):.3g} degrees needs a friction of {needed:.3g}; "
        f"the contacts have {friction:.3g}"
    )


_WORDS: Mapping[Kind, _Words] = {
    Kind.NO_SLIP: _Words(lambda v: f"{_one(v)} slides {_by(v)}"),
    Kind.CONTACT_HEIGHT: _Words(lambda v: f"{_one(v)} is {_by(v)} off the ground"),
    Kind.WITHIN_TOP: _Words(lambda v: f"{_one(v)} is {_by(v)} beyond the edge of its surface"),
    Kind.INSIDE_SOLID: _Words(lambda v: f"{_one(v)} is {_by(v)} inside {_other(v)}"),
    Kind.FRICTION_CONE: _Words(lambda v: f"{_one(v)} pushes {_by(v)} beyond its friction"),
    Kind.TWIST_FRICTION: _Words(lambda v: f"{_one(v)} resists turning by {_by(v)} too much"),
    Kind.NO_TWIST: _Words(lambda v: f"{_one(v)} twists {_by(v)}"),
    Kind.LANDING: _Words(lambda v: f"{_one(v)} gains {_by(v)} at touchdown"),
    Kind.GRABBING: _Words(lambda v: f"the hold {_one(v)} adds {_by(v)} as it begins"),
    Kind.HOLD_TOGETHER: _Words(lambda v: f"the hold {_one(v)} is {_by(v)} apart"),
    Kind.EQUATIONS_OF_MOTION: _Words(_unexplained),
    Kind.STRENGTH: _Words(_weak),
    Kind.UNSEEN_TURN: _Words(
        lambda v: f"{_one(v)} and what it carries is turned by an unexplained {_by(v)}",
        lambda _: ": it turns too fast for its frames, or a right angle about its root's middle axis",
    ),
    Kind.GIVEN_ENERGY: _Words(
        lambda v: (
            f"the ground adds {_by(v)}, where muscles work {measured(v.figures['muscles'], 'J')}: "
            "ground contact can only remove energy"
        )
    ),
    Kind.PIN: _Words(_missed_pin, _required),
    Kind.CLEARANCE: _Words(lambda v: f"{_one(v)} is {_by(v)} too low in its swing"),
    Kind.ABOVE_GROUND: _Words(lambda v: f"{_one(v)} is {_by(v)} below the ground"),
    Kind.APART: _Words(lambda v: f"{_one(v)} and {_other(v)} overlap by {100 * v.amount:.2g} %"),
    Kind.JOINS: _Words(
        lambda v: f"{_one(v)} is {_by(v)} {_dof(v).direction} away from the motion that it joins"
    ),
    Kind.NEAR_TO: _Words(lambda v: f"it is {_by(v)} too far from a motion that it should be near"),
    Kind.UNLIKE: _Words(lambda v: f"it is {_by(v)} too close to a motion that it should differ from"),
    Kind.COST_BOUND: _Words(lambda v: f"the motion costs {_by(v)} too much"),
    Kind.AT_REST: _Words(lambda v: f"{_resting(v)} {_dof(v).direction} where it should be at rest"),
    Kind.STAY: _Words(lambda v: f"{_one(v)} misses its target by {_by(v)}"),
    Kind.FOLLOW_PATH: _Words(lambda v: f"{_one(v)} misses its path by {_by(v)}"),
    Kind.INSIDE_REGION: _Words(_region),
    Kind.OUTSIDE_REGION: _Words(_region),
    Kind.HOLD_POSE: _Words(lambda v: f"{_one(v)} misses its pose by {_by(v)} {_dof(v).direction}"),
    Kind.MUSCLE_POWER: _Words(
        lambda v: f"{_one(v)} exceeds its power {_dof(v).direction}, by {_by(v)} at full strength"
    ),
    Kind.TOGETHER: _Words(_apart),
    Kind.EXPRESSION: _Words(_expression),
    Kind.NAMED_EXPRESSION: _Words(_expression),
    Kind.PEAK_WEIGHTS: _Words(_peak_weights),
    Kind.PHASE_START: _Words(_phase("start")),
    Kind.PHASE_DURATION: _Words(_phase("duration")),
    Kind.POINT: _Words(lambda v: f"{_one(v)} is {_by(v)} away from its position"),
    Kind.KNOTS: _Words(lambda _: "The motion exists, but not with so few knots; use more knots per second"),
    Kind.NO_SUPPORT: _Words(
        lambda v: (
            "nothing touches the ground in the whole cycle, so nothing supports the weight of "
            f"{v.figures['weight']:.3g} N"
        )
    ),
    Kind.WEAK_JET: _Words(
        lambda v: (
            f"the jet of {v.figures['jet']:.3g} N cannot carry the weight of "
            f"{v.figures['weight']:.3g} N, and nothing touches the ground"
        )
    ),
    Kind.TOO_STEEP: _Words(_too_steep),
    Kind.ROOT_OUT_OF_REACH: _Words(
        lambda v: f"{_one(v)} is {_by(v)} short of reaching the ground",
        lambda v: (
            f": the root is held at a height of {v.figures['height']:.3g} m, "
            f"and it reaches {v.figures['reach']:.3g} m"
        ),
    ),
    Kind.LIFT_OUT_OF_REACH: _Words(
        lambda v: f"{_one(v)} lifted to {v.figures['height']:.3g} m is {_by(v)} beyond its reach",
        lambda v: f": {_other(v)} is on the ground then, at most {v.figures['distance']:.3g} m away",
    ),
    Kind.NEVER_LIFTED: _Words(
        lambda v: (
            f"{_one(v)} is in contact throughout and cannot slide, "
            f"so the cycle cannot travel {v.amount:.3g} m"
        )
    ),
    Kind.TOO_FAST: _Words(_too_fast),
}
