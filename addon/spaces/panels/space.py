"""Variations: dimensions, pictures of solved samples, and sliders between them."""

import math
from functools import partial
from typing import Any

import bpy
from bpy.types import Context, Panel, PropertyGroup, UILayout

from ....solver.clip.clip import Clip
from ....solver.errors import InputError
from ....solver.space.sample_name import SampleName
from ....solver.store.sample_table import SOLVED, SampleRow
from ...announcement import announced
from ...blender.rest_pose import armature_data
from ...interface.availability import the_armature, the_scene
from ...interface.bone_field import draw_bone_field
from ...interface.rows import draw_rows
from ...interface.sentence import draw_sentence, worded
from ...interface.sidebar import Part
from ...library.thumbnails import drawing, thumbnails
from ...motion.panels.goals import draw_fault
from ...runtime.event_loop import Work, in_a_thread
from ..properties import EVERY, KINDS, OTHER
from ..read_space import UNITS, grid_counts, grid_values
from ..session import spaces
from ..solved_space import SolvedSpace
from ..space_state import SpaceState
from .space_options import draw_options

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
PAGE = 12  # pictures per page
PICTURE = 4.0  # rows of height
LISTED = 20  # most names or reasons shown
FIELDS = {
    "LOAD": ("bone",),
    "LIMP": ("bone",),
    "FORMULA": ("formula", "of", "bound"),
    "SETTING": ("setting",),
}


class SPACETIME_PT_space(Part, Panel):
    """Variations of one motion with different settings."""

    bl_label = "Variations"
    bl_parent_id = "SPACETIME_PT_library"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        armature_object = the_armature(context)
        space, state = armature_object.spacetime.space, spaces.state_of(armature_object)
        draw_dimensions(self.layout, space, armature_object)
        draw_generation(self.layout, state)
        draw_thumbnails(self.layout, space, state)
        draw_sliders(self.layout, space, state)
        draw_unsolved(self.layout, state)
        clips = the_scene(context).spacetime.clips
        draw_options(self.layout, armature_object, clips, is_trying=state.is_trying)


def draw_dimensions(layout: UILayout, space: PropertyGroup, armature_object: bpy.types.Object) -> None:
    """Draws one row per dimension, all settings of expanded ones, and the number of variations."""
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
            text = worded("{product} = {count} variations", product=product, count=math.prod(counts))
        else:
            names = f" {worded('and')} ".join(row.name for row in rows)
            text = worded("{count} variations over {names}", count=space.count, names=names)
        draw_sentence(layout, worded("Up to {count}", count=text) if space.where else text, "MESH_GRID")


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
    steps.prop(row, "steps")
    try:
        grid_values(row)
    except InputError as problem:
        field = steps.column()
        field.alert = True
        draw_sentence(field, announced(problem).replace("'", ""), "ERROR")


def draw_generation(layout: UILayout, state: SpaceState) -> None:
    """Draws the button and the progress of the solve."""
    run = state.generation
    if state.is_generating:
        layout.operator("spacetime.stop_space", icon="CANCEL")
    else:
        layout.operator("spacetime.generate_space", icon="PLAY")
    column = layout.column()
    problem = state.error or (run.error if run is not None else "")
    column.alert = bool(problem)
    if problem:
        draw_sentence(column, problem, "ERROR")
    elif run is not None:
        draw_sentence(column, run.text, "SORTTIME" if state.is_generating else "CHECKMARK")
    else:
        draw_sentence(column, state.expected, "SORTTIME")


def draw_sliders(layout: UILayout, space: PropertyGroup, state: SpaceState) -> None:
    """Draws one slider per dimension; the ghost shows the nearest solved motion."""
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
            label = f"{row.name} {value} {dimension.unit}".strip()  # also the name of the undo step
            column.prop(row, "at", text=label, slider=True, translate=False)
    sample = spaces.shown(state)
    if sample is not None and sample.row is not None:
        name = _words(found.name(sample.row))
        what = worded("Closest attempt: {name}", name=name) if sample.is_attempt else name
        draw_sentence(layout, what, "GHOST_ENABLED")
    buttons = layout.column(align=True)
    buttons.operator("spacetime.keep_sample", icon="ADD")
    buttons.operator("spacetime.hide_sample", icon="HIDE_ON")


def draw_thumbnails(layout: UILayout, space: PropertyGroup, state: SpaceState) -> None:
    """Draws a picture of each variation with a button that shows it, or only names before any is solved."""
    found = state.solved
    if found is None:
        for name in state.listed[:LISTED]:
            draw_sentence(layout, _words(name), "DOT")
        _draw_rest(layout, len(state.listed) - LISTED)
        return
    n_pages = math.ceil(len(found.rows) / PAGE)
    page = min(space.page, n_pages)
    grid = layout.grid_flow(row_major=True, even_columns=True, even_rows=True)
    for row in found.rows[(page - 1) * PAGE : page * PAGE]:
        _draw_thumbnail(grid.column(align=True), found, row, is_shown=is_shown(state, row))
    if n_pages > 1:
        line = layout.row(align=True)
        line.prop(space, "page")
        draw_sentence(line, worded("of {count}", count=n_pages), "BLANK1")


def _draw_thumbnail(cell: UILayout, solved: SolvedSpace, row: SampleRow, *, is_shown: bool) -> None:
    is_solved = row.state == SOLVED
    picture = 0
    if is_solved:
        load = partial(_loading, solved, row)
        picture = thumbnails.icon(f"{solved.store} {row.name}", partial(drawing, load))
    waiting = cell.bl_rna.functions["label"].parameters["icon"].enum_items[STATE_ICONS.get(row.state, "DOT")]
    cell.template_icon(icon_value=picture or waiting.value, scale=PICTURE)
    button = cell.row(align=True)
    button.enabled = is_solved or row.has_attempt
    state = "" if is_solved else f": {worded(STATE_WORDS[row.state])}"
    label = f"{_words(solved.name(row))}{state}"
    button.operator("spacetime.show_sample", text=label, translate=False, depress=is_shown).index = row.index


def _loading(solved: SolvedSpace, row: SampleRow) -> Work[Clip]:
    return in_a_thread(partial(solved.clip, row.name))


def is_shown(state: SpaceState, row: SampleRow) -> bool:
    """Whether the ghost shows the sample."""
    sample = spaces.shown(state)
    return sample is not None and sample.name == row.name


def draw_unsolved(layout: UILayout, state: SpaceState) -> None:
    """Draws variations without a solution, with reasons."""
    found = state.solved
    if found is None:
        return
    unsolved = found.unsolved
    for row in unsolved[:LISTED]:
        label = f"{_words(found.name(row))}: {worded(STATE_WORDS[row.state])}"
        draw_sentence(layout, label, STATE_ICONS[row.state])
        draw_sentence(layout, announced(row.error).replace("'", ""), "BLANK1")  # saves room
    _draw_rest(layout, len(unsolved) - LISTED)


def _words(name: SampleName) -> str:
    """What distinguishes a variation from the others in the panel."""
    return name.values or name.space


def _draw_rest(layout: UILayout, count: int) -> None:
    if count > 0:
        layout.label(text=worded("and {count} more", count=count), icon="THREE_DOTS")
