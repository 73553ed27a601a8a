"""A dog gallops.

6 m/s, a stride of 0.42 s: hind legs one after the other, then forelegs, then a flight with the legs gathered. Trunk
and neck can only lean and bend a little to the sides.

Result: hind legs, then forelegs, with a stretched flight after the hind legs and a gathered one after the forelegs;
the back bends and stretches with them.

Not right yet: the head is carried high and stiff, and the tail hangs.
"""

from solver.fitting.presets.quadruped import quadruped
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job

SPEED, STRIDE, FRAMES, DUTY = 6.0, 0.42, 28, 0.23  # m/s, s
STARTS = {"hind.L": 0.0, "hind.R": 0.1, "fore.L": 0.4, "fore.R": 0.53}


def job() -> Job:
    """A rotary or transverse order is only a matter of the starts."""
    return Job(
        "gallop",
        quadruped(),
        AnimationTiming(STRIDE, FRAMES / STRIDE),
        Cycle((SPEED * STRIDE, 0.0, 0.0)),
        tuple(ContactTiming(paw, ((start, DUTY),)) for paw, start in STARTS.items()),
        (
            *(Clearance(paw, 0.08) for paw in STARTS),
            Pin("root.rx", 0, -1, -0.1, 0.1),
            Pin("spine.rx", 0, -1, -0.1, 0.1),
            *(Pin(f"{part}.rz", 0, -1, -0.15, 0.15) for part in ("root", "spine", "neck")),
        ),
    )
