"""Two people shake hands.

Two characters in one problem: each stands on its own feet, and their right hands hold each other for a while and go
up and down twice. Both begin and end at rest with hanging arms.

Result: the right arms rise from the sides, meet halfway, shake and sink again; the left arms hang, and the bodies
give way a little.

Not right yet: the hands are the ends of the forearms, nobody bows or looks, and bob leans forward more than anna.
"""

import math

from examples.feet import both
from solver.character.cast import Member, cast
from solver.fitting.presets.human import human
from solver.job.constraints.at_rest import AtRest
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin
from solver.job.hold import Hold
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.when import When

LENGTH, FPS = 2.0, 20.0  # s, 1/s
APART = 0.85  # m
GRIP = (0.3, 0.4)  # start and duration, fractions of the clip
SWAY = 0.06  # m, of the hips about where they stand
HAND = (0.0, -0.19, 0.82)  # of the first, right, in the rest pose [m]
SHAKES = {14: 1.05, 17: 0.95, 20: 1.05, 23: 0.95, 26: 1.05}  # frame: height of the hands [m]


def job() -> Job:
    """Both stand, begin and end at rest with hanging arms."""
    pair = cast("pair", (Member("anna", human()), Member("bob", human(), (APART, 0.0, 0.0), math.pi)))
    timings = [
        ContactTiming(f"{who}.{name}", ((0.0, 1.0),))
        for who in ("anna", "bob")
        for part in ("heel", "toe")
        for name in both(part)
    ]
    x, y, z = HAND
    hold = Hold("hands", "anna.forearm.R", HAND, "bob.forearm.R", (APART - x, -y, z), (GRIP,))
    upright = [Pin(f"{root}.r{axis}", 0, -1, -0.2, 0.2) for root in ("root", "bob.hips") for axis in "xyz"]
    standing = [
        Pin(f"{root}.t{axis}", 0, -1, at - SWAY, at + SWAY)
        for root, place in (("root", 0.0), ("bob.hips", APART))
        for axis, at in (("x", place), ("y", 0.0))
    ]
    low = next(b for b in pair.bodies if b.name == "anna.forearm.R").position[2] + 0.05
    down = ((who, frame, None, low) for who in ("anna", "bob") for frame in (0, -1))
    shaken = (("anna", frame, up - 0.02, up + 0.02) for frame, up in SHAKES.items())
    hands = [
        ExpressionConstraint(
            f"body('{who}.forearm.R').position.z", lower, upper, When(frame, frame), name=f"{who}'s hand"
        )
        for who, frame, lower, upper in (*down, *shaken)
    ]
    return Job(
        "handshake", pair, AnimationTiming(LENGTH, FPS), None, tuple(timings), (*upright, *standing, *hands, AtRest()),
        holds=(hold,),
    )  # fmt: skip
