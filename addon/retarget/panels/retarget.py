"""Retarget: the motion of another armature for this character."""

import bpy
from bpy.types import Context, Panel, UILayout

from ....solver.errors import InputError
from ...blender.rest_pose import armature_data
from ...interface.availability import the_armature
from ...interface.sentence import draw_sentence, worded
from ...interface.sidebar import Part, column_of_fields
from ...result.clip_on_action import has_clip
from ..limb_maps import list_of
from ..operators.retarget import the_source


class SPACETIME_PT_retarget(Part, Panel):
    """The motion of another armature, with the limbs that correspond."""

    bl_label = "Retarget"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        armature_object = the_armature(context)
        settings = armature_object.spacetime.retarget
        column_of_fields(self.layout).prop(settings, "source")
        self.layout.operator("spacetime.retarget", icon="CON_ARMATURE")
        for line in filter(None, settings.told.split("\n")):
            draw_sentence(self.layout, line, "BLANK1")
        pending = armature_object.spacetime.pending
        if settings.told and pending is not None and not has_clip(pending):
            text = worded("Not physical yet: press Accept, then Make Physical")
            draw_sentence(self.layout, text, "INFO")
        try:
            source = the_source(context)
        except InputError:
            return
        draw_limbs(self.layout, armature_object, source)


def draw_limbs(layout: UILayout, armature_object: bpy.types.Object, source: bpy.types.Object) -> None:
    """Draws the limb map for a source."""
    limbs = list_of(armature_object, source.name)
    if limbs is not None:
        column = layout.column(align=True)
        for pair in limbs.pairs:
            row = column.row(align=True)
            row.label(text=pair.source, icon="BONE_DATA", translate=False)
            row.prop_search(pair, "target", armature_data(armature_object), "bones", text="")
        layout.operator("spacetime.match_limbs", icon="FILE_REFRESH")
    row = layout.row(align=True)
    row.operator("spacetime.load_limb_map", icon="IMPORT")
    row.operator("spacetime.save_limb_map", icon="EXPORT")
