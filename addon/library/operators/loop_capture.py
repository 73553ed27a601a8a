"""Loop Capture."""

from bpy.types import Context

from ...interface.availability import the_armature, the_scene
from ...motion.operators.sketch import why_no_animation
from ...runtime.event_loop import Work
from ...solve.operators.starts_solve import StartsSolve
from ...solve.solving import Solve
from ..looping import starting_loop


class SPACETIME_OT_loop_capture(StartsSolve):
    """Loop Capture."""

    bl_idname = "spacetime.loop_capture"
    bl_label = "Loop Capture"
    bl_description = (
        "Find the best loop in your animation, or in its preview range, and turn it into a "
        "physical cycle in the background. Your own action is kept"
    )
    why_not = staticmethod(why_no_animation)

    def starting(self, context: Context) -> Work[Solve]:
        """Reads the animation first."""
        return starting_loop(the_armature(context), the_scene(context))
