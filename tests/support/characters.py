"""Which of several characters is at hand."""

import bpy


def activate(rig):
    bpy.context.view_layer.objects.active = rig


def stored(owner):
    """What Blender keeps of our properties, also of those that are not there any more."""
    return owner.bl_system_properties_get()["spacetime"]
