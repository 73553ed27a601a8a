"""Join."""

import bpy
from bpy.types import Context

from ...interface.availability import Outcome, allowed, the_armature, why_no_character
from ...interface.button import MayWait, refusable
from ...runtime import event_loop
from ...solve import session
from ..joining import pair_to_join, starting_join
from ..layering import starting_layers, strips_to_layer, why_no_layers


class SPACETIME_OT_join(MayWait):
    """Join."""

    bl_idname = "spacetime.join"
    bl_label = "Join"
    bl_description = (
        "Find a physical transition between two solved motions in the background and show both as one on "
        "the ghost, leaving them unchanged. Two selected NLA strips are joined instead of those chosen in the "
        "list: the time between them is filled, and of two that play at the same time, the upper one moves only "
        "the bones of a collection"
    )
    bl_options = {"REGISTER"}  # the undo step is pushed when the motion is there

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There are two solved motions."""
        reason = why_no_character(context)
        if not reason and strips_to_layer(the_armature(context)) is not None:
            reason = why_no_layers(the_armature(context))
        elif not reason and pair_to_join(the_armature(context)) is None:
            reason = "Choose two solved motions in the list, or select their NLA strips"
        return allowed(cls, reason)

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts the solver."""
        armature_object = the_armature(context)
        layers, pair = strips_to_layer(armature_object), pair_to_join(armature_object)
        if layers is not None:
            joining = starting_layers(context, armature_object, layers)
        else:
            assert pair is not None
            joining = starting_join(context, armature_object, pair)
        if not self.blocking:
            event_loop.start(joining)
            return {"FINISHED"}
        started = event_loop.at_once(joining)
        session.wait(started)
        return self.end(started.outcome, failed=started.failed)


register, unregister = bpy.utils.register_classes_factory((SPACETIME_OT_join,))
