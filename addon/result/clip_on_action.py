"""What an action stores of its solve: the clip, the settings of the panels and the place of the rig.

All of it is stored in custom properties of the action, so it is saved, copied and appended with it.
"""

from typing import Any

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.clip.clip import Clip
from ...solver.errors import InputError
from ...solver.formats.armature_motion import ArmaturePlace, ObjectTrajectory
from ..blender.custom_properties import damaged, kept_rate, kept_transforms, span_of
from ..blender.frame_rate import rate_of

CLIP, SETTINGS, PLACE = "spacetime_clip", "spacetime_settings", "spacetime_place"
WAY, WAY_FPS = "spacetime_way", "spacetime_way_fps"  # of an object that moved by itself
ON_THE_SPOT = "spacetime_on_the_spot"  # the clip's way has been taken out of the action
NOTE = "spacetime_note"  # what there is to say of the motion among others
ATTEMPT = "spacetime_attempt"  # the action is only the closest attempt
LAST_FEW = 8
known: dict[bytes, Clip | str] = {}  # by what actions keep, those asked for last at the end


def remember(
    action: bpy.types.Action,
    data: bytes,
    *,
    place: ArmaturePlace,
    settings: dict[str, Any],
    way: ObjectTrajectory | None = None,
    is_attempt: bool = False,
    note: str = "",
) -> None:
    """Keeps a clip's bytes (``Clip.to_bytes``), what was asked for and where the object stood with its action."""
    action[CLIP], action[SETTINGS] = data, settings
    if is_attempt:
        action[ATTEMPT] = True
    if note:
        action[NOTE] = note
    action[PLACE] = _matrices(place.origin, place.rotation, place.scale).ravel().tolist()
    if way is not None:
        action[WAY], action[WAY_FPS] = (
            _matrices(way.origin, way.rotation, place.scale).ravel().tolist(),
            way.fps,
        )


def has_clip(action: bpy.types.Action | None) -> bool:
    """Whether the action remembers a clip, be it one of another version."""
    return action is not None and isinstance(action.get(CLIP), bytes)


def clip_of(action: bpy.types.Action | None) -> Clip | None:
    """The clip that the action shows; None where there is none to show, for the reason that ``why_no_clip`` gives."""
    return clip_from(action) if action is not None and not why_no_clip(action) else None


def why_no_clip(action: bpy.types.Action) -> str:
    """Empty when the action keeps a whole clip, where it was solved and frames to show it in."""
    try:
        clip_from(action)
    except InputError as error:
        return str(error)
    return ""


def clip_from(action: bpy.types.Action) -> Clip:
    """The clip that the action shows.

    Raises:
        InputError: the action is of another origin, of another version, or something that it keeps is damaged.
    """
    data = action.get(CLIP)
    if data is None:
        raise InputError(f"'{action.name}' was not solved here")
    if not isinstance(data, bytes):
        raise damaged(action, "motion", "a clip", data)
    found = _decoded(data)
    if isinstance(found, str):
        raise InputError(
            f"the action '{action.name}' keeps a motion that cannot be read; solve again: {found}"
        )
    first, last = span_of(action)
    if first == last:
        raise InputError(
            f"the action '{action.name}' has one frame, but a motion has more; set its frame range"
        )
    place_of_solve(action)
    way_of_solve(action)
    return found


def settings_of(action: bpy.types.Action) -> dict[str, Any]:
    """The panel's settings when the action was solved; empty for an action of another origin.

    Raises:
        InputError: what is kept in their place is something else.
    """
    found = action.get(SETTINGS)
    if found is None:
        return {}
    if not hasattr(found, "to_dict"):
        raise damaged(action, "list of settings", "settings by name", found)
    settings: dict[str, Any] = found.to_dict()
    return settings


def is_attempt(action: bpy.types.Action | None) -> bool:
    """Whether the action is only the closest attempt; its variants are no better."""
    return action is not None and bool(action.get(ATTEMPT))


def note_of(action: bpy.types.Action | None) -> str:
    """What there is to say of a motion that was found among others; empty if nothing."""
    found = action.get(NOTE) if action is not None else None
    return found if isinstance(found, str) else ""


def frames_of(clip: Clip, action: bpy.types.Action) -> Array:
    """(N,) frames of the timeline at which the clip's frames are seen."""
    first, last = span_of(action)
    per_frame = (last - first) / (clip.n_frames if clip.job.cycle else clip.n_frames - 1)
    return np.asarray(first + per_frame * np.arange(clip.n_frames), float)


def place_of_solve(action: bpy.types.Action) -> ArmaturePlace:
    """Where the armature stood when the action was solved.

    Raises:
        InputError: what is kept of it is damaged.
    """
    matrix = _recorded_place(action)
    scale = float(np.linalg.norm(matrix[:3, 0]))
    return ArmaturePlace(matrix[:3, 3], matrix[:3, :3] / scale, scale)


def way_of_solve(action: bpy.types.Action) -> ObjectTrajectory | None:
    """Where the armature's object goes while the action is shown; None for one that stands still.

    Raises:
        InputError: what is kept of it is damaged.
    """
    if action.get(WAY) is None:
        return None
    matrices = _recorded_way(action)
    scale = float(np.linalg.norm(matrices[0, :3, 0]))
    fps = kept_rate(action, WAY_FPS, "frame rate")
    return ObjectTrajectory(matrices[:, :3, 3], matrices[:, :3, :3] / scale, fps)


def moved_since(action: bpy.types.Action, armature_object: bpy.types.Object, frame: float) -> Array:
    """(4, 4) from the world in which the clip was solved to where the armature shows it now.

    Args:
        action: with the clip.
        armature_object: that plays it, or its ghost.
        frame: of the timeline that is shown now.

    Raises:
        InputError: what is kept of the place or the way is damaged.
    """
    recorded = _recorded_place(action)
    if action.get(WAY) is not None:
        way = _recorded_way(action)
        seconds = (frame - span_of(action)[0]) / rate_of(bpy.context.scene)
        recorded = way[min(max(round(seconds * kept_rate(action, WAY_FPS, "frame rate")), 0), len(way) - 1)]
    now = np.array(armature_object.matrix_world, float)
    return np.asarray(now @ np.linalg.inv(recorded), float)


def _recorded_place(action: bpy.types.Action) -> Array:
    """(4, 4)."""
    first, *others = kept_transforms(action, PLACE, "place")
    if others:
        raise damaged(action, "place", "one transform", action.get(PLACE))
    return np.asarray(first)


def _recorded_way(action: bpy.types.Action) -> Array:
    """(M, 4, 4)."""
    return kept_transforms(action, WAY, "way of its object")


def _matrices(origin: Array, rotation: Array, scale: float) -> Array:
    """(..., 4, 4) from origins (..., 3) and rotations (..., 3, 3)."""
    matrices = np.tile(np.eye(4), (*origin.shape[:-1], 1, 1))
    matrices[..., :3, :3], matrices[..., :3, 3] = scale * rotation, origin
    return matrices


def know(data: bytes, clip: Clip | str) -> None:
    """Spares whoever looks at an action with these bytes to decode their clip, or to find out why they are none."""
    while len(known) >= LAST_FEW:
        del known[next(iter(known))]
    known[data] = clip


def _decoded(data: bytes) -> Clip | str:
    """The clip that an action remembers as bytes, or why they are none; the last few are known."""
    if data not in known:
        try:
            know(data, Clip.from_bytes(data))
        except InputError as error:  # of another version, or damaged; the action itself still plays
            know(data, str(error))
    known[data] = found = known.pop(data)  # the latest again
    return found
