"""The panel at the top of the sidebar: the character, or where to get one."""

from bpy.types import Context, Panel, PropertyGroup, UILayout

from ...blender.rest_pose import armature_data
from ...interface.availability import armature_of, why_no_armature, why_no_character
from ...interface.sentence import draw_sentence
from ...interface.sidebar import Sidebar, column_of_fields


class SPACETIME_PT_main(Sidebar, Panel):
    """Who moves."""

    bl_idname = "SPACETIME_PT_main"
    bl_label = "Spacetime Animator"

    def draw(self, context: Context) -> None:
        """Only draws."""
        armature_object = armature_of(context)
        if armature_object is None:
            draw_sentence(self.layout, why_no_armature(context), "INFO")
            self.layout.menu("SPACETIME_MT_examples", text="Add Example", icon="ADD")  # both bring one
            self.layout.operator("spacetime.import_bvh", icon="IMPORT")
            return
        draw_character(self.layout, armature_data(armature_object).spacetime, why_no_character(context))


def draw_character(layout: UILayout, character: PropertyGroup, missing: str) -> None:
    """The button that fits bodies to the bones, why it is to be pressed, and what it goes by."""
    layout.operator("spacetime.fit_bodies", icon="MOD_ARMATURE")
    draw_sentence(layout, missing, "INFO")
    column = column_of_fields(layout)
    column.prop(character, "weigh_by")
    column.prop(character, "body_mass")
    if character.weigh_by != "WEIGHT":
        column.prop(character, "density")
    column.prop(character, "body_type")
    column.prop(character, "use_stature")
    row = column.row()
    row.active = character.use_stature
    row.prop(character, "stature")
    column.prop(character, "facing")
    column.prop(character, "root_moves")
    row = column.row()
    row.active = character.root_moves != "FIXED"
    row.prop(character, "root_turn")
