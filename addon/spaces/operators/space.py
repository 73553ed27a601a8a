"""Lists, solves, stops and loads all variations."""

from bpy.types import Context

from ...interface.availability import Outcome, the_armature, the_scene, why_no_character
from ...interface.button import Button, MayWait, refusable
from ..own_name import with_free_name
from ..read_space import read_space
from ..session import spaces
from ..store_file import store_file

LARGEST_LIST = 2000  # samples; larger spaces are not listed


class SPACETIME_OT_preview_space(Button):
    """Estimate Time."""

    bl_idname = "spacetime.preview_space"
    bl_label = "Estimate Time"
    bl_description = (
        "List the variations and any problems with them, then solve two of them in the background to "
        "estimate the total time"
    )
    bl_options = {"REGISTER"}

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Lists the variations."""
        context.view_layer.update()
        armature_object, scene = the_armature(context), the_scene(context)
        state, space = spaces.state_of(armature_object), read_space(armature_object, scene)
        workers = scene.spacetime.clips.workers
        spaces.list_samples(state, space, store_file(scene), workers=workers, max_points=LARGEST_LIST)
        return {"FINISHED"}


class SPACETIME_OT_generate_space(MayWait):
    """Solve Variations."""

    bl_idname = "spacetime.generate_space"
    bl_label = "Solve Variations"
    bl_description = (
        "Solve all variations that are not solved yet, in the background. Each is stored as soon as it is solved. "
        "Those of other characters are queued"
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there is a character whose space is not being solved."""
        reason = why_no_character(context)
        if not reason and spaces.state_of(the_armature(context)).is_generating:
            reason = "These variations are being solved; stop them first"
        return reason

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts the solver; scripts can wait for it."""
        context.view_layer.update()
        armature_object, scene = the_armature(context), the_scene(context)
        store, space = store_file(scene), read_space(armature_object, scene)
        workers, time_limit = scene.spacetime.clips.workers, armature_object.spacetime.motion.time_limit
        state = spaces.state_of(armature_object)
        space = with_free_name(state.solved, space, store)
        armature_object.spacetime.space.space_name = space.name
        spaces.generate(state, space, store, workers=workers, time_limit=time_limit)
        run = state.generation
        if not self.blocking or run is None:
            return {"FINISHED"}
        spaces.wait()
        return self.end(run.error or run.text, failed=bool(run.error))


class SPACETIME_OT_stop_space(Button):
    """Stop."""

    bl_idname = "spacetime.stop_space"
    bl_label = "Stop"
    bl_description = (
        "Stop solving or estimating the time. Solved variations are kept, and Solve Variations continues "
        "with the rest"
    )
    bl_options = {"REGISTER"}

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty while the character's space is being solved or estimated."""
        reason = why_no_character(context)
        if not reason and not spaces.state_of(the_armature(context)).may_stop:
            reason = "No variations are being solved"
        return reason

    def execute(self, context: Context) -> Outcome:
        """Asks the solver to stop."""
        spaces.state_of(the_armature(context)).stop()
        return {"FINISHED"}


class SPACETIME_OT_load_space(Button):
    """Load Variations."""

    bl_idname = "spacetime.load_space"
    bl_label = "Load Variations"
    bl_description = "Load the solved variations from their file, for example after opening a .blend file"
    bl_options = {"REGISTER"}

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Reads the variations in a thread."""
        armature_object = the_armature(context)
        name = armature_object.spacetime.space.space_name.strip()
        spaces.load(spaces.state_of(armature_object), store_file(the_scene(context)), name)
        return {"FINISHED"}
