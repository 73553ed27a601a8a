"""Subpanel of the motion."""

import bpy
from bpy.types import Context, Panel, UILayout

from ...blender.rest_pose import armature_data
from ...interface.availability import the_armature, the_scene
from ...interface.sidebar import Part, column_of_fields
from ..first_frame import first_frame_of


class SPACETIME_PT_motion(Part, Panel):
    """Length, travel and style of the motion."""

    bl_label = "Motion"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        draw_motion(self.layout, the_armature(context), the_scene(context))


def draw_motion(layout: UILayout, armature_object: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """Draws the motion and its style."""
    motion = armature_object.spacetime.motion
    column = column_of_fields(layout)
    column.prop(motion, "motion_name")
    own = column.column()
    own.active = not motion.sketch.use  # else the keys determine it
    own.prop(motion, "length")
    _draw_start(own, armature_object, scene)
    own.prop(motion, "is_cyclic")
    place = own.column()
    place.active = not motion.is_cyclic
    place.prop(motion, "free_start")
    travel = own.column()
    travel.active = motion.is_cyclic
    travel.prop(motion, "is_mirrored")
    travel.prop(motion, "speed")
    travel.prop(motion, "heading")
    travel.prop(motion, "turn")
    own.prop(motion, "timing")
    if motion.timing != "GIVEN":
        own.prop(motion, "free_length")
        own.prop(motion, "unhurried", slider=True)
    column.prop(scene.spacetime, "ground_height")
    column.prop_search(motion, "root_motion_bone", armature_data(armature_object), "bones")
    style = layout.column(align=True)
    for name in ("effort", "smoothness", "soft_contact", "ease"):
        style.prop(motion, name, slider=True)


def _draw_start(column: UILayout, armature_object: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """Draws the first frame of the motion: custom, or that of the scene."""
    motion = armature_object.spacetime.motion
    row = column.row(heading="Start Frame")
    row.prop(motion, "use_start", text="")
    if motion.use_start:
        row.prop(motion, "start", text="")
    else:
        whose = bpy.app.translations.pgettext_iface("Preview Range" if scene.use_preview_range else "Scene")
        row.label(text=f"{first_frame_of(armature_object, scene)} ({whose})", translate=False)
