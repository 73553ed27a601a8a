"""A lamp hops.

After Luxo Jr. (Lasseter 1987; Witkin & Kass 1988): the lamp stands, bends, leaps 0.6 m, lands and comes to rest. Only
the stances and both ends are given; anticipation and follow-through are found.

Result: it sinks over its base, stretches off the ground, tucks the base up in the air, lands flat with its knee
folded and rises to its first pose.

Not right yet: the leap is low, with no more anticipation than the least effort needs; Luxo's character is an
animator's work.
"""

from solver.fitting.presets.hopper import hopper
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, ContactTiming, Job

FLASHES = 9
LENGTH, FPS, LEAP = 1.6, 30.0, 0.6  # s, 1/s, m
STANCES = ((0.0, 0.42), (0.6, 0.4))


def job() -> Job:
    """At rest in the same pose at both ends, ``LEAP`` apart."""
    lamp = hopper()
    x, _, z = lamp.bodies[0].position
    at_rest = ((0, 1, 0.0), (-2, -1, LEAP))
    pins = [Pin("root.tx", first, last, x + way, x + way) for first, last, way in at_rest]
    pins += [Pin("root.tz", first, last, z, z) for first, last, _ in at_rest]
    pins += [
        Pin(f"{name}.ry", first, last, 0.0, 0.0)
        for name in ("root", "knee", "ankle", "neck")
        for first, last, _ in at_rest
    ]
    return Job(
        "lamp",
        lamp,
        AnimationTiming(LENGTH, FPS),
        None,
        (ContactTiming("heel", STANCES), ContactTiming("toe", STANCES)),
        tuple(pins),
    )
