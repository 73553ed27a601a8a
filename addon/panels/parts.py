"""What the parts of the panel draw."""

import textwrap
from collections.abc import Sequence
from typing import Any

import bpy
from bpy.types import PropertyGroup, UILayout

from ..armature.rest_pose import armature_data
from ..solve.solving import Solve

LINE = 44  # characters that fit a sidebar


def _column(layout: UILayout) -> UILayout:
    """Names on the left, values on the right."""
    column = layout.column()
    column.use_property_split = True
    column.use_property_decorate = False
    return column


def draw_character(layout: UILayout, character: PropertyGroup) -> None:
    """Weight, proportions and the button that fits them to the bones."""
    column = _column(layout)
    column.prop(character, "weigh_by")
    column.prop(character, "body_mass")
    row = column.row()
    row.active = character.weigh_by != "WEIGHT"
    row.prop(character, "density")
    column.prop(character, "sex")
    column.prop(character, "use_stature")
    row = column.row()
    row.active = character.use_stature
    row.prop(character, "stature")
    column.prop(character, "facing")
    column.prop(character, "root_moves")
    row = column.row()
    row.active = character.root_moves != "FIXED"
    row.prop(character, "root_turn")
    column.prop(character, "use_mirror")
    layout.operator("spacetime.fit_bodies", icon="MOD_ARMATURE")


def draw_bone(layout: UILayout, armature_object: bpy.types.Object) -> None:
    """The active bone's body and joint; its limits are those of its inverse kinematics."""
    bone = armature_data(armature_object).bones.active
    if bone is None:
        layout.label(text="Select a bone in pose mode", icon="INFO")
        return
    column = _column(layout)
    body = bone.spacetime
    column.label(text=bone.name, icon="BONE_DATA")
    column.prop(body, "is_body")
    if not body.is_body:
        return
    for name in ("mass", "diameters", "center", "rotation", "torque_limits", "preferred", "order"):
        column.prop(body, name)
    for name in ("carrier", "mirror"):
        column.prop_search(body, name, armature_object.data, "bones")
    column.label(text="Joint Limits (Inverse Kinematics)")
    for letter in "xyz":
        _draw_limit(column, armature_object.pose.bones[bone.name], letter)
    layout.operator("spacetime.mirror_bone", icon="MOD_MIRROR")


def _draw_limit(layout: UILayout, pose_bone: bpy.types.PoseBone, letter: str) -> None:
    row = layout.row(heading=letter.upper(), align=True)
    row.prop(pose_bone, f"lock_ik_{letter}", text="")
    free = row.row(align=True)
    free.active = not getattr(pose_bone, f"lock_ik_{letter}")
    free.prop(pose_bone, f"use_ik_limit_{letter}", text="")
    ends = free.row(align=True)
    ends.active = getattr(pose_bone, f"use_ik_limit_{letter}")
    ends.prop(pose_bone, f"ik_min_{letter}", text="")
    ends.prop(pose_bone, f"ik_max_{letter}", text="")


def draw_contacts(layout: UILayout, armature_object: bpy.types.Object, switches: PropertyGroup) -> None:
    """Every contact in a line, open ones in full."""
    for index, contact in enumerate(armature_data(armature_object).spacetime.contacts):
        box = layout.box()
        row = box.row(align=True)
        row.prop(contact, "is_open", text="", icon="DOWNARROW_HLT" if contact.is_open else "RIGHTARROW")
        row.prop(contact, "name", text="")
        row.operator("spacetime.remove_contact", text="", icon="X").index = index
        if contact.is_open:
            _draw_contact(_column(box), index, armature_data(armature_object))
    layout.label(text="Add Contact")
    row = layout.row(align=True)
    for where, label in (("BELOW", "Ground"), ("HEAD", "Head"), ("TAIL", "Tail"), ("CURSOR", "Cursor")):
        row.operator("spacetime.add_contact", text=label).place = where
    layout.operator("spacetime.guess_contacts", icon="VIEWZOOM")
    layout.prop(switches, "show_strips", icon="TIME", toggle=True)


