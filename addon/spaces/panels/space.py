"""The parameter space: dimensions row by row, the samples and their states, and sliders over what is solved."""

import math
from typing import Any

import bpy
from bpy.types import Context, Panel, PropertyGroup, UILayout

from ....solver.errors import InputError
from ....solver.store.sample_table import SampleRow
from ...announcement import announced
from ...blender.rest_pose import armature_data
from ...interface.availability import the_armature, the_scene
from ...interface.bone_field import draw_bone_field
from ...interface.rows import draw_rows
from ...interface.sentence import draw_sentence, worded
from ...interface.sidebar import Part, column_of_fields
from ...motion.panels.goals import draw_fault
from ..properties import EVERY, KINDS, OTHER
from ..read_space import UNITS, grid_counts, grid_values
from ..session import spaces
from ..space_state import SpaceState

ICONS: dict[str, Any] = {kind: icon for kind, _label, _description, icon, _number in KINDS}
STATE_ICONS: dict[str, Any] = {
    "solved": "CHECKMARK",
    "infeasible": "ERROR",
    "failed": "CANCEL",
    "running": "PLAY",
}
STATE_WORDS = {
    "waiting": "waiting",
    "running": "solving",
    "infeasible": "no solution",
    "failed": "failed",
    "cancelled": "cancelled",
}
LISTED = 20  # samples that are drawn
TOLD = 30  # values of a dimension that are listed one by one
FIELDS = {
    "LOAD": ("bone",),
    "LIMP": ("bone",),
    "FORMULA": ("formula", "of", "bound"),
    "SETTING": ("setting",),
}


class SPACETIME_PT_space(Part, Panel):
    """Many motions at once."""

    bl_label = "Motion Space"
    bl_parent_id = "SPACETIME_PT_library"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        armature_object = the_armature(context)
        space, state = armature_object.spacetime.space, spaces.state_of(armature_object)
        draw_dimensions(self.layout, space, armature_object)
        draw_settings(self.layout, space, the_scene(context).spacetime.clips)
        draw_generation(self.layout, state)
        draw_sliders(self.layout, space, state)
        draw_samples(self.layout, state)


def draw_dimensions(layout: UILayout, space: PropertyGroup, armature_object: bpy.types.Object) -> None:
    """Every dimension in a line, open ones in full, and how many motions they make."""
    draw_rows(
        layout,
        space.dimensions,
        lambda column, row: _draw_dimension(column, row, armature_object, in_steps=space.sampling == EVERY),
        icons=ICONS,
        add="spacetime.add_dimension",
        remove="spacetime.remove_dimension",
    )
    rows = [row for row in space.dimensions if row.use]
    if rows:
        counts = grid_counts(rows)
        if space.sampling == EVERY:
            product = " x ".join(f"{count} {row.name}" for count, row in zip(counts, rows, strict=True))
            told = worded("{product} = {count} motions", product=product, count=math.prod(counts))
        else:
            names = f" {worded('and')} ".join(row.name for row in rows)
            told = worded("{count} motions over {names}", count=space.count, names=names)
        draw_sentence(layout, worded("Up to {told}", told=told) if space.where else told, "MESH_GRID")


def _draw_dimension(
    column: UILayout, row: PropertyGroup, armature_object: bpy.types.Object, *, in_steps: bool
) -> None:
    if row.kind == "CHARACTER":
        column.prop(row, "collection")
        return
    for name in FIELDS.get(row.kind, ()):
        if name == "bone":
            draw_bone_field(column, row, name, armature_data(armature_object))
        else:
            column.prop(row, name)
        if name == "formula":
            draw_fault(column, row.formula, armature_object)
    if row.kind == "SETTING" and row.setting == OTHER:
        column.prop(row, "path")
    unit = f" ({UNITS[row.kind]})" if row.kind in UNITS else ""
    begin = bpy.app.translations.pgettext_iface("From")
    column.prop(row, "low", text=f"{begin}{unit}", translate=False)
    column.prop(row, "high")
    steps = column.column()
    steps.active = in_steps
    steps.prop(row, "step")
    steps.prop(row, "use_finer")
    for name in ("finer_low", "finer_high", "finer_step") if row.use_finer else ():
        steps.prop(row, name)
    steps.prop(row, "also_at")
    _draw_values(steps, row)


