"""Export presets for game engines. Pure data."""

from dataclasses import dataclass


@dataclass(frozen=True)
class EnginePreset:
    """Export settings for one engine.

    Attributes:
        label: in the menu.
        description: tooltip.
        file_format: key of ``exporters.EXPORTERS``.
        fbx_scale: Blender's option for the unit of an FBX.
        units: of the engine per meter; 0 leaves the character unchanged.
        armature_name: name of the armature in the file; empty for its name in Blender.
    """

    label: str
    description: str
    file_format: str
    fbx_scale: str = "FBX_SCALE_NONE"
    units: float = 0.0
    armature_name: str = ""


PRESETS = {
    "NONE": EnginePreset("None", "Use the format chosen below without changes for an engine", "FBX"),
    "UNITY": EnginePreset(
        "Unity",
        "FBX in meters with armature and bones at a scale of 1, one file per clip",
        "FBX",
        fbx_scale="FBX_SCALE_ALL",
        units=1.0,
    ),
    "UNREAL": EnginePreset(
        "Unreal",
        "FBX in centimeters with bones at a scale of 1 and the topmost bone as Unreal's root, one file "
        "per clip",
        "FBX",
        units=100.0,
        armature_name="Armature",  # the only name that Unreal does not import as a bone
    ),
    "GODOT": EnginePreset(
        "Godot", "Binary glTF with Godot import settings next to it, one file per clip", "GLTF", units=1.0
    ),
}
