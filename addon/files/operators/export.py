"""Export."""

from pathlib import Path

import bpy
from bpy.props import BoolProperty, EnumProperty, StringProperty
from bpy.types import Context, Event

from ...interface.availability import Outcome, the_armature, why_no_armature
from ...interface.button import Button, refusable
from ..export_line import export_in_background
from ..export_takes import exporter_for
from ..exporters import EXPORTERS
from .bvh_choices import BvhChoices

FORMATS = (
    ("BVH", "BVH", "Skeleton and motion as text"),
    ("FBX", "FBX", "For Unreal, Unity, Maya and others"),
    ("GLTF", "glTF", "Binary glTF, for engines and the web"),
    ("USD", "USD", "For Omniverse, Houdini, Maya and others"),
    ("OGRE", "Ogre", "Skeleton XML for the engine Ogre3D, in meters with Y up"),
)


class SPACETIME_OT_export(BvhChoices, Button):
    """Export."""

    bl_idname = "spacetime.export"
    bl_label = "Export"
    bl_description = (
        "Export the armature's action, baked frame by frame, in a second Blender while you continue working"
    )
    bl_options = {"REGISTER"}

    filepath: StringProperty(name="File", description="Path of the file to write", subtype="FILE_PATH")
    file_format: EnumProperty(
        name="Format",
        description="File format",
        items=FORMATS,
        default="FBX",
    )
    beside: BoolProperty(
        name="In Background",
        description="Export in a second Blender, as when the button is pressed, instead of blocking this one",
        default=False,
        options={"SKIP_SAVE", "HIDDEN"},
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if the armature plays an action."""
        reason = why_no_armature(context)
        if not reason:
            data = the_armature(context).animation_data
            if data is None or data.action is None:
                reason = "The armature has no action to export"
        return reason

    def draw(self, context: Context) -> None:
        """Draws the settings beside the files."""
        layout = self.layout
        assert layout is not None
        layout.use_property_split = True
        layout.prop(self, "file_format")
        if self.file_format == "BVH":
            self.draw_bvh(layout)

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Asks for the file."""
        armature = the_armature(context)
        _, suffix = EXPORTERS[self.file_format]
        self.beside = True
        self.filepath = bpy.path.clean_name(armature.animation_data.action.name) + suffix
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Writes the file, or queues it."""
        armature = the_armature(context)
        action = armature.animation_data.action
        assert action is not None
        style = self.bvh_style()
        export, suffix = exporter_for("NONE", self.file_format, style=style)
        path = Path(bpy.path.abspath(self.filepath))
        path = path if path.name.endswith(suffix) else path.with_suffix(suffix)
        if self.beside:
            export_in_background(
                armature, {action.name: path}, preset="NONE", file_format=self.file_format, style=style
            )
            return {"FINISHED"}
        export(armature, action, path)
        self.report({"INFO"}, f"Wrote {path.name}")
        return {"FINISHED"}
