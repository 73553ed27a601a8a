"""A human carries a box up a step.

Both hands hold a box of 6 kg; the left foot steps up 18 cm, the right foot follows, and it stands again.

Result: it shifts its weight, steps up with the left foot, pushes off with the right toe and stands again, with the
box held between both hands in front of it throughout.

Not right yet: the box turns about the line between its two handles, and it is an ellipsoid.
"""

from dataclasses import replace

from examples.feet import both
from examples.poses import SLACK
from solver.character import Character, RigidBody, RootJoint
from solver.fitting.presets.human import human
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin
from solver.job.hold import Hold
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.surfaces import Box

FLASHES = 7
LENGTH, FPS, WAY, RISE = 2.4, 30.0, 0.62, 0.18  # s, 1/s, m, m
STEP = Box("step", (0.85, 0.0, RISE / 2), (1.0, 1.4, RISE))
UPRIGHT = {
    **{f"root.r{axis}": 0.12 for axis in "xyz"},
    **{f"{part}.r{axis}": 0.1 for part in ("waist", "chest", "neck") for axis in "xyz"},
    **{f"box.r{axis}": 0.2 for axis in "xyz"},
}  # how far all these may turn [rad]
BEFORE = {"x": (0.34, 0.5), "y": (-0.04, 0.04), "z": (0.05, 0.3)}  # the box, from the hips [m]
ELBOW, SHOULDER = (-2.2, -0.8), (-0.9, 0.2)  # rad
HANDLE, HAND = (0.42, 0.19, 1.08), (0.0, 0.19, 0.82)  # left ones, in the rest pose [m]


def carrier() -> Character:
    """The human preset and a box of its own tree."""
    person = human()
    box = RigidBody("box", 6.0, (0.32, 0.38, 0.26), (0.42, 0.0, 1.04))
    return replace(person, bodies=(*person.bodies, box), others=(RootJoint("box"),))


def job() -> Job:
    """The hips stand still at both ends; the arms hold the box in front of the belly."""
    person = carrier()
    holds = []
    for side, out in (("L", 1), ("R", -1)):
        hand, handle = ((x, out * y, z) for x, y, z in (HAND, HANDLE))
        holds.append(Hold(f"hand.{side}", f"forearm.{side}", hand, "box", handle))
    timings = []
    for side, leaves, lands in (("L", 0.22, 0.44), ("R", 0.52, 0.74)):
        for contact, later in (("heel", 0.0), ("toe", 0.04)):
            name, up = f"{contact}.{side}", lands + later
            timings.append(ContactTiming(name, ((0.0, leaves + later),)))
            timings.append(ContactTiming(name, ((up, 1.0 - up),), "step"))
    pins = []
    for first, last, way, up in ((0, 2, 0.0, 0.0), (-3, -1, WAY, RISE)):
        x, _, z = person.bodies[0].position
        place = {"root.tx": x + way, "root.ty": 0.0, "root.tz": z + up - 0.01}
        pins += [Pin(dof, first, last, at - SLACK, at + SLACK) for dof, at in place.items()]
    pins += [Pin(dof, 0, -1, -bend, bend) for dof, bend in UPRIGHT.items()]
    pins += [Pin(f"{arm}.rx", 0, -1, *ELBOW) for arm in both("forearm")]
    pins += [Pin(f"{arm}.rx", 0, -1, *SHOULDER) for arm in both("upper_arm")]
    apart = [
        ExpressionConstraint(f"box.position.{axis} - hips.position.{axis}", *bounds, name="box before hips")
        for axis, bounds in BEFORE.items()
    ]
    return Job(
        "carry",
        person,
        AnimationTiming(LENGTH, FPS),
        None,
        tuple(timings),
        (*pins, *apart),
        surfaces=(STEP,),
        holds=tuple(holds),
    )
