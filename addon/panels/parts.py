"""What the parts of the panel draw."""

from collections.abc import Sequence

import bpy
from bpy.types import PropertyGroup, UILayout

from ..blender.rest_pose import armature_data, body_bone
from ..files.export_line import Export
from ..motion.first_frame import first_frame_of
from ..solve.solving import Solve
from .bone_field import draw_bone_field
from .sentence import draw_sentence, where, worded


def _column(layout: UILayout) -> UILayout:
    """Names on the left, values on the right."""
    column = layout.column()
    column.use_property_split = True
    column.use_property_decorate = False
    return column


def draw_character(layout: UILayout, character: PropertyGroup, missing: str) -> None:
    """The button that fits bodies to the bones, why it is to be pressed, and what it goes by."""
    layout.operator("spacetime.fit_bodies", icon="MOD_ARMATURE")
    draw_sentence(layout, missing, "INFO")
    column = _column(layout)
    column.prop(character, "weigh_by")
    column.prop(character, "body_mass")
    if character.weigh_by != "WEIGHT":
        column.prop(character, "density")
    column.prop(character, "body_type")
    column.prop(character, "use_stature")
    row = column.row()
    row.active = character.use_stature
    row.prop(character, "stature")
    column.prop(character, "facing")
    column.prop(character, "root_moves")
    row = column.row()
    row.active = character.root_moves != "FIXED"
    row.prop(character, "root_turn")


def draw_bone(layout: UILayout, armature_object: bpy.types.Object) -> None:
    """The active bone's body and joint; its limits are those of its inverse kinematics."""
    bone = armature_data(armature_object).bones.active
    if bone is None:
        layout.label(text="Select a bone in Pose Mode", icon="INFO")
        return
    column = _column(layout)
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
    layout.operator_menu_enum("spacetime.add_contact", "place", icon="ADD")
    layout.operator("spacetime.guess_contacts", icon="VIEWZOOM")
    layout.prop(switches, "show_strips", icon="TIME", toggle=True)


def _draw_contact(column: UILayout, index: int, armature: bpy.types.Armature) -> None:
    contact = armature.spacetime.contacts[index]
    draw_bone_field(column, contact, "bone", armature)
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


def draw_motion(layout: UILayout, armature_object: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """What the character does, and in which style."""
    motion = armature_object.spacetime.motion
    layout.operator_menu_enum("spacetime.use_preset", "preset", icon="PRESET")
    column = _column(layout)
    column.prop(motion, "motion_name")
    own = column.column()
    own.active = not motion.sketch.use  # else the keys say so
    own.prop(motion, "length")
    _draw_start(own, armature_object, scene)
    own.prop(motion, "is_cyclic")
    travel = own.column()
    travel.active = motion.is_cyclic
    travel.prop(motion, "is_mirrored")
    travel.prop(motion, "speed")
    travel.prop(motion, "heading")
    travel.prop(motion, "turn")
    own.prop(motion, "timing")
    if motion.timing != "GIVEN":
        own.prop(motion, "free_length")
        own.prop(motion, "unhurried", slider=True)
    column.prop(scene.spacetime, "ground_height")
    column.prop_search(motion, "root_motion_bone", armature_data(armature_object), "bones")
    style = layout.column(align=True)
    for name in ("effort", "smoothness", "soft_contact", "ease"):
        style.prop(motion, name, slider=True)


def _draw_start(column: UILayout, armature_object: bpy.types.Object, scene: bpy.types.Scene) -> None:
    """The frame at which the motion begins: of its own, or as the scene says."""
    motion = armature_object.spacetime.motion
    row = column.row(heading="Start Frame")
    row.prop(motion, "use_start", text="")
    if motion.use_start:
        row.prop(motion, "start", text="")
    else:
        whose = bpy.app.translations.pgettext_iface("Preview Range" if scene.use_preview_range else "Scene")
        row.label(text=f"{first_frame_of(armature_object, scene)} ({whose})", translate=False)


def draw_advanced(layout: UILayout, motion: PropertyGroup, run: PropertyGroup) -> None:
    """How hard to try; the solver's own figures while it tries."""
    column = _column(layout)
    for name in ("max_iterations", "time_limit", "noise", "seed"):
        column.prop(motion, name)
    if run.is_running:
        draw_sentence(layout, run.figures, "BLANK1")
        unphysical = worded("Constraint violation: {violation}", violation=f"{run.violation:.1e}")
        draw_sentence(layout, unphysical if run.progress else "", "BLANK1")


def draw_solve(layout: UILayout, run: PropertyGroup, waiting: Sequence[Solve]) -> None:
    """The buttons, how far it is, what waits in line, and how the last one ended."""
    layout.operator("spacetime.solve", icon="PLAY")
    if run.is_running:  # above all words, so that it stays where the mouse is whatever they become
        layout.operator("spacetime.cancel", icon="CANCEL").index = 0
    column = layout.column()
    draw_sentence(column, run.doing, "SORTTIME")
    if not run.is_running:
        if run.doing:
            return
        column.alert = bool(run.error)
        draw_sentence(column, run.error or run.text, "ERROR" if run.error else "CHECKMARK")
        if run.error_armature:
            frame = run.error_frame if run.error_has_frame else None
            column.operator("spacetime.show_where", text=where(run.error_bone, frame))
        return
    draw_sentence(column, run.text, "SORTTIME")
    draw_sentence(column, run.eta, "TIME")
    draw_sentence(column, run.progress, "BLANK1")
    for index, solve in enumerate(waiting, start=1):
        row = column.row(align=True)
        row.label(text=f"{index}. {solve.job.name}", icon="DOT", translate=False)
        row.operator("spacetime.cancel", text="", icon="X").index = index


def draw_export(layout: UILayout) -> None:
    """One button per kind of file."""
    layout.label(text="Export Current Action", icon="EXPORT")
    row = layout.row(align=True)
    for file_format, label in (("BVH", "BVH"), ("FBX", "FBX"), ("GLTF", "glTF"), ("USD", "USD")):
        row.operator("spacetime.export", text=label).file_format = file_format
    layout.operator("spacetime.export_many", icon="EXPORT")
    layout.operator("spacetime.import_bvh", icon="IMPORT")


def draw_exports(column: UILayout, run: PropertyGroup, line: Sequence[Export]) -> None:
    """How far the export is, what waits in line, and how the last one ended."""
    problem = column.column()
    problem.alert = True
    draw_sentence(problem, run.export_error, "ERROR")
    if not line:
        draw_sentence(column, run.export_text, "CHECKMARK" if run.export_is_whole else "BLANK1")
        return
    draw_sentence(column, line[0].text, "SORTTIME")
    column.progress(factor=line[0].share, text=line[0].name)
    column.operator("spacetime.stop_export", icon="CANCEL").index = 0
    for index, export in enumerate(line[1:], start=1):
        row = column.row(align=True)
        row.label(text=f"{index}. {export.name}", icon="DOT")
        row.operator("spacetime.stop_export", text="", icon="X").index = index
