"""Buttons for export and import, and the progress of an export, shown in the panel *Solve*."""

from collections.abc import Sequence

from bpy.types import Context, Object, Panel, PropertyGroup, UILayout

from ...interface.availability import armature_of
from ...interface.sentence import draw_sentence, worded
from ...interface.sidebar import Part
from ..export_line import Export
from ..file_units import height_of
from ..operators.export import FORMATS


class SPACETIME_PT_export(Part, Panel):
    """Export and import of motions."""

    bl_label = "Export"
    bl_parent_id = "SPACETIME_PT_solve"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        draw_export(self.layout, armature_of(context))


def draw_export(layout: UILayout, armature_object: Object | None) -> None:
    """Draws one button per kind of file, and the unit of the file from which an armature was imported."""
    layout.label(text="Export Current Action", icon="EXPORT")
    row = layout.row(align=True)
    for file_format, label, _ in FORMATS:
        row.operator("spacetime.export", text=label).file_format = file_format
    layout.operator("spacetime.export_many", icon="EXPORT")
    layout.operator("spacetime.import_bvh", icon="IMPORT")
    if armature_object is not None and armature_object.spacetime.file_unit_length > 0:
        layout.prop(armature_object.spacetime, "file_unit")
        tall = worded("{height} m tall", height=f"{height_of(armature_object):.3g}")
        layout.label(text=tall, icon="EMPTY_SINGLE_ARROW", translate=False)


def draw_exports(column: UILayout, run: PropertyGroup, line: Sequence[Export]) -> None:
    """Draws the progress, the queue, and the result of the last export."""
    problem = column.column()
    problem.alert = True
    draw_sentence(problem, run.export_error, "ERROR")
    if not line:
        draw_sentence(column, run.export_text, "CHECKMARK" if run.export_is_whole else "BLANK1")
        return
    draw_sentence(column, line[0].text, "SORTTIME")
    column.progress(factor=line[0].share, text=line[0].name)
    column.operator("spacetime.stop_export", icon="CANCEL").index = 0
    for index, export in enumerate(line[1:], start=1):
        row = column.row(align=True)
        row.label(text=f"{index}. {export.name}", icon="DOT")
        row.operator("spacetime.stop_export", text="", icon="X").index = index
