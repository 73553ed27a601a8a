"""Reads motion capture as the motion of a fitted character, without Blender."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from ...character import Character
from ...errors import InputError
from ...fitting.between_bones import bones_between
from ...job.bones_of_motion import BonePoses, bones_of_motion
from ...job.drawn_bones import DrawnBone
from ...messages import Sink, Status
from ...motion.motion import Motion
from ...rotations import continuous_signs, matrix_from_quaternion, quaternion_from_matrix
from .captured_character import captured_character
from .motion import BvhMotion
from .rest_pose import RestPose, read_standing, skeleton_in


def capture(
    path: Path, *, mass: float | None = None, fps: float = 0.0, send: Sink = lambda _: None
) -> Motion:
    """The captured motion of a human or creature at the file's frame rate.

    Args:
        path: of a BVH file.
        mass: total [kg]; None: 75 kg for a human, by volume for a creature.
        fps: frames per second of the file; 0: of its frame time.
        send: takes what the file contradicts or lacks, and how it was read.

    Raises:
        InputError: the file cannot be read, has no motion, or its skeleton is neither a standing human nor a creature
            with legs.
    """
    seen = read_standing(path, fps=fps)
    if not seen.unit.is_sure:
        send(
            Status(
                f"{path.name} is {seen.height:.3g} m tall if its unit is {seen.unit.length:g} m, which is uncertain"
            )
        )
    for notice in seen.motion.notices:
        send(Status(f"{path.name}, {notice}"))
    motion, rest = seen.motion, seen.rest
    if motion.n_frames < 2:
        raise InputError(f"expected at least two frames, found {motion.n_frames}", field=str(path))
    ground = float(rest.heads[:, 2].min())
    rest = replace(rest, heads=rest.heads - [*rest.heads[0, :2], ground])
    try:
        found = captured_character(path.stem, skeleton_in(motion, rest), mass=mass)
    except InputError as error:
        raise InputError(error.words, field=str(path)) from error
    character = found.character
    joints = [motion.names.index(found.joints[body.name]) for body in character.bodies]
    return _followed(character, motion, rest, joints)


def _followed(character: Character, motion: BvhMotion, rest: RestPose, joints: list[int]) -> Motion:
    """The motion in which each body moves rigidly with its joint, and bones between bodies as in the file."""
    turn = matrix_from_quaternion(motion.world_rotations[:, joints])
    turn = turn @ np.swapaxes(matrix_from_quaternion(rest.turns[joints]), 1, 2)
    arms = np.array([body.position for body in character.bodies]) - rest.heads[joints]
    own = matrix_from_quaternion([body.orientation for body in character.bodies])
    return Motion(
        character,
        motion.frame_time,
        motion.world_positions[:, joints] + np.einsum("tbij,bj->tbi", turn, arms),
        continuous_signs(quaternion_from_matrix(turn @ own)),
        drawn_bones=_drawn_bones(
            motion, rest, dict(zip(joints, (b.name for b in character.bodies), strict=True))
        ),
    )


def _drawn_bones(motion: BvhMotion, rest: RestPose, bodies: dict[int, str]) -> tuple[DrawnBone, ...]:
    """The joints between those of bodies, given by index, that leave their rest pose."""
    names = [bodies.get(j, name) for j, name in enumerate(motion.names)]
    above = {names[j]: names[parent] if parent >= 0 else None for j, parent in enumerate(motion.parents)}
    between = bones_between(list(bodies.values()), above.get)

    def poses(chosen: list[str]) -> BonePoses:
        index = [names.index(name) for name in chosen]
        axes = matrix_from_quaternion(motion.world_rotations[:, index])
        return BonePoses(
            rest.heads[index],
            matrix_from_quaternion(rest.turns[index]),
            motion.world_positions[:, index],
            axes,
            np.ones((*axes.shape[:2], 3)),
        )

    own, carriers = poses([each.name for each in between]), poses([each.body for each in between])
    return bones_of_motion(between, own, carriers)
