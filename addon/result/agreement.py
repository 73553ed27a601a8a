"""Whether a character shows its motion: the evaluated rig is compared with its ghost and the clip at every frame."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass

import bpy
import numpy as np

from ...solver.arrays import Array
from ..blender.custom_properties import span_of
from ..blender.evaluation import Playback
from ..blender.rest_pose import armature_data, nearest_rotation
from ..blender.units import world_matrix
from ..controls.bake import FAR, TURNED
from ..runtime.event_loop import Work
from .clip_on_action import ALTERED, bone_poses_of, clip_of, frames_of
from .other_body import has_other_body


@dataclass(frozen=True)
class Deviation:
    """The largest difference between what a character shows and what it should show.

    Attributes:
        bone: affected; empty: the object itself.
        frame: of the timeline.
        far: of the bone's head or tail [m].
        turned: [rad].
        is_of_clip: whether the keys of the take itself differ from the solved motion.
    """

    bone: str
    frame: float
    far: float
    turned: float
    is_of_clip: bool = False

    @property
    def size(self) -> float:
        """In tolerances; at most 1 is no difference."""
        return float(max(self.far / FAR, self.turned / TURNED))


def compared_bones(armature_object: bpy.types.Object, take: bpy.types.Action) -> list[str]:
    """Bones of a take's bodies, and the skinned ones between them; of the character's for a take without a clip."""
    clip, bones = clip_of(take), armature_data(armature_object).bones
    names = [body.name for body in clip.job.character.bodies] if clip is not None else []
    bodies = [name for name in names if name in bones] or [
        bone.name for bone in bones if bone.spacetime.is_body
    ]
    between = {above.name for name in bodies for above in bones[name].parent_recursive if above.use_deform}
    return [*bodies, *sorted(between - {*bodies})]


def measuring(
    armature_object: bpy.types.Object, take: bpy.types.Action, ghost: bpy.types.Object, *, bones: Sequence[str],
    frames: Sequence[float] = (), is_part: bool = False,
) -> Work[Deviation | None]:  # fmt: skip
    """Compares an evaluated character with a ghost of the same bones and with the take's clip, one frame per step.

    Args:
        armature_object: plays the motion, on bones or on controls.
        take: the motion; its clip counts if it shows it unchanged.
        ghost: plays the take; in a scene or not.
        bones: to compare.
        frames: of the timeline; empty: those of the clip.
        is_part: whether bones are compared in the space of their parents, which may differ.

    Returns:
        The largest difference; None if all are within tolerance.
    """
    if not bones:
        return None
    clip = clip_of(take) if not take.get(ALTERED) and not has_other_body(take) else None
    wanted: dict[str, Array] = {}
    at = list(frames) or _frames(take)
    if clip is not None and not len(frames):
        wanted = bone_poses_of(take, clip, armature_object)
    scale = float(np.linalg.norm(world_matrix(armature_object)[:3, :3], axis=0).max())
    lengths = _lengths(armature_object, bones)
    known = [bones.index(name) for name in wanted if name in bones]
    goals = np.stack([wanted[bones[k]] for k in known], axis=1) if known else None
    worst: Deviation | None = None
    with _played(armature_object, ghost) as (rig, reference):
        for k, frame in enumerate(at):
            seen = _poses(rig.at(frame), bones, is_part=is_part)
            shown = _poses(reference.at(frame), bones, is_part=is_part)
            rig.rest()
            reference.rest()
            found = [_largest(seen, shown, lengths, bones, frame, scale)]
            if goals is not None:
                names = [bones[index] for index in known]
                off = _largest(shown[known], goals[k], lengths[known], names, frame, scale)
                found.append(Deviation(off.bone, frame, off.far, off.turned, is_of_clip=True))
            worst = max(
                filter(None, [worst, *found]),
                key=lambda each: (each.size > 1, not each.is_of_clip, each.size),
            )
            yield
    return worst if worst is not None and worst.size > 1 else None


def _frames(take: bpy.types.Action) -> list[float]:
    """Frames of the timeline at which a take is compared."""
    clip = clip_of(take)
    if clip is not None:
        frames: list[float] = frames_of(clip, take).tolist()
        return frames
    first, last = span_of(take)
    return [float(frame) for frame in range(round(first), round(last) + 1)]


@contextmanager
def _played(
    armature_object: bpy.types.Object, ghost: bpy.types.Object
) -> Iterator[tuple[Playback, Playback]]:
    scene = armature_object.users_scene[0]
    with closing(Playback(scene, armature_object)) as rig, closing(Playback(scene, ghost)) as reference:
        yield rig, reference


def _poses(evaluated: bpy.types.Object, bones: Sequence[str], *, is_part: bool) -> Array:
    """Poses (B, 4, 4) of bones in armature space, or in that of their parents."""
    posed = [evaluated.pose.bones[name] for name in bones]
    found = np.array([bone.matrix for bone in posed], float).reshape(-1, 4, 4)
    if is_part:
        above = [bone.parent.matrix if bone.parent is not None else np.eye(4) for bone in posed]
        found = np.linalg.pinv(np.array(above, float).reshape(-1, 4, 4)) @ found
    return found


def _lengths(armature_object: bpy.types.Object, bones: Sequence[str]) -> Array:
    every = armature_data(armature_object).bones
    return np.array([every[name].length for name in bones], float)


def _largest(
    seen: Array, wanted: Array, lengths: Array, bones: Sequence[str], frame: float, scale: float
) -> Deviation:
    """The largest difference of poses (B, 4, 4) at a frame."""
    heads = seen[:, :3, 3] - wanted[:, :3, 3]
    tails = heads + lengths[:, None] * (seen[:, :3, 1] - wanted[:, :3, 1])
    far = scale * np.maximum(np.linalg.norm(heads, axis=1), np.linalg.norm(tails, axis=1))
    between = nearest_rotation(seen[:, :3, :3]) @ np.swapaxes(nearest_rotation(wanted[:, :3, :3]), 1, 2)
    turned = np.arccos(np.clip((np.trace(between, axis1=1, axis2=2) - 1) / 2, -1.0, 1.0))
    b = int(np.argmax(np.maximum(far / FAR, turned / TURNED)))
    return Deviation(bones[b], frame, float(far[b]), float(turned[b]))
