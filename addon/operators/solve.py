"""Solve and Cancel."""

import bpy
from bpy.props import BoolProperty, IntProperty
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
        "Find a physical motion in the background and show it on a ghost; your own action is kept. While one "
        "motion is being solved, others wait in line"
    )
    bl_options = {"REGISTER"}  # the undo step is pushed when the motion is there

    blocking: BoolProperty(
        name="Wait",
        description="Wait for the motion instead of working in the background; for scripts",
        default=False,
        options={"SKIP_SAVE"},
    )
    accept: BoolProperty(
        name="Accept",
        description="Give the motion to the character at once instead of its ghost; for scripts",
        default=False,
        options={"SKIP_SAVE"},
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a character."""
        return allowed(cls, why_no_character(context))

    def execute(self, context: Context) -> Outcome:
        """Starts the solver; a script may wait for it."""
        armature_object = the_armature(context)
        try:
            context.view_layer.update()
            job = read_job(armature_object, the_scene(context))
            started = session.start_solve(context, armature_object, job, accepts=self.accept)
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
    """Stop."""

    bl_idname = "spacetime.cancel"
    bl_label = "Stop"
    bl_description = (
        "Stop solving and keep the best motion found so far, or take a waiting motion off the list"
    )
    bl_options = {"REGISTER"}

    index: IntProperty(
        name="Place in Line",
        description="0 is being solved, 1 is next",
        default=0,
        min=0,
        options={"SKIP_SAVE"},
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        """A solve is going on."""
        return allowed(cls, "" if session.current() is not None else "Nothing is being solved")

    def execute(self, context: Context) -> Outcome:
        """Asks the solver; the motion arrives as after any solve."""
        if self.index > len(session.waiting()):
            self.report(
                {"ERROR"}, f"There are {len(session.waiting())} motions in line, none at {self.index}"
            )
            return {"CANCELLED"}
        session.cancel(self.index)
        return {"FINISHED"}


register, unregister = bpy.utils.register_classes_factory((SPACETIME_OT_solve, SPACETIME_OT_cancel))
