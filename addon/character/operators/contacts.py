"""Add and remove contacts."""

from typing import Any

import bpy
import numpy as np
from bpy.props import EnumProperty
from bpy.types import Context

from ....solver.arrays import Array
from ...blender.rest_pose import armature_data, place_of
from ...blender.units import in_meters
from ...interface.availability import Outcome, the_armature, the_scene, why_no_own_bones
from ...interface.button import Button, refusable
from ...interface.row_buttons import RemoveRow, free_name
from ...runtime.event_loop import redraw

HEAD, TAIL, CURSOR, BELOW = "HEAD", "TAIL", "CURSOR", "BELOW"


class SPACETIME_OT_add_contact(Button):
    """Add Contact."""

    bl_idname = "spacetime.add_contact"
    bl_label = "Add Contact"
    bl_description = "Add a point on the active bone that can touch the ground"

    place: EnumProperty(
        name="Location",
        description="Position of the contact on the bone",
        items=(
            (BELOW, "Below Tail", "Place the contact on the ground below the bone's tail in the rest pose"),
            (HEAD, "Head", "Place the contact at the bone's head"),
            (TAIL, "Tail", "Place the contact at the bone's tail"),
            (CURSOR, "3D Cursor", "Place the contact at the 3D cursor, relative to the bone's current pose"),
        ),
        default=BELOW,
    )

    @staticmethod
    def why_not(context: Context) -> str:
        """Empty if there is an active bone."""
        reason = why_no_own_bones(context)
        if not reason and armature_data(the_armature(context)).bones.active is None:
            reason = "No bone is selected; select the bone that touches the ground"
        return reason

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Adds a contact that touches during the first half."""
        armature_object = the_armature(context)
        armature = armature_data(armature_object)
        bone = armature.bones.active
        assert bone is not None
        point = _point(armature_object, bone, the_scene(context), self.place)
        contacts = armature.spacetime.contacts
        name = free_name(bone.name, contacts.keys(), ending=".{:03d}", first=1)
        contact = contacts.add()
        contact.name = name
        contact.bone, contact.point = bone.name, point
        contact.phases.add()
        redraw()
        return {"FINISHED"}


def _point(
    armature_object: bpy.types.Object, bone: bpy.types.Bone, scene: bpy.types.Scene, place: str
) -> Array:
    """Point (3,) in the armature's local space in the rest pose."""
    if place == HEAD:
        return np.array(bone.head_local, float)
    if place == TAIL:
        return np.array(bone.tail_local, float)
    if place == CURSOR:
        posed = armature_object.matrix_world @ armature_object.pose.bones[bone.name].matrix
        return np.array(bone.matrix_local @ posed.inverted() @ scene.cursor.location, float)
    stand = place_of(armature_object)
    below = stand.to_world(np.array(bone.tail_local, float))
    below[2] = in_meters(scene.spacetime.ground_height)
    return stand.to_local(below)


class SPACETIME_OT_remove_contact(RemoveRow):
    """Remove Contact."""

    bl_idname = "spacetime.remove_contact"
    bl_label = "Remove Contact"
    bl_description = "Remove this contact"

    row = "contact"
    why_not = staticmethod(why_no_own_bones)

    @staticmethod
    def rows(context: Context) -> Any:
        """All contacts."""
        return armature_data(the_armature(context)).spacetime.contacts
