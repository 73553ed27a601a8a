"""The parameter space as a whole: its samples are listed, solved, stopped and looked up."""

import bpy
from bpy.types import Context, Operator

from ..availability import Outcome, allowed, the_armature, the_scene, why_no_character
from ..spaces import session as spaces
from ..spaces.read_space import read_space
from ..spaces.store_file import store_file
from .button import MayWait, OnCharacter, refusable

LARGEST_LIST = 2000  # samples; beyond, the product of the counts must do


class SPACETIME_OT_preview_space(OnCharacter):
    """Preview."""

    bl_idname = "spacetime.preview_space"
    bl_label = "List Samples"
    bl_description = (
        "List the motions that this space is made of, say what is wrong with it and, after trying two of them in "
        "the background, how long it will take"
    )
    bl_options = {"REGISTER"}

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Lists them."""
        context.view_layer.update()
        armature_object, scene = the_armature(context), the_scene(context)
        clips = scene.spacetime.clips
        store = store_file(scene) if clips.store.strip() or bpy.data.filepath else None
        desk, space = spaces.desk_of(armature_object), read_space(armature_object, scene)
        spaces.list_samples(context, desk, space, store, workers=clips.workers, most=LARGEST_LIST)
        return {"FINISHED"}


class SPACETIME_OT_generate_space(MayWait):
    """Generate."""

    bl_idname = "spacetime.generate_space"
    bl_label = "Generate"
    bl_description = (
        "Solve every motion of the space in the background, or go on with what is left of it. What is solved is "
        "kept, whatever happens. While another character's space is being solved, this one waits in line"
    )
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a character, and its space is not being solved."""
        reason = why_no_character(context)
        if not reason and spaces.desk_of(the_armature(context)).is_generating:
            reason = "This space is being solved; stop it first"
        return allowed(cls, reason)

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts the solver; a script may wait for it."""
        context.view_layer.update()
        armature_object, scene = the_armature(context), the_scene(context)
        store, space = store_file(scene), read_space(armature_object, scene)
        workers, time_limit = scene.spacetime.clips.workers, armature_object.spacetime.motion.time_limit
        desk = spaces.desk_of(armature_object)
        spaces.generate(context, desk, space, store, workers=workers, time_limit=time_limit)
        run = desk.generation
        if not self.blocking or run is None:
            return {"FINISHED"}
        spaces.wait()
        return self.end(run.error or run.text, failed=bool(run.error))


class SPACETIME_OT_stop_space(Operator):
    """Stop."""

    bl_idname = "spacetime.stop_space"
    bl_label = "Stop"
    bl_description = (
        "Stop solving the space, or trying two of its motions. What is solved is kept, and Generate goes on with "
        "the rest"
    )
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """The character's space is being solved or tried."""
        reason = why_no_character(context)
        if not reason and not spaces.desk_of(the_armature(context)).may_stop:
            reason = "No space is being solved"
        return allowed(cls, reason)

    def execute(self, context: Context) -> Outcome:
        """Asks the solver."""
        spaces.desk_of(the_armature(context)).stop()
        return {"FINISHED"}


class SPACETIME_OT_load_space(OnCharacter):
    """Load Clips."""

    bl_idname = "spacetime.load_space"
    bl_label = "Load Clips"
    bl_description = "Look up what the file of clips has of this space, as after opening a file"
    bl_options = {"REGISTER"}

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Lets a thread read."""
        armature_object = the_armature(context)
        name = armature_object.spacetime.space.space_name.strip()
        spaces.load(spaces.desk_of(armature_object), store_file(the_scene(context)), name)
        return {"FINISHED"}


register, unregister = bpy.utils.register_classes_factory(
    (
        SPACETIME_OT_preview_space,
        SPACETIME_OT_generate_space,
        SPACETIME_OT_stop_space,
        SPACETIME_OT_load_space,
    )
)
