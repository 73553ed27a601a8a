"""The part of the panel that solves, and shows how far a solve is."""

from collections.abc import Sequence

import bpy
from bpy.types import Context, Panel, PropertyGroup, UILayout

from ...files import export_line
from ...files.panels.export import draw_export, draw_exports
from ...interface.availability import the_scene, why_no_character
from ...interface.sentence import draw_sentence, where
from ...interface.sidebar import Part
from .. import session
from ..solving import Solve


class SPACETIME_PT_solve(Part, Panel):
    """Solve, watch, take it elsewhere."""

    bl_label = "Solve"

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a character, or something to stop or to tell of one that is not selected now, or is gone."""
        run = context.window_manager.spacetime
        going_on = (
            run.is_running
            or run.is_live
            or run.doing
            or run.error
            or run.text
            or run.export_error
            or export_line.line()
        )
        return bool(going_on) or super().poll(context)

    def draw(self, context: Context) -> None:
        """Only draws."""
        run = context.window_manager.spacetime
        draw_solve(self.layout, run, session.waiting())
        if not why_no_character(context):
            draw_export(self.layout)
        draw_exports(self.layout.column(), run, export_line.line())


def draw_solve(layout: UILayout, run: PropertyGroup, waiting: Sequence[Solve]) -> None:
    """The buttons, how far it is, what waits in line, and how the last one ended."""
    row = layout.row(align=True)
    row.operator("spacetime.solve", icon="PLAY")
    row.operator("spacetime.live", icon="REC", depress=run.is_live)
    row.operator("spacetime.drag_ghost", text="", icon="VIEW_PAN")
    if run.is_running:  # above all words, so that it stays where the mouse is whatever they become
        layout.operator("spacetime.cancel", icon="CANCEL").index = 0
    column = layout.column()
    column.alert = run.live_failed
    draw_sentence(column, run.live_text, "ERROR" if run.live_failed else "REC")
    column = layout.column()
    draw_sentence(column, run.doing, "SORTTIME")
    if not run.is_running:
        if run.doing:
            return
        if run.error and run.error_line:
            draw_failure(column, run, the_scene(bpy.context).spacetime)
            return
        column.alert = bool(run.error)
        draw_sentence(column, run.error or run.text, "ERROR" if run.error else "CHECKMARK")
        if run.error_armature:
            frame = run.error_frame if run.error_has_frame else None
            column.operator("spacetime.show_where", text=where(run.error_bone, frame))
        return
    draw_sentence(column, run.text, "SORTTIME")
    column.progress(text=run.eta, factor=run.fraction)
    draw_sentence(column, run.progress, "BLANK1")
    for index, solve in enumerate(waiting, start=1):
        row = column.row(align=True)
        row.label(text=f"{index}. {solve.job.name}", icon="DOT", translate=False)
        row.operator("spacetime.cancel", text="", icon="X").index = index


def draw_failure(layout: UILayout, run: PropertyGroup, shared: PropertyGroup) -> None:
    """What fails most and what helps, a button that shows it, and all the rest folded away."""
    words = layout.column()
    words.alert = True
    draw_sentence(words, run.error_line, "ERROR")
    row = layout.row(align=True)
    if run.error_armature:
        row.operator("spacetime.show_where", text="Show", icon="VIEWZOOM")
    row.prop(shared, "shows_details", icon="DOWNARROW_HLT" if shared.shows_details else "RIGHTARROW")
    if shared.shows_details:
        draw_sentence(layout, run.error, "BLANK1")
