"""A solved motion as Blender is to have it: worked out in a thread, then written curve after curve."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import bpy

from ...solver.analysis.doubts import Doubt, doubts
from ...solver.character import Character
from ...solver.clip.clip import Clip
from ...solver.formats.armature_motion import ArmaturePlan, BoneChannel, armature_channels
from ..blender.write_motion import fit_to_source, write_channels
from ..result.baked_source import bake_source, needs_baking
from ..result.widened_limits import widened_limits


@dataclass(frozen=True, eq=False)
class WrittenMotion:
    """What Blender is to store of a clip.

    Attributes:
        channels: of the armature.
        data: the clip's bytes.
        doubts: what an onlooker would doubt in it.
        widened: joints that bend farther than the character's own can.
    """

    channels: tuple[BoneChannel, ...]
    data: bytes
    doubts: tuple[Doubt, ...]
    widened: tuple[str, ...]


def written_motion(clip: Clip, file: Path | None, plan: ArmaturePlan, own: Character | None) -> WrittenMotion:
    """What Blender is to store, without Blender.

    Args:
        clip: that is solved.
        file: from which it was loaded, if any: to pack it again takes as long as all the rest.
        plan: of the armature that moves.
        own: the character as it is now, by which a motion that follows a drawn one is doubted.
    """
    data = clip.to_bytes() if file is None else file.read_bytes()
    found = doubts(clip, own) if clip.provenance.solved else ()
    widened = widened_limits(own, clip.job.character) if own is not None else ()
    return WrittenMotion(armature_channels(clip.motion, plan), data, found, widened)


def write_curves(
    clip: Clip, action: bpy.types.Action, channels: tuple[BoneChannel, ...], armature_object: bpy.types.Object
) -> Iterator[None]:
    """Curve after curve: what is solved, what is taken over from the artist's own action, what that shows."""
    yield from write_channels(clip.motion, action, channels)
    yield from fit_to_source(action, armature_object)
    bodies = [body.name for body in clip.job.character.bodies]
    if needs_baking(action, armature_object, bodies):
        yield from bake_source(action, armature_object, bodies)
