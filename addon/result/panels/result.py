"""The panel of a solved motion: decide on it."""

from typing import Any

import bpy
from bpy.types import Context, Panel, UILayout

from ....solver.clip.clip import Clip
from ...blender.write_motion import keyed_motion
from ...interface.availability import the_armature, the_scene
from ...interface.sentence import draw_sentence, where, worded
from ...interface.sidebar import Part, column_of_fields
from ..attempt import Shortfall, shortfalls
from ..clip_on_action import clip_of
from ..confirmation import may_be_overridden
from ..flaw import flaw_of, why_not_shown
from ..on_controls import has_controls
from ..review import accepted
from .doubts import draw_doubts
from .faithfulness import draw_faithfulness

BEST_ATTEMPT = "Closest attempt. Frames marked red are not physical"


class SPACETIME_PT_result(Part, Panel):
    """The solved motion, and problems with it."""

    bl_label = "Result"
    bl_parent_id = "SPACETIME_PT_solve"

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Whether a motion is pending or accepted; the sidebar would jump if the panel vanished with Accept."""
        if not Part.poll(context):
            return False
        armature_object = the_armature(context)
        return armature_object.spacetime.pending is not None or accepted(armature_object) is not None

    def draw(self, context: Context) -> None:
        """Only draws."""
        draw_result(self.layout, the_armature(context), the_scene(context))


def draw_result(layout: UILayout, armature_object: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """Draws information and settings for the decision, disabled once the motion is accepted."""
    result = armature_object.spacetime
    action = result.pending or accepted(armature_object)
    assert action is not None  # else the panel is hidden
    column = column_of_fields(layout)
    if result.pending is not None:
        column.label(text=action.name, icon="GHOST_ENABLED", translate=False)
    else:
        column.label(text=worded("Accepted: {name}", name=action.name), icon="CHECKMARK", translate=False)
        column = column.column()
        column.enabled = False
    flaw = flaw_of(action)
    draw_sentence(column, flaw, "ERROR")
    missed = shortfalls(action)
    draw_shortfalls(column, missed)
    if not flaw:
        draw_doubts(column, action)
        draw_faithfulness(column, action)
    clip = clip_of(action)
    if clip is not None and not missed:  # forces of an attempt are not meaningful
        draw_physics(layout, clip, scene.spacetime)
    if not why_not_shown(action):
        _draw_keyed(column, result, action)
    row = layout.row(align=True)
    row.operator("spacetime.snap", icon="SNAP_ON")
    row.prop(result.guidance, "only_selected", text="", icon="BONE_DATA")


def draw_decision(layout: UILayout) -> None:
    """Draws the buttons of the decision, disabled without a motion so that the layout stays."""
    row = layout.row(align=True)
    row.operator("spacetime.accept", icon="CHECKMARK")
    row.operator("spacetime.reject", icon="X")


def _draw_keyed(column: UILayout, result: Any, action: bpy.types.Action) -> None:
    """Draws what concerns the artist's keys."""
    if keyed_motion(action) is not None:  # else there are no keys to blend with
        column.prop(result, "blend", slider=True)
    if has_controls(result.id_data, action):
        column.prop(result, "bake_to")
    if has_controls(result.id_data, action) or may_be_overridden(result.id_data):
        row = column.row(heading="Mute")
        row.prop(result, "takes_over", text="Constraints and Drivers")


def draw_physics(layout: UILayout, clip: Clip, shared: Any) -> None:
    """Draws what is not physical, and the energy of a solved motion, collapsed."""
    if not clip.provenance.solved:  # its forces mean as little as an attempt's
        if clip.provenance.iterations:  # else it was never solved, such as a blended one
            draw_sentence(layout, worded("Not physical yet. Press Continue to keep solving."), "INFO")
        return
    is_open = bool(shared.shows_details)
    layout.prop(shared, "shows_details", icon="DOWNARROW_HLT" if is_open else "RIGHTARROW", emboss=False)
    if is_open or not clip.report.is_passive:
        draw_energy(layout, clip)


def draw_energy(layout: UILayout, clip: Clip) -> None:
    """Draws energy of muscles, impacts and the ground, which should add none."""
    energy, words = clip.report.energy, layout.column(align=True)
    muscles = {"given": f"{energy.muscles_give:.0f}", "taken": f"{-energy.muscles_take:.0f}"}
    words.label(text=worded("Muscles: {given} J generated, {taken} J absorbed", **muscles), translate=False)
    change, impacts = f"{round(energy.change):+}", f"{-energy.impacts_take:.0f}"
    words.label(text=worded("Impacts: {impacts} J lost", impacts=impacts), translate=False)
    words.label(text=worded("Energy change: {change} J", change=change), translate=False)
    if not clip.report.is_passive:
        words.alert = True
        given = f"{energy.ground_gives:.3g}"
        draw_sentence(
            words,
            worded("Ground contact adds {given} J, which is not physical. Solve again", given=given),
            "ERROR",
        )


def draw_shortfalls(layout: UILayout, shortfalls: tuple[Shortfall, ...]) -> None:
    """Draws goals that the closest attempt misses, each with a button that jumps to it."""
    if not shortfalls:
        return
    box = layout.box()
    words = box.column()
    words.alert = True
    draw_sentence(words, BEST_ATTEMPT, "ERROR")
    for index, each in enumerate(shortfalls):
        draw_sentence(box, each.sentence.replace("'", ""), "DOT")  # saves room in the sidebar
        if each.bone or each.frame is not None:
            jump: Any = box.operator("spacetime.show_shortfall", text=where(each.bone, each.frame))
            jump.index = index
