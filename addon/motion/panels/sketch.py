"""Subpanel for following the artist's animation."""

from functools import lru_cache

import bpy
from bpy.types import Context, Panel, UILayout

from ....solver.analysis.departure import departures
from ....solver.clip.clip import Clip
from ...blender.rest_pose import armature_data
from ...interface.availability import the_armature
from ...interface.sentence import draw_sentence, worded
from ...interface.sidebar import Part, column_of_fields
from ...result.clip_on_action import clip_of
from ...result.panels.faithfulness import amount, faithfulness_of
from ...solve.forecast import forecast
from ..operators.sketch import why_no_animation

SHOWN = 6  # number of listed bones of a result
_departures = lru_cache(maxsize=4)(departures)  # a clip never changes


class SPACETIME_PT_sketch(Part, Panel):
    """Your own keys, and how they are used."""

    bl_label = "Existing Animation"
    bl_parent_id = "SPACETIME_PT_motion"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        armature_object = the_armature(context)
        row = self.layout.row(align=True)
        row.operator("spacetime.make_physical", icon="PHYSICS")
        row.operator("spacetime.loop_capture", icon="FILE_REFRESH")
        self.layout.operator("spacetime.auto_pose", icon="CON_KINEMATIC")
        draw_sentence(self.layout, why_no_animation(context) or forecast(context), "INFO")
        draw_sketch(self.layout, armature_object)
        clip = clip_of(armature_object.spacetime.pending)
        if clip is not None:
            draw_departures(self.layout, clip)


def draw_sketch(layout: UILayout, armature_object: bpy.types.Object) -> None:
    """Draws how the keys are followed."""
    sketch = armature_object.spacetime.motion.sketch
    layout.prop(sketch, "use")
    column = column_of_fields(layout)
    column.active = sketch.use
    column.prop(sketch, "closeness")
    column.prop(sketch, "keys")
    column.prop(sketch, "keeps_limits")
    for index, group in enumerate(sketch.groups):
        row = column.row(align=True)
        row.use_property_split = False
        row.prop_search(group, "name", armature_data(armature_object), "collections_all", text="")
        row.prop(group, "use", text="")
        row.operator("spacetime.remove_sketch_group", text="", icon="X").index = index
    column.operator("spacetime.add_sketch_group", icon="ADD")


def draw_departures(layout: UILayout, clip: Clip) -> None:
    """Draws deviations of the result from the keys: the average and the largest per bone."""
    found, mean = _departures(clip), faithfulness_of(clip)
    if mean is None:
        return
    box = layout.box().column(align=True)
    away = amount(mean.mean_distance, mean.mean_angle)
    box.label(
        text=worded("Mean Deviation from Keys: {away}", away=away), icon="DRIVER_DISTANCE", translate=False
    )
    box.label(text="Largest Deviations from Keys")
    for departure in found[:SHOWN]:
        row = box.split(factor=0.64)  # names of bones are longer
        row.label(text=departure.body, translate=False)
        row.label(text=amount(departure.distance, departure.angle), translate=False)
