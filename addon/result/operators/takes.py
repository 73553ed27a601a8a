"""Operators on takes: show, compare, loop, reduce keys, save as an asset, restore settings."""

import math

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty
from bpy.types import Context

from ....solver.errors import InputError
from ...blender.custom_properties import span_of
from ...blender.units import in_meters, meters
from ...files import assets
from ...interface.availability import Outcome, the_armature, the_scene, why_no_takes
from ...interface.button import Button, InSteps, Report, refusable
from ...motion.first_frame import first_frame_of
from ...motion.settings import restore_settings
from ...runtime.event_loop import Work
from .. import review, takes
from ..clip_on_action import clip_of, settings_of
from ..flaw import flaw_of


def why_no_take(context: Context) -> str:
    """Empty if a take is selected."""
    reason = why_no_takes(context)
    if not reason and takes.active_take(the_armature(context)) is None:
        reason = "The action was deleted"
    return reason


def the_take(context: Context) -> bpy.types.Action:
    """The selected take, if ``why_no_take`` is empty."""
    found = takes.active_take(the_armature(context))
    assert found is not None
    return found


class SPACETIME_OT_show_take(InSteps):
    """Show."""

    bl_idname = "spacetime.show_take"
    bl_label = "Show"
    bl_description = "Show this take on the ghost so that you can accept or reject it"
    why_not = staticmethod(why_no_take)

    def work(self, context: Context) -> Work[Report]:
        """Creates the ghost if needed, and plays the take on it."""
        return _show(the_armature(context), the_take(context))


def _show(armature_object: bpy.types.Object, action: bpy.types.Action) -> Work[Report]:
    yield from review.showing(armature_object, action)
    return "INFO", f"The ghost shows '{action.name}'"


