"""Retarget To, and its limb map."""

from pathlib import Path

import bpy
from bpy.props import StringProperty
from bpy.types import Context, Event

from ....solver.errors import InputError
from ....solver.retarget.creature_map import CreatureMap
from ...interface.availability import Outcome, the_armature, the_scene, why_no_character
from ...interface.button import Button, InSteps, Report, refusable
from ...result.ghost import is_ghost
from ...runtime.event_loop import Work
from ..limb_maps import forget_map, keep_map, kept_map
from ..retargeting import NOT_PHYSICAL, retargeting, source_for


def the_source(context: Context) -> bpy.types.Object:
    """The source of the active character; see ``source_for``."""
    selected = [each for each in context.selected_objects if not is_ghost(each)]
    return source_for(the_armature(context), selected)


def why_no_source(context: Context) -> str:
    """Empty if there are a character and one source."""
    reason = why_no_character(context)
    if not reason:
        try:
            the_source(context)
        except InputError:
            reason = "Choose a source, or select one other armature with a motion"
    return reason


def why_no_map(context: Context) -> str:
    """Empty if there is a limb map for the source."""
    reason = why_no_source(context)
    if not reason and kept_map(the_armature(context), the_source(context).name) is None:
        reason = "There is no limb map for this source yet; press Retarget To"
    return reason


class SPACETIME_OT_retarget(InSteps):
    """Retarget To."""

    bl_idname = "spacetime.retarget"
    bl_label = "Retarget To"
    bl_description = (
        "Transfer the motion of the source to this character, with any rest pose and any proportions. Feet stand "
        "where the source's feet stood, at the scale of the legs. The result is shown on the ghost"
    )
    why_not = staticmethod(why_no_source)

    def work(self, context: Context) -> Work[Report]:
        """Reads, transfers and writes."""
        return _retargeted(the_source(context), the_armature(context), the_scene(context))


def _retargeted(
    source: bpy.types.Object, armature_object: bpy.types.Object, scene: bpy.types.Scene
) -> Work[Report]:
    action = yield from retargeting(source, armature_object, scene)
    return "INFO", f"'{action.name}' is shown on the ghost. {NOT_PHYSICAL}"


class SPACETIME_OT_match_limbs(Button):
    """Match Limbs Again."""

    bl_idname = "spacetime.match_limbs"
    bl_label = "Match Limbs Again"
    bl_description = "Forget the limb map for this source, so that Retarget To matches the limbs again"
    why_not = staticmethod(why_no_map)

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Forgets it."""
        forget_map(the_armature(context), the_source(context).name)
        return {"FINISHED"}


class SPACETIME_OT_save_limb_map(Button):
    """Save Limb Map."""

    bl_idname = "spacetime.save_limb_map"
    bl_label = "Save Limb Map"
    bl_description = "Save the limb map for this source to a JSON file"
    bl_options = {"REGISTER"}
    why_not = staticmethod(why_no_map)

    filepath: StringProperty(name="File", description="Path of the JSON file", subtype="FILE_PATH")

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Asks for the file."""
        self.filepath = self.filepath or f"{the_source(context).name} to {the_armature(context).name}.json"
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Writes it."""
        limbs = kept_map(the_armature(context), the_source(context).name)
        assert limbs is not None
        limbs.save(Path(bpy.path.abspath(self.filepath)))
        self.report({"INFO"}, f"Saved the limb map '{self.filepath}'")
        return {"FINISHED"}


class SPACETIME_OT_load_limb_map(Button):
    """Load Limb Map."""

    bl_idname = "spacetime.load_limb_map"
    bl_label = "Load Limb Map"
    bl_description = "Load the limb map for this source from a JSON file"
    bl_options = {"REGISTER", "UNDO"}
    why_not = staticmethod(why_no_source)

    filepath: StringProperty(name="File", description="Path of the JSON file", subtype="FILE_PATH")
    filter_glob: StringProperty(
        name="Filter", description="Pattern of the files to show", default="*.json", options={"HIDDEN"}
    )

    def invoke(self, context: Context, event: Event) -> Outcome:
        """Asks for the file."""
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Replaces the map."""
        limbs = CreatureMap.load(Path(bpy.path.abspath(self.filepath)))
        keep_map(the_armature(context), the_source(context).name, limbs)
        self.report({"INFO"}, f"Loaded {len(limbs.limbs)} limbs")
        return {"FINISHED"}
