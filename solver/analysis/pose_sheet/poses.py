"""Poses of a clip for a sheet, from the side or the front, without the travel."""

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...clip.clip import Clip
from ...mechanics.euler import turn_about
from ...rotations import matrix_from_quaternion, quaternion_inverse, quaternion_product
from ..heading import centre_of_mass, headings

SIDE, FRONT = 0.0, -math.pi / 2  # direction of travel in the picture's ground plane, from its right


@dataclass(frozen=True, eq=False)
class SheetPose:
    """One frame, turned to its view; the ground is Z = 0 and the path passes through the origin.

    Attributes:
        frame: of the clip.
        centre: of mass (3,) [m].
        bodies: (B, 3) centers [m].
        axes: (B, 3, 3) half axes of the ellipsoids as columns [m].
        joints: (J, 3) [m].
        joint_radii: (J,) thickness of the limbs there [m].
        contacts: (C, 3) points [m].
        forces: (C, 3) on the contacts, in body weights.
        carried: total load of the ground and other fixed surfaces, in body weights.
        turn: (3, 3) from the world to the view.
        origin: world point (3,) that lies at the view's origin.
    """

    frame: int
    centre: Array
    bodies: Array
    axes: Array
    joints: Array
    joint_radii: Array
    contacts: Array
    forces: Array
    carried: float
    turn: Array
    origin: Array

    def box(self, force_length: float) -> tuple[Array, Array]:
        """Lowest and highest corner (3,) of the drawing, with the length of one body weight [m]."""
        reach = np.linalg.norm(self.axes, axis=-1)
        tips = self.contacts + force_length * self.forces
        tips = tips[np.linalg.norm(self.forces, axis=-1) > 1e-3]
        points = np.concatenate([self.bodies - reach, self.bodies + reach, tips, self.centre[None]])
        return points.min(0), points.max(0)


def frames_of(clip: Clip, n_poses: int) -> list[int]:
    """Frames equally spaced over one cycle, or from the first to the last of an open clip."""
    n = min(n_poses, clip.n_frames)
    times = np.arange(n) * clip.n_frames / n if clip.job.cycle else np.linspace(0, clip.n_frames - 1, n)
    return [round(time) for time in times.tolist()]


def poses(clip: Clip, frames: list[int], view: float) -> list[SheetPose]:
    """The frames with the travel pointing to ``view`` [rad] in the picture's ground plane."""
    character = clip.job.character
    weight = character.mass * (float(np.linalg.norm(clip.job.gravity)) or 9.81)
    centre, path, heading = centre_of_mass(clip), _path(clip), headings(clip)
    joints, joint_radii = _joints(clip)
    fixed = clip.motion.contact_carrier < 0
    radii = np.array([body.diameters for body in character.bodies]) / 2
    drawn = []
    for t in frames:
        turn = turn_about("Z", view - heading[t])
        drawn.append(
            SheetPose(
                frame=t,
                centre=(centre[t] - path[t]) @ turn.T,
                bodies=(clip.motion.position[t] - path[t]) @ turn.T,
                axes=turn @ matrix_from_quaternion(clip.motion.orientation[t]) * radii[:, None, :],
                joints=(joints[t] - path[t]) @ turn.T,
                joint_radii=joint_radii,
                contacts=(clip.motion.contact_points[t] - path[t]) @ turn.T,
                forces=clip.motion.contact_forces[t] @ turn.T / weight,
                carried=float(clip.motion.contact_forces[t, fixed[t], 2].sum()) / weight,
                turn=turn,
                origin=path[t],
            )
        )
    return drawn


def _path(clip: Clip) -> Array:
    """(N, 3) position of the character on the ground without its sway [m]."""
    centre, cycle = centre_of_mass(clip), clip.job.cycle
    path = centre.copy()
    if cycle and not cycle.yaw:
        path = np.arange(clip.n_frames)[:, None] / clip.n_frames * np.array(cycle.translation)
        path = path + (centre - path).mean(0)
    elif not cycle:
        share = np.linspace(0.0, 1.0, clip.n_frames)[:, None]
        straight = centre[0] + share * (centre[-1] - centre[0])
        heading = headings(clip)
        forward = np.stack([np.cos(heading), np.sin(heading), 0 * heading], -1)
        path = straight + ((centre - straight) * forward).sum(-1, keepdims=True) * forward
    path[:, 2] = clip.job.ground_height
    return path


def _joints(clip: Clip) -> tuple[Array, Array]:
    """World positions (N, J, 3) [m] and half the thickness (J,) of the thinner body at each."""
    character = clip.job.character
    places, radii = [np.zeros((clip.n_frames, 0, 3))], []
    for joint in character.joints:
        a, b = character.body_index(joint.body_a), character.body_index(joint.body_b)
        carrier = character.bodies[b]
        since_rest = quaternion_product(
            clip.motion.orientation[:, b], quaternion_inverse(carrier.orientation)
        )
        arm = np.array(joint.position) - np.array(carrier.position)
        places.append((clip.motion.position[:, b] + matrix_from_quaternion(since_rest) @ arm)[:, None])
        radii.append(max(min(character.bodies[i].diameters) for i in (a, b)) / 2)
    return np.concatenate(places, 1), np.array(radii)