class SPACETIME_OT_compare_take(Button):
    """Compare."""

    bl_idname = "spacetime.compare_take"
    bl_label = "Compare"
    bl_description = (
        "Show this take on a second ghost on the other side of the character. Press again to remove "
        "that ghost"
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if the ghost shows another take."""
        reason = why_no_take(context)
        if not reason:
            pending = the_armature(context).spacetime.pending
            if pending is None:
                reason = "There is nothing to compare with; show another take first"
            elif pending == the_take(context):
                reason = "This take is already shown; select another to compare it with"
        return reason

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Starts or ends the comparison."""
        armature_object, take = the_armature(context), the_take(context)
        review.compare(armature_object, None if take == review.compared(armature_object) else take)
        return {"FINISHED"}


class SPACETIME_OT_remove_take(Button):
    """Remove."""

    bl_idname = "spacetime.remove_take"
    bl_label = "Remove"
    bl_description = "Remove this take from the list and delete its motion unless it is used elsewhere"
    why_not = staticmethod(why_no_takes)

    def execute(self, context: Context) -> Outcome:
        """Removes the take."""
        armature_object = the_armature(context)
        review.remove_take(armature_object, takes.active_take(armature_object))
        return {"FINISHED"}


class SPACETIME_OT_restore_settings(Button):
    """Restore Settings."""

    bl_idname = "spacetime.restore_settings"
    bl_label = "Restore Settings"
    bl_description = "Restore the settings that were used to solve this take"
    why_not = staticmethod(why_no_take)

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Restores the settings."""
        armature_object, scene = the_armature(context), the_scene(context)
        settings = settings_of(the_take(context))
        if not settings:
            raise InputError(f"'{the_take(context).name}' has no stored settings, as it was not solved here")
        start = round(span_of(the_take(context))[0])
        restore_settings(armature_object, scene, settings)
        if first_frame_of(armature_object, scene) != start:  # the first frame of the scene has changed since
            armature_object.spacetime.motion.use_start, armature_object.spacetime.motion.start = True, start
        return {"FINISHED"}


class SPACETIME_OT_loop_take(InSteps):
    """Convert Loop."""

    bl_idname = "spacetime.loop_take"
    bl_label = "Convert Loop"
    bl_description = "Create a copy of a cyclic take that stays in place or has its travel on a root bone"
    why_not = staticmethod(why_no_take)

    travel: EnumProperty(
        name="Travel",
        description="Where the travel along the ground is stored",
        items=(
            ("IN_PLACE", "In Place", "Remove the travel, as on a treadmill"),
            ("BONE", "Root Motion", "Put the travel on the Root Bone, as game engines expect"),
            ("HIPS", "On the Hips", "Keep all travel on the hips"),
        ),
        default="IN_PLACE",
    )

    def work(self, context: Context) -> Work[Report]:
        """Creates the new take."""
        bone = the_armature(context).spacetime.motion.root_motion_bone if self.travel == "BONE" else ""
        if self.travel == "BONE" and not bone:
            raise InputError("There is no bone to carry the travel; choose a Root Bone in Motion")
        return _loop(the_armature(context), the_take(context), bone, self.travel == "IN_PLACE")


def _loop(
    armature_object: bpy.types.Object, take: bpy.types.Action, bone: str, on_the_spot: bool
) -> Work[Report]:
    made = yield from takes.loop_variant(
        armature_object, take, root_motion_bone=bone, on_the_spot=on_the_spot
    )
    yield from review.proposing(armature_object, made)
    return "INFO", f"'{made.name}' is shown on the ghost"


class SPACETIME_OT_clean_take(InSteps):
    """Reduce Keys."""

    bl_idname = "spacetime.clean_take"
    bl_label = "Reduce Keys"
    bl_description = (
        "Create a copy of this take with as few keys as possible while keeping every bone within a tolerance"
    )
    why_not = staticmethod(why_no_take)

    angle: FloatProperty(
        name="Angle",
        description="Maximum change in the rotation of a bone",
        subtype="ANGLE",
        default=math.radians(0.5),
        min=math.radians(0.001),
        max=math.radians(20.0),
    )
    distance: FloatProperty(
        name="Distance", description="Maximum change in the location of a bone", unit="LENGTH", soft_max=0.1,
        **meters("distance", default=0.002, least=1e-6),
    )  # fmt: skip

    def ask(self, context: Context) -> Outcome:
        """Asks for the tolerance."""
        outcome: Outcome = context.window_manager.invoke_props_dialog(self)
        return outcome

    def work(self, context: Context) -> Work[Report]:
        """Creates the new take."""
        return _clean(the_armature(context), the_take(context), self.angle, in_meters(self.distance))


def _clean(
    armature_object: bpy.types.Object, take: bpy.types.Action, angle: float, distance: float
) -> Work[Report]:
    made, before, after = yield from takes.with_fewer_keys(
        armature_object, take, angle=angle, distance=distance
    )
    yield from review.proposing(armature_object, made)
    return "INFO", f"Reduced {before} keys to {after}"


class SPACETIME_OT_mark_asset(InSteps):
    """Save as Asset."""

    bl_idname = "spacetime.mark_asset"
    bl_label = "Save as Asset"
    bl_description = (
        "Mark this take as an asset, with a preview, tags and a catalog named after the character"
    )

    with_catalog: BoolProperty(
        name="Catalog",
        description="Write the character's catalog next to the saved file, where Blender looks for it",
        default=True,
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if the selected take was solved here."""
        reason = why_no_take(context)
        if not reason and clip_of(the_take(context)) is None:
            reason = flaw_of(the_take(context)) or (
                "This action was not solved here; mark it as an asset in the Outliner instead"
            )
        if not reason:
            reason = review.why_not_kept(the_take(context))
        return reason

    def work(self, context: Context) -> Work[Report]:
        """Saves the take as an asset."""
        return _mark(the_take(context), self.with_catalog)


def _mark(take: bpy.types.Action, with_catalog: bool) -> Work[Report]:
    yield from assets.keep_as_asset(take, with_catalog=with_catalog)
    if with_catalog and not bpy.data.filepath:
        return (
            "WARNING",
            "Saved without a catalog, as catalogs are stored next to the .blend file; save it first",
        )
    return "INFO", f"'{take.name}' saved as an asset"
