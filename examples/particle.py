"""The Spacetime Particle flies.

Witkin & Kass 1988, as McIntosh sets it up (2011, section 3.2.4, fig. 3.3): 2 kg that push themselves by a jet
from (0, 0) to (4, 4) in 21 frames of 0.05 s, with two frames pinned at each end and the least effort between.

Seen: the particle rises, is pushed down and to the right, glides across and is lifted again; the jet's
arrows fan out as in McIntosh's figure.

Not right yet: his table's limit of 30 N cannot meet his own end points, which need 60 N; the limit here is
70 N.
"""

from solver.fitting.presets.particle import particle
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job
from solver.job.objectives.effort import Effort

FLASHES = 21
ENDS = {0: (0.0, 0.0), 1: (0.0, 0.5), -2: (4.0, 3.5), -1: (4.0, 4.0)}  # frame: (x, z) [m]
JET = 70.0  # N; his table's 30 N are too weak for his own end points


def job() -> Job:
    """Places at the ends give the velocities there."""
    pins = tuple(
        Pin(dof, frame, frame, value, value)
        for frame, place in ENDS.items()
        for dof, value in zip(("root.tx", "root.tz"), place, strict=True)
    )
    return Job("particle", particle(JET), AnimationTiming(1.0, 20.0), None, (), pins, (Effort(),))
