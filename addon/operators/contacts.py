"""Add and remove contacts."""

import bpy
import numpy as np
from bpy.props import EnumProperty, IntProperty
from bpy.types import Context, Operator

from ...solver.errors import InputError
from ..armature.rest_pose import Array, armature_data, place_of
from ..availability import (
    Outcome,
    allowed,
    armature_of,
    the_armature,
    the_scene,
    why_no_own_bones,
)
from ..event_loop import redraw
from .button import refusable

HEAD, TAIL, CURSOR, BELOW = "HEAD", "TAIL", "CURSOR", "BELOW"


class SPACETIME_OT_add_contact(Operator):
    """Add Contact."""

    bl_idname = "spacetime.add_contact"
    bl_label = "Add Contact"
    bl_description = "Add a point of the active bone that may touch the ground"
    bl_options = {"REGISTER", "UNDO"}

    place: EnumProperty(
        name="Where",
        description="Where on the bone",
        items=(
            (BELOW, "Below the Tail", "On the ground below the bone's tail, as it stands in the rest pose"),
            (HEAD, "At the Head", "Where the bone begins"),
            (TAIL, "At the Tail", "Where the bone ends"),
            (CURSOR, "At the 3D Cursor", "Where the 3D cursor is on the bone as it is posed now"),
        ),
        default=BELOW,
    )

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is an active bone."""
        reason = why_no_own_bones(context)
        armature = armature_of(context)
        if not reason and armature is not None and armature_data(armature).bones.active is None:
            reason = "Select the bone that touches the ground"
        return allowed(cls, reason)

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Adds it, touching during the first half."""
        armature_object = the_armature(context)
        armature = armature_data(armature_object)
        bone = armature.bones.active
        assert bone is not None
        point = _point(armature_object, bone, the_scene(context), self.place)
        contacts = armature.spacetime.contacts
        taken = {each.name for each in contacts}
        names = (bone.name, *(f"{bone.name}.{i:03d}" for i in range(1, len(taken) + 1)))
        contact = contacts.add()
        contact.name = next(name for name in names if name not in taken)
        contact.bone, contact.point = bone.name, point
        contact.phases.add()
        redraw()
        return {"FINISHED"}


def _point(
    armature_object: bpy.types.Object, bone: bpy.types.Bone, scene: bpy.types.Scene, place: str
) -> Array:
    """In the armature's own space in the rest pose (3,)."""
    if place == HEAD:
        return np.array(bone.head_local, float)
    if place == TAIL:
        return np.array(bone.tail_local, float)
    if place == CURSOR:
        posed = armature_object.matrix_world @ armature_object.pose.bones[bone.name].matrix
        return np.array(bone.matrix_local @ posed.inverted() @ scene.cursor.location, float)
    stand = place_of(armature_object)
    below = stand.to_world(np.array(bone.tail_local, float))
    below[2] = scene.spacetime.ground_height
    return stand.to_local(below)


class SPACETIME_OT_remove_contact(Operator):
    """Remove Contact."""

    bl_idname = "spacetime.remove_contact"
    bl_label = "Remove Contact"
    bl_description = "Remove this contact"
    bl_options = {"REGISTER", "UNDO"}

    index: IntProperty(name="Number", description="Which contact, from 0", min=0, options={"SKIP_SAVE"})

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is a contact."""
        reason = why_no_own_bones(context)
        armature = armature_of(context)
        if not reason and armature is not None and not len(armature.data.spacetime.contacts):
            reason = "There is no contact to remove"
        return allowed(cls, reason)

    @refusable
    def execute(self, context: Context) -> Outcome:
        """Removes it."""
        armature_object = the_armature(context)
        contacts = armature_object.data.spacetime.contacts
        if self.index >= len(contacts):
            raise InputError(f"There is no contact number {self.index}; the last is {len(contacts) - 1}")
        contacts.remove(self.index)
        redraw()
        return {"FINISHED"}


register, unregister = bpy.utils.register_classes_factory(
    (SPACETIME_OT_add_contact, SPACETIME_OT_remove_contact)
)