def _draw_values(layout: UILayout, row: PropertyGroup) -> None:
    """The values of uneven steps, one by one, or what is wrong with them."""
    try:
        values = grid_values(row)
    except InputError as problem:
        told = layout.column()
        told.alert = True
        draw_sentence(told, announced(problem).replace("'", ""), "ERROR")
        return
    if row.use_finer or row.also_at:
        words = [f"{value:g}" for value in values[:TOLD]]
        if len(values) > TOLD:
            words.append(worded("and {count} more", count=len(values) - TOLD))
        draw_sentence(layout, "  ".join(words), "CENTER_ONLY")


def draw_settings(layout: UILayout, space: PropertyGroup, clips: PropertyGroup) -> None:
    """Which motions of the space, and where they go."""
    column = column_of_fields(layout)
    column.prop(space, "space_name")
    whole_width = column.row()
    whole_width.use_property_split = False  # its words need the sidebar's whole width
    whole_width.prop(space, "sampling", text="")
    spread = () if space.sampling == EVERY else ("count", "seed")
    for name in (*spread, "where"):
        column.prop(space, name)
    for name in ("store", "workers"):
        column.prop(clips, name)


def draw_generation(layout: UILayout, state: SpaceState) -> None:
    """The buttons, and how far the solving is."""
    pair = layout.column(align=True)
    if state.is_trying:
        pair.operator("spacetime.stop_space", icon="CANCEL")
    else:
        pair.operator("spacetime.preview_space", icon="PRESET")
    pair.operator("spacetime.load_space", icon="FILE_REFRESH")
    run = state.generation
    if state.is_generating:
        layout.operator("spacetime.stop_space", icon="CANCEL")
    else:
        layout.operator("spacetime.generate_space", icon="PLAY")
    told = layout.column()
    problem = state.error or (run.error if run is not None else "")
    told.alert = bool(problem)
    if problem:
        draw_sentence(told, problem, "ERROR")
    elif run is not None:
        draw_sentence(told, run.text, "SORTTIME" if state.is_generating else "CHECKMARK")
    else:
        draw_sentence(told, state.expected, "SORTTIME")


def draw_sliders(layout: UILayout, space: PropertyGroup, state: SpaceState) -> None:
    """One slider a dimension; the ghost shows the nearest solved motion."""
    found = state.solved
    if found is None or not len(found.solved):
        return
    column = layout.column(align=True)
    known = {dimension.name: dimension for dimension in found.space.dimensions}
    for row in space.dimensions:
        if row.use and row.name in known:
            dimension = known[row.name]
            low, high = dimension.ends
            place = low + row.at * (high - low)
            value = f"{place:.3g}" if dimension.is_continuous else dimension.value_at(place).label
            told = f"{row.name} {value} {dimension.unit}".strip()  # undo is called so, too
            column.prop(row, "at", text=told, slider=True, translate=False)
    sample = spaces.shown(state)
    if sample is not None:
        what = worded("Closest attempt: {name}", name=sample.name) if sample.is_attempt else sample.name
        draw_sentence(layout, what, "GHOST_ENABLED")
    buttons = layout.column(align=True)
    buttons.operator("spacetime.keep_sample", icon="ADD")
    buttons.operator("spacetime.hide_sample", icon="HIDE_ON")


def draw_samples(layout: UILayout, state: SpaceState) -> None:
    """Each motion with its state, the ones without a solution first, with their reasons."""
    found = state.solved
    if found is None:
        for name in state.listed[:LISTED]:
            draw_sentence(layout, name, "DOT")
        _draw_rest(layout, len(state.listed) - LISTED)
        return
    for row in found.by_urgency[:LISTED]:
        _draw_sample(layout, row, found.space.name)
    _draw_rest(layout, len(found.rows) - LISTED)


def _draw_sample(layout: UILayout, row: SampleRow, space: str) -> None:
    what = row.name.removeprefix(f"{space} ")  # the list is of one space
    state = "" if row.state == "solved" else f": {worded(STATE_WORDS[row.state])}"
    line = layout.row()
    draw_sentence(line.column(), f"{what}{state}", STATE_ICONS.get(row.state, "DOT"))
    if row.has_attempt:
        line.operator("spacetime.show_attempt", text="", icon="GHOST_ENABLED").place = row.place
    draw_sentence(
        layout, announced(row.error).replace("'", ""), "BLANK1"
    )  # a sidebar has room for words only


def _draw_rest(layout: UILayout, count: int) -> None:
    if count > 0:
        layout.label(text=worded("and {count} more", count=count), icon="THREE_DOTS")
