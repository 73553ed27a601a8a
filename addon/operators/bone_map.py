"""Detect, keep and reuse which bone is which part of the character."""

from pathlib import Path

import bpy
from bpy.props import BoolProperty, StringProperty
from bpy.types import Context, Event, Menu, Operator

from ...solver.errors import InputError
from ..armature.rest_pose import armature_data
from ..availability import Outcome, allowed, the_armature, why_no_armature, why_no_own_bones
from ..character.bone_map import (
    detect,
    list_human_parts,
    load_preset,
    preset_files,
    preset_name,
    save_preset,
)
from .button import refusable


class SPACETIME_OT_detect_bones(Operator):
    """Detect Bones."""

    bl_idname = "spacetime.detect_bones"
    bl_label = "Detect Bones"
    bl_description = (
        "Find out which bone is which part of the character, by names and by the shape of the skeleton. "
        "Your own choices in the map are replaced"
    )
    bl_options = {"REGISTER", "UNDO"}

    by_hand: BoolProperty(
        name="List a Human's Parts",
        description="List every part a human has, so that you can choose the bones that were not found",
        default=False,
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is an armature."""
        return allowed(cls, why_no_own_bones(context))

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Finds and tells how sure it is."""
        armature_object = the_armature(context)
        found = detect(armature_object)
        if self.by_hand:
            list_human_parts(armature_data(armature_object))
        if not found:
            self.report(
                {"WARNING"}, "Found no limbs: each deforming bone becomes a body; or choose bones by hand"
            )
            return {"FINISHED"}
        surest = min(line.confidence for line in found)
        self.report({"INFO"}, f"Found {len(found)} parts; the least certain by {surest:.0%}")
        return {"FINISHED"}


class SPACETIME_OT_save_bone_map(Operator):
    """Save Bone Map."""

    bl_idname = "spacetime.save_bone_map"
    bl_label = "Save Bone Map"
    bl_description = "Keep this bone map as a preset; rigs with the same bone names are then recognised by it"
    bl_options = {"REGISTER"}

    name: StringProperty(name="Name", description="What the preset is called", default="My Rig")

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a map."""
        return allowed(cls, _why_no_map(context))

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


class SPACETIME_OT_load_bone_map(Operator):
    """Load Bone Map."""

    bl_idname = "spacetime.load_bone_map"
    bl_label = "Load Bone Map"
    bl_description = "Take the bones from this preset; parts whose bone this rig does not have are left out"
    bl_options = {"REGISTER", "UNDO"}

    filepath: StringProperty(name="File", description="The preset, a JSON file", subtype="FILE_PATH")

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is an armature."""
        return allowed(cls, why_no_own_bones(context))

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Replaces the map."""
        found = load_preset(the_armature(context), Path(bpy.path.abspath(self.filepath)))
        self.report({"INFO"}, f"Found {len(found)} parts")
        return {"FINISHED"}


class SPACETIME_MT_bone_maps(Menu):
    """Presets."""

    bl_idname = "SPACETIME_MT_bone_maps"
    bl_label = "Load Bone Map"
    bl_description = "Bone maps of known kinds of rigs, and your own"

    def draw(self, context: Context | None) -> None:
        """One line per preset."""
        for path in preset_files():
            line = self.layout.operator("spacetime.load_bone_map", text=preset_name(path), translate=False)
            line.filepath = str(path)


def _why_no_map(context: Context) -> str:
    reason = why_no_armature(context)
    if not reason and not len(armature_data(the_armature(context)).spacetime.bone_map):
        return "There is no bone map yet; press Detect Bones"
    return reason


register, unregister = bpy.utils.register_classes_factory(
    (
        SPACETIME_OT_detect_bones,
        SPACETIME_OT_save_bone_map,
        SPACETIME_OT_load_bone_map,
        SPACETIME_MT_bone_maps,
    )
)
