"""A jump that is solved in half a second."""

from solver.explore.flight import with_flight
from solver.fitting.presets.chip import chip
from solver.job.constraints.at_rest import AtRest
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, ContactTiming, Job


def hop(flight: int = 4, way: float | None = None) -> Job:
    """Chip stands, leaps with ``flight`` frames in the air and stands, ``way`` [m] ahead; None: anywhere."""
    stances = ((0.0, 0.5), (0.7, 0.3))
    feet = tuple(ContactTiming(name, stances) for name in ("L_foot", "R_foot"))
    ends = () if way is None else ((0, 0.0), (-1, way))
    places = tuple(Pin("root.tx", frame, frame, x, x) for frame, x in ends)
    job = Job("hop", chip(), AnimationTiming(1.2, fps=15.0), None, feet, (AtRest(), *places))
    return with_flight(job, flight)
