"""Fix or show problems of the check list, mirror one side, or apply a pose as the rest pose."""

import bpy
from bpy.props import EnumProperty, IntProperty, StringProperty
from bpy.types import Context

from ....solver.errors import InputError
from ...blender.rest_pose import armature_data
from ...interface.availability import (
    Outcome,
    the_armature,
    the_scene,
    why_no_armature,
    why_no_character,
    why_no_own_bones,
)
from ...interface.button import Button, InSteps, Report, refusable
from ...runtime.event_loop import Work, redraw
from ..checks import Finding
from ..fixes import FIXES, fix, mirror_bone
from ..mirrored_edits import other_side
from ..new_rest import rest_from_pose


class SPACETIME_OT_mend(InSteps):
    """Fix."""

    bl_idname = "spacetime.mend"
    bl_label = "Fix"
    bl_description = "Fix the issue in this line of the check list. Can be undone in one step"
    why_not = staticmethod(why_no_own_bones)

    kind: EnumProperty(
        name="Fix",
        description="Fix to apply",
        items=[
            (kind, label, done.replace("'{bone}'", "the bone").capitalize())
            for kind, (label, done, _) in FIXES.items()
        ],
        options={"SKIP_SAVE"},
    )
    bone: StringProperty(name="Bone", description="Bone to fix", options={"SKIP_SAVE"})
    contact: IntProperty(
        name="Contact", description="Index of the contact to fix", default=-1, options={"SKIP_SAVE"}
    )

    def work(self, context: Context) -> Work[Report]:
        """Fixes the problem."""
        finding = Finding("", fix=self.kind, bone=self.bone, contact=self.contact)
        return _reported(fix(finding, the_armature(context), the_scene(context)))


def _reported(fixing: Work[str]) -> Work[Report]:
    done = yield from fixing
    redraw()
    return "INFO", done


class SPACETIME_OT_select_bone(Button):
    """Select Bone."""

    bl_idname = "spacetime.select_bone"
    bl_label = "Select Bone"
    bl_description = "Select this bone in Pose Mode and show its settings"
    why_not = staticmethod(why_no_armature)

    bone: StringProperty(name="Bone", description="Name of the bone", options={"SKIP_SAVE"})

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Selects only this bone."""
        armature_object = the_armature(context)
        bones = armature_data(armature_object).bones
        if self.bone not in bones:
            raise InputError(f"'{armature_object.name}' has no bone '{self.bone}'")
        context.view_layer.objects.active = armature_object
        armature_object.select_set(True)
        if armature_object.mode != "POSE":
            bpy.ops.object.mode_set(mode="POSE")
        for pose_bone in armature_object.pose.bones:
            # before Blender 5, bones have the selection
            owner = pose_bone if hasattr(pose_bone, "select") else pose_bone.bone
            owner.select = pose_bone.name == self.bone
        bones.active = bones[self.bone]
        return {"FINISHED"}


class SPACETIME_OT_mirror_bone(Button):
    """Mirror to Other Side."""

    bl_idname = "spacetime.mirror_bone"
    bl_label = "Mirror to Other Side"
    bl_description = "Copy body, strength and joint limits of the active bone to the other side, mirrored"

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if the active bone has a mirrored counterpart."""
        reason = why_no_character(context)
        if not reason:
            bone = armature_data(the_armature(context)).bones.active
            if bone is None:
                reason = "Select a bone in Pose Mode"
            elif not other_side(bone):
                reason = f"'{bone.name}' has no mirrored bone; choose one under Mirror Bone"
        return reason

    def execute(self, context: Context) -> Outcome:
        """Copies it."""
        armature_object = the_armature(context)
        bone = armature_data(armature_object).bones.active
        assert bone is not None
        self.report({"INFO"}, f"Mirrored to {mirror_bone(armature_object, bone)}")
        return {"FINISHED"}


class SPACETIME_OT_rest_from_pose(InSteps):
    """Use Pose as Rest."""

    bl_idname = "spacetime.rest_from_pose"
    bl_label = "Use Pose as Rest"
    bl_description = (
        "Use the current pose as the rest pose, for skeletons whose rest pose does not stand, such as "
        "motion capture. The action is kept and replaced by a copy that looks the same"
    )
    why_not = staticmethod(why_no_own_bones)

    def work(self, context: Context) -> Work[Report]:
        """Applies the pose."""
        return _rest(the_armature(context))


def _rest(armature_object: bpy.types.Object) -> Work[Report]:
    yield from rest_from_pose(armature_object)
    return "INFO", f"'{armature_object.name}' now has the standing pose as its rest pose"
