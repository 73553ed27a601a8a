"""The panel of motions that are made of solved ones."""

import bpy
from bpy.types import Context, Panel, UILayout

from ...interface.availability import the_armature
from ...interface.sentence import draw_sentence, worded
from ...interface.sidebar import Part, column_of_fields
from ..joining import strips_to_join


class SPACETIME_PT_library(Part, Panel):
    """Motions made of solved ones."""

    bl_label = "Library"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        draw_join(self.layout, the_armature(context))


def draw_join(layout: UILayout, armature_object: bpy.types.Object) -> None:
    """Two motions that become one: those of the selected strips, else those of the fields."""
    layout.operator("spacetime.join", icon="AUTOMERGE_ON")
    strips = strips_to_join(armature_object)
    if strips is not None:
        first, second = strips.first.name, strips.second.name
        draw_sentence(
            layout, worded("Selected strips: {first}, then {second}", first=first, second=second), "NLA"
        )
        return
    column = column_of_fields(layout)
    library = armature_object.spacetime.library
    column.prop(library, "first")
    column.prop(library, "second")
