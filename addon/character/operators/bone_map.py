"""Detect, save and load the bone map of the character."""

from pathlib import Path

import bpy
from bpy.props import BoolProperty, StringProperty
from bpy.types import Context, Event, Menu

from ....solver.errors import InputError
from ...blender.rest_pose import armature_data
from ...interface.availability import Outcome, the_armature, why_no_armature, why_no_own_bones
from ...interface.button import Button, refusable
from ..bone_map import detect, list_human_parts, load_preset, save_preset
from ..own_maps import preset_files, preset_name


def _why_no_map(context: Context) -> str:
    reason = why_no_armature(context)
    if not reason and not len(armature_data(the_armature(context)).spacetime.bone_map):
        return "There is no bone map; press Detect Bones first"
    return reason


class SPACETIME_OT_detect_bones(Button):
    """Detect Bones."""

    bl_idname = "spacetime.detect_bones"
    bl_label = "Detect Bones"
    bl_description = (
        "Match bones to parts of the character by name and by the shape of the skeleton. Replaces your "
        "own choices in the bone map"
    )
    why_not = staticmethod(why_no_own_bones)

    by_hand: BoolProperty(
        name="List Human Parts",
        description="List all parts of a human so that you can choose the bones that were not detected",
        default=False,
    )

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Detects the bones and reports their certainty."""
        armature_object = the_armature(context)
        found = detect(armature_object)
        if self.by_hand:
            list_human_parts(armature_data(armature_object))
        if not found:
            self.report(
                {"WARNING"},
                "No limbs found. Fit Bodies will give each deforming bone a body; to avoid this, press "
                "Choose Manually",
            )
            return {"FINISHED"}
        surest = min(line.confidence for line in found)
        self.report({"INFO"}, f"Found {len(found)} parts with at least {surest:.0%} confidence")
        return {"FINISHED"}


class SPACETIME_OT_save_bone_map(Button):
    """Save Bone Map."""

    bl_idname = "spacetime.save_bone_map"
    bl_label = "Save Bone Map"
    bl_description = (
        "Save this bone map as a preset. Rigs with the same bone names are then recognized automatically"
    )
    bl_options = {"REGISTER"}
    why_not = staticmethod(_why_no_map)

    name: StringProperty(name="Name", description="Name of the preset", default="My Rig")

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Asks for the name."""
        return context.window_manager.invoke_props_dialog(self, confirm_text="Save")

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Writes it."""
        try:
            path = save_preset(armature_data(the_armature(context)), self.name)
        except OSError as error:
            raise InputError(str(error)) from error
        self.report({"INFO"}, f"Saved the bone map {path.stem}")
        return {"FINISHED"}


class SPACETIME_OT_load_bone_map(Button):
    """Load Bone Map."""

    bl_idname = "spacetime.load_bone_map"
    bl_label = "Load Bone Map"
    bl_description = "Load the bones from this preset. Parts whose bone is missing in this rig are skipped"
    why_not = staticmethod(why_no_own_bones)

    filepath: StringProperty(name="File", description="Path of the preset, a JSON file", subtype="FILE_PATH")

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Replaces the map."""
        found = load_preset(the_armature(context), Path(bpy.path.abspath(self.filepath)))
        self.report({"INFO"}, f"Found {len(found)} parts")
        return {"FINISHED"}


class SPACETIME_MT_bone_maps(Menu):
    """Presets of bone maps."""

    bl_idname = "SPACETIME_MT_bone_maps"
    bl_label = "Load Bone Map"
    bl_description = "Load a bone map for a known type of rig, or one of your own"

    def draw(self, context: Context | None) -> None:
        """One line per preset."""
        for path in preset_files():
            line = self.layout.operator("spacetime.load_bone_map", text=preset_name(path), translate=False)
            line.filepath = str(path)
