"""Add and remove contacts."""

import bpy
import numpy as np
from bpy.props import IntProperty
from bpy.types import Context, Operator

from ...solver.errors import InputError
from ..rest_pose import place_of
from .availability import Outcome, allowed, armature_of, the_armature, the_scene, why_no_armature


class SPACETIME_OT_add_contact(Operator):
    """Add Contact."""

    bl_idname = "spacetime.add_contact"
    bl_label = "Add Contact"
    bl_description = "Add a point that may touch the ground, below the tail of the active bone"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: Context) -> bool:
        """There is an active bone."""
        reason = why_no_armature(context)
        armature = armature_of(context)
        if not reason and armature is not None and armature.data.bones.active is None:
            reason = "Select the bone that touches the ground"
        return allowed(cls, reason)

    def execute(self, context: Context) -> Outcome:
        """Adds it, touching during the first half."""
        armature_object = the_armature(context)
        try:
            place = place_of(armature_object)
        except InputError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        armature = armature_object.data
        bone = armature.bones.active
        point = place.to_world(np.array(bone.tail_local, float))
        point[2] = the_scene(context).spacetime.ground_height
        contact = armature.spacetime.contacts.add()
        contact.name, contact.bone, contact.point = bone.name, bone.name, place.to_local(point)
        contact.phases.add()
        return {"FINISHED"}


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
        reason = why_no_armature(context)
        armature = armature_of(context)
        if not reason and armature is not None and not len(armature.data.spacetime.contacts):
            reason = "There is no contact to remove"
        return allowed(cls, reason)

    def execute(self, context: Context) -> Outcome:
        """Removes it."""
        armature_object = the_armature(context)
        contacts = armature_object.data.spacetime.contacts
        if self.index >= len(contacts):
            self.report(
                {"ERROR"}, f"There is no contact number {self.index}; the last is {len(contacts) - 1}"
            )
            return {"CANCELLED"}
        contacts.remove(self.index)
        return {"FINISHED"}


register, unregister = bpy.utils.register_classes_factory(
    (SPACETIME_OT_add_contact, SPACETIME_OT_remove_contact)
)
