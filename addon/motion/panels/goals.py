"""The goals, row by row."""

from typing import Any

import bpy
from bpy.types import Context, Panel, PropertyGroup, UILayout

from ....solver.expression.spelling import check_spelling
from ....solver.expression.text_error import TextError
from ...blender.rest_pose import armature_data
from ...interface.availability import the_armature
from ...interface.bone_field import draw_bone_field
from ...interface.rows import draw_rows
from ...interface.sentence import draw_sentence, worded
from ...interface.sidebar import Part
from ..goal_kinds import GOAL_KINDS
from ..goal_properties import FRAME, FRAMES

ICONS: dict[str, Any] = {kind.identifier: kind.icon for kind in GOAL_KINDS.values()}


class SPACETIME_PT_goals(Part, Panel):
    """Further goals of the motion."""

    bl_label = "Goals"
    bl_parent_id = "SPACETIME_PT_motion"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        draw_goals(self.layout, the_armature(context))


def draw_goals(layout: UILayout, armature_object: bpy.types.Object) -> None:
    """Draws one row per goal, and all settings of expanded ones."""
    draw_rows(
        layout,
        armature_object.spacetime.motion.goals,
        lambda column, goal: _draw_goal(column, goal, armature_object),
        icons=ICONS,
        add="spacetime.add_goal",
        remove="spacetime.remove_goal",
    )


def _draw_goal(column: UILayout, goal: PropertyGroup, armature_object: bpy.types.Object) -> None:
    for name in GOAL_KINDS[goal.kind].fields:
        if name in ("bone", "other_bone"):
            draw_bone_field(column, goal, name, armature_data(armature_object))
        elif name in ("lower", "upper"):
            row = column.row(heading="At Least" if name == "lower" else "At Most")
            row.prop(goal, f"use_{name}", text="")
            value = row.row()
            value.active = getattr(goal, f"use_{name}")
            value.prop(goal, name, text="")
        elif name == "first":
            column.prop(goal, name, text="Frame")
        else:
            column.prop(goal, name)
        if name == "formula":
            draw_fault(column, goal.formula, armature_object)
        if name == "when" and goal.when in (FRAME, FRAMES):
            column.prop(goal, "first", text="Frame" if goal.when == FRAME else "From")
            if goal.when == FRAMES:
                column.prop(goal, "last")
    if goal.kind == "POSE":
        column.label(text=worded("{count} angles", count=len(goal.pose)), icon="ARMATURE_DATA")


def draw_fault(layout: UILayout, formula: str, armature_object: bpy.types.Object) -> None:
    """Draws errors of a formula that can be detected while it is typed."""
    armature = armature_data(armature_object)
    contacts = (contact.name for contact in armature.spacetime.contacts)
    try:
        check_spelling(formula, {"root", *armature.bones.keys(), *contacts})
    except TextError as error:
        fault = layout.column()
        fault.alert = True
        draw_sentence(fault, error.message, "ERROR")
        draw_sentence(fault, worded("Error at: {text}", text=error.text[error.column :]), "BLANK1")
