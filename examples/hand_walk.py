"""A human walks on its hands.

0.35 m/s, upside down, one palm down at any time and both for a tenth of it; the second half of the cycle mirrors the
first.

Result: upside down on straight arms, the body sways over each palm while the other arm swings forward; the legs stay
together.

Not right yet: the free arm swings out to the side instead of close to the ground, and the legs are stiff.
"""

import math

from examples.gymnast import gymnast
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.objectives.acceleration import Acceleration
from solver.job.objectives.effort import Effort
from solver.job.objectives.force_change import ForceChange
from solver.job.objectives.posture import Posture

SPEED, STRIDE, FRAMES = 0.35, 1.2, 32  # m/s, s


def job() -> Job:
    """The hips are held upside down, facing backwards, so that the way goes ahead of the palms."""
    half = FRAMES // 2 - 1
    pins = [Pin("root.ry", 0, half, math.pi - 0.5, math.pi + 0.5), Pin("root.tz", 0, half, 0.9, 1.35)]
    pins += [Pin(f"root.{turn}", 0, half, -0.4, 0.4) for turn in ("rz", "rx")]
    pins += [Pin("upper_arm.L.rz", 0, half, -3.1, -2.75), Pin("upper_arm.R.rz", 0, half, 2.75, 3.1)]
    pins += [Pin(f"forearm.{side}.rx", 0, half, -1.2, 0.0) for side in "LR"]
    return Job(
        "hand_walk",
        gymnast(),
        AnimationTiming(STRIDE, FRAMES / STRIDE),
        Cycle((SPEED * STRIDE, 0.0, 0.0), mirrored=True),
        (ContactTiming("palm.L", ((0.0, 0.6),)), ContactTiming("palm.R", ((0.5, 0.6),))),
        (*pins, Clearance("palm.L", 0.04), Clearance("palm.R", 0.04)),
        (Effort(), ForceChange(), Acceleration(), Posture(upright=0.0)),
    )
