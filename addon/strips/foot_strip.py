"""Contacts of the active bone in Pose Mode, at the bottom of the 3D view."""

from dataclasses import replace

import bpy

from ..blender.rest_pose import armature_data, body_bone
from .read_strips import read_strips
from .view import HEIGHT, Strips, View

LEFT, RIGHT, BOTTOM = (
    96.0,
    24.0,
    24.0,
)  # margins of the lanes, with names on the left [points]
LEAST = 60.0  # minimum width of lanes [points]


def strips_of_foot(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Strips | None:
    """Lanes of the contacts on the active bone's body in Pose Mode; None without any."""
    armature = armature_data(armature_object)
    active = armature.bones.active
    carrier = body_bone(active) if active is not None and armature_object.mode == "POSE" else None
    if carrier is None:
        return None
    own = [
        number
        for number, contact in enumerate(armature.spacetime.contacts)
        if (bone := armature.bones.get(contact.bone)) is not None and body_bone(bone) == carrier
    ]
    strips = read_strips(armature_object, scene) if own else None
    return (
        replace(strips, lanes=tuple(strips.lanes[number] for number in own)) if strips is not None else None
    )


def fit_in_view(strips: Strips, width: float, scale: float) -> View | None:
    """The whole motion across a 3D view of a width in pixels; None if it is too narrow."""
    room = width - scale * (LEFT + RIGHT)
    if room < scale * LEAST:
        return None
    per_frame = room / strips.lanes[0].steps
    first = strips.first - scale * LEFT / per_frame
    return View(first, per_frame, width, scale * BOTTOM, scale * HEIGHT, scale)
