"""The parameter space: its rows, its preview, its solving, and what is done with a solved motion."""

import math
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import bpy
from bpy.props import EnumProperty, IntProperty
from bpy.types import Context, Operator, PropertyGroup

from ...solver.errors import InputError
from ..availability import Outcome, allowed, the_armature, the_scene, why_no_character
from ..preferences import ROOT_PACKAGE
from ..solve import session
from ..spaces import session as spaces
from ..spaces.properties import KINDS
from ..spaces.read_space import read_space
from ..spaces.shown_sample import ShownSample
from .button import MayWait, refusable
from .rows import RemoveRow, free_name

LARGEST_LIST = 2000  # samples; beyond, the product of the counts must do
SETTINGS = {  # of the panel, by the kind of dimension or setting
    **{"SPEED": "speed", "TURN": "turn", "LENGTH": "length", "EFFORT": "effort", "POSTURE": "ease"},
    **{"SMOOTHNESS": "smoothness", "SOFT_CONTACT": "soft_contact"},
}
LABELS = {kind: label for kind, label, *_ in KINDS}


def store_file(context: Context) -> Path:
    """Where the clips are kept: as told, or beside the .blend file.

    Raises:
        InputError: the file is not saved and nothing is told, or Blender would remove the place.
    """
    told = the_scene(context).spacetime.clips.store.strip()
    if not told and not bpy.data.filepath:
        raise InputError("save the file first, or choose where the clips are kept")
    path = Path(bpy.path.abspath(told)) if told else Path(bpy.data.filepath).with_suffix(".clips.sqlite")
    if ROOT_PACKAGE.startswith("bl_ext."):
        own = Path(bpy.utils.extension_path_user(ROOT_PACKAGE)).resolve()
        if path.resolve().is_relative_to(own):
            raise InputError("Blender removes this folder together with the extension; choose another")
    if not path.parent.is_dir():
        raise InputError(f"there is no folder '{path.parent}' for the clips; choose another")
    return path


class _OnSpace(Operator):
    """What buttons of the space share."""

    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a character."""
        return allowed(cls, why_no_character(context))


class SPACETIME_OT_add_dimension(_OnSpace):
    """Add Dimension."""

    bl_idname = "spacetime.add_dimension"
    bl_label = "Add Dimension"
    bl_description = "Add something that differs from motion to motion, with values around those of the panel"

    kind: EnumProperty(name="Dimension", description="What differs from motion to motion", items=KINDS)

    def execute(self, context: Context) -> Outcome:
        """Adds it, open; the others are closed."""
        dimensions = the_armature(context).spacetime.space.dimensions
        for each in dimensions:
            each.is_open = False
        name = free_name(LABELS[self.kind].lower(), dimensions.keys(), ending="_{}")
        row = dimensions.add()
        row.kind, row.name = self.kind, name
        row.low, row.high, row.step = _values(self.kind, the_armature(context).spacetime.motion)
        return {"FINISHED"}


class SPACETIME_OT_remove_dimension(RemoveRow):
    """Remove Dimension."""

    bl_idname = "spacetime.remove_dimension"
    bl_label = "Remove Dimension"
    bl_description = "Remove this dimension"

    row = "dimension"
    why_no_list = staticmethod(why_no_character)

    @staticmethod
    def rows(context: Context) -> Any:
        """The space's dimensions."""
        return the_armature(context).spacetime.space.dimensions


class SPACETIME_OT_preview_space(_OnSpace):
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
        store = store_file(context) if clips.store.strip() or bpy.data.filepath else None
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
        store, space = store_file(context), read_space(armature_object, scene)
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


class SPACETIME_OT_load_space(_OnSpace):
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
        spaces.load(spaces.desk_of(armature_object), store_file(context), name)
        return {"FINISHED"}


