"""An acrobat of two links jumps, and then flips.

Cohen 1992, section 5.3: legs with a flat foot, a trunk, and one strong waist; in the plane. A jump of 0.4 m, a
rest, and a second jump in which it turns forward once.

Seen: a small jump and a landing, then a leap from a bent waist, a turn in the air with both links folded,
and a landing upright.

Not right yet: two stiff links have to throw themselves up by one hinge, which takes up to 7 body weights
and 1000 N m.
"""

import math

from solver.character import BodyJoint, Character, ContactJoint, RootJoint
from solver.character.presets.parts import rod
from solver.problem.constraints.pin import Pin
from solver.problem.job import AnimationTiming, ContactTiming, Job
from solver.problem.objectives.acceleration import Acceleration
from solver.problem.objectives.effort import Effort
from solver.problem.objectives.force_change import ForceChange
from solver.problem.objectives.posture import Posture

LENGTH, FPS, WAY = 3.6, 30.0, 0.4  # s, 1/s, m a jump
STANCES = {
    "heel": ((0.0, 0.19), (0.33, 0.24), (0.78, 0.22)),
    "toe": ((0.0, 0.22), (0.3, 0.3), (0.75, 0.25)),
}
LANDS = 82  # frame after the flip
FLIP = 2 * math.pi  # about the world's Y; forwards


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
    pins += [Pin("root.tx", -3, -1, 2 * WAY, 2 * WAY), Pin("root.ry", -3, -1, FLIP, FLIP)]
    pins += [Pin("waist.ry", -3, -1, 0.0, 0.0), Pin("root.ry", 20, 63, -0.3, 1.5)]
    pins += [Pin("root.ry", LANDS, LANDS, FLIP - 1.0, FLIP + 1.5)]
    return Job(
        "acrobat",
        acrobat(),
        AnimationTiming(LENGTH, FPS),
        None,
        tuple(ContactTiming(contact, phases) for contact, phases in STANCES.items()),
        tuple(pins),
        (Effort(), ForceChange(), Acceleration(), Posture(upright=0.0)),
    )
