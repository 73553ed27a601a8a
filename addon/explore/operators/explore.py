"""Find Variations, Stop and Side by Side."""

import bpy
from bpy.types import Context, Operator

from ....solver.job.job import Job
from ...interface.availability import Outcome, allowed, the_armature, the_scene, why_no_character
from ...interface.button import InSteps, MayWait, Told, refusable, telling
from ...result.lineup import lineup_of, lining_up, remove_lineup, takes_to_line_up
from ...runtime import event_loop
from ...runtime.event_loop import Work, at_once, redraw_panels
from ..variations import (
    EXPLORER,
    Exploration,
    counted_bodies,
    is_exploring,
    reading,
    wait_for,
    why_no_variations,
)


class SPACETIME_OT_find_variations(MayWait):
    """Find Variations."""

    bl_idname = "spacetime.find_variations"
    bl_label = "Find Variations"
    bl_description = (
        "Find different physical motions that reach the same goals, in the background. Each becomes a take as "
        "soon as it is found"
    )
    bl_options = {"REGISTER"}  # each take is an undo step

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a character with fixed timing, and no other search."""
        reason = why_no_character(context)
        if not reason and is_exploring():
            reason = "Variations are being found; stop that first"
        return allowed(cls, reason or why_no_variations(the_armature(context)))

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts the solver; a script may wait for it."""
        context.view_layer.update()
        armature_object = the_armature(context)
        bodies, job = counted_bodies(context, armature_object), reading(armature_object, the_scene(context))
        if not self.blocking:
            event_loop.start(
                telling("Reading your animation", job),
                lambda job: _begin(armature_object, job, bodies),
                owner=EXPLORER,
            )
            return {"FINISHED"}
        told = wait_for(Exploration(armature_object, at_once(job), bodies))
        return self.end(told, failed=False)


def _begin(armature_object: bpy.types.Object, job: Job, bodies: tuple[str, ...]) -> None:
    work = Exploration(armature_object, job, bodies).work()
    event_loop.start(telling("Finding variations", work), _tell, owner=EXPLORER, holds_data=False)


def _tell(told: str) -> None:
    run = bpy.context.window_manager.spacetime
    run.error, run.text = "", told
    redraw_panels()


class SPACETIME_OT_stop_variations(Operator):
    """Stop."""

    bl_idname = "spacetime.stop_variations"
    bl_label = "Stop"
    bl_description = "Stop finding variations and keep those already found"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """Some are being looked for."""
        return allowed(cls, "" if is_exploring() else "No variations are being found")

    def execute(self, context: Context) -> Outcome:
        """Ends the process."""
        event_loop.drop(EXPLORER)
        return {"FINISHED"}


class SPACETIME_OT_line_up(InSteps):
    """Side by Side."""

    bl_idname = "spacetime.line_up"
    bl_label = "Side by Side"
    bl_description = (
        "Show the last eight takes on ghosts in a row, as far apart as Offset says. Press again to remove "
        "them"
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There are takes, or a row."""
        reason = why_no_character(context)
        if (
            not reason
            and not takes_to_line_up(the_armature(context))
            and not lineup_of(the_armature(context))
        ):
            reason = "There are no other solved takes; press Find Variations"
        return allowed(cls, reason)

    def work(self, context: Context) -> Work[Told]:
        """Lines them up, or no longer."""
        return _line_up(the_armature(context))


def _line_up(armature_object: bpy.types.Object) -> Work[Told]:
    if lineup_of(armature_object):
        remove_lineup(armature_object)
        return "INFO", "The takes are no longer shown side by side"
    number = yield from lining_up(armature_object)
    return "INFO", f"{number} takes are shown side by side"


register, unregister = bpy.utils.register_classes_factory(
    (SPACETIME_OT_find_variations, SPACETIME_OT_stop_variations, SPACETIME_OT_line_up)
)
