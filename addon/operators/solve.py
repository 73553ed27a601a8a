"""Solve and Cancel."""

import bpy
from bpy.props import BoolProperty
from bpy.types import Context, Operator

from ...solver.errors import InputError
from .. import session
from ..read_scene import read_job
from .availability import Outcome, allowed, the_armature, the_scene, why_no_character


class SPACETIME_OT_solve(Operator):
    """Solve."""

    bl_idname = "spacetime.solve"
    bl_label = "Solve"
    bl_description = (
        "Find a physical motion in the background and write it as a new action; your own action is kept"
    )
    bl_options = {"REGISTER"}  # the undo step is pushed when the motion is there

    blocking: BoolProperty(
        name="Wait",
        description="Wait for the motion instead of working in the background; for scripts",
        default=False,
        options={"SKIP_SAVE"},
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a character and no solve is going on."""
        reason = why_no_character(context)
        if not reason and session.current() is not None:
            reason = "A motion is being solved; wait or press Cancel"
        return allowed(cls, reason)

    def execute(self, context: Context) -> Outcome:
        """Starts the solver; a script may wait for it."""
        armature_object = the_armature(context)
        try:
            context.view_layer.update()
            started = session.start_solve(
                context, armature_object, read_job(armature_object, the_scene(context))
            )
        except InputError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        if not self.blocking:
            session.start_timer()
            return {"FINISHED"}
        session.wait(started)
        self.report({"ERROR"} if started.failed else {"INFO"}, started.outcome)
        return {"CANCELLED"} if started.failed else {"FINISHED"}


class SPACETIME_OT_cancel(Operator):
    """Cancel."""

    bl_idname = "spacetime.cancel"
    bl_label = "Cancel"
    bl_description = "Stop solving and keep the best motion found so far"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """A solve is going on."""
        return allowed(cls, "" if session.current() is not None else "Nothing is being solved")

    def execute(self, context: Context) -> Outcome:
        """Asks the solver; the motion arrives as after any solve."""
        running = session.current()
        assert running is not None
        running.process.cancel()
        context.window_manager.spacetime.text = "Stopping"
        return {"FINISHED"}


register, unregister = bpy.utils.register_classes_factory((SPACETIME_OT_solve, SPACETIME_OT_cancel))
