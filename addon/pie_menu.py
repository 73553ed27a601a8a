"""The pie menu of the 3D view with frequently used operators."""

import bpy
from bpy.types import Context, Menu

from .interface.availability import why_no_character


class SPACETIME_MT_pie(Menu):
    """Spacetime pie menu."""

    bl_idname = "SPACETIME_MT_pie"
    bl_label = "Spacetime"

    @classmethod
    def poll(cls, context: Context | None) -> bool:
        """Whether there is a character; otherwise the key keeps its usual function."""
        return context is not None and not why_no_character(context)

    def draw(self, context: Context | None) -> None:
        """Draws left, right, bottom and top, then top left, top right, bottom left and bottom right."""
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
