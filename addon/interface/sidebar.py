"""Bases of panels in the sidebar of the 3D view, and their columns of fields."""

from typing import Any

from bpy.types import Context, UILayout

from ..locale import OWN_SENSE
from .availability import why_no_character


class Sidebar:
    """Location of all panels."""

    bl_space_type: Any = "VIEW_3D"
    bl_region_type: Any = "UI"
    bl_category = "Spacetime"
    bl_translation_context = OWN_SENSE
    layout: Any  # set by Blender while drawing


class Part(Sidebar):
    """A panel that is visible if there is a character."""

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Whether there is a character."""
        return not why_no_character(context)


def column_of_fields(layout: UILayout) -> UILayout:
    """A column with names on the left and values on the right."""
    column = layout.column()
    column.use_property_split = True
    column.use_property_decorate = False
    return column
