"""Show, and Refresh."""

from functools import partial

import bpy
from bpy.types import Context

from ...interface.availability import Outcome, allowed, the_armature, the_scene, why_no_character
from ...interface.button import InSteps, MayWait, Told, refusable
from ...result import review
from ...result.clip_on_action import has_clip
from ...runtime import event_loop
from ...runtime.event_loop import Work, at_once
from ...solve import session
from ...solve.solving import Solve
from ..entries import CLIP, Key, active_entry, listing, loading


class SPACETIME_OT_show_entry(MayWait):
    """Show on Ghost."""

    bl_idname = "spacetime.show_entry"
    bl_label = "Show on Ghost"
    bl_description = (
        "Show the selected motion on the ghost. One of the clips file becomes a take of this character"
    )
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """A solved motion is selected."""
        reason = why_no_character(context)
        if not reason:
            entry = active_entry(the_armature(context))
            reason = "" if entry is not None and entry.is_solved else "Select a solved motion in the list"
        return allowed(cls, reason)

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Shows it, or fetches it first."""
        armature_object = the_armature(context)
        entry = active_entry(armature_object)
        assert entry is not None
        work = _showing(context, armature_object, (entry.kind, entry.name))
        if not self.blocking:
            event_loop.start(work)
            return {"FINISHED"}
        started = at_once(work)
        if started is not None:
            session.wait(started)
            return self.end(started.outcome, failed=started.failed)
        return {"FINISHED"}


def _showing(context: Context, armature_object: bpy.types.Object, key: Key) -> Work[Solve | None]:
    kind, name = key
    if kind != CLIP and has_clip(bpy.data.actions.get(name)):
        yield from review.showing(armature_object, bpy.data.actions[name])
        return None
    clip = yield from loading(key, armature_object.users_scene[0])
    fetch = partial(lambda found: found, clip)
    return session.start_fetch(context, armature_object, clip.job, fetch, settings={})


class SPACETIME_OT_list_motions(InSteps):
    """Refresh List."""

    bl_idname = "spacetime.list_motions"
    bl_label = "Refresh List"
    bl_description = "List all takes, actions and clips again"

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a character."""
        return allowed(cls, why_no_character(context))

    def work(self, context: Context) -> Work[Told]:
        """Lists them."""
        return _list(the_armature(context), the_scene(context))


def _list(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Work[Told]:
    yield from listing(armature_object, scene)
    return "INFO", f"{len(armature_object.spacetime.library.entries)} motions"


register, unregister = bpy.utils.register_classes_factory(
    (SPACETIME_OT_show_entry, SPACETIME_OT_list_motions)
)
