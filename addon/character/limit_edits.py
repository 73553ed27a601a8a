"""Mirrors edits of joint limits, which are Blender's own properties, through its message bus."""

from typing import Any

import bpy
from bpy.app.handlers import persistent

from ..blender.rest_pose import armature_data
from .mirrored_edits import copy_limits_mirrored, other_side

LIMITS = tuple(f"{kind}_{k}" for kind in ("lock_ik", "use_ik_limit", "ik_min", "ik_max") for k in "xyz")
_OWNER = object()  # of the subscriptions


def register() -> None:
    """Begins to listen, in this file and all that are opened."""
    listen()
    bpy.app.handlers.load_post.append(_after_load)


def unregister() -> None:
    """Listens no more."""
    bpy.app.handlers.load_post.remove(_after_load)
    ignore()


def listen() -> None:
    """Hears of every edit of a limit from now on."""
    for name in LIMITS:
        key: Any = (bpy.types.PoseBone, name)
        bpy.msgbus.subscribe_rna(key=key, owner=_OWNER, args=(), notify=mirror_limits)


def ignore() -> None:
    """Hears of none; a fit gives each side its own limits."""
    bpy.msgbus.clear_by_owner(_OWNER)


def mirror_limits() -> None:
    """Takes the active bone's limits to its other side, as far as they differ."""
    armature_object = bpy.context.object
    if armature_object is None or armature_object.type != "ARMATURE" or armature_object.mode != "POSE":
        return
    armature = armature_data(armature_object)
    bone = armature.bones.active
    if bone is None or not bone.spacetime.is_body or not armature.spacetime.use_mirror:
        return
    double = armature.bones.get(other_side(bone))
    if double is not None and double.spacetime.is_body:
        copy_limits_mirrored(armature_object.pose.bones[bone.name], armature_object.pose.bones[double.name])


@persistent  # type: ignore[untyped-decorator]
def _after_load(*_: object) -> None:
    """Opening a file ends all subscriptions."""
    ignore()
    listen()
