"""Subpanel of the active bone."""

import bpy
from bpy.types import Context, Panel, UILayout

from ...blender.rest_pose import armature_data, body_bone
from ...interface.availability import the_armature
from ...interface.sentence import draw_sentence, worded
from ...interface.sidebar import Part, column_of_fields


class SPACETIME_PT_bone(Part, Panel):
    """Body and joint of the active bone."""

    bl_label = "Active Bone"
    bl_parent_id = "SPACETIME_PT_character"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: Context) -> None:
        """Only draws."""
        draw_bone(self.layout, the_armature(context))


def draw_bone(layout: UILayout, armature_object: bpy.types.Object) -> None:
    """Draws the active bone's body and joint, with the limits of its inverse kinematics."""
    bone = armature_data(armature_object).bones.active
    if bone is None:
        layout.label(text="Select a bone in Pose Mode", icon="INFO")
        return
    column = column_of_fields(layout)
    body = bone.spacetime
    column.label(text=bone.name, icon="BONE_DATA", translate=False)
    column.prop(body, "is_body")
    if not body.is_body:
        carrier = body_bone(bone)
        draw_sentence(
            layout, worded("Moves with {bone}", bone=carrier.name) if carrier is not None else "", "INFO"
        )
        return
    for name in ("mass", "diameters", "center", "rotation", "torque_limits", "preferred", "order"):
        column.prop(body, name)
    column.prop(body, "is_root")
    for name in ("carrier", "mirror"):
        column.prop_search(body, name, armature_object.data, "bones")
    layout.label(text="Joint Limits (Inverse Kinematics)")
    limits = layout.column(align=True)
    for letter in "xyz":
        _draw_limit(limits, armature_object.pose.bones[bone.name], letter)
    layout.prop(armature_data(armature_object).spacetime, "use_mirror")
    layout.operator("spacetime.mirror_bone", icon="MOD_MIRROR")


def _draw_limit(layout: UILayout, pose_bone: bpy.types.PoseBone, letter: str) -> None:
    row = layout.row(align=True)
    row.prop(pose_bone, f"lock_ik_{letter}", text="")
    free = row.row(align=True)
    free.active = not getattr(pose_bone, f"lock_ik_{letter}")
    free.prop(pose_bone, f"use_ik_limit_{letter}", text=letter.upper())
    ends = free.row(align=True)
    ends.active = getattr(pose_bone, f"use_ik_limit_{letter}")
    ends.prop(pose_bone, f"ik_min_{letter}", text="")
    ends.prop(pose_bone, f"ik_max_{letter}", text="")
