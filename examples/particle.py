"""The Spacetime Particle flies.

Witkin & Kass 1988, with McIntosh's figures (2011, section 3.2.4, fig. 3.3): a particle of 2 kg moves by a jet from
(0, 0) to (4, 4) in 21 frames of 0.05 s, with two frames pinned at each end and the least effort between them.

Result: the particle rises, is pushed down and to the right, glides across and is lifted again; the arrows of the jet
fan out as in McIntosh's figure.

Not right yet: the limit of 30 N in his table is not enough for his own end points, which need 60 N; the limit here is
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
