"""A step onto a box that merely stands there.

McIntosh's Chip (2011, chapter 5) steps from the ground onto a box of 15 kg that nothing holds: it stands on its four
corners by friction, and each foot on its lid pushes it as the lid pushes the foot.

Result: the right foot steps up first, the left foot swings around the edge of the box onto its lid, and the box stays
in place.

Not right yet: the lid is a plate on a box that is drawn and weighed as an ellipsoid; Chip's feet are points, so at
the end it is about to topple.
"""

from dataclasses import replace

from solver.character import ContactJoint, RigidBody, RootJoint
from solver.fitting.presets.chip import chip
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.surfaces import Plate

LENGTH, FPS = 1.4, 25.0  # s, 1/s
BOX, SIZE = 15.0, (0.6, 0.5, 0.12)  # kg, m
WAY = 0.7  # m, from where Chip stands to the middle of the box
FRICTION = 0.3  # of the box on the ground
STEPS = (("L", "", 0.0, 0.5), ("L", "lid", 0.72, 0.28), ("R", "", 0.0, 0.12), ("R", "lid", 0.35, 0.65))


def job() -> Job:
    """The hips begin behind the box and end over it; the box may go wherever it is pushed."""
    person, (x, y, z) = chip(), SIZE
    box = RigidBody("box", BOX, SIZE, (WAY, 0.0, z / 2))
    corners = tuple(
        ContactJoint(f"corner {k}", "box", (WAY + a * (x / 2 - 0.05), b * (y / 2 - 0.05), 0.0), FRICTION)
        for k, (a, b) in enumerate(((-1, -1), (-1, 1), (1, -1), (1, 1)))
    )
    cast = replace(
        person,
        bodies=(*person.bodies, box),
        contacts=(*person.contacts, *corners),
        others=(RootJoint("box"),),
    )
    timings = [ContactTiming(f"{side}_foot", ((start, length),), on) for side, on, start, length in STEPS]
    timings += [ContactTiming(corner.name, ((0.0, 1.0),)) for corner in corners]
    pins = (
        *(Pin(f"root.r{letter}", 0, -1, -0.25, 0.25) for letter in "xyz"),
        Pin("root.tx", 0, 0, 0.0, 0.0), Pin("root.tx", -1, -1, WAY, WAY), Pin("root.ty", 0, -1, -0.1, 0.1),
        Pin("root.tz", 0, 0, 1.2, 1.25), Pin("root.tz", -1, -1, 1.3, 1.37),
        Pin("box.tx", 0, 0, WAY, WAY), Pin("box.ty", 0, 0, 0.0, 0.0), Pin("box.rz", 0, 0, 0.0, 0.0),
    )  # fmt: skip
    lid = Plate("lid", "box", (WAY, 0.0, z), (x, y))
    return Job("loose_box", cast, AnimationTiming(LENGTH, FPS), None, tuple(timings), pins, surfaces=(lid,))
