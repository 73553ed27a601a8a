"""An arm throws the same ball overhand.

Cohen 1992, section 5.1, figure 5b: the same arm, ball and basket, and a sketch of three keys: hanging, raised and
bent, stretched forward. Cohen's keys only start the search; here they remain as loose bounds, since the optimizer
otherwise finds its way from the overhand throw back to the underhand one, which takes a tenth of the effort.

Result: the arm curls, comes up over the shoulder with the ball behind it, and stretches forward at the release.

Not right yet: the throw is overhand only as long as its keys bind it.
"""

from dataclasses import replace

from examples import throw_underhand
from solver.job.constraints.pin import Pin
from solver.job.job import Job

POSES, FLASHES = 6, 14
NEAR = 0.4  # rad; how far the motion may stay from its keys
KEYS = {  # frame: shoulder, elbow, wrist [rad]; the first key is the start, which hangs anyway
    16: (-2.6, -1.9, 0.0),
    26: (-2.1, -0.4, 0.0),
}


def job() -> Job:
    """The underhand throw's job with two keys more."""
    keys = tuple(
        Pin(f"{joint}.ry", frame, frame, angle - NEAR, angle + NEAR)
        for frame, angles in KEYS.items()
        for joint, angle in zip(("shoulder", "elbow", "wrist"), angles, strict=True)
    )
    underhand = throw_underhand.job()
    return replace(underhand, name="throw_overhand", constraints=(*underhand.constraints, *keys))
