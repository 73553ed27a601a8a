"""Subpanel of the contacts."""

import bpy
from bpy.types import Context, Panel, PropertyGroup, UILayout

from ...blender.rest_pose import armature_data
from ...interface.availability import the_armature, the_scene
from ...interface.bone_field import draw_bone_field
from ...interface.sidebar import Part, column_of_fields
from ...strips.read_strips import low_timeline


class SPACETIME_PT_contacts(Part, Panel):
    """Points that touch the ground, and when."""

    bl_label = "Contacts"
    bl_parent_id = "SPACETIME_PT_motion"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        overlays = the_scene(context).spacetime.overlays
        draw_contacts(self.layout, the_armature(context), overlays)
        if overlays.show_strips and low_timeline(context) is not None:
            self.layout.operator("spacetime.enlarge_timeline", icon="TRIA_UP")


def draw_contacts(layout: UILayout, armature_object: bpy.types.Object, switches: PropertyGroup) -> None:
    """Draws one row per contact, and all settings of expanded ones."""
    for index, contact in enumerate(armature_data(armature_object).spacetime.contacts):
        box = layout.box()
        row = box.row(align=True)
        row.prop(contact, "is_open", text="", icon="DOWNARROW_HLT" if contact.is_open else "RIGHTARROW")
        row.prop(contact, "name", text="")
        row.operator("spacetime.remove_contact", text="", icon="X").index = index
        if contact.is_open:
            _draw_contact(column_of_fields(box), index, armature_data(armature_object))
    layout.operator_menu_enum("spacetime.add_contact", "place", icon="ADD")
    layout.operator("spacetime.guess_contacts", icon="VIEWZOOM")
    layout.prop(switches, "show_strips", icon="TIME", toggle=True)


def _draw_contact(column: UILayout, index: int, armature: bpy.types.Armature) -> None:
    contact = armature.spacetime.contacts[index]
    draw_bone_field(column, contact, "bone", armature)
    for name in ("point", "friction", "twist_radius", "clearance", "keep_timing"):
        column.prop(contact, name)
    for number, phase in enumerate(contact.phases):
        row = column.row(align=True)
        row.prop(phase, "start")
        remove = row.operator("spacetime.remove_phase", text="", icon="X")
        remove.contact, remove.phase = index, number
        column.prop(phase, "duration")
        column.prop(phase, "surface")
    column.operator("spacetime.add_phase", icon="ADD").contact = index
