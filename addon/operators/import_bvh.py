"""Import BVH."""

from pathlib import Path

import bpy
from bpy.props import EnumProperty, FloatProperty, StringProperty
from bpy.types import Context

from ..availability import Outcome, allowed, the_scene
from ..event_loop import Work
from ..files.import_bvh import import_bvh
from .button import InSteps, Told


class SPACETIME_OT_import_bvh(InSteps):
    """Import BVH."""

    bl_idname = "spacetime.import_bvh"
    bl_label = "Import BVH"
    bl_description = (
        "Read a motion capture file as an armature with an action, to sketch with; also files that Blender's own "
        "importer refuses"
    )

    filepath: StringProperty(name="File", description="The BVH file", subtype="FILE_PATH")
    filter_glob: StringProperty(
        name="Kind", description="Files that are shown", default="*.bvh", options={"HIDDEN"}
    )
    up: EnumProperty(
        name="Up",
        description="The file's axis that points up",
        items=(("Y", "Y", "As most files have it"), ("Z", "Z", "As Blender has it")),
        default="Y",
    )
    unit: FloatProperty(
        name="Unit",
        description="Length of the file's unit; 0 guesses by the size of the skeleton",
        unit="LENGTH",
        default=0.0,
        min=0.0,
        precision=4,
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Blender is in object mode."""
        return allowed(cls, "" if context.mode == "OBJECT" else "Go to object mode first")

    def ask(self, context: Context) -> Outcome:
        """Asks for the file."""
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def work(self, context: Context) -> Work[Told]:
        """Reads it."""
        return _import(Path(bpy.path.abspath(self.filepath)), the_scene(context), self.up, self.unit)


def _import(path: Path, scene: bpy.types.Scene, up: str, unit: float) -> Work[Told]:
    rig = yield from import_bvh(path, scene, up=up, unit=unit)
    return "INFO", f"'{rig.name}' has {len(rig.pose.bones)} bones"


register, unregister = bpy.utils.register_classes_factory((SPACETIME_OT_import_bvh,))
