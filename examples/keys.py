"""An animator's rough keys, made physical.

Six keys of a jump in place as an animator might block them: stand, crouch, take-off, top, landing, stand. The hips
rise higher than their time in the air allows. The motion stays as close to the keys as physics allows.

Result: the crouch, the leap, the knees drawn up in the air and the landing of the keys, with hips that fall as fast
as gravity requires.

Not right yet: only angles and the height of the hips are keyed, not the positions of hands or feet; the line below
the title lists how far each key has moved.
"""

import math

import numpy as np

from examples.feet import stand
from examples.poses import held_pose
from solver.clip.clip import Clip
from solver.fitting.presets.human import human
from solver.job.job import AnimationTiming, Job
from solver.job.objectives.acceleration import Acceleration
from solver.job.objectives.effort import Effort
from solver.job.objectives.force_change import ForceChange
from solver.job.objectives.posture import Posture
from solver.job.objectives.sketch import SketchCloseness, SketchedCoordinate
from solver.mechanics.tree import Tree

LENGTH, FPS, CLOSE = 1.6, 30.0, 3.0  # s, 1/s, weight of the keys
STANDING, LOW, HIGH = 0.99, 0.80, 1.45  # height of the hips [m]
STILL = {"thigh.rx": -0.08, "shin.rx": 0.16, "foot.rx": -0.08, "root.ty": 0.0, "root.ry": 0.0}  # at both ends
KEYS = {  # at even times: stand, crouch, take off, top, land, stand
    "root.tz": (STANDING, LOW, STANDING, HIGH, LOW, STANDING),
    "thigh.L.rx": (0.0, -1.1, 0.1, -0.8, -1.1, 0.0),
    "thigh.R.rx": (0.0, -1.1, 0.1, -0.8, -1.1, 0.0),
    "shin.L.rx": (0.1, 1.4, 0.1, 1.4, 1.4, 0.1),
    "shin.R.rx": (0.1, 1.4, 0.1, 1.4, 1.4, 0.1),
    "upper_arm.L.rx": (0.0, 0.9, -1.0, -1.0, 0.2, 0.0),
    "upper_arm.R.rx": (0.0, 0.9, -1.0, -1.0, 0.2, 0.0),
    "root.ry": (0.0, 0.2, 0.0, 0.0, 0.2, 0.0),
}
HELD = {"waist.ry": 0.0, "chest.ry": 0.0, "root.rz": 0.0, "upper_arm.L.rz": -0.15, "upper_arm.R.rz": 0.15}


def job() -> Job:
    """Keys pull, and keep the trunk from twisting; the feet and both ends are given."""
    person = human()
    coordinates = KEYS | {dof: (angle,) for dof, angle in HELD.items()}
    sketch = SketchCloseness(tuple(SketchedCoordinate(dof, at) for dof, at in coordinates.items()), CLOSE)
    return Job(
        "keys",
        person,
        AnimationTiming(LENGTH, FPS),
        None,
        (
            *stand(((0.0, 0.42), (0.78, 0.22)), contacts=("heel",)),
            *stand(((0.0, 0.46), (0.76, 0.24)), contacts=("toe",)),
        ),
        (*held_pose(person, 0, 1, STILL), *held_pose(person, -2, -1, STILL)),
        (Effort(), ForceChange(), Acceleration(0.3), Posture(), sketch),
    )


def notes(clip: Clip) -> str:
    """How far each key moved."""
    names, moved = Tree(clip.job.character).names, []
    for k, frame in enumerate(
        np.linspace(0, clip.n_frames - 1, len(KEYS["root.tz"])).round().astype(int).tolist()
    ):
        off = {dof: clip.q[frame, names.index(dof)] - values[k] for dof, values in KEYS.items()}
        worst = max((dof for dof in off if dof != "root.tz"), key=lambda dof: abs(off[dof]))
        moved.append(
            f"{frame}: hips {100 * off['root.tz']:+.0f} cm, {worst} {math.degrees(off[worst]):+.0f} degrees"
        )
    return "keys moved at frame " + "; ".join(moved)
