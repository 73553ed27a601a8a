"""Whether a character shows its motion: the evaluated rig is compared with its ghost and the clip at every frame."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace

import bpy
import numpy as np

from ...solver.arrays import Array
from ..blender.custom_properties import span_of
from ..blender.evaluation import Playback
from ..blender.rest_pose import armature_data, nearest_rotation
from ..blender.units import world_matrix
from ..controls.bake import FAR, TURNED
from ..runtime.event_loop import Work
from .clip_on_action import ALTERED, clip_of, frames_of, transforms_of
from .clip_poses import ClipPoses
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
    comparison = _Comparison(armature_object, take, bones, is_part=is_part, with_clip=not len(frames))
    worst: Deviation | None = None
    with _played(armature_object, ghost) as (rig, reference):
        for k, frame in enumerate(list(frames) or _frames(take)):
            found = list(comparison.at(k, frame, rig.at(frame), reference.at(frame)))
            rig.rest()
            reference.rest()
            worst = max(filter(None, [worst, *found]), key=_weight)
            yield
    return worst if worst is not None and worst.size > 1 else None


def _weight(deviation: Deviation) -> tuple[bool, bool, float]:
    """What is told first: what differs, what is not in the take itself, and what is large."""
    return deviation.size > 1, not deviation.is_of_clip, deviation.size


class _Comparison:
    """What a character should show, frame by frame; see ``measuring``."""

    def __init__(
        self, armature_object: bpy.types.Object, take: bpy.types.Action, bones: Sequence[str], *, is_part: bool,
        with_clip: bool,
    ) -> None:  # fmt: skip
        every = armature_data(armature_object).bones
        self._bones, self._is_part = bones, is_part
        self._lengths = np.array([every[name].length for name in bones], float)
        self._scale = float(np.linalg.norm(world_matrix(armature_object)[:3, :3], axis=0).max())
        clip = clip_of(take) if with_clip and not take.get(ALTERED) and not has_other_body(take) else None
        self._goals = ClipPoses(take, clip, armature_object) if clip is not None else None
        goals = self._goals.bones if self._goals is not None else ()
        self._with_goal = [k for k, name in enumerate(goals) if name in bones]
        self._known = [bones.index(goals[k]) for k in self._with_goal]
        self._stands = transforms_of(take, clip) if clip is not None else None
        self._first = np.eye(4)

    def at(
        self, index: int, frame: float, rig: bpy.types.Object, ghost: bpy.types.Object
    ) -> Iterator[Deviation]:
        """The largest differences of an evaluated character at a frame."""
        seen, shown = self._poses(rig), self._poses(ghost)
        everything = range(len(self._bones))
        yield self._largest(seen, shown, everything, frame)
        if self._goals is not None and self._known:
            wanted = self._goals.at(index)[self._with_goal]
            off = self._largest(shown[self._known], wanted, self._known, frame)
            yield replace(off, is_of_clip=True)
        if self._stands is not None:
            self._first = self._first if index else world_matrix(rig)
            yield self._moved(world_matrix(rig), self._stands[index], frame)

    def _poses(self, evaluated: bpy.types.Object) -> Array:
        """Poses (B, 4, 4) of bones in armature space, or in that of their parents."""
        posed = [evaluated.pose.bones[name] for name in self._bones]
        found = np.array([bone.matrix for bone in posed], float).reshape(-1, 4, 4)
        if self._is_part:
            above = [bone.parent.matrix if bone.parent is not None else np.eye(4) for bone in posed]
            found = np.linalg.pinv(np.array(above, float).reshape(-1, 4, 4)) @ found
        return found

    def _largest(self, seen: Array, wanted: Array, which: Sequence[int], frame: float) -> Deviation:
        """The largest difference of poses (K, 4, 4) of some bones."""
        heads = seen[:, :3, 3] - wanted[:, :3, 3]
        tails = heads + self._lengths[which, None] * (seen[:, :3, 1] - wanted[:, :3, 1])
        far = self._scale * np.maximum(np.linalg.norm(heads, axis=1), np.linalg.norm(tails, axis=1))
        turned = _angles(
            nearest_rotation(seen[:, :3, :3]) @ np.swapaxes(nearest_rotation(wanted[:, :3, :3]), 1, 2)
        )
        k = int(np.argmax(np.maximum(far / FAR, turned / TURNED)))
        return Deviation(self._bones[which[k]], frame, float(far[k]), float(turned[k]))

    def _moved(self, now: Array, stand: Array, frame: float) -> Deviation:
        """Difference of an object's movement since the first frame from that when the motion was solved."""
        assert self._stands is not None
        solved = np.linalg.inv(self._stands[0]) @ stand
        off = np.linalg.inv(self._first) @ now @ np.linalg.inv(solved)
        far = self._scale * float(np.linalg.norm(off[:3, 3]))
        return Deviation("", frame, far, float(_angles(nearest_rotation(off[None, :3, :3]))[0]))


def _angles(turns: Array) -> Array:
    """Angles (B,) of rotations (B, 3, 3) [rad]."""
    return np.asarray(np.arccos(np.clip((np.trace(turns, axis1=1, axis2=2) - 1) / 2, -1.0, 1.0)))


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
