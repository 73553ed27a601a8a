"""The least time from rest: by a jet and against gravity, by motors with limits, and along a wire; the slowest throw.

The length is free and found by gradient, at a given least frame rate. A motor that switches between two frames leaves
an error of the second order that depends on where it does so; the value is then that of the finest steps, without
extrapolation. The bead on its wire has no such switch.
"""

import math
from dataclasses import replace
from functools import partial

from scipy.optimize import brentq

from solver.character import Character
from solver.fitting.presets.particle import particle
from solver.job.aggregates import MEAN
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Constraint, Job
from solver.job.objectives.duration import Duration
from solver.job.objectives.expression import ExpressionObjective
from solver.job.timings import FreeLength, Gradient
from solver.job.when import When
from tests.reference_problems.bang_bang import BangBang
from tests.reference_problems.ends import OPTIONS, at_rest, span_of
from tests.reference_problems.joints import FORE, UPPER, arm
from tests.reference_problems.linkages import Link, chain
from tests.reference_problems.rails import EARTH, arrive, block, known
from tests.reference_problems.reference import Reference

JET, WAY = 20.0, 1.0  # N on 1 kg, m
DROP, AWAY = 0.6, 1.0  # m, of the wire's end
LOADED = (
    Link(1.0, 1.0, 0.5, 1 / 12),
    Link(1.0, 2.0, 0.75, 1 / 12 + 2 * 0.25**2),
)  # even rods; 1 kg in the hand
FOLDED, TURNED = 0.5, 0.522  # rad
SHOULDER, ELBOW = 16.0, 5.0  # N m
RAISED = (1.5, 1.0)  # rad
LENGTHS = FreeLength(0.1, 8.0)


def fastest(
    character: Character,
    steps: int,
    *,
    guess: float,
    constraints: tuple[Constraint, ...],
    gravity: float = 0.0,
) -> Job:
    """Job of a motion in the least time, with so many steps in the time guessed [s]."""
    return Job(
        character.name,
        character,
        AnimationTiming(guess, steps / guess, LENGTHS),
        constraints=constraints,
        objectives=(Duration(),),
        gravity=(0.0, 0.0, -gravity),
        timing_search=Gradient(),
        options=OPTIONS,
    )


def push(steps: int) -> Job:
    """A block, from rest to rest."""
    return fastest(block(strength=JET), steps, guess=1.0, constraints=at_rest("root.tx", 0.0, WAY))


def land(steps: int) -> Job:
    """From rest to rest on the ground, by a jet that only pushes upwards."""
    upwards = ExpressionConstraint("root.tz.force", 0.0, JET)
    ends: tuple[Constraint, ...] = (*at_rest("root.tz", WAY, 0.0), upwards)
    return fastest(block("Z", JET), steps, guess=1.5, constraints=ends, gravity=EARTH)


def turn(
    steps: int, *, links: tuple[Link, ...], strength: tuple[float, ...], first: tuple[float, ...],
    last: tuple[float, ...], gravity: float, guess: float,
) -> Job:  # fmt: skip
    """Links, from rest to rest."""
    linked = arm(links, tuple(range(len(links))))
    joints = tuple(
        replace(joint, torque_limits=(limit,)) for joint, limit in zip(linked.joints, strength, strict=True)
    )
    ends = [
        pin for k, (a, b) in enumerate(zip(first, last, strict=True)) for pin in at_rest(f"joint{k}.ry", a, b)
    ]
    return fastest(
        replace(linked, joints=joints), steps, guess=guess, constraints=tuple(ends), gravity=gravity
    )


def slide_along_a_wire(steps: int) -> Job:
    """A bead, from rest, by gravity alone: the wire, whose shape is sought, does no work."""
    wire = ExpressionConstraint(
        "root.tx.force * root.tx.central_rate + root.tz.force * root.tz.central_rate", 0.0, 0.0
    )
    begin = (*at_rest("root.tx", 0.0), *at_rest("root.tz", 0.0))
    ends: tuple[Constraint, ...] = (*begin, arrive("root.tx", AWAY), arrive("root.tz", -DROP), wire)
    return fastest(particle(200.0), steps, guess=1.0, constraints=ends, gravity=EARTH)


def throw_slowly(steps: int) -> Job:
    """A stone that needs the least speed to get to a place, in a time of its own choice."""
    begin = (Pin("root.tx", 0, 0, 0.0, 0.0), Pin("root.tz", 0, 0, 0.0, 0.0))
    end = (Pin("root.tx", -1, -1, AWAY, AWAY), Pin("root.tz", -1, -1, DROP, DROP))
    stone = fastest(particle(0.0), steps, guess=1.0, constraints=(*begin, *end), gravity=EARTH)
    speed = "dot(particle.velocity, particle.velocity)"
    return replace(stone, objectives=(ExpressionObjective(speed, when=When(0, 0), of=MEAN),))


def cycloid() -> float:
    """Time [s] along x = r (a - sin a), z = -r (1 - cos a), with a' = sqrt(g / r) (Johann Bernoulli 1697)."""
    angle = brentq(lambda a: (a - math.sin(a)) / (1 - math.cos(a)) - AWAY / DROP, 0.1, 6.2)
    return float(angle * math.sqrt(DROP / (1 - math.cos(angle)) / EARTH))


def landing() -> float:
    """Time [s] of a fall and of braking from the speed then reached."""
    brake = JET - EARTH
    speed = math.sqrt(2 * WAY / (1 / EARTH + 1 / brake))
    return speed / EARTH + speed / brake


def turned(
    name: str, source: str, *, links: tuple[Link, ...], strength: tuple[float, ...], last: tuple[float, ...],
    gravity: float, guess: float, first: tuple[float, ...] = (), steps: int = 160,
) -> Reference:  # fmt: skip
    """Links with limited motors, against their switching times."""
    rest = (0.0,) * len(links)
    first, driven = first or rest, tuple(range(len(links)))
    value = BangBang(chain(links, gravity, driven), strength, first + rest, last + rest)
    job = partial(turn, links=links, strength=strength, first=first, last=last, gravity=gravity, guess=guess)
    return Reference(name, source, value, job, (steps,), measure=span_of)


LEAST_TIMES = (
    Reference(
        "least time", "2 √(m d/F) (Bryson & Ho 1975, section 3.9)", known(2 * math.sqrt(WAY / JET)), push, (80,),
        measure=span_of,
    ),
    Reference("least time, lander", "free fall, then full thrust", known(landing()), land, (240,), measure=span_of),
    turned(
        "least time, pendulum", "Pontryagin 1962, switching times", links=(FORE,), strength=(ELBOW,),
        last=(math.pi / 2,), gravity=EARTH, guess=1.0,
    ),
    turned(
        "least time, loaded arm", "Luus 2000: 2.98; switching times", links=LOADED, strength=(1.0, 1.0),
        first=(0.0, FOLDED), last=(TURNED, FOLDED), gravity=0.0, guess=4.0,
    ),
    turned(
        "least time, double pendulum", "Pontryagin 1962, switching times", links=(UPPER, FORE),
        strength=(SHOULDER, ELBOW), last=RAISED, gravity=EARTH, guess=0.6, steps=240,
    ),
    Reference(
        "slowest throw", "v² = g (h + √(d² + h²)) (Torricelli 1644)",
        known(EARTH * (DROP + math.hypot(AWAY, DROP))), throw_slowly, (40,),
    ),
    Reference(
        "brachistochrone", "cycloid (Johann Bernoulli 1697)", known(cycloid()), slide_along_a_wire, (40, 80),
        measure=span_of,
    ),
)  # fmt: skip
