"""Poses of a character over time, the common form of captures, blends, previews and solved clips."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Array
from ..character import BodyJoint, Character
from ..errors import InputError
from ..job.cycle import Cycle
from ..job.drawn_bones import DrawnBone, joint_frames
from ..job.heading import AHEAD, Heading, headings
from ..mechanics.euler import turn_about
from ..mechanics.inverse_kinematics import coordinates
from ..mechanics.joint_frames import JointFrames
from ..mechanics.tree import tree_of
from ..rotations import matrix_from_quaternion, quaternion_product, rotation_about


@dataclass(frozen=True, eq=False)
class Motion:
    """Poses of all bodies of a character at evenly spaced times, whether physical or not.

    Attributes:
        character: that moves.
        step: time between frames [s].
        position: (N, B, 3) centers of mass, world [m].
        orientation: (N, B, 4) wxyz, ellipsoid axes to world, continuous in sign over the frames.
        cycle: how it repeats; frame N is frame 0, moved by its transform. None: an open motion.
        heading: yaw of an open motion, as in a Job [rad]; for a cycle, it follows from the cycle's yaw.
        drawn_bones: bones between bodies that have their own motion, as in a Job; others keep their rest pose.

    Raises:
        InputError: an array has the wrong shape.
    """

    character: Character
    step: float
    position: Array
    orientation: Array
    cycle: Cycle | None = None
    heading: Heading = AHEAD
    drawn_bones: tuple[DrawnBone, ...] = ()

    def __post_init__(self) -> None:
        n_frames, n_bodies = len(self.position), len(self.character.bodies)
        require_shapes(self, {"position": (n_frames, n_bodies, 3), "orientation": (n_frames, n_bodies, 4)})

    @property
    def n_frames(self) -> int:
        """Number of frames N."""
        return len(self.position)

    @property
    def fps(self) -> float:
        """Frames per second."""
        return 1 / self.step

    @property
    def seconds(self) -> float:
        """Time from the first frame to the last, or of one cycle [s]."""
        return self.step * (self.n_frames - (self.cycle is None))

    @cached_property
    def rotation(self) -> Array:
        """(N, B, 3, 3) ellipsoid axes to world."""
        return matrix_from_quaternion(unit(self.orientation))

    @cached_property
    def turn(self) -> Array:
        """(N, B, 3, 3) rotation of every body from the rest pose, world."""
        rest = matrix_from_quaternion(unit(np.array([b.orientation for b in self.character.bodies])))
        return self.rotation @ np.swapaxes(rest, -1, -2)

    @cached_property
    def headings(self) -> Array:
        """(N,) yaw of the axes of roots [rad]; in a cycle, its yaw is distributed evenly over the frames."""
        if self.cycle is None:
            return headings(self.heading, self.n_frames)
        return self.cycle.yaw * np.arange(self.n_frames) / self.n_frames

    @cached_property
    def reference(self) -> Array:
        """(N, 3, 3) the headings as rotations."""
        return turn_about("Z", self.headings)

    @cached_property
    def coordinates(self) -> Array:
        """(N, n) degrees of freedom [m, rad] that match the poses as closely as the joints allow."""
        back = np.swapaxes(self.reference, 1, 2)
        return coordinates(
            tree_of(self.character), self.position, back[:, None] @ self.turn, self.joint_frames
        )

    @cached_property
    def joint_frames(self) -> JointFrames:
        """Places of the joints on drawn bones, at the N frames."""
        return joint_frames(self.drawn_bones, self.character, self.n_frames, closed=self.cycle is not None)

    def carried(self, body: int, point: tuple[float, float, float]) -> Array:
        """(N, 3) world positions of a body's point, given by its rest position ``point`` [m]."""
        arm = np.array(point) - np.array(self.character.bodies[body].position)
        moved: Array = self.position[:, body] + self.turn[:, body] @ arm
        return moved

    def joint_place(self, joint: BodyJoint) -> tuple[Array, Array]:
        """World position (N, 3) [m] and rotation since the rest pose (N, 3, 3) of a joint on its first body."""
        a, b = self.character.body_index(joint.body_a), self.character.body_index(joint.body_b)
        shift = np.einsum("tij,tj->ti", self.turn[:, a], self.joint_frames.shift_of(b))
        return self.carried(a, joint.position) + shift, self.turn[:, a] @ self.joint_frames.turn_of(b)

    def bone_place(self, bone: DrawnBone) -> tuple[Array, Array]:
        """World position of the head (N, 3) [m], and rotation since the rest pose (N, 3, 3), of a drawn bone."""
        body = self.character.body_index(bone.body)
        turn, shift, _ = bone.spread(self.n_frames, closed=self.cycle is not None)
        head = self.carried(body, bone.head) + np.einsum("tij,tj->ti", self.turn[:, body], shift)
        return head, self.turn[:, body] @ turn

    def with_neighbours(self) -> tuple[Array, Array]:
        """Positions and unit orientations of all frames; for a cycle, with one more frame on either side.

        Frame -1 of a cycle is its last frame moved by T^-1, frame N its first moved by T (McIntosh 2011, eq.
        3.10-3.11).
        """
        position, orientation = self.position, unit(self.orientation)
        if self.cycle is None:
            return position, orientation
        onward, back = self.cycle, self.cycle.inverse
        return (
            np.concatenate([back.move_points(position[-1:]), position, onward.move_points(position[:1])]),
            np.concatenate(
                [
                    back.move_orientations(orientation[-1:]),
                    orientation,
                    onward.move_orientations(orientation[:1]),
                ]
            ),
        )

    def in_place(self) -> "Motion":
        """The cycle without its travel and yaw, removed evenly over time, so that its end meets its start exactly.

        Raises:
            InputError: the motion is not cyclic.
        """
        if self.cycle is None:
            raise InputError("the motion does not repeat; only a cycle can be played in place")
        back = -np.arange(self.n_frames) / self.n_frames
        turn, shift = self.cycle.part(back)
        turns = rotation_about((0.0, 0.0, 1.0), self.cycle.yaw * back)[:, None]
        return Motion(
            self.character,
            self.step,
            np.einsum("tij,tbj->tbi", turn, self.position) + shift[:, None],
            quaternion_product(np.broadcast_to(turns, self.orientation.shape), self.orientation),
            self.cycle.on_the_spot,
            drawn_bones=self.drawn_bones,
        )


def require_shapes(motion: Motion, shapes: dict[str, tuple[int, ...]]) -> None:
    """Checks the shapes of arrays.

    Raises:
        InputError: a shape is wrong; the message has the expected and the actual one.
    """
    for name, expected in shapes.items():
        found = np.shape(getattr(motion, name))
        if found != expected:
            raise InputError(f"expected the shape {expected}, found {found}", field=f"motion.{name}")


def unit(quaternion: Array) -> Array:
    """Quaternions (..., 4) normalized to length 1."""
    scaled: Array = quaternion / np.linalg.norm(quaternion, axis=-1, keepdims=True)
    return scaled
