"""Show, Go to Motion, and Refresh."""

from functools import partial

import bpy
from bpy.props import StringProperty
from bpy.types import Context

from ....solver.errors import InputError
from ...interface.availability import the_armature, the_scene, why_no_character
from ...interface.button import InSteps, Report
from ...result import review
from ...result.clip_on_action import has_clip
from ...runtime.event_loop import Work
from ...solve import session
from ...solve.operators.starts_solve import StartsSolve
from ...solve.solving import Solve
from ..entries import CLIP, Key, active_entry, listing, loading


class SPACETIME_OT_show_entry(StartsSolve):
    """Show on Ghost."""

    bl_idname = "spacetime.show_entry"
    bl_label = "Show on Ghost"
    bl_description = (
        "Show the selected motion on the ghost. A motion from the clips file becomes a take of this character"
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if a solved motion is selected."""
        reason = why_no_character(context)
        if not reason:
            entry = active_entry(the_armature(context))
            reason = "" if entry is not None and entry.is_solved else "Select a solved motion in the list"
        return reason

    def starting(self, context: Context) -> Work[Solve | None]:
        """Shows the motion, after fetching it if needed."""
        entry = active_entry(the_armature(context))
        assert entry is not None
        return _showing(the_armature(context), (entry.kind, entry.name))


class SPACETIME_OT_go_to_motion(StartsSolve):
    """Go to Motion."""

    bl_idname = "spacetime.go_to_motion"
    bl_label = "Go to Motion"
    bl_description = (
        "Select this motion in the list and show it on the ghost. The number is how many "
        "transitions of the motion graph lead there"
    )

    motion: StringProperty(name="Motion", description="Name of the motion", options={"SKIP_SAVE"})

    def starting(self, context: Context) -> Work[Solve | None]:
        """Selects and shows the motion.

        Raises:
            InputError: it is not in the list, such as a transition of the graph.
        """
        library = the_armature(context).spacetime.library
        index = library.entries.find(self.motion)
        if index < 0 or not library.entries[index].is_solved:
            raise InputError(
                f"'{self.motion}' is not in the list of solved motions; bridges are in the graph alone"
            )
        library.active_entry = index
        entry = library.entries[index]
        return _showing(the_armature(context), (entry.kind, entry.name))


def _showing(armature_object: bpy.types.Object, key: Key) -> Work[Solve | None]:
    kind, name = key
    if kind != CLIP and has_clip(bpy.data.actions.get(name)):
        yield from review.showing(armature_object, bpy.data.actions[name])
        return None
    clip = yield from loading(key, armature_object.users_scene[0])
    fetch = partial(lambda found: found, clip)
    return session.start_fetch(armature_object, clip.job, fetch, settings={})


class SPACETIME_OT_list_motions(InSteps):
    """Refresh List."""

    bl_idname = "spacetime.list_motions"
    bl_label = "Refresh List"
    bl_description = "List all takes, actions and clips again"

    def work(self, context: Context) -> Work[Report]:
        """Updates the list."""
        return _list(the_armature(context), the_scene(context))


def _list(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Work[Report]:
    yield from listing(armature_object, scene)
    return "INFO", f"{len(armature_object.spacetime.library.entries)} motions"
