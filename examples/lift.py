"""A grown-up lifts a child.

Two characters in one problem: both hands hold the child's sides throughout, and their forces act on the child and, in
the opposite direction, on the grown-up. The goals are only the child's height at the end, and rest at both ends.

Result: the grown-up bends over the child with straight arms, straightens up, swings the child up in front of the
chest and leans back under its weight; the child's legs swing forward and are drawn up.

Not right yet: the hands are points, so the child swings about the line between them; its arms and the grown-up's pass
through each other, and the lift is a swing rather than a careful one.
"""

import math

from examples.feet import both
from solver.character.cast import Member, cast
from solver.fitting.presets.human import human
from solver.job.constraints.at_rest import AtRest
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin
from solver.job.constraints.stay import Stay
from solver.job.hold import Hold
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.when import When

LENGTH, FPS = 1.6, 20.0  # s, 1/s
STATURE, MASS = 1.1, 18.0  # of the child [m, kg]
APART = 0.45  # m
LEAVES = 0.4  # fraction of the clip at which the child's feet leave the ground
HIGH = 1.25  # m, of the child's hips in the end
BEFORE = 0.3  # m, of the child before the grown-up
HAND = (0.0, 0.19, 0.82)  # of the grown-up, left, in the rest pose [m]
SIDE = (APART, 0.12, 0.75)  # of the child's chest, on the grown-up's left [m]


def job() -> Job:
    """The child stays before the grown-up, whose feet stay together; nothing says how it bends."""
    child = human(stature=STATURE, mass=MASS)
    pair = cast("pair", (Member("adult", human()), Member("child", child, (APART, 0.0, 0.0), math.pi)))
    timings = [
        ContactTiming(f"adult.{name}", ((0.0, 1.0),)) for part in ("heel", "toe") for name in both(part)
    ]
    timings += [
        ContactTiming(f"child.{name}", ((0.0, LEAVES),)) for part in ("heel", "toe") for name in both(part)
    ]
    holds = []
    for side, out in (("L", 1), ("R", -1)):
        hand, ribs = ((x, out * y, z) for x, y, z in (HAND, SIDE))
        holds.append(Hold(side, f"adult.forearm.{side}", hand, "child.chest", ribs))
    feet = [
        Stay(
            f"adult.foot.{side}",
            (-0.1, min(out * 0.05, out * 0.16), 0.0),
            (0.2, max(out * 0.05, out * 0.16), 0.3),
        )
        for side, out in (("L", 1), ("R", -1))
    ]
    before = [
        ExpressionConstraint(
            f"body('child.{part}').position.x - body('adult.{part}').position.x",
            BEFORE,
            None,
            name="child before adult",
        )
        for part in ("hips", "waist", "chest")
    ]
    upright = [Pin(f"{root}.r{axis}", 0, -1, -0.4, 0.4) for root in ("root", "child.hips") for axis in "xyz"]
    high = ExpressionConstraint("body('child.hips').position.z", HIGH, None, When(first=-1), name="child up")
    return Job(
        "lift", pair, AnimationTiming(LENGTH, FPS), None, tuple(timings), (*upright, *feet, *before, high, AtRest()),
        holds=tuple(holds),
    )  # fmt: skip
