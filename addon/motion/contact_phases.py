"""Contact phases detected in the artist's animation, written to the panel."""

from dataclasses import dataclass

import bpy
import numpy as np

from ...solver.analysis.contact_guess import phases, touching
from ...solver.character import Character
from ..blender.rest_pose import armature_data
from ..character.ground import bring_ground
from .read_sketch import Sketch

# legs; feet that stand this near to the ground mean it: an ankle is as high (0.039 of the stature, Winter 2009, figure
# 4.1), and a foot whose tilt the keys leave open is wrong by as much
SAME_GROUND = 0.075


@dataclass(frozen=True)
class Guess:
    """What was found.

    Attributes:
        n_phases: of all contacts.
        ground: height of the ground before and after [m].
        level: height at which feet stand [m].
        kept_for: name of another character that stands on the ground, which stays for it; or empty.
    """

    n_phases: int
    ground: tuple[float, float]
    level: float
    kept_for: str = ""

    @property
    def about_ground(self) -> str:
        """A sentence; empty where feet stand on the ground."""
        before, after = self.ground
        if self.kept_for:
            off = self.level - after
            return (
                f"Feet stand {abs(off):.3f} m {'above' if off > 0 else 'below'} the ground, "
                f"which '{self.kept_for}' also uses; move this character {'down' if off > 0 else 'up'} by that much."
            )
        if before == after:
            return ""
        return f"Ground moved from {before:.3f} m to {after:.3f} m to meet the feet."


def guess_phases(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, character: Character, sketch: Sketch
) -> Guess:
    """Replaces the phases of all contacts by what the animation shows.

    The ground goes to where feet stand, if they stand elsewhere and nobody else stands on it.
    """
    fps = scene.render.fps / scene.render.fps_base
    points, size = sketch.contact_points(character), character.hip_height
    flags = touching(points, sketch.centre_height(character), 1 / fps, size=size).flags
    before = scene.spacetime.ground_height
    level, kept_for = float(np.median(points[flags][:, 2])) if flags.any() else before, ""
    if abs(level - before) > SAME_GROUND * size:
        kept_for = bring_ground(armature_object, scene, level)
    found = phases(flags)
    for contact, stretches in zip(armature_data(armature_object).spacetime.contacts, found, strict=True):
        contact.phases.clear()
        for start, duration in stretches:
            phase = contact.phases.add()
            phase.start, phase.duration = start, duration
    n_phases = sum(len(stretches) for stretches in found)
    return Guess(n_phases, (before, scene.spacetime.ground_height), level, kept_for)
