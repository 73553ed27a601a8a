"""The top panel, sufficient from a preset to an accepted motion, with the progress of a solve."""

from collections.abc import Sequence

import bpy
from bpy.types import Context, Panel, PropertyGroup, UILayout

from ...blender.rest_pose import armature_data
from ...character.checks import check_character
from ...character.panels.character import draw_size
from ...character.panels.check_list import draw_first_error
from ...files import export_line
from ...files.panels.export import draw_exports
from ...interface.availability import armature_of, the_armature, the_scene, why_no_armature, why_no_character
from ...interface.sentence import draw_sentence, where
from ...interface.sidebar import Sidebar, column_of_fields
from ...result.out_of_date import is_out_of_date
from ...result.panels.result import draw_decision
from .. import session
from ..forecast import forecast
from ..solving import Solve

OUT_OF_DATE = "Out of date: something has changed since. Solve again"


class SPACETIME_PT_solve(Sidebar, Panel):
    """The next steps: add a character, choose a motion, solve, watch and accept it."""

    bl_label = "Solve"

    def draw(self, context: Context) -> None:
        """Only draws."""
        run = context.window_manager.spacetime
        if why_no_character(context):
            draw_beginning(self.layout, context)
            if run.is_running:  # of a character that is not selected or was deleted
                draw_stop(self.layout)
        else:
            draw_name(self.layout, context)
            draw_first_error(self.layout, check_character(the_armature(context), the_scene(context)))
            is_old = is_out_of_date(the_armature(context), the_scene(context))
            draw_buttons(self.layout, run, is_old=is_old)
            if is_old:
                draw_sentence(self.layout, OUT_OF_DATE, "FILE_REFRESH")
            if not run.is_running:
                draw_sentence(self.layout, forecast(context), "TIME")
        draw_progress(self.layout, run, session.waiting())
        draw_exports(self.layout.column(), run, export_line.line())


def draw_name(layout: UILayout, context: Context) -> None:
    """Draws the character's name while one of its targets, surfaces or props is active."""
    armature_object = the_armature(context)
    if context.object != armature_object:
        layout.label(text=armature_object.name, icon="ARMATURE_DATA", translate=False)


def draw_beginning(layout: UILayout, context: Context) -> None:
    """Draws ways to get a character."""
    missing = why_no_armature(context)
    draw_sentence(layout, missing or why_no_character(context), "INFO")
    armature_object = armature_of(context)
    if armature_object is None:
        layout.menu("SPACETIME_MT_examples", text="Add Example", icon="ADD")  # both add one
        layout.operator("spacetime.import_bvh", icon="IMPORT")
    elif not missing:
        layout.operator("spacetime.fit_bodies", icon="MOD_ARMATURE")
        draw_size(column_of_fields(layout), armature_data(armature_object).spacetime)


def draw_buttons(layout: UILayout, run: PropertyGroup, *, is_old: bool) -> None:
    """Draws all buttons from a character to its motion, from top to bottom.

    Args:
        layout: to draw in.
        run: state of the solve.
        is_old: whether the motion on the ghost is out of date.
    """
    layout.operator_menu_enum("spacetime.use_preset", "preset", icon="PRESET")
    row = layout.row(align=True)
    row.operator("spacetime.make_physical", icon="PHYSICS")
    row.operator_menu_enum("spacetime.add_goal", "kind", icon="ADD")
    row = layout.row(align=True)
    if is_old:
        row.operator("spacetime.solve", text="Solve Again", icon="FILE_REFRESH")
    else:
        row.operator("spacetime.solve", icon="PLAY")
    row.operator("spacetime.live", icon="REC", depress=run.is_live)
    row.operator("spacetime.drag_ghost", text="", icon="VIEW_PAN")
    draw_stop(layout)  # disabled while nothing runs, so that no button moves
    draw_decision(layout)


def draw_stop(layout: UILayout) -> None:
    """Draws the button that stops the solve."""
    layout.operator("spacetime.cancel", icon="CANCEL").index = 0


def draw_progress(layout: UILayout, run: PropertyGroup, waiting: Sequence[Solve]) -> None:
    """Draws the progress, the queue, and the result of the last solve."""
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
    """Draws the largest violation with its remedy, a button that shows it, and the collapsed rest."""
    words = layout.column()
    words.alert = True
    draw_sentence(words, run.error_line, "ERROR")
    row = layout.row(align=True)
    if run.error_armature:
        row.operator("spacetime.show_where", text="Show", icon="VIEWZOOM")
    row.prop(shared, "shows_details", icon="DOWNARROW_HLT" if shared.shows_details else "RIGHTARROW")
    if shared.shows_details:
        draw_sentence(layout, run.error, "BLANK1")
