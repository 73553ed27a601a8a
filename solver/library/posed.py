"""A motion without forces from coordinates and contacts."""

import numpy as np

from ..arrays import Array, Flags
from ..character import Character
from ..job.cycle import Cycle
from ..job.drawn_bones import DrawnBone, joint_frames
from ..mechanics.kinematics import Kinematics, Placement
from ..motion.world import World
from ..motion.world_motion import WorldMotion
from .facing import facing

EARTH = World()


def posed(
    character: Character,
    q: Array,
    touching: Flags,
    step: float,
    *,
    world: World = EARTH,
    cycle: Cycle | None = None,
    drawn_bones: tuple[DrawnBone, ...] = (),
) -> WorldMotion:
    """The motion of coordinates.

    Args:
        character: of the motion.
        q: (N, n) coordinates about the world's axes [m, rad].
        touching: (N, C) which contacts touch the ground.
        step: between frames [s].
        world: gravity and ground.
        cycle: of a cyclic motion, else None.
        drawn_bones: bones between bodies that move, at the frames.
    """
    kinematics = Kinematics(character)
    joints = joint_frames(drawn_bones, character, len(q), closed=cycle is not None)
    pose = kinematics.forward(q, Placement.still(len(q), joints))
    position, orientation = kinematics.of_bodies(pose, slice(None))
    root = character.body_index(character.root_joint.body)
    return WorldMotion(
        character=character,
        step=step,
        position=position,
        orientation=orientation,
        cycle=cycle,
        heading=() if cycle else facing(pose.rotation[..., root].transpose(2, 0, 1), step),
        world=world,
        contact_points=pose.points.transpose(1, 2, 0),
        contact_forces=np.zeros((*touching.shape, 3)),
        contact_moments=np.zeros(touching.shape),
        contact_active=touching,
        drawn_bones=drawn_bones,
    )
