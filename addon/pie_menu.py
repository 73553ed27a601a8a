"""The pie menu of the 3D view: what an artist presses all the time, wherever the sidebar is."""

import bpy
from bpy.types import Context, Menu

from .interface.availability import why_no_character


class SPACETIME_MT_pie(Menu):
    """Spacetime."""

    bl_idname = "SPACETIME_MT_pie"
    bl_label = "Spacetime"

    @classmethod
    def poll(cls, context: Context | None) -> bool:
        """There is a character; else the key does what it does without us."""
        return context is not None and not why_no_character(context)

    def draw(self, context: Context | None) -> None:
        """From the left: left, right, below, above, and the corners from the upper left."""
        assert context is not None
        pie, run = self.layout.menu_pie(), context.window_manager.spacetime
        pie.operator("spacetime.make_physical", icon="PHYSICS")
        if run.is_running:
            pie.operator("spacetime.cancel", icon="CANCEL").index = 0
        else:
            pie.operator("spacetime.solve", icon="PLAY")
        pie.operator("spacetime.reject", icon="X")
        pie.operator("spacetime.accept", icon="CHECKMARK")
        pie.operator("spacetime.live", icon="REC", depress=run.is_live)
        pie.operator("spacetime.drag_ghost", icon="VIEW_PAN")
        pie.operator_menu_enum("spacetime.use_preset", "preset", icon="PRESET")
        pie.operator("spacetime.find_alternatives", icon="OUTLINER_OB_ARMATURE")


register, unregister = bpy.utils.register_classes_factory((SPACETIME_MT_pie,))
