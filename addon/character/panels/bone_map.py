"""Panel of the bone map."""

from typing import Any

import bpy
from bpy.types import Context, Panel, UILayout

from ...blender.rest_pose import armature_data
from ...interface.availability import the_armature, why_no_armature
from ...interface.sentence import draw_sentence, is_narrow, worded
from ...interface.sidebar import Sidebar
from ..properties import map_beginning

SURE, GUESSED = 0.85, 0.6  # confidence: practically certain; by a common word; below: by shape or doubtful


class SPACETIME_PT_bone_map(Sidebar, Panel):
    """Parts of the character and their bones."""

    bl_label = "Bone Map"
    bl_parent_id = "SPACETIME_PT_character"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Whether there is an armature."""
        return not why_no_armature(context)

    def draw(self, context: Context) -> None:
        """Only draws."""
        draw_bone_map(self.layout, the_armature(context))


def draw_bone_map(layout: UILayout, armature_object: bpy.types.Object) -> None:
    """Draws every part with its bone and marks doubtful ones."""
    armature = armature_data(armature_object)
    layout.operator("spacetime.detect_bones", icon="VIEWZOOM")
    row = layout.row(align=True)
    row.menu("SPACETIME_MT_bone_maps", text="Load Bone Map", text_ctxt="Operator")
    row.operator("spacetime.save_bone_map", text="", icon="FILE_TICK")
    column = layout.column(align=True)
    beginning = map_beginning(armature)
    if beginning:
        draw_sentence(column, worded("Common prefix: {beginning}", beginning=beginning), "INFO")
    for line in armature.spacetime.bone_map:
        row = column.row(align=True)
        row.alert = line.bone != "" and line.bone not in armature.bones
        names = row.column(align=True) if is_narrow() else row.split(factor=0.35, align=True)
        names.label(text=line.name.replace("_", " "), translate=False)
        if beginning and line.bone.startswith(beginning):
            names.prop(line, "short_name", text="", icon="BONE_DATA")
        else:
            names.prop_search(line, "bone", armature, "bones", text="")
        _draw_match(row, line, is_there=line.bone in armature.bones)
    if not len(armature.spacetime.bone_map):
        column.operator("spacetime.detect_bones", text="Choose Manually", icon="GREASEPENCIL").by_hand = True


def _draw_match(row: UILayout, line: bpy.types.PropertyGroup, *, is_there: bool) -> None:
    """Draws the confidence of the match as a button that shows the bone, which control rigs hide."""
    icon = _icon(line.bone, line.confidence)
    if not is_there:
        row.label(text="", icon=icon)
        return
    look: Any = row.operator("spacetime.select_bone", text="", icon=icon, emboss=False)
    look.bone = line.bone


def _icon(bone: str, confidence: float) -> Any:
    if not bone:
        return "RADIOBUT_OFF"
    return "CHECKMARK" if confidence >= SURE else "QUESTION" if confidence >= GUESSED else "ERROR"
