"""How far a motion departs from what it follows."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Indices
from ..clip.clip import Clip
from ..job.job import Job
from ..job.objectives.pose_closeness import PoseCloseness
from ..job.objectives.sketch import SketchCloseness
from ..mechanics.inverse_kinematics import coordinates
from ..mechanics.kinematics import Kinematics
from ..motion.motion import Motion
from ..rotations import angle_between, continuous_signs, matrix_from_quaternion, quaternion_from_matrix


@dataclass(frozen=True)
class Departure:
    """How far one body is from where it was drawn.

    Attributes:
        body: its name.
        distance: of its centre, at its farthest [m].
        angle: between its drawn and its own orientation, at its worst [rad].
        frame: of the greatest distance.
        mean_distance, mean_angle: over the clip [m], [rad].
    """

    body: str
    distance: float
    angle: float
    frame: int
    mean_distance: float
    mean_angle: float


@dataclass(frozen=True)
class Faithfulness:
    """How near a motion is to what it was asked to follow, over all bodies and frames.

    Attributes:
        mean_distance, worst_distance: of bodies' centres [m].
        mean_angle, worst_angle: of their orientations [rad].
    """

    mean_distance: float
    worst_distance: float
    mean_angle: float
    worst_angle: float

    @classmethod
    def of(cls, distance: Array, angle: Array) -> "Faithfulness":
        """Of all bodies at all frames (N, D)."""
        return cls(float(distance.mean()), float(distance.max()), float(angle.mean()), float(angle.max()))


def departures(clip: Clip) -> tuple[Departure, ...]:
    """Each drawn body's farthest, the farthest first; none where the job follows nothing.

    Bodies are compared in the world with what was drawn, not with what joints and limits have left of it.
    """
    bodies, distance, angle = _off(clip)
    names = [body.name for body in clip.job.character.bodies]
    found = [
        Departure(
            names[body], float(d.max()), float(a.max()), int(d.argmax()), float(d.mean()), float(a.mean())
        )
        for body, d, a in zip(bodies.tolist(), distance.T, angle.T, strict=True)
    ]
    return tuple(sorted(found, key=lambda departure: -departure.distance))


def faithfulness(clip: Clip) -> Faithfulness | None:
    """Of a clip that was asked to follow something; else None."""
    bodies, distance, angle = _off(clip)
    if not len(bodies):
        return None
    return Faithfulness.of(distance, angle)


def faithfulness_of_joints(clip: Clip) -> Faithfulness | None:
    """How near the joints, within their limits, can come to what was drawn, before anything is solved.

    So much is lost by reading; what a motion is farther away is physics'. None where nothing was drawn.
    """
    drawn = drawn_motion(clip)
    if drawn is None:
        return None
    bodies, place, turn = drawn_poses(clip)
    own = matrix_from_quaternion([body.orientation for body in clip.job.character.bodies])
    turned = matrix_from_quaternion(drawn.orientation) @ np.swapaxes(own, 1, 2)
    kinematics = Kinematics(clip.job.character)
    tree = kinematics.tree
    q = coordinates(tree, drawn.position, turned)
    position, orientation = kinematics.poses(np.clip(q, tree.lower, tree.upper))
    return Faithfulness.of(
        np.linalg.norm(position[:, bodies] - place, axis=-1),
        angle_between(matrix_from_quaternion(orientation[:, bodies]), turn),
    )


def follows_drawn(job: Job) -> bool:
    """Whether there is a drawn motion that a job's is to be like."""
    return any(isinstance(each, PoseCloseness | SketchCloseness) for each in job.objectives)


def drawn_poses(clip: Clip) -> tuple[Indices, Array, Array]:
    """Bodies (D,) that were drawn, their centres (N, D, 3) and axes (N, D, 3, 3).

    Of a sketch of coordinates, what was not sketched counts as drawn where it is.
    """
    character, count, closed = clip.job.character, clip.n_frames, clip.job.cycle is not None
    followed = next((each for each in clip.job.objectives if isinstance(each, PoseCloseness)), None)
    if followed is not None:
        ways = [drawn.spread(count, closed=closed) for drawn in followed.bodies]
        bodies = np.array([character.body_index(drawn.body) for drawn in followed.bodies], np.intp)
        place = np.array([position for position, _ in ways]).reshape(len(bodies), count, 3)
        turn = np.array([axes for _, axes in ways]).reshape(len(bodies), count, 3, 3)
        return bodies, place.swapaxes(0, 1), turn.swapaxes(0, 1)
    sketches = [each for each in clip.job.objectives if isinstance(each, SketchCloseness)]
    if not sketches:
        return np.empty(0, np.intp), np.empty((count, 0, 3)), np.empty((count, 0, 3, 3))
    kinematics = Kinematics(character)
    names, q = kinematics.tree.names, clip.q.copy()
    for sketched in (coordinate for sketch in sketches for coordinate in sketch.coordinates):
        q[:, names.index(sketched.dof)] = sketched.spread(count, closed=closed)
    position, orientation = kinematics.poses(q)
    return np.arange(len(character.bodies)), position, matrix_from_quaternion(orientation)


def drawn_motion(clip: Clip) -> Motion | None:
    """What was drawn, at the clip's frames; None where nothing was. Bodies that were not drawn are where they are."""
    bodies, place, turn = drawn_poses(clip)
    if not len(bodies):
        return None
    motion = clip.motion
    position, orientation = motion.position.copy(), motion.orientation.copy()
    position[:, bodies], orientation[:, bodies] = place, continuous_signs(quaternion_from_matrix(turn))
    return Motion(motion.character, motion.step, position, orientation, motion.cycle, motion.heading)


def _off(clip: Clip) -> tuple[Indices, Array, Array]:
    """Bodies (D,), and how far (N, D) each is from where it was drawn [m], [rad]."""
    bodies, place, turn = drawn_poses(clip)
    own = matrix_from_quaternion(clip.motion.orientation[:, bodies])
    distance = np.linalg.norm(clip.motion.position[:, bodies] - place, axis=-1)
    return bodies, distance, angle_between(own, turn)
