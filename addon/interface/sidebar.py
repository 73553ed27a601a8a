"""The sidebar of the 3D view, where all panels are, and the columns of their fields."""

from typing import Any

from bpy.types import Context, UILayout

from ..locale import OWN_SENSE
from .availability import why_no_character


class Sidebar:
    """Where all parts live."""

    bl_space_type: Any = "VIEW_3D"
    bl_region_type: Any = "UI"
    bl_category = "Spacetime"
    bl_translation_context = OWN_SENSE
    layout: Any  # Blender's, while it draws


class Part(Sidebar):
    """A part that shows once there is a character."""

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a character."""
        return not why_no_character(context)


def column_of_fields(layout: UILayout) -> UILayout:
    """Names on the left, values on the right."""
    column = layout.column()
    column.use_property_split = True
    column.use_property_decorate = False
    return column
