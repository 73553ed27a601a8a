"""Contact phases guessed from the artist's animation, written where the artist can edit them."""

import bpy
import numpy as np

from ...solver.character import Character
from ...solver.motion.contact_guess import phases, touching
from ..armature.rest_pose import armature_data
from .read_sketch import Sketch

SAME_GROUND = 0.05  # m; animations stand about the ground they mean


def guess_phases(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, character: Character, sketch: Sketch
) -> int:
    """Replaces the phases of all contacts by what the animation shows; gives how many there are now.

    The ground goes to where feet stand, if they stand elsewhere.
    """
    fps = scene.render.fps / scene.render.fps_base
    points = sketch.contact_points(character)
    flags = touching(points, sketch.centre_height(character), 1 / fps, size=character.hip_height)
    if flags.any():
        level = float(np.median(points[flags][:, 2]))
        if abs(level - scene.spacetime.ground_height) > SAME_GROUND:
            scene.spacetime.ground_height = level
    found = phases(flags)
    for contact, stretches in zip(armature_data(armature_object).spacetime.contacts, found, strict=True):
        contact.phases.clear()
        for start, duration in stretches:
            phase = contact.phases.add()
            phase.start, phase.duration = start, duration
    return sum(len(stretches) for stretches in found)
