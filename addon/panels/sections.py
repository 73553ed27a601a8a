"""Folding parts of the panel."""

import bpy
from bpy.types import UILayout


def draw_bone(layout: UILayout, armature_object: bpy.types.Object) -> None:
    """The active bone's body and joint; its limits are those of its inverse kinematics."""
    bone = armature_object.data.bones.active
    if bone is None:
        layout.label(text="Select a bone in pose mode", icon="INFO")
        return
    body = bone.spacetime
    layout.prop(body, "is_body", text=f"{bone.name} Has a Body")
    if not body.is_body:
        return
    for name in ("mass", "diameters", "center", "rotation", "torque_limits", "preferred", "order"):
        layout.prop(body, name)
    _draw_limits(layout, armature_object.pose.bones[bone.name])


def _draw_limits(layout: UILayout, pose_bone: bpy.types.PoseBone) -> None:
    layout.label(text="Joint Limits (Inverse Kinematics)")
    for letter in "xyz":
        row = layout.row(heading=letter.upper(), align=True)
        row.prop(pose_bone, f"lock_ik_{letter}", text="")
        free = row.row(align=True)
        free.active = not getattr(pose_bone, f"lock_ik_{letter}")
        free.prop(pose_bone, f"use_ik_limit_{letter}", text="")
        ends = free.row(align=True)
        ends.active = getattr(pose_bone, f"use_ik_limit_{letter}")
        ends.prop(pose_bone, f"ik_min_{letter}", text="")
        ends.prop(pose_bone, f"ik_max_{letter}", text="")


def draw_contacts(layout: UILayout, armature_object: bpy.types.Object) -> None:
    """The list of contacts and the chosen one."""
    character = armature_object.data.spacetime
    layout.template_list("UI_UL_list", "spacetime_contacts", character, "contacts", character, "active_contact", rows=4)
    row = layout.row(align=True)
    row.operator("spacetime.add_contact", icon="ADD")
    row.operator("spacetime.remove_contact", icon="REMOVE")
    if not 0 <= character.active_contact < len(character.contacts):
        return
    contact = character.contacts[character.active_contact]
    layout.prop_search(contact, "bone", armature_object.data, "bones")
    for name in ("point", "friction", "twist_radius", "clearance"):
        layout.prop(contact, name)
    for phase in contact.phases:
        row = layout.row(align=True)
        row.prop(phase, "start")
        row.prop(phase, "duration")
