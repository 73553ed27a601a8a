"""Data that an action stores of its solve: the clip, the settings of the panels and the transform of the rig.

All of it is stored in custom properties of the action, so it is saved, copied and appended with it.
"""

import json
from typing import Any

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.clip.clip import Clip
from ...solver.errors import InputError
from ...solver.formats.armature_motion import ArmaturePlace, ObjectTrajectory
from ...solver.job.job import Job
from ...solver.space.sample_name import SampleName
from ..blender.custom_properties import damaged, kept_rate, kept_text, kept_transforms, span_of
from ..blender.frame_rate import rate_of
from ..blender.units import world_matrix

CLIP, SETTINGS, PLACE = "spacetime_clip", "spacetime_settings", "spacetime_place"
WAY, WAY_FPS = "spacetime_way", "spacetime_way_fps"  # trajectory of a moving object
ON_THE_SPOT = "spacetime_on_the_spot"  # the travel of the clip was removed from the action
NOTE = "spacetime_note"  # remark on the motion among others
VARIATION = "spacetime_variation"  # what distinguishes the motion from the other samples of its space
ALTERED = "spacetime_altered"  # the action shows a change of its clip: a blend, or fewer keys
ATTEMPT = "spacetime_attempt"  # the action is only the closest attempt
LAST_FEW = 8
JOB = "spacetime_job"  # of a motion without forces, which has no clip
known: dict[bytes, Clip | str] = {}  # cache by stored bytes, most recently used last


def remember(
    action: bpy.types.Action,
    data: bytes,
    *,
    place: ArmaturePlace,
    settings: dict[str, Any],
    trajectory: ObjectTrajectory | None = None,
    is_attempt: bool = False,
    note: str = "",
    variation: SampleName | None = None,
) -> None:
    """Stores a clip's bytes (``Clip.to_bytes``), the settings and the object's transform with its action."""
    action[CLIP], action[SETTINGS] = data, settings
    if is_attempt:
        action[ATTEMPT] = True
    if note:
        action[NOTE] = note
    if variation is not None:
        action[VARIATION] = {"space": variation.space, "labels": dict(variation.labels)}
    action[PLACE] = _matrices(place.origin, place.rotation, place.scale).ravel().tolist()
    if trajectory is not None:
        action[WAY], action[WAY_FPS] = (
            _matrices(trajectory.origin, trajectory.rotation, place.scale).ravel().tolist(),
            trajectory.fps,
        )


def remember_job(action: bpy.types.Action, job: Job) -> None:
    """Stores which character a motion without forces moves, and how it repeats."""
    action[JOB] = json.dumps(job.to_json())


def job_of(action: bpy.types.Action) -> Job | None:
    """The job of the clip that the action shows, or of its motion without forces; None for other actions.

    Raises:
        InputError: what is kept is damaged.
    """
    clip = clip_of(action)
    text = kept_text(action, JOB, "character")
    if clip is not None or not text:
        return None if clip is None else clip.job
    try:
        return Job.from_json(json.loads(text))
    except json.JSONDecodeError as error:
        raise damaged(action, "character", "a job", text[:20]) from error


def has_clip(action: bpy.types.Action | None) -> bool:
    """Whether the action stores a clip, even of another version."""
    return action is not None and isinstance(action.get(CLIP), bytes)


def clip_of(action: bpy.types.Action | None) -> Clip | None:
    """The clip that the action shows; None if there is none, see ``why_no_clip``."""
    return clip_from(action) if action is not None and not why_no_clip(action) else None


def why_no_clip(action: bpy.types.Action) -> str:
    """Empty if the action stores an intact clip with its transform and frames."""
    try:
        clip_from(action)
    except InputError as error:
        return str(error)
    return ""


