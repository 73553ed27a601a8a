"""How far a motion departs from its sketch."""

from dataclasses import dataclass

import numpy as np

from ..clip.clip import Clip
from ..job.objectives.sketch import SketchCloseness
from ..mechanics.kinematics import Kinematics
from ..rotations import quaternion_inverse, quaternion_product, rotation_vector


@dataclass(frozen=True)
class Departure:
    """Where one body is farthest from where it was drawn.

    Attributes:
        body: its name.
        distance: of its centre [m].
        angle: between its drawn and its own orientation, at its worst [rad].
        frame: of the greatest distance.
    """

    body: str
    distance: float
    angle: float
    frame: int


def departures(clip: Clip) -> tuple[Departure, ...]:
    """Each body's farthest from its sketch, the farthest first; none where the job has no sketch.

    What was not sketched counts as drawn where it is.
    """
    sketches = [each for each in clip.job.objectives if isinstance(each, SketchCloseness)]
    if not sketches:
        return ()
    kinematics = Kinematics(clip.job.character)
    names, drawn = kinematics.tree.names, clip.q.copy()
    for sketched in (coordinate for sketch in sketches for coordinate in sketch.coordinates):
        values = sketched.spread(len(drawn), closed=clip.job.cycle is not None)
        drawn[:, names.index(sketched.dof)] = values
    there, turned = kinematics.poses(drawn)
    here, own = kinematics.poses(clip.q)
    distance = np.linalg.norm(here - there, axis=-1)
    angle = np.linalg.norm(rotation_vector(quaternion_product(own, quaternion_inverse(turned))), axis=-1)
    found = [
        Departure(
            body.name, float(distance[:, b].max()), float(angle[:, b].max()), int(distance[:, b].argmax())
        )
        for b, body in enumerate(clip.job.character.bodies)
    ]
    return tuple(sorted(found, key=lambda departure: -departure.distance))
