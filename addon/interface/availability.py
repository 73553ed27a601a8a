"""Data that operators work on, and reasons why they are disabled."""

from typing import Any

import bpy
from bpy.types import Context

from ...solver.errors import InputError
from ..blender.rest_pose import armature_data
from ..character.ground import carries_motion
from ..character.setting_groups import lacks_groups
from .active_character import character_of

Outcome = set[Any]  # an operator's return value


def armature_of(context: Context) -> bpy.types.Object | None:
    """The active armature, or that of the active skin, target, surface or prop."""
    found, scene = context.object, context.scene
    return None if found is None or scene is None else character_of(found, scene)


def the_armature(context: Context) -> bpy.types.Object:
    """The armature; requires ``why_no_armature`` to be empty."""
    found = armature_of(context)
    assert found is not None
    return found


def the_scene(context: Context) -> bpy.types.Scene:
    """The current scene."""
    assert context.scene is not None
    return context.scene


def why_no_armature(context: Context) -> str:
    """Empty if there is an editable armature."""
    if armature_of(context) is None:
        return "Select an armature first"
    if context.mode.startswith("EDIT"):
        return "Leave Edit Mode first"
    if the_armature(context).library:
        return (
            "This armature is linked from another file; make a library override or a local copy of it first "
            "(Object > Library Override or Relations)"
        )
    override = the_armature(context).override_library
    if override is not None and not override.reference.is_property_set("spacetime"):
        return (
            "This armature is a library override, and its own file has no settings to override; press Fit Bodies there "
            "and save it"
        )
    if override is not None and lacks_groups(override.reference.spacetime):
        return (
            "This armature is a library override, and an earlier version has saved its own file, so that changes here "
            "would be lost; open that file and save it, or make the armature local (Object > Relations)"
        )
    return ""


def why_no_own_bones(context: Context) -> str:
    """Empty if there is an armature whose bones are editable in this file."""
    reason = why_no_armature(context)
    data = armature_data(the_armature(context)) if not reason else None
    if data is not None and (data.library or data.override_library):
        return "These bones are linked from another file; make their data local first (Object > Relations)"
    return reason


def why_no_character(context: Context) -> str:
    """Empty if there is an armature with bodies."""
    reason = why_no_armature(context)
    if not reason and not carries_motion(the_armature(context)):
        return "No bone has a body; press Fit Bodies first"
    return reason


def why_no_takes(context: Context) -> str:
    """Empty if there is an armature with takes, even without actions."""
    reason = why_no_armature(context)
    if not reason and not len(the_armature(context).spacetime.takes):
        reason = "There are no takes yet; press Solve"
    return reason


def why_no_body(context: Context) -> str:
    """Empty if the active bone has a body."""
    reason = why_no_character(context)
    if not reason:
        bone = armature_data(the_armature(context)).bones.active
        if bone is None or not bone.spacetime.is_body:
            reason = "Select a bone that has a body"
    return reason


def the_body(context: Context) -> bpy.types.PropertyGroup:
    """The active bone's body; requires ``why_no_body`` to be empty."""
    bone = armature_data(the_armature(context)).bones.active
    assert bone is not None
    body: bpy.types.PropertyGroup = bone.spacetime
    return body


def chosen_bones(context: Context) -> set[str]:
    """The selected bones if changes are limited to them; empty: all bones.

    Raises:
        InputError: changes are limited to selected bones, and none is selected.
    """
    if not the_armature(context).spacetime.guidance.only_selected:
        return set()
    chosen = {bone.name for bone in context.selected_pose_bones or ()}
    if not chosen:
        raise InputError("Only Selected Bones is enabled, but no bone is selected; select some in Pose Mode")
    return chosen
