"""Fit Bodies."""

import bpy
from bpy.types import Context, Operator

from ..availability import Outcome, allowed, the_armature, the_scene, why_no_own_bones
from ..character.fit_rig import fit_rig
from ..event_loop import redraw
from .button import refusable


class SPACETIME_OT_fit_bodies(Operator):
    """Fit Bodies."""

    bl_idname = "spacetime.fit_bodies"
    bl_label = "Fit Bodies"
    bl_description = (
        "Give the bones weight, joints and contacts: a human's by measured proportions, any other creature's by "
        "its limbs, skin and bone lengths. Again, it keeps the times of contacts, and those you have added"
    )
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is an armature."""
        return allowed(cls, why_no_own_bones(context))

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Fits and tells what was found."""
        context.view_layer.update()
        armature_object = the_armature(context)
        fitted = fit_rig(armature_object, the_scene(context))
        unsure = (
            f"; look at the bone map: {', '.join(fitted.doubtful[:3])} are guessed" if fitted.doubtful else ""
        )
        self.report({"INFO"}, f"A {fitted.kind} of {fitted.n_bodies} bodies{unsure}")
        redraw()
        return {"FINISHED"}


register, unregister = bpy.utils.register_classes_factory((SPACETIME_OT_fit_bodies,))
