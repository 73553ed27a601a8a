"""A solved motion as Blender stores it: computed in a thread, then written curve by curve."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import bpy

from ...solver.analysis.doubts import Doubt, doubts
from ...solver.character import Character
from ...solver.clip.clip import Clip
from ...solver.formats.armature_motion import ArmaturePlan, BoneChannel, armature_channels
from ..blender.played_source import refer_to_source
from ..blender.write_motion import fit_to_source, write_channels
from ..result.baked_source import bake_source, needs_baking
from ..result.widened_limits import widened_limits


@dataclass(frozen=True, eq=False)
class WrittenMotion:
    """Data of a clip that Blender stores.

    Attributes:
        channels: of the armature.
        data: the clip's bytes.
        doubts: what looks implausible in it.
        widened: joints that exceed the character's limits.
    """

    channels: tuple[BoneChannel, ...]
    data: bytes
    doubts: tuple[Doubt, ...]
    widened: tuple[str, ...]


def written_motion(
    clip: Clip, file: Path | None, plan: ArmaturePlan, character: Character | None
) -> WrittenMotion:
    """Computes the data that Blender stores, without bpy.

    Args:
        clip: solved motion.
        file: from which it was loaded, if any, because encoding it again takes as long as all the rest.
        plan: of the armature that moves.
        character: the current character, against which a motion that follows a drawn one is checked.
    """
    data = clip.to_bytes() if file is None else file.read_bytes()
    found = doubts(clip, character) if clip.provenance.solved else ()
    widened = widened_limits(character, clip.job.character) if character is not None else ()
    return WrittenMotion(armature_channels(clip.motion, plan), data, found, widened)


def write_curves(
    clip: Clip, action: bpy.types.Action, channels: tuple[BoneChannel, ...], armature_object: bpy.types.Object
) -> Iterator[None]:
    """Writes the solved curves, the curves copied from the artist's action, and those of its display."""
    yield from write_channels(clip.motion, action, channels)
    yield from refer_to_source(action, armature_object)
    yield from fit_to_source(action, armature_object)
    bodies = [body.name for body in clip.job.character.bodies]
    if needs_baking(action, armature_object, bodies):
        yield from bake_source(action, armature_object, bodies)
