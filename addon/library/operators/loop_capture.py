"""Loop Capture."""

import bpy
from bpy.types import Context

from ...interface.availability import Outcome, allowed, the_armature, the_scene
from ...interface.button import MayWait, refusable
from ...motion.operators.sketch import why_no_animation
from ...runtime import event_loop
from ...solve import session
from ..looping import starting_loop


class SPACETIME_OT_loop_capture(MayWait):
    """Loop Capture."""

    bl_idname = "spacetime.loop_capture"
    bl_label = "Loop Capture"
    bl_description = (
        "Find the best loop in your animation, or in its preview range, and turn it into a "
        "physical cycle in the background. Your own action is kept"
    )
    bl_options = {"REGISTER"}  # the undo step is pushed when the motion is there

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is an animation."""
        return allowed(cls, why_no_animation(context))

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Reads the animation and starts the solver."""
        context.view_layer.update()
        beginning = starting_loop(the_armature(context), the_scene(context))
        if not self.blocking:
            event_loop.start(beginning, lambda _: None)
            return {"FINISHED"}
        started = event_loop.at_once(beginning)
        session.wait(started)
        return self.end(started.outcome, failed=started.failed)


register, unregister = bpy.utils.register_classes_factory((SPACETIME_OT_loop_capture,))
