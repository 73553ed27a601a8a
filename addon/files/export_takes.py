"""Exports several takes one by one: selection and file names."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import bpy

from ...solver.errors import InputError
from ...solver.formats.bvh.style import BvhStyle
from ...solver.messages import EXIT_BAD_INPUT, EXIT_SOLVED, Error, Sink, Status
from ..blender.custom_properties import span_of
from ..blender.frame_rate import rate_of
from ..result.clip_on_action import clip_of, is_attempt, settings_of
from ..result.scene_rate import preserve_duration
from .bvh import USUAL, export_bvh
from .engine_presets import PRESETS, EnginePreset
from .export_names import distinct, fill_in
from .exporters import EXPORTERS, Exporter, export_fbx
from .godot import export_for_godot
from .plain_copy import plain_copy

ALL, STARRED, ACTIVE = "ALL", "STARRED", "ACTIVE"
NAMES = "{character}_{name}"
MOST_SHOWN = 3  # errors; a full disk causes one per file


def chosen_takes(armature_object: bpy.types.Object, which: str) -> list[bpy.types.Action]:
    """Actions of all takes, of those with a star, or of the selected one.

    Closest attempts are included only if starred or selected. All are stretched to the scene's frame rate.

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
    for action in chosen:
        preserve_duration(action)
    if not chosen:
        raise InputError(f"'{armature_object.name}' has no takes to export; solve or star one")
    return chosen


def files_of(
    armature_object: bpy.types.Object,
    takes: Sequence[bpy.types.Action],
    folder: Path,
    template: str,
    *,
    suffix: str,
) -> dict[str, Path]:
    """File of every take, by action name.

    Raises:
        InputError: the template does not fit.
    """
    names = distinct([fill_in(template, known_of(armature_object, action)) for action in takes])
    return {action.name: folder / f"{name}{suffix}" for action, name in zip(takes, names, strict=True)}


def known_of(armature_object: bpy.types.Object, action: bpy.types.Action) -> dict[str, object]:
    """Values of an action for file names."""
    fps = rate_of(bpy.context.scene)
    first, last = span_of(action)
    frames = last - first
    return settings_of(action) | {
        "name": action.name,
        "character": armature_object.name,
        "frames": round(frames),
        "seconds": frames / fps,
        "solved": _Ending(action),
    }


class _Ending:
    """Result of an action's solve as text; reads the clip (6 ms) only if the name includes it.

    Args:
        action: of a take.
    """

    def __init__(self, action: bpy.types.Action) -> None:
        self._action = action

    def __repr__(self) -> str:
        return repr(str(self))

    def __str__(self) -> str:
        clip = clip_of(self._action)
        return "solved" if clip is not None and clip.provenance.solved else "attempt"

    def __format__(self, form: str) -> str:
        return format(str(self), form)


def exporter_for(preset: str, file_format: str, *, style: BvhStyle = USUAL) -> tuple[Exporter, str]:
    """Exporter and extension for an engine, or for a format without one, which may be BVH in a style."""
    engine = PRESETS[preset]
    export, suffix = EXPORTERS[file_format if preset == "NONE" else engine.file_format]
    if export is export_bvh:
        return partial(export_bvh, style=style), suffix
    return (partial(_export_for_engine, engine) if engine.units else export), suffix


def _export_for_engine(
    engine: EnginePreset, armature_object: bpy.types.Object, action: bpy.types.Action, path: Path
) -> None:
    with plain_copy(armature_object, action, units=engine.units, name=engine.armature_name) as (copy, baked):
        if engine.file_format == "FBX":
            export_fbx(copy, baked, path, scale=engine.fbx_scale, units=engine.units)
        else:
            export_for_godot(copy, baked, path)


def write_files(armature: str, files: Mapping[str, Path], export: Exporter) -> Iterator[tuple[Path, str]]:
    """Writes one file per step; yields it with an error message, or an empty one.

    Objects are looked up by name at every step, because the artist may remove them meanwhile.
    """
    for name, file in files.items():
        complaint = ""
        armature_object, action = bpy.data.objects.get(armature), bpy.data.actions.get(name)
        try:
            if armature_object is None or action is None:
                raise InputError("it was removed before it could be written")
            export(armature_object, action, file)
        except InputError as error:
            complaint = not_exported(name, file, str(error))
        yield file, complaint


def export_files(armature: str, files: Mapping[str, Path], export: Exporter, send: Sink) -> int:
    """Writes files and sends a message for each: Status if it is written, else Error with its field.

    Returns:
        The exit code.
    """
    exit_code = EXIT_SOLVED
    for file, complaint in write_files(armature, files, export):
        send(Error(complaint, str(file)) if complaint else Status(f"wrote '{file}'"))
        exit_code = EXIT_BAD_INPUT if complaint else exit_code
    return exit_code


def not_exported(name: str, file: Path, reason: str, *, others: int = 0) -> str:
    """Message about a motion that was not written, and the number of others after it."""
    nor = f", nor the {others} after it" if others else ""
    return f"'{name}' was not exported to '{file.name}'{nor}: {reason.rstrip('.')}"


def summary_of(complaints: Sequence[str]) -> str:
    """The first few errors and the number of others, in one sentence."""
    more = len(complaints) - MOST_SHOWN
    return "; ".join(
        [*complaints[:MOST_SHOWN], *([f"and {more} more were not exported"] if more > 0 else [])]
    )
