"""A human does a backflip.

It stands, jumps off both feet, turns backward once in half a second and lands where it can stand again. Given are
only the stances and both ends, a full turn of the hips, and that hips, legs and arms hardly leave the plane of the
flip.

Result: it bends, jumps, lays back with open hips, is upside down with bent knees at the top and lands on both feet a
little farther back, stooped, before it rises.

Not right yet: left and right arms differ in the air, the landing is stooped, and it lands a third of a meter behind
its start.
"""

import math

from examples.feet import both, stand
from examples.poses import held_pose
from solver.fitting.presets.human import human
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job
from solver.job.objectives.acceleration import Acceleration
from solver.job.objectives.effort import Effort
from solver.job.objectives.force_change import ForceChange
from solver.job.objectives.posture import Posture

LENGTH, FPS = 2.0, 72.0  # s, 1/s
STANDING = {"thigh.rx": -0.08, "shin.rx": 0.16, "foot.rx": -0.08, "root.tx": 0.0, "root.ty": 0.0}
TURN = -2 * math.pi  # about the world's Y; backwards
LEAVES, LANDS = 0.42, 0.70  # fractions of the clip


def job() -> Job:
    """Upright, then upright after a whole turn; the posture asks nothing of the hips meanwhile."""
    person = human(root_turn=0.0)
    leaves, lands = round(LEAVES * LENGTH * FPS), round(LANDS * LENGTH * FPS)
    start, end = STANDING, {dof: at for dof, at in STANDING.items() if dof != "root.tx"}
    return Job(
        "backflip",
        person,
        AnimationTiming(LENGTH, FPS),
        None,
        stand(((0.0, LEAVES), (LANDS, 1 - LANDS))),
        (
            *held_pose(person, 0, 2, {**start, "root.ry": 0.0}),
            *held_pose(person, -3, -1, {**end, "root.ry": TURN}),
            *(Pin(f"root.r{axis}", 0, -1, -0.1, 0.1) for axis in "xz"),
            *(Pin(f"{leg}.r{axis}", 0, -1, -0.15, 0.15) for leg in both("thigh") for axis in "yz"),
            Pin("upper_arm.L.rz", 0, -1, -0.5, 0.1),
            Pin("upper_arm.R.rz", 0, -1, -0.1, 0.5),
            Pin("root.ry", leaves - 12, leaves - 6, -0.6, 0.6),
            Pin("root.ry", lands, lands + 12, TURN - 0.6, TURN + 1.0),
        ),
        (Effort(), ForceChange(3.0), Acceleration(0.3), Posture(upright=0.0)),
    )
