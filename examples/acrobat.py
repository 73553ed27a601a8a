"""An acrobat of two links jumps, and then flips.

Cohen 1992, section 5.3: legs with a flat foot, a trunk, and one strong waist, in the plane. It jumps, and in a second
jump turns over backward.

Result: it rolls onto its toe, leaves it with a small jump and lands; then it leaps from a bent waist, turns in the
air with both links folded, and lands upright.

Not right yet: two stiff links have to throw themselves up with a single hinge, which takes up to 4 body weights and
1000 N m.
"""

import math

from solver.character import BodyJoint, Character, ContactJoint, RootJoint
from solver.fitting.presets.parts import rod
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.objectives.acceleration import Acceleration
from solver.job.objectives.effort import Effort
from solver.job.objectives.force_change import ForceChange
from solver.job.objectives.posture import Posture

LENGTH, FPS = 3.8, 30.0  # s, 1/s
# s; the heel leaves the ground well before the toe: on a flat foot, stiff legs can only stand
STANCES = {
    "heel": ((0.0, 0.65), (1.18, 2.21), (2.73, LENGTH)),
    "toe": ((0.0, 0.8), (0.99, 2.4), (2.89, LENGTH)),
}
BETWEEN, LANDS = (44, 52), 84  # frames between the jumps; frame after the flip
FLIP = -2 * math.pi  # about the world's Y; backwards, as a waist that straightens turns it


def acrobat() -> Character:
    """30 kg, 1.4 m; its lower link stands on heel and toe."""
    bodies = (
        rod("trunk", 15.0, ((0.0, 0.0, 0.7), (0.0, 0.0, 1.4)), 0.2),
        rod("legs", 15.0, ((0.0, 0.0, 0.0), (0.0, 0.0, 0.7)), 0.16),
    )
    waist = BodyJoint(
        "waist", "trunk", "legs", (0.0, 0.0, 0.7), axes="Y", limits=((-2.6, 0.3),), torque_limits=(1000.0,)
    )
    contacts = (
        ContactJoint("heel", "legs", (-0.12, 0.0, 0.0)),
        ContactJoint("toe", "legs", (0.15, 0.0, 0.0)),
    )
    root = RootJoint("trunk", translation="XZ", axes="Y")
    return Character("Acrobat", bodies, (waist,), contacts, root)


def job() -> Job:
    """Upright at both ends, and a whole turn between the second take-off and the second landing."""
    pins = [Pin(dof, 0, 2, 0.0, 0.0) for dof in ("root.tx", "root.ry", "waist.ry")]
    pins += [Pin("root.ry", *BETWEEN, -0.6, 0.9)]
    pins += [Pin("root.ry", LANDS, LANDS, FLIP - 1.2, FLIP + 1.2)]
    pins += [Pin("root.ry", -3, -1, FLIP, FLIP), Pin("waist.ry", -3, -1, 0.0, 0.0)]
    return Job(
        "acrobat",
        acrobat(),
        AnimationTiming(LENGTH, FPS),
        None,
        tuple(
            ContactTiming(
                contact, tuple((first / LENGTH, (last - first) / LENGTH) for first, last in stances)
            )
            for contact, stances in STANCES.items()
        ),
        tuple(pins),
        (Effort(), ForceChange(), Acceleration(), Posture(upright=0.0)),
    )
