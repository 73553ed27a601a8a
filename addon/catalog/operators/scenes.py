"""Open Example Scene, and Add Asset Library."""

import bpy
from bpy.props import EnumProperty
from bpy.types import Context, Event

from ...interface.availability import Outcome
from ...interface.button import Button
from ...motion.examples import EXAMPLES
from ..scene import SCENES, file_of, why_no_scenes

NAME = "Spacetime Examples"


class SPACETIME_OT_open_scene(Button):
    """Open Example Scene."""

    bl_idname = "spacetime.open_scene"
    bl_label = "Open Example Scene"
    bl_description = "Open a scene with a solved motion and all its settings, as an unsaved file"
    bl_options = set()

    scene: EnumProperty(
        name="Scene",
        description="Example to open",
        items=[(name, each.label, each.description) for name, each in EXAMPLES.items()],
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty when this copy of the add-on has scenes."""
        return why_no_scenes()

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Lets Blender ask about unsaved changes."""
        return bpy.ops.wm.read_homefile("INVOKE_DEFAULT", filepath=str(file_of(self.scene)))

    def execute(self, context: Context) -> Outcome:
        """Opens it."""
        return bpy.ops.wm.read_homefile(filepath=str(file_of(self.scene)))


class SPACETIME_OT_add_asset_library(Button):
    """Add Asset Library."""

    bl_idname = "spacetime.add_asset_library"
    bl_label = "Add Asset Library"
    bl_description = (
        "Show the examples in the asset browser: characters that are ready to solve, and their motions"
    )
    bl_options = set()

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty when there are scenes, and they are no library yet."""
        reason = why_no_scenes()
        libraries = context.preferences.filepaths.asset_libraries if context.preferences else ()
        if not reason and any(each.path.rstrip("/\\") == str(SCENES) for each in libraries):
            reason = "The examples are already in the asset browser"
        return reason

    def execute(self, context: Context) -> Outcome:
        """Adds the folder to the preferences."""
        assert context.preferences is not None
        context.preferences.filepaths.asset_libraries.new(name=NAME, directory=str(SCENES))
        self.report({"INFO"}, f"Choose '{NAME}' in the asset browser, and drag a character into the scene")
        return {"FINISHED"}
