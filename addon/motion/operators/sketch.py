"""The artist's animation as a sketch: guess its contacts, make it physical, choose the meaning of its keys."""

from typing import Any

import bpy
from bpy.props import BoolProperty
from bpy.types import Context

from ....solver.character import Character
from ...blender.nla import is_played
from ...blender.rest_pose import armature_data
from ...character.read_character import read_character
from ...interface.availability import (
    Outcome,
    the_armature,
    the_scene,
    why_no_armature,
    why_no_character,
)
from ...interface.button import Button, InSteps, MayWait, Report
from ...interface.row_buttons import RemoveRow
from ...runtime.event_loop import Work
from ..contact_phases import guess_phases
from ..read_sketch import read_sketch


def why_no_animation(context: Context) -> str:
    """Empty if the character has keys to follow."""
    reason = why_no_character(context)
    if not reason and not is_played(the_armature(context)):
        return "There is no animation to follow; key a few poses first"
    return reason


class SPACETIME_OT_guess_contacts(InSteps):
    """Guess from Animation."""

    bl_idname = "spacetime.guess_contacts"
    bl_label = "Guess from Animation"
    bl_description = (
        "Detect contact phases in your animation, wherever a foot is low and still, and enable Follow "
        "Keys. Replaces all phases, adds contacts to other bones that stand on the ground, such as hands "
        "and knees, and moves the ground to the feet if it is clearly off and no other character stands on it"
    )
    why_not = staticmethod(why_no_animation)

    def work(self, context: Context) -> Work[Report]:
        """Reads the animation and writes the phases."""
        armature_object = the_armature(context)
        return _guess(armature_object, the_scene(context), read_character(armature_object))


def _guess(armature_object: bpy.types.Object, scene: bpy.types.Scene, character: Character) -> Work[Report]:
    sketch = yield from read_sketch(armature_object, scene, character)
    found = guess_phases(armature_object, scene, character, sketch)
    text = f"{found.n_phases} contacts" if found.n_phases != 1 else "1 contact"
    follow = armature_object.spacetime.motion.sketch
    remarks = [found.remark, "" if follow.use else "Follow Keys is enabled now."]
    follow.use = True  # without it, the length and thus the frames of the phases would differ
    return "INFO", " ".join(filter(None, (f"{text}.", *remarks)))


class _FollowingKeys(MayWait):
    """Base of operators that solve for the motion nearest to the animation."""

    why_not = staticmethod(why_no_animation)

    def solve(self, context: Context, *, guess_contacts: bool) -> Outcome:
        """Enables the sketch and solves."""
        the_armature(context).spacetime.motion.sketch.use = True
        try:
            outcome: Outcome = bpy.ops.spacetime.solve(guess_contacts=guess_contacts, blocking=self.blocking)
        except RuntimeError as refusal:  # raised for errors of an operator called from Python
            self.report({"ERROR"}, str(refusal).removeprefix("Error: ").strip())
            return {"CANCELLED"}
        return outcome


class SPACETIME_OT_make_physical(_FollowingKeys):
    """Make Physical."""

    bl_idname = "spacetime.make_physical"
    bl_label = "Make Physical"
    bl_description = (
        "Detect contact phases, then find the physical motion closest to your keys. Your own action is "
        "kept, and the result shows how far each bone had to move"
    )

    keep_contacts: BoolProperty(
        name="Keep Contacts",
        description="Keep the existing contact phases instead of detecting them",
        default=False,
        options={"SKIP_SAVE"},
    )

    def execute(self, context: Context) -> Outcome:
        """Detects contacts unless they are kept, and solves."""
        return self.solve(context, guess_contacts=not self.keep_contacts)


class SPACETIME_OT_keep_limits(_FollowingKeys):
    """Keep Limits."""

    bl_idname = "spacetime.keep_limits"
    bl_label = "Keep Limits"
    bl_description = (
        "Solve again with joints kept within their own limits and strength, however far your keys "
        "bend them. Contact phases are kept"
    )

    def execute(self, context: Context) -> Outcome:
        """Restores joint limits that were widened for the keys."""
        the_armature(context).spacetime.motion.sketch.keeps_limits = True
        return self.solve(context, guess_contacts=False)


class SPACETIME_OT_add_sketch_group(Button):
    """Add Exception."""

    bl_idname = "spacetime.add_sketch_group"
    bl_label = "Add Exception"
    bl_description = (
        "Add a bone collection whose keys are used differently, starting with the active bone's collection"
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there is a character with bone collections."""
        reason = why_no_character(context)
        if not reason and not len(armature_data(the_armature(context)).collections_all):
            reason = "The armature has no bone collections"
        return reason

    def execute(self, context: Context) -> Outcome:
        """Adds a group."""
        armature_object = the_armature(context)
        armature = armature_data(armature_object)
        bone = armature.bones.active
        own = bone.collections if bone is not None and len(bone.collections) else armature.collections_all
        armature_object.spacetime.motion.sketch.groups.add().name = own[0].name
        return {"FINISHED"}


class SPACETIME_OT_remove_sketch_group(RemoveRow):
    """Remove Exception."""

    bl_idname = "spacetime.remove_sketch_group"
    bl_label = "Remove Exception"
    bl_description = "Use the keys of these bones like all others"

    row = "row"
    why_not = staticmethod(why_no_armature)

    @staticmethod
    def rows(context: Context) -> Any:
        """The bone groups whose keys have another meaning."""
        return the_armature(context).spacetime.motion.sketch.groups
