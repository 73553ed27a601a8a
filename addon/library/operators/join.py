"""Join."""

from bpy.types import Context

from ...interface.availability import the_armature, why_no_character
from ...runtime.event_loop import Work
from ...solve.operators.starts_solve import StartsSolve
from ...solve.solving import Solve
from ..joining import pair_to_join, starting_join
from ..layering import starting_layers, strips_to_layer, why_no_layers


class SPACETIME_OT_join(StartsSolve):
    """Join."""

    bl_idname = "spacetime.join"
    bl_label = "Join"
    bl_description = (
        "Find a physical transition between two solved motions in the background and show both as "
        "one on the ghost, leaving them unchanged. Two selected NLA strips are joined instead of "
        "the motions chosen in the list: the time between them is filled, and if they play at the "
        "same time, the upper one moves only the bones of a collection"
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there are two solved motions."""
        reason = why_no_character(context)
        if not reason and strips_to_layer(the_armature(context)) is not None:
            reason = why_no_layers(the_armature(context))
        elif not reason and pair_to_join(the_armature(context)) is None:
            reason = "Choose two solved motions in the list, or select their NLA strips"
        return reason

    def starting(self, context: Context) -> Work[Solve]:
        """Starts the composition of layers, or the join in sequence."""
        armature_object = the_armature(context)
        layers, pair = strips_to_layer(armature_object), pair_to_join(armature_object)
        if layers is not None:
            return starting_layers(armature_object, layers)
        assert pair is not None
        return starting_join(armature_object, pair)
