"""Many takes to files: which, called what, written one at a time."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import bpy

from ...solver.errors import InputError
from ..result.clip_on_action import clip_of, is_attempt, settings_of
from .engine_presets import PRESETS, EnginePreset
from .export_names import distinct, fill_in
from .exporters import EXPORTERS, Exporter, export_fbx
from .godot import export_for_godot
from .plain_copy import plain_copy

ALL, STARRED, ACTIVE = "ALL", "STARRED", "ACTIVE"
NAMES = "{character}_{name}"


def chosen_takes(armature_object: bpy.types.Object, which: str) -> list[bpy.types.Action]:
    """Actions of all takes, of those with a star, or of the selected one.

    An attempt at what cannot be goes to files only if it is starred or selected.

    Raises:
        InputError: there are none.
    """
    result = armature_object.spacetime
    chosen = [
        take.action
        for index, take in enumerate(result.takes)
        if take.action is not None
        and (which != ALL or take.is_starred or not is_attempt(take.action))
        and (which != STARRED or take.is_starred)
        and (which != ACTIVE or index == result.active_take)
    ]
    if not chosen:
        raise InputError(f"'{armature_object.name}' has no take that is to be exported; solve or star one")
    return chosen


def files_of(
    armature_object: bpy.types.Object, takes: Sequence[bpy.types.Action], folder: Path, template: str
) -> dict[str, Path]:
    """File without its ending of every take, by the action's name.

    Raises:
        InputError: the template does not fit.
    """
    names = distinct([fill_in(template, known_of(armature_object, action)) for action in takes])
    return {action.name: folder / name for action, name in zip(takes, names, strict=True)}


def known_of(armature_object: bpy.types.Object, action: bpy.types.Action) -> dict[str, object]:
    """What a file's name may say of an action."""
    fps = bpy.context.scene.render.fps / bpy.context.scene.render.fps_base
    frames = action.frame_range[1] - action.frame_range[0]
    clip = clip_of(action)
    return settings_of(action) | {
        "name": action.name,
        "character": armature_object.name,
        "frames": round(frames),
        "seconds": frames / fps,
        "solved": "solved" if clip is not None and clip.provenance.solved else "attempt",
    }


def exporter_for(preset: str, file_format: str) -> tuple[Exporter, str]:
    """What writes for an engine, or a format where none is chosen, and the files' ending."""
    wanted = PRESETS[preset]
    export, suffix = EXPORTERS[file_format if preset == "NONE" else wanted.file_format]
    return (partial(_export_for_engine, wanted) if wanted.units else export), suffix


def _export_for_engine(
    wanted: EnginePreset, armature_object: bpy.types.Object, action: bpy.types.Action, path: Path
) -> None:
    with plain_copy(armature_object, action, units=wanted.units, name=wanted.armature_name) as (copy, baked):
        if wanted.file_format == "FBX":
            export_fbx(copy, baked, path, scale=wanted.fbx_scale, units=wanted.units)
        else:
            export_for_godot(copy, baked, path)


def write_files(
    armature: str, files: dict[str, Path], export: Exporter, suffix: str
) -> Iterator[tuple[Path, str]]:
    """Writes one file per step; gives it and why it could not be written, or an empty text.

    Objects are found by name at every step, for the artist may remove them meanwhile.
    """
    for name, stem in files.items():
        file, complaint = stem.with_name(stem.name + suffix), ""
        armature_object, action = bpy.data.objects.get(armature), bpy.data.actions.get(name)
        try:
            if armature_object is None or action is None:
                raise InputError(f"'{name}' has been removed before it was written")
            export(armature_object, action, file)
        except InputError as error:
            complaint = str(error)
        yield file, complaint
