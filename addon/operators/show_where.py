"""Show Where."""

import bpy
from bpy.types import Context, Operator

from ..availability import Outcome, allowed, the_scene


def why_nothing_to_show(context: Context) -> str:
    """Empty when the last solve ended badly at a bone or frame that can be shown."""
    run = context.window_manager.spacetime
    if not run.error:
        return "Nothing has gone wrong"
    if not run.error_armature:
        return "What went wrong concerns the whole motion, no single bone or frame"
    if run.error_armature not in context.view_layer.objects:
        return f"'{run.error_armature}' is not in this view layer any more"
    if context.mode.startswith("EDIT"):
        return "Leave edit mode first"
    return ""


class SPACETIME_OT_show_where(Operator):
    """Show Where."""

    bl_idname = "spacetime.show_where"
    bl_label = "Show Where"
    bl_description = "Jump to the frame at which the motion cannot be, and select the bone that is meant"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a place to show."""
        return allowed(cls, why_nothing_to_show(context))

    def execute(self, context: Context) -> Outcome:
        """Goes there."""
        run, scene = context.window_manager.spacetime, the_scene(context)
        armature_object = scene.objects[run.error_armature]
        if run.error_has_frame:
            scene.frame_set(run.error_frame)
        if context.object != armature_object:
            if context.object is not None and context.object.mode != "OBJECT":
                bpy.ops.object.mode_set(mode="OBJECT")
            context.view_layer.objects.active = armature_object
        if not run.error_bone:
            return {"FINISHED"}
        outcome: Outcome = bpy.ops.spacetime.select_bone(bone=run.error_bone)
        return outcome


register, unregister = bpy.utils.register_classes_factory((SPACETIME_OT_show_where,))
