"""What game engines want of a file. Pure data."""

from dataclasses import dataclass


@dataclass(frozen=True)
class EnginePreset:
    """How motions are written for one engine.

    Attributes:
        label: for the menu.
        description: what it does, for its tooltip.
        file_format: key of ``exporters.EXPORTERS``.
        fbx_scale: Blender's way to tell the unit; the others leave a scale of 100 on every object.
    """

    label: str
    description: str
    file_format: str
    fbx_scale: str = "FBX_SCALE_NONE"


PRESETS = {
    "NONE": EnginePreset("As Chosen", "The format chosen below, with nothing changed for an engine", "FBX"),
    "UNITY": EnginePreset(
        "Unity", "FBX in meters, objects of scale 1; one file per clip", "FBX", fbx_scale="FBX_SCALE_ALL"
    ),
    "UNREAL": EnginePreset(
        "Unreal",
        "FBX in meters as the file's unit, so that the root bone has scale 1; one file per clip",
        "FBX",
        fbx_scale="FBX_SCALE_UNITS",
    ),
    "GODOT": EnginePreset("Godot", "Binary glTF; one file per clip", "GLTF"),
}
