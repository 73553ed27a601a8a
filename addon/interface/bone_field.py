"""A field for a bone: as wide as the sidebar, since rigs name bones at length."""

import bpy
from bpy.types import PropertyGroup, UILayout


def draw_bone_field(column: UILayout, owner: PropertyGroup, name: str, armature: bpy.types.Armature) -> None:
    """The first bone of its owner has no label, since its icon says enough; another has it above.

    Args:
        column: to draw in.
        owner: whose property it is.
        name: of the property.
        armature: whose bones there are to choose from.
    """
    if name != "bone":
        column.label(text=owner.bl_rna.properties[name].name)
    field = column.row()
    field.use_property_split = False
    field.prop_search(owner, name, armature, "bones", text="")
