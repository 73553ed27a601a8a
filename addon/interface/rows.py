"""Lists of boxes with a header row to expand, name and remove each, and its fields while expanded."""

from collections.abc import Callable, Mapping
from typing import Any

from bpy.types import PropertyGroup, UILayout

from .sidebar import column_of_fields


def draw_rows(
    layout: UILayout,
    rows: Any,
    draw: Callable[[UILayout, PropertyGroup], None],
    *,
    icons: Mapping[str, Any],
    add: str,
    remove: str,
) -> None:
    """Draws a header for every row, all fields of expanded ones, and a button to add a row.

    Args:
        layout: to draw in.
        rows: collection of groups with ``is_open``, ``use``, ``name`` and ``kind``.
        draw: draws the fields of an expanded row below its kind.
        icons: of each kind.
        add: operator that adds a row of a ``kind``.
        remove: operator that removes the row of an ``index``.
    """
    for index, row in enumerate(rows):
        box = layout.box()
        line = box.row(align=True)
        line.prop(row, "is_open", text="", icon="DOWNARROW_HLT" if row.is_open else "RIGHTARROW")
        line.prop(row, "use", text="")
        line.prop(row, "name", text="", icon=icons[row.kind])
        line.operator(remove, text="", icon="X").index = index
        if row.is_open:
            column = column_of_fields(box)
            column.active = row.use
            column.prop(row, "kind")
            draw(column, row)
    layout.operator_menu_enum(add, "kind", icon="ADD")
