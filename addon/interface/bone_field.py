"""A bone field as wide as the sidebar, for long bone names."""

import bpy
from bpy.types import PropertyGroup, UILayout


def draw_bone_field(column: UILayout, owner: PropertyGroup, name: str, armature: bpy.types.Armature) -> None:
    """Draws a bone field, with a label above unless it is the owner's main bone."""
    if name != "bone":
        column.label(text=owner.bl_rna.properties[name].name)
    field = column.row()
    field.use_property_split = False
    field.prop_search(owner, name, armature, "bones", text="")