class SPACETIME_OT_show_attempt(_OnSpace):
    """Show Attempt."""

    bl_idname = "spacetime.show_attempt"
    bl_label = "Show Attempt"
    bl_description = (
        "Put the best that was found of a motion without a solution on the ghost, to see what is missing. It is "
        "not physical, so it cannot be kept"
    )
    bl_options = {"REGISTER"}

    place: IntProperty(
        name="Number", description="Which motion of the space, from 0", min=0, options={"SKIP_SAVE"}
    )

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Shows it."""
        desk = spaces.desk_of(the_armature(context))
        found = desk.solved
        row = found.rows[self.place] if found is not None and self.place < len(found.rows) else None
        if row is None or not row.has_attempt:
            raise InputError(f"There is no attempt at a motion number {self.place}")
        spaces.show(context, desk, row)
        return {"FINISHED"}


class _OnShownSample(Operator):
    """What buttons of the sample on the ghost share."""

    @classmethod
    def poll(cls, context: Context) -> bool:
        """A motion of the character's space is on a ghost."""
        return allowed(cls, why_no_character(context) or ("" if _shown(context) else "Move a slider first"))


class SPACETIME_OT_keep_sample(_OnShownSample):
    """Keep."""

    bl_idname = "spacetime.keep_sample"
    bl_label = "Keep as Take"
    bl_description = (
        "Put the motion that the sliders show on the list of takes, to accept, change or export it"
    )
    bl_options = {"REGISTER"}  # the undo step is pushed when the motion is there

    @classmethod
    def poll(cls, context: Context) -> bool:
        """A solved motion is on the ghost."""
        if not super().poll(context):
            return False
        sample = _shown(context)
        is_attempt = sample is not None and sample.is_attempt
        return allowed(cls, "This motion has no solution; move a slider first" if is_attempt else "")

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Fetches the clip in the background."""
        sample, found = _shown(context), spaces.desk_of(the_armature(context)).solved
        assert sample is not None
        assert sample.row is not None
        assert found is not None
        if sample.mover is None:
            raise InputError(f"The character that moves in '{sample.name}' is gone")
        settings = _settings(sample.row.parameters, the_armature(context).spacetime.space)
        fetch = partial(found.clip, sample.name)
        session.start_fetch(context, sample.mover, found.job, fetch, settings=settings)
        session.start_timer()
        return {"FINISHED"}


class SPACETIME_OT_hide_sample(_OnShownSample):
    """Hide."""

    bl_idname = "spacetime.hide_sample"
    bl_label = "Hide"
    bl_description = "Take the motion that the sliders show off the ghost"
    bl_options = {"REGISTER"}

    def execute(self, context: Context) -> Outcome:
        """Hides it."""
        spaces.hide()
        return {"FINISHED"}


def _shown(context: Context) -> ShownSample | None:
    """The sample of the active character's space that a ghost shows."""
    return spaces.shown(spaces.desk_of(the_armature(context)))


def _settings(parameters: Mapping[str, float | str], space: PropertyGroup) -> dict[str, float]:
    """The panel's settings that a sample's parameters stand for, so that Settings Back brings them back."""
    found = {}
    for row in space.dimensions:
        name = SETTINGS.get(row.setting if row.kind == "SETTING" else row.kind)
        number = parameters.get(row.name)
        if name and isinstance(number, float):
            found[name] = math.radians(number) if name == "turn" else number
    return found


def _values(kind: str, motion: PropertyGroup) -> tuple[float, float, float]:
    """From, to and step of a new row, around what the panel asks for."""
    speed = max(float(f"{motion.speed:.2g}"), 0.1)
    return {
        "SPEED": (0.8 * speed, 1.2 * speed, 0.2 * speed),
        "TURN": (0.0, 45.0, 15.0),
        "CROUCH": (0.0, 0.2, 0.1),
        "LIMP": (0.6, 1.0, 0.2),
        "LOAD": (0.0, 20.0, 10.0),
        "SETTING": (0.9 * motion.length, 1.1 * motion.length, 0.1 * motion.length),
        "FORMULA": (0.8, 1.0, 0.1),
    }.get(kind, (0.0, 1.0, 1.0))


register, unregister = bpy.utils.register_classes_factory(
    (
        SPACETIME_OT_add_dimension,
        SPACETIME_OT_remove_dimension,
        SPACETIME_OT_preview_space,
        SPACETIME_OT_generate_space,
        SPACETIME_OT_stop_space,
        SPACETIME_OT_load_space,
        SPACETIME_OT_show_attempt,
        SPACETIME_OT_keep_sample,
        SPACETIME_OT_hide_sample,
    )
)