def clip_from(action: bpy.types.Action) -> Clip:
    """The clip that the action shows.

    Raises:
        InputError: the action has another origin or version, or its data is damaged.
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
    trajectory_of_solve(action)
    return found


def settings_of(action: bpy.types.Action) -> dict[str, Any]:
    """Settings of the panel at the time of the solve; empty for an action of another origin.

    Raises:
        InputError: they are damaged.
    """
    found = action.get(SETTINGS)
    if found is None:
        return {}
    if not hasattr(found, "to_dict"):
        raise damaged(action, "list of settings", "settings by name", found)
    settings: dict[str, Any] = found.to_dict()
    return settings


def is_attempt(action: bpy.types.Action | None) -> bool:
    """Whether the action is only the closest attempt, or a variant of one."""
    return action is not None and bool(action.get(ATTEMPT))


def note_of(action: bpy.types.Action | None) -> str:
    """Remark on a motion that was found among others; may be empty."""
    found = action.get(NOTE) if action is not None else None
    return found if isinstance(found, str) else ""


def variation_of(action: bpy.types.Action) -> SampleName | None:
    """Which sample of a space the motion is, if any."""
    found = action.get(VARIATION)
    kept: dict[str, Any] = found.to_dict() if hasattr(found, "to_dict") else {}
    space, labels = kept.get("space"), kept.get("labels")
    if not isinstance(space, str) or not isinstance(labels, dict):
        return None
    return SampleName(space, tuple((name, str(label)) for name, label in labels.items()))


def frames_of(clip: Clip, action: bpy.types.Action) -> Array:
    """Frames of the timeline (N,) at which the clip's frames are shown."""
    first, last = span_of(action)
    per_frame = (last - first) / (clip.n_frames if clip.job.cycle else clip.n_frames - 1)
    return np.asarray(first + per_frame * np.arange(clip.n_frames), float)


def place_of_solve(action: bpy.types.Action) -> ArmaturePlace:
    """Transform of the armature when the action was solved.

    Raises:
        InputError: what is kept of it is damaged.
    """
    matrix = _recorded_place(action)
    scale = float(np.linalg.norm(matrix[:3, 0]))
    return ArmaturePlace(matrix[:3, 3], matrix[:3, :3] / scale, scale)


def trajectory_of_solve(action: bpy.types.Action) -> ObjectTrajectory | None:
    """Trajectory of the armature's object while the action plays; None for a static object.

    Raises:
        InputError: what is kept of it is damaged.
    """
    if action.get(WAY) is None:
        return None
    matrices = _recorded_way(action)
    scale = float(np.linalg.norm(matrices[0, :3, 0]))
    fps = kept_rate(action, WAY_FPS)
    return ObjectTrajectory(matrices[:, :3, 3], matrices[:, :3, :3] / scale, fps)


def transforms_of(action: bpy.types.Action, clip: Clip) -> Array:
    """Transforms (N, 4, 4) of the armature's object at the frames of a clip when it was solved, world [m].

    Raises:
        InputError: the stored transform or trajectory is damaged.
    """
    place, way = place_of_solve(action), trajectory_of_solve(action)
    if way is None:
        return np.tile(_matrices(place.origin, place.rotation, place.scale), (clip.n_frames, 1, 1))
    origin, rotation = way.at(clip.motion.step * np.arange(clip.n_frames))
    return _matrices(origin, rotation, place.scale)


def moved_since(action: bpy.types.Action, armature_object: bpy.types.Object, frame: float) -> Array:
    """Transform (4, 4) from the clip's world to where the armature, or its ghost, shows it at a frame, world [m].

    Raises:
        InputError: the stored transform or trajectory is damaged.
    """
    recorded = _recorded_place(action)
    if action.get(WAY) is not None:
        way = _recorded_way(action)
        seconds = (frame - span_of(action)[0]) / rate_of(bpy.context.scene)
        recorded = way[min(max(round(seconds * kept_rate(action, WAY_FPS)), 0), len(way) - 1)]
    return np.asarray(world_matrix(armature_object) @ np.linalg.inv(recorded), float)


def _recorded_place(action: bpy.types.Action) -> Array:
    """Stored transform (4, 4)."""
    first, *others = kept_transforms(action, PLACE, "place")
    if others:
        raise damaged(action, "place", "one transform", action.get(PLACE))
    return np.asarray(first)


def _recorded_way(action: bpy.types.Action) -> Array:
    """Stored trajectory (M, 4, 4)."""
    return kept_transforms(action, WAY, "way of its object")


def _matrices(origin: Array, rotation: Array, scale: float) -> Array:
    """Transforms (..., 4, 4) from origins (..., 3) and rotations (..., 3, 3)."""
    matrices = np.tile(np.eye(4), (*origin.shape[:-1], 1, 1))
    matrices[..., :3, :3], matrices[..., :3, 3] = scale * rotation, origin
    return matrices


def know(data: bytes, clip: Clip | str) -> None:
    """Caches the clip of these bytes, or why they are invalid, to avoid decoding them again."""
    while len(known) >= LAST_FEW:
        del known[next(iter(known))]
    known[data] = clip


def _decoded(data: bytes) -> Clip | str:
    """The clip stored as bytes, or why they are invalid; the last few are cached."""
    if data not in known:
        try:
            know(data, Clip.from_bytes(data))
        except InputError as error:  # of another version, or damaged; the action itself still plays
            know(data, str(error))
    known[data] = found = known.pop(data)  # moved to the end
    return found
