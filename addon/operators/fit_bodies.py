"""Fit Bodies."""

import bpy
from bpy.types import Context

from ..availability import allowed, the_armature, the_scene, why_no_own_bones
from ..character.fit_rig import fitting
from ..event_loop import Work
from .button import InSteps, Told


class SPACETIME_OT_fit_bodies(InSteps):
    """Fit Bodies."""

    bl_idname = "spacetime.fit_bodies"
    bl_label = "Fit Bodies"
    bl_description = (
        "Give the bones weight, joints and contacts: a human's by measured proportions or its skin, any other "
        "creature's by its limbs, skin and bone lengths. Again, it keeps the times of contacts, and those you have "
        "added"
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is an armature."""
        return allowed(cls, why_no_own_bones(context))

    def work(self, context: Context) -> Work[Told]:
        """Fits and tells what was found."""
        context.view_layer.update()
        return _fit(the_armature(context), the_scene(context))


def _fit(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Work[Told]:
    fitted = yield from fitting(armature_object, scene)
    unsure = (
        f"; look at the bone map: {', '.join(fitted.doubtful[:3])} are guessed" if fitted.doubtful else ""
    )
    return "INFO", f"A {fitted.kind} of {fitted.n_bodies} bodies{unsure}"


register, unregister = bpy.utils.register_classes_factory((SPACETIME_OT_fit_bodies,))
