"""Distance of a motion from the drawn motion that it follows."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Indices
from ..clip.clip import Clip
from ..job.job import Job
from ..job.objectives.pose_closeness import PoseCloseness
from ..job.objectives.sketch import SketchCloseness
from ..mechanics.inverse_kinematics import coordinates
from ..mechanics.kinematics import Kinematics, Placement
from ..motion.motion import Motion
from ..rotations import angle_between, continuous_signs, matrix_from_quaternion, quaternion_from_matrix


@dataclass(frozen=True)
class Departure:
    """Deviation of one body from its drawn trajectory.

    Attributes:
        body: its name.
        distance: largest, of its center [m].
        angle: largest, between its drawn and its actual orientation [rad].
        frame: of the largest distance.
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
    """Deviation of a motion from the drawn one, over all bodies and frames.

    Attributes:
        mean_distance, worst_distance: of bodies' centers [m].
        mean_angle, worst_angle: of their orientations [rad].
    """

    mean_distance: float
    worst_distance: float
    mean_angle: float
    worst_angle: float

    @classmethod
    def of(cls, distance: Array, angle: Array) -> "Faithfulness":
        """From distances and angles of all bodies at all frames (N, D)."""
        return cls(float(distance.mean()), float(distance.max()), float(angle.mean()), float(angle.max()))


def departures(clip: Clip) -> tuple[Departure, ...]:
    """Departures of all drawn bodies, the largest first; empty if the job follows nothing.

    Bodies are compared in the world with the drawn motion itself, not with its reading within joints and limits.
    """
    bodies, distance, angle = _off(clip)
    names = [body.name for body in clip.job.character.bodies]
    all_departures = [
        Departure(
            names[body], float(d.max()), float(a.max()), int(d.argmax()), float(d.mean()), float(a.mean())
        )
        for body, d, a in zip(bodies.tolist(), distance.T, angle.T, strict=True)
    ]
    return tuple(sorted(all_departures, key=lambda departure: -departure.distance))


def faithfulness(clip: Clip) -> Faithfulness | None:
    """Faithfulness of a clip to a drawn motion; None if it follows nothing."""
    bodies, distance, angle = _off(clip)
    if not len(bodies):
        return None
    return Faithfulness.of(distance, angle)


def faithfulness_of_joints(clip: Clip) -> Faithfulness | None:
    """Faithfulness that the joints, within their limits, allow before anything is solved.

    Larger deviations of a motion are due to physics. None if nothing was drawn.
    """
    drawn = drawn_motion(clip)
    if drawn is None:
        return None
    bodies, position_drawn, turn = drawn_poses(clip)
    rest_axes = matrix_from_quaternion([body.orientation for body in clip.job.character.bodies])
    turned = matrix_from_quaternion(drawn.orientation) @ np.swapaxes(rest_axes, 1, 2)
    kinematics = Kinematics(clip.job.character)
    tree, joints = kinematics.tree, drawn.joint_frames
    q = coordinates(tree, drawn.position, turned, joints)
    still = Placement.still(len(q), joints)
    position, orientation = kinematics.poses(np.clip(q, tree.lower, tree.upper), still)
    return Faithfulness.of(
        np.linalg.norm(position[:, bodies] - position_drawn, axis=-1),
        angle_between(matrix_from_quaternion(orientation[:, bodies]), turn),
    )


def follows_drawn(job: Job) -> bool:
    """Whether a job follows a drawn motion."""
    return any(isinstance(each, PoseCloseness | SketchCloseness) for each in job.objectives)


def drawn_poses(clip: Clip) -> tuple[Indices, Array, Array]:
    """Drawn bodies (D,), their centers (N, D, 3) and axes (N, D, 3, 3).

    In a sketch of coordinates, others count as drawn at their actual values.
    """
    character, count, closed = clip.job.character, clip.n_frames, clip.job.cycle is not None
    followed = next((each for each in clip.job.objectives if isinstance(each, PoseCloseness)), None)
    if followed is not None:
        trajectories = [drawn.spread(count, closed=closed) for drawn in followed.bodies]
        bodies = np.array([character.body_index(drawn.body) for drawn in followed.bodies], np.intp)
        centers = np.array([position for position, _ in trajectories]).reshape(len(bodies), count, 3)
        turn = np.array([axes for _, axes in trajectories]).reshape(len(bodies), count, 3, 3)
        return bodies, centers.swapaxes(0, 1), turn.swapaxes(0, 1)
    sketches = [each for each in clip.job.objectives if isinstance(each, SketchCloseness)]
    if not sketches:
        return np.empty(0, np.intp), np.empty((count, 0, 3)), np.empty((count, 0, 3, 3))
    kinematics = Kinematics(character)
    names, q = kinematics.tree.names, clip.q.copy()
    for sketched in (coordinate for sketch in sketches for coordinate in sketch.coordinates):
        q[:, names.index(sketched.dof)] = sketched.spread(count, closed=closed)
    still = Placement.still(count, clip.motion.joint_frames)
    position, orientation = kinematics.poses(q, still)
    return np.arange(len(character.bodies)), position, matrix_from_quaternion(orientation)


def drawn_motion(clip: Clip) -> Motion | None:
    """The drawn motion at the clip's frames, with other bodies as in the clip; None if nothing was drawn."""
    bodies, drawn, turn = drawn_poses(clip)
    if not len(bodies):
        return None
    motion = clip.motion
    position, orientation = motion.position.copy(), motion.orientation.copy()
    position[:, bodies], orientation[:, bodies] = drawn, continuous_signs(quaternion_from_matrix(turn))
    return Motion(
        motion.character,
        motion.step,
        position,
        orientation,
        motion.cycle,
        motion.heading,
        motion.drawn_bones,
    )


def _off(clip: Clip) -> tuple[Indices, Array, Array]:
    """Bodies (D,), and their distances [m] and angles [rad] (N, D) from the drawn motion."""
    bodies, drawn, turn = drawn_poses(clip)
    axes = matrix_from_quaternion(clip.motion.orientation[:, bodies])
    distance = np.linalg.norm(clip.motion.position[:, bodies] - drawn, axis=-1)
    return bodies, distance, angle_between(axes, turn)
