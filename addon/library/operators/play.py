"""Play, Stop and Bake."""

import bpy
from bpy.types import Context, Operator

from ...interface.availability import Outcome, allowed, the_armature, why_no_character
from ...interface.button import InSteps, Told, refusable
from ...runtime.event_loop import Work
from ..graph import why_no_graph
from ..playing import FEWEST, Performance, baking, play


class SPACETIME_OT_play_graph(Operator):
    """Play."""

    bl_idname = "spacetime.play_graph"
    bl_label = "Play"
    bl_description = (
        "Let the ghost walk through the motion graph in real time, toward the target as you drag it. Press "
        "again to stop"
    )
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a graph, or something to stop."""
        return allowed(
            cls, "" if play.is_on else why_no_character(context) or why_no_graph(the_armature(context))
        )

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts or stops it."""
        if play.is_on:
            play.stop()
        else:
            context.view_layer.update()
            play.start(the_armature(context))
        return {"FINISHED"}


class SPACETIME_OT_bake_play(InSteps):
    """Bake."""

    bl_idname = "spacetime.bake_play"
    bl_label = "Bake"
    bl_description = "Stop playing and make a take of all that was played, on the ghost"

    @classmethod
    def poll(cls, context: Context) -> bool:
        """This character has played something."""
        reason = why_no_character(context)
        if not reason and _played(context) is None:
            reason = "Nothing has been played yet; press Play"
        return allowed(cls, reason)

    def work(self, context: Context) -> Work[Told]:
        """Stops it and writes."""
        performance = _played(context)
        assert performance is not None
        play.stop()
        return _bake(performance, the_armature(context))


def _bake(performance: Performance, armature_object: bpy.types.Object) -> Work[Told]:
    action = yield from baking(performance, armature_object)
    return "INFO", f"'{action.name}' is shown on the ghost"


def _played(context: Context) -> Performance | None:
    last = play.last
    is_there = last is not None and last.name == the_armature(context).name and len(last.frames) >= FEWEST
    return last if is_there else None


register, unregister = bpy.utils.register_classes_factory((SPACETIME_OT_play_graph, SPACETIME_OT_bake_play))
