"""Fit Bodies."""

import bpy
from bpy.props import EnumProperty
from bpy.types import Context

from ...interface.availability import the_armature, the_scene, why_no_own_bones
from ...interface.button import InSteps, Report
from ...runtime.event_loop import Work
from ..fit_rig import fitting
from ..kind import WANTED_ITEMS


class SPACETIME_OT_fit_bodies(InSteps):
    """Fit Bodies."""

    bl_idname = "spacetime.fit_bodies"
    bl_label = "Fit Bodies"
    bl_description = (
        "Create bodies, joints and contacts: for humans from measured proportions or the skin, for "
        "other creatures from limbs, skin and bone lengths. Contacts you added and all contact phases "
        "are kept"
    )
    why_not = staticmethod(why_no_own_bones)

    def work(self, context: Context) -> Work[Report]:
        """Fits bodies and reports the result."""
        context.view_layer.update()
        return _fit(the_armature(context), the_scene(context))


class SPACETIME_OT_fit_as(InSteps):
    """Fit As."""

    bl_idname = "spacetime.fit_as"
    bl_label = "Fit As"
    bl_description = "Detect the bones again as those of another kind of character, and fit its bodies"
    why_not = staticmethod(why_no_own_bones)

    kind: EnumProperty(name="Kind", description="What to fit bodies for", items=WANTED_ITEMS, default="AUTO")

    def work(self, context: Context) -> Work[Report]:
        """Fits bodies and reports the result."""
        context.view_layer.update()
        return _fit(the_armature(context), the_scene(context), self.kind)


def _fit(armature_object: bpy.types.Object, scene: bpy.types.Scene, wanted: str = "") -> Work[Report]:
    fitted = yield from fitting(armature_object, scene, wanted=wanted)
    unsure = f"; check the bone map: {', '.join(fitted.doubtful[:3])} are guessed" if fitted.doubtful else ""
    scaled = f"; scaled to {fitted.scaled_to:.2f} m, see Set Height" if fitted.scaled_to else ""
    grounded = f"; {fitted.grounding.remark}" if fitted.grounding.remark else ""
    what = fitted.said or f"A {fitted.kind}"
    return "INFO", f"{what}: {fitted.n_bodies} bodies{scaled}{grounded}{unsure}"
