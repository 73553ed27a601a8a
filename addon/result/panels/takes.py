"""The list of takes."""

from typing import Any

from bpy.types import Context, Panel, UILayout, UIList

from ...interface.availability import the_armature
from ...interface.sentence import draw_sentence
from ...interface.sidebar import Part
from .. import review, takes
from ..clip_on_action import is_attempt, note_of

COMPARE: Any = "ARROW_LEFTRIGHT"  # icon of the button, and of the take on the second ghost


class SPACETIME_UL_takes(UIList):
    """One line per take: its star, its name, the ghosts that show it, and whether it is only an attempt."""

    def draw_item(
        self,
        context: Context | None,
        layout: UILayout,
        data: Any,
        item: Any,
        icon: int | None,
        active_data: Any,
        active_property: str | None,
        index: int | None,
        flt_flag: int | None,
    ) -> None:
        """Only draws."""
        if item.action is None:
            layout.label(text="The action was deleted", icon="ERROR")
            return
        row = layout.row(align=True)
        row.prop(item, "is_starred", text="", icon="SOLO_ON" if item.is_starred else "SOLO_OFF", emboss=False)
        row.prop(item.action, "name", text="", emboss=False)
        if item.action == data.pending:
            row.label(text="", icon="GHOST_ENABLED")
        if item.action == review.compared(data.id_data):
            row.label(text="", icon=COMPARE)
        if is_attempt(item.action):
            row.label(text="", icon="ERROR")
        if item.action.asset_data is not None:
            row.label(text="", icon="ASSET_MANAGER")


class SPACETIME_PT_takes(Part, Panel):
    """All solved motions of this character."""

    bl_label = "Takes"
    bl_parent_id = "SPACETIME_PT_library"

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Whether there are takes, or constraints to restore."""
        if not Part.poll(context):
            return False
        result = the_armature(context).spacetime
        return len(result.takes) > 0 or len(result.taken_over) > 0

    def draw(self, context: Context) -> None:
        """Only draws."""
        armature_object, layout = the_armature(context), self.layout
        result = armature_object.spacetime
        row = layout.row()
        row.template_list("SPACETIME_UL_takes", "", result, "takes", result, "active_take", rows=3)
        row.operator("spacetime.remove_take", text="", icon="REMOVE")
        draw_sentence(layout, note_of(takes.active_take(armature_object)), "INFO")
        if len(result.taken_over):
            layout.operator("spacetime.give_back", icon="CONSTRAINT_BONE")
        pair = layout.row(align=True)
        pair.operator("spacetime.show_take", icon="HIDE_OFF")
        active, second = takes.active_take(armature_object), review.compared(armature_object)
        is_second = second is not None and active == second
        pair.operator("spacetime.compare_take", icon=COMPARE, depress=is_second)
        pair = layout.row(align=True)
        pair.operator_menu_enum("spacetime.loop_take", "travel", text="Convert Loop", icon="FILE_REFRESH")
        pair.operator("spacetime.clean_take", icon="MOD_SIMPLIFY")
        pair = layout.column(align=True)
        pair.operator("spacetime.restore_settings", icon="LOOP_BACK")
        pair.operator("spacetime.mark_asset", icon="ASSET_MANAGER")
