"""Jobs that are wrong on purpose, with the expected messages; docs/developer/errors.md lists them."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from solver.character import Character
from solver.errors import InputError
from solver.fitting.presets.chip import chip
from solver.fitting.presets.particle import particle
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.objectives.effort import Effort
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.wording.violations import sentence

FEET = ("L_foot", "R_foot")
STANDING = tuple(ContactTiming(name, ((0.0, 1.0),)) for name in FEET)
STEPPING = (ContactTiming("L_foot", ((0.0, 0.6),)), ContactTiming("R_foot", ((0.5, 0.6),)))
OWN_NAME = re.compile(r"\.[rt][xyz]\b")  # internal name of a degree of freedom, not allowed in messages
REST = chip().bodies[0].position[2]  # m, height of the root


@dataclass(frozen=True)
class Bad:
    """An infeasible job.

    Attributes:
        asked: the request in words.
        job: for the solver.
        expected: words in the first message.
    """

    asked: str
    job: Callable[[], Job]
    expected: tuple[str, ...]


def walk(speed: float = 1.3, **more: object) -> Job:
    """Chip walks; 20 frames, one second."""
    job = Job("walk", chip(), AnimationTiming(1.0, 20.0), Cycle((speed, 0.0, 0.0)), STEPPING)
    return replace(job, **more)  # type: ignore[arg-type]


def stand(*pins: Pin, character: Character | None = None, fps: float = 20.0) -> Job:
    """Chip stands on both feet for one second."""
    return Job("stand", character or chip(), AnimationTiming(1.0, fps), None, STANDING, pins)


def leap() -> Job:
    """0.9 s in the air."""
    timings = tuple(ContactTiming(name, ((0.0, 0.2), (0.8, 0.2))) for name in FEET)
    return Job("leap", chip(), AnimationTiming(1.5, 8.0), None, timings, (Pin("root.tz", 6, 6, REST, REST),))


def flight(jet: float) -> Job:
    """McIntosh's particle, whose jet is too weak in his table (2011, table 3.1)."""
    ends = {0: (0.0, 0.0), 1: (0.0, 0.5), -2: (4.0, 3.5), -1: (4.0, 4.0)}
    pins = tuple(
        Pin(dof, frame, frame, at, at)
        for frame, place in ends.items()
        for dof, at in zip(("root.tx", "root.tz"), place, strict=True)
    )
    return Job("flight", particle(jet), AnimationTiming(1.0, 20.0), None, (), pins, (Effort(),))


def weak(share: float) -> Character:
    """Chip with a fraction of its strength."""
    whole = chip()
    joints = tuple(
        replace(j, torque_limits=tuple(share * limit for limit in j.torque_limits)) for j in whole.joints
    )
    return replace(whole, joints=joints)


JOBS: dict[str, Bad] = {
    "far too fast": Bad(
        "walk at 6 m/s, each foot down for 60% of the time", lambda: walk(6.0),
        ("6 m/s is too fast for these legs", "can travel at most 5.0", "_foot' reaches 1.26 m"),
    ),
    "too fast": Bad(
        "walk at 3.6 m/s in the same way", lambda: walk(3.6), ("_foot' slides", "cm at frame"),
    ),
    "lifted too high": Bad(
        "lift the left foot 3 m in its swing", lambda: walk(constraints=(Clearance("L_foot", 3.0),)),
        ("'L_foot' lifted to 3 m is 96 cm beyond its reach at frame 16 (0.80 s)", "'R_foot' is on the ground then"),
    ),
    "held too high": Bad(
        "stand on the ground with the root held at 2 m", lambda: stand(Pin("root.tz", 8, 10, 2.0, 2.0)),
        ("'L_foot' is 74.5 cm short of reaching the ground at frame 8 (0.40 s)", "it reaches 1.26 m"),
    ),
    "nothing touches": Bad(
        "walk without any contact timing", lambda: walk(contact_timings=()),
        ("nothing touches the ground in the whole cycle", "weight of 748 N"),
    ),
    "never lifted": Bad(
        "walk with both feet always down", lambda: walk(contact_timings=STANDING),
        ("'L_foot' is in contact throughout and cannot slide", "1.3 m"),
    ),
    "too steep": Bad(
        "walk up a slope of 53 degrees with a friction of 0.8", lambda: walk(gravity=(-7.848, 0.0, -5.886)),
        ("a slope of 53.1 degrees needs a friction of 1.33; the contacts have 0.8",),
    ),
    "weak jet": Bad(
        "fly 4 m far and up in 1 s with a jet of 30 N", lambda: flight(30.0),
        ("cm too high at frame 19 (0.95 s), where 3.5 m is required",),
    ),
    "too low a leap": Bad(
        "stay 0.9 s in the air and be no higher than standing", leap,
        ("cm too high at frame 6 (0.75 s), where 1.25 m is required",),
    ),
    "rooted to the spot": Bad(
        "go 1 m within one frame while both feet stand",
        lambda: stand(Pin("root.tx", 0, 2, 0.0, 0.0), Pin("root.tx", 3, 10, 1.0, 1.0), fps=10.0),
        ("cm off along the world's X axis at frame",),
    ),
    "no such joint": Bad(
        "pin the joint 'L_hipp'", lambda: stand(Pin("L_hipp.ry", 0, 1, 0.0, 0.0)), ("did you mean 'L_hip.ry'",),
    ),
    "beyond its limits": Bad(
        "bend the knee the wrong way by 1 rad", lambda: stand(Pin("L_knee.ry", 0, 1, -1.0, -1.0)),
        ("'L_knee' cannot turn to -57.3 degrees about its Y axis", "allow at least 0"),
    ),
    "too weak": Bad(
        "crouch for a second with a tenth of the strength",
        lambda: stand(Pin("root.tz", 0, 20, REST - 0.4, REST - 0.4), character=weak(0.1)),
        ("cm too low at frame", "where 0.85 m is required"),
    ),
}  # fmt: skip


def sentences(job: Job) -> tuple[str, ...]:
    """Messages of the solver about a job; empty if it is feasible."""
    try:
        return told_of(solve(job, send=lambda _: None, cancelled=lambda: False))
    except InputError as error:
        return (str(error),)


def told_of(solution: Solution) -> tuple[str, ...]:
    """Messages about the violations of a solution."""
    return tuple(str(sentence(each)) for each in solution.conflicts)
