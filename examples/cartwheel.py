"""A human turns a cartwheel.

To its left: left hand, right hand, right foot, left foot, each on the ground for its time, and a full turn about the
facing direction. The axes of the hips are ordered so that this turn is the last and meets no singularity. The arms
stay overhead during the turn.

Result: it leans to its left, the left hand and then the right take the weight while the legs pass overhead, spread,
and right foot and left foot land one after the other.

Not right yet: the legs bend on the way over, and it drifts half a meter forward.
"""

import math

from examples.feet import both
from examples.gymnast import gymnast
from examples.poses import held_pose
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.objectives.acceleration import Acceleration
from solver.job.objectives.effort import Effort
from solver.job.objectives.force_change import ForceChange
from solver.job.objectives.posture import Posture

LENGTH, FPS, WAY = 2.2, 30.0, 2.3  # s, 1/s, m
TURN = -2 * math.pi  # about the world's X; to the left
ARMS_UP = {"upper_arm.L.rz": -2.6, "upper_arm.R.rz": 2.6, "thigh.L.rz": -0.3, "thigh.R.rz": 0.3}
TOUCHES = {
    "heel.R": ((0.0, 0.22), (0.78, 0.22)),
    "toe.R": ((0.0, 0.26), (0.74, 0.26)),
    "heel.L": ((0.0, 0.34), (0.9, 0.1)),
    "toe.L": ((0.0, 0.38), (0.88, 0.12)),
    "palm.L": ((0.36, 0.24),),
    "palm.R": ((0.46, 0.25),),
}
TURNED = {0.36: 0.3, 0.53: 0.5, 0.72: 0.74}  # when: share of the turn, roughly


def job() -> Job:
    """Arms and legs spread at both ends, a whole turn and ``WAY`` apart."""
    person = gymnast(axes="ZYX")
    n = round(LENGTH * FPS)
    on_hands = round(0.2 * n), round(0.78 * n)
    return Job(
        "cartwheel",
        person,
        AnimationTiming(LENGTH, FPS),
        None,
        tuple(ContactTiming(name, phases) for name, phases in TOUCHES.items()),
        (
            *held_pose(person, 0, 1, {**ARMS_UP, "root.ty": 0.0, "root.rx": 0.0}, slack=0.2),
            *held_pose(person, -2, -1, {**ARMS_UP, "root.ty": WAY, "root.rx": TURN}, slack=0.2),
            *(
                Pin("root.rx", round(when * n), round(when * n), share * TURN - 0.4, share * TURN + 0.4)
                for when, share in TURNED.items()
            ),
            Pin("root.ry", 0, -1, -0.5, 0.5),
            Pin("root.rz", 0, -1, -0.5, 0.5),
            Pin("upper_arm.L.rz", *on_hands, -3.1, -2.3),
            Pin("upper_arm.R.rz", *on_hands, 2.3, 3.1),
            *(Pin(f"{side}.rx", *on_hands, -0.5, 0.5) for side in both("upper_arm")),
            *(Pin(f"{side}.rx", *on_hands, -0.6, 0.0) for side in both("forearm")),
        ),
        (Effort(), ForceChange(), Acceleration(0.3), Posture(upright=0.0)),
    )
