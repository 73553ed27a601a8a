"""A motion for Godot: binary glTF, and its import settings.

By default, Godot samples every file at 30 frames per second and removes redundant keys with an error of
0.01 rad per joint, which moves a foot by centimeters. A motion repeats if its name ends in REPEATS.
Source: Godot's manual, "Importing 3D scenes"; ResourceImporterScene.
"""

from pathlib import Path

import bpy

from ...solver.errors import InputError
from ..blender.frame_rate import rate_of
from .exporters import export_gltf

REPEATS = "-loop"  # Godot removes it from the name
SETTINGS = """[remap]

importer="scene"

[params]

animation/fps={fps:.7g}
_subresources={{
"nodes": {{
"PATH:AnimationPlayer": {{
"optimizer/enabled": false
}}
}}
}}
"""


def export_for_godot(armature_object: bpy.types.Object, action: bpy.types.Action, path: Path) -> None:
    """Writes a binary glTF, and its import settings unless they exist.

    Raises:
        InputError: a file cannot be written.
    """
    export_gltf(armature_object, action, path, name=action.name + REPEATS * action.use_cyclic)
    settings = path.with_name(f"{path.name}.import")
    try:
        if not settings.exists():
            settings.write_text(SETTINGS.format(fps=rate_of(bpy.context.scene)), encoding="utf-8")
    except OSError as error:
        raise InputError(f"'{settings}' could not be written: {error.strerror}") from error
