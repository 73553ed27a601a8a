"""The displayed clip of an armature: its frame at a scene frame, and its placement."""

from dataclasses import dataclass
from functools import lru_cache

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.clip.clip import Clip
from ..result.clip_on_action import ON_THE_SPOT, clip_of, moved_since
from ..result.ghost import ghost_of
from ..result.stripe import Stripe, make_stripe
from .physics import Physics

Touches = tuple[tuple[str, tuple[tuple[float, float], ...]], ...]


@dataclass(frozen=True, eq=False)
class Shown:
    """One frame of a clip.

    Attributes:
        action: session number of the action.
        physics: of the clip.
        frame: of the clip.
        matrix: (4, 4) transform from the clip's world to the scene.
    """

    action: int
    physics: Physics
    frame: int
    matrix: Array


def shown_action(armature_object: bpy.types.Object) -> bpy.types.Action | None:
    """The pending action on the ghost, or else the armature's own action."""
    pending: bpy.types.Action | None = armature_object.spacetime.pending
    data = armature_object.animation_data
    return pending or (data.action if data is not None else None)


def shown(armature_object: bpy.types.Object, scene_frame: float) -> Shown | None:
    """The displayed frame of a solved motion; None if none is displayed."""
    action = shown_action(armature_object)
    clip = clip_of(action)
    if clip is None or action is None:
        return None
    ghost = ghost_of(armature_object) if armature_object.spacetime.pending else None
    frame, repetition = clip_frame(clip, action, scene_frame)
    spot = action.get(ON_THE_SPOT, False)
    way = on_the_spot(clip, frame) if spot else repeated(clip, repetition)
    moved = moved_since(action, ghost or armature_object, scene_frame)
    return Shown(action.session_uid, _physics(clip), frame, moved @ way)


def clip_frame(clip: Clip, action: bpy.types.Action, scene_frame: float) -> tuple[int, int]:
    """Frame of the clip at a scene frame, and the repetition of its cycle."""
    first, last = action.frame_range[0], action.frame_range[1]
    steps = clip.n_frames if clip.job.cycle else clip.n_frames - 1
    passed = round((scene_frame - first) * steps / (last - first))
    if clip.job.cycle is None:
        return min(max(passed, 0), clip.n_frames - 1), 0
    return passed % clip.n_frames, passed // clip.n_frames


def repeated(clip: Clip, repetition: int) -> Array:
    """Transform (4, 4) from a cycle's first repetition to another."""
    matrix = np.eye(4)
    if clip.job.cycle is not None:
        matrix[:3, :3] = clip.job.cycle.turn
        matrix[:3, 3] = clip.job.cycle.translation
    return np.asarray(np.linalg.matrix_power(matrix, repetition))


def on_the_spot(clip: Clip, frame: int) -> Array:
    """Transform (4, 4) that removes a cycle's travel up to a frame."""
    matrix = np.eye(4)
    if clip.job.cycle is not None:
        matrix[:3, :3], matrix[:3, 3] = clip.job.cycle.part(-frame / clip.n_frames)
    return matrix


def shown_stripe(armature_object: bpy.types.Object) -> Stripe | None:
    """Stripe of the displayed motion; cached until the motion or the artist's action changes."""
    action, data = shown_action(armature_object), armature_object.animation_data
    clip = clip_of(action)
    if clip is None or action is None:
        return None
    source = data.action.name if data is not None and data.action is not None else ""
    return _stripe(armature_object.name, action.name, source, clip, action.frame_end)


@lru_cache(maxsize=8)
def _stripe(armature: str, action: str, _source: str, _clip: Clip, _last: float) -> Stripe | None:
    return make_stripe(bpy.data.objects[armature], bpy.data.actions[action])


def shown_touches(armature_object: bpy.types.Object) -> Touches:
    """Contact names with (start, end) scene frames of their phases in the displayed motion; empty if unsolved."""
    action = shown_action(armature_object)
    clip = clip_of(action)
    if clip is None or action is None:
        return ()
    return _touches(clip, action.frame_range[0], action.frame_range[1])


@lru_cache(maxsize=8)
def _touches(clip: Clip, first: float, last: float) -> Touches:
    per_frame = (last - first) / (clip.n_frames if clip.job.cycle else clip.n_frames - 1)
    names = [contact.name for contact in clip.job.character.contacts]
    padded = np.pad(clip.motion.contact_active.astype(int), ((1, 1), (0, 0)))
    found = []
    for name, steps in zip(names, np.diff(padded, axis=0).T, strict=True):
        starts, ends = np.flatnonzero(steps > 0), np.flatnonzero(steps < 0)
        frames = np.minimum(first + per_frame * np.stack([starts, ends], 1), last)
        found.append((name, tuple((a, b) for a, b in frames.tolist())))
    return tuple(found)


@lru_cache(maxsize=8)
def _physics(clip: Clip) -> Physics:
    return Physics.of_clip(clip)