def _draw_contact(column: UILayout, index: int, armature: bpy.types.Armature) -> None:
    contact = armature.spacetime.contacts[index]
    column.prop_search(contact, "bone", armature, "bones")
    for name in ("point", "friction", "twist_radius", "clearance", "keep_timing"):
        column.prop(contact, name)
    for number, phase in enumerate(contact.phases):
        row = column.row(align=True)
        row.prop(phase, "start")
        remove = row.operator("spacetime.remove_phase", text="", icon="X")
        remove.contact, remove.phase = index, number
        column.prop(phase, "duration")
        column.prop(phase, "surface")
    column.operator("spacetime.add_phase", icon="ADD").contact = index


def draw_motion(layout: UILayout, armature_object: bpy.types.Object, motion: PropertyGroup) -> None:
    """What the character does, and in which style."""
    layout.operator_menu_enum("spacetime.use_preset", "preset", icon="PRESET")
    column = _column(layout)
    for name in ("motion_name", "length", "is_cyclic"):
        column.prop(motion, name)
    travel = column.column()
    travel.active = motion.is_cyclic
    travel.prop(motion, "is_mirrored")
    travel.prop(motion, "speed")
    travel.prop(motion, "heading")
    travel.prop(motion, "turn")
    column.prop(motion, "timing")
    searched = column.column()
    searched.active = motion.timing != "GIVEN"
    searched.prop(motion, "free_length")
    column.prop(motion, "ground_height")
    column.prop_search(motion, "root_motion_bone", armature_data(armature_object), "bones")
    for name in ("effort", "smoothness", "soft_contact", "ease"):
        column.prop(motion, name)


def draw_advanced(layout: UILayout, motion: PropertyGroup) -> None:
    """How hard to try."""
    column = _column(layout)
    for name in ("max_iterations", "time_limit", "noise", "seed"):
        column.prop(motion, name)


def draw_solve(layout: UILayout, run: PropertyGroup, waiting: Sequence[Solve]) -> None:
    """The button, how far it is, what waits in line, and how the last one ended."""
    layout.operator("spacetime.solve", icon="PLAY")
    column = layout.column()
    if not run.is_running:
        column.alert = bool(run.error)
        draw_sentence(column, run.error or run.text, "ERROR" if run.error else "CHECKMARK")
        if run.error_armature:
            column.operator("spacetime.show_where", text=_where(run), icon="VIEWZOOM")
        return
    draw_sentence(column, run.text, "SORTTIME")
    column.label(text=run.outlook, icon="TIME")
    column.label(text=f"Step {run.iteration}, {run.seconds:.0f} s, unphysical by {run.violation:.1e}")
    column.operator("spacetime.cancel", icon="CANCEL").index = 0
    for place, solve in enumerate(waiting, start=1):
        row = column.row(align=True)
        row.label(text=f"{place}. {solve.job.name}", icon="DOT")
        row.operator("spacetime.cancel", text="", icon="X").index = place


def _where(run: PropertyGroup) -> str:
    """The button's words: what it leads to."""
    places = [run.error_bone] * bool(run.error_bone) + [f"Frame {run.error_frame}"] * run.error_has_frame
    return f"Show Where: {', '.join(places)}"


def draw_sentence(column: UILayout, sentence: str, icon: Any) -> None:
    """A sentence in as many lines as the sidebar needs."""
    first, *rest = textwrap.wrap(sentence, LINE) or [""]
    if first:
        column.label(text=first, icon=icon)
    for line in rest:
        column.label(text=line, icon="BLANK1")


def draw_export(layout: UILayout) -> None:
    """One button per kind of file."""
    row = layout.row(align=True)
    for file_format, label in (("BVH", "BVH"), ("FBX", "FBX"), ("GLTF", "glTF"), ("USD", "USD")):
        row.operator("spacetime.export", text=label, icon="EXPORT").file_format = file_format
    layout.operator("spacetime.export_many", icon="EXPORT")
    layout.operator("spacetime.import_bvh", icon="IMPORT")
