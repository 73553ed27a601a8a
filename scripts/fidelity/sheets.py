"""Pictures of a capture before and after it is made physical."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from scripts.sheet import draw_sheet
from solver.clip.clip import Clip
from solver.job.objectives.pose_closeness import PoseCloseness


def draw_before_and_after(clip: Clip, folder: Path, name: str, *, width: int) -> None:
    """Writes '<name> before.png' and '<name> after.png', the same frames in both.

    Args:
        clip: of a capture made physical.
        folder: must exist.
        name: of the capture.
        width: of each [pixels].

    Raises:
        SetupFailure: Blender cannot draw.
    """
    draw_sheet(as_drawn(clip), folder / f"{name} before.png", width=width)
    draw_sheet(clip, folder / f"{name} after.png", width=width)


def as_drawn(clip: Clip) -> Clip:
    """The clip with bodies as in the capture, without forces; bodies left to the solver stay."""
    position, orientation = clip.motion.position.copy(), clip.motion.orientation.copy()
    for closeness in (each for each in clip.job.objectives if isinstance(each, PoseCloseness)):
        for drawn in closeness.bodies:
            b = clip.job.character.body_index(drawn.body)
            position[:, b], orientation[:, b] = drawn.positions, drawn.orientations
    motion = clip.motion
    bare = replace(
        motion,
        position=position,
        orientation=orientation,
        contact_forces=np.zeros_like(motion.contact_forces),
        contact_moments=np.zeros_like(motion.contact_moments),
    )
    points = replace(bare, contact_points=bare.carried_contacts())
    return replace(clip, job=replace(clip.job, name=f"{clip.job.name}, as captured"), motion=points)
