"""The active character, and its stored properties."""

import bpy


def activate(rig):
    bpy.context.view_layer.objects.active = rig


def stored(owner):
    """Our properties as stored by Blender, including obsolete ones."""
    return owner.bl_system_properties_get()["spacetime"]
