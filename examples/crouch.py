"""A human walks crouched.

1.0 m/s with the hips at most 0.84 m high, 0.17 m lower than standing, as if under a low beam. Otherwise it is the
same walk, but hips and thighs can hardly lean or turn, since the legs would cross.

Result: hips low and knees bent throughout, with the trunk leaning forward over the feet; the steps are short and the
feet stay in their own lanes.

Not right yet: the arms are held out to the sides, and the free leg is kicked forward before it lands.
"""

from examples.feet import step
from solver.fitting.presets.human import human
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, Job

SPEED, STRIDE, FRAMES = 1.0, 1.1, 32  # m/s, s
HALF = FRAMES // 2 - 1  # last frame that is solved; the others mirror these
HIPS = (0.6, 0.84)  # m; lowest and highest centre of the hips


def job() -> Job:
    """A walk whose hips are held below a height on every frame."""
    steps = [step(side, start, heel=0.45, toe=0.64) for side, start in (("L", 0.0), ("R", 0.5))]
    return Job(
        "crouch",
        human(),
        AnimationTiming(STRIDE, FRAMES / STRIDE),
        Cycle((SPEED * STRIDE, 0.0, 0.0), mirrored=True),
        (*steps[0], *steps[1]),
        (
            Pin("root.tz", 0, HALF, *HIPS),
            Pin("root.ty", 0, HALF, -0.04, 0.04),
            *(Pin(f"root.r{axis}", 0, HALF, -0.12, 0.12) for axis in "xz"),
            *(Pin(f"thigh.{side}.ry", 0, HALF, -0.1, 0.1) for side in "LR"),
            Pin("thigh.L.rz", 0, HALF, -0.1, 0.04),
            Pin("thigh.R.rz", 0, HALF, -0.04, 0.1),
            Clearance("toe.L", 0.03),
            Clearance("toe.R", 0.03),
        ),
    )
