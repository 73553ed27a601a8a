"""Context of an export: one armature, its skin and one action, without other movement."""

from collections.abc import Iterator
from contextlib import contextmanager

import bpy

from ...solver.errors import InputError
from ..blender import actions
from ..blender.custom_properties import span_of
from ..blender.muting import mute_drivers, mute_layers, unmute
from ..blender.overriding import overriding_constraints, overriding_drivers
from ..blender.rest_pose import armature_data
from ..blender.ruled_bones import moved_bones, ruling_constraints
from ..blender.skin import is_skin_of
from ..blender.write_motion import is_written, to_rest
from ..controls.keys import shows_controls
from ..result.agreement import compared_bones, measuring
from ..result.confirmation import sentence_of
from ..result.ghost import making_bare_copy
from ..runtime.event_loop import at_once
from .standing import standing


def require_exportable(armature_object: bpy.types.Object) -> None:
    """Checks that exporters can select the armature, which they require to be visible.

    Raises:
        InputError: the armature is hidden, or tweaks a strip.
    """
    if not armature_object.visible_get():
        raise InputError(f"the armature '{armature_object.name}' is hidden; unhide it to export its motion")
    if armature_object.animation_data and armature_object.animation_data.use_tweak_mode:
        raise InputError(f"'{armature_object.name}' is in NLA tweak mode; leave it (Tab) to export a motion")


@contextmanager
def only_action(
    armature_object: bpy.types.Object, action: bpy.types.Action
) -> Iterator[tuple[int, int, bpy.types.Action]]:
    """Context with the armature and its skin selected, and the action playing in the scene's frame range.

    Yields:
        First and last frame, and the action that plays: for a moving object, that of a stationary one.
    """
    require_exportable(armature_object)
    first, last = (round(edge) for edge in span_of(action))
    context, scene = bpy.context, bpy.context.scene
    layer = context.view_layer
    data = armature_object.animation_data or armature_object.animation_data_create()
    frames = (scene.frame_start, scene.frame_end, scene.frame_current, scene.use_preview_range)
    selected, active = list(context.selected_objects), layer.objects.active
    former, former_slot = data.action, getattr(data, "action_slot", None)
    mode = armature_object.mode
    if layer.objects.active is not None and layer.objects.active.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    locked = [each for each in exported(armature_object) if each.hide_select]
    try:
        for each in locked:
            each.hide_select = False  # exporters write what is selected
        actions.assign(armature_object, action)
        scene.frame_start, scene.frame_end, scene.use_preview_range = first, last, False
        select(armature_object)
        with (
            _nothing_else_moves(armature_object, action),
            standing(armature_object, action, (first, last)) as played,
        ):
            yield first, last, played
    finally:
        data.action = former
        if former is not None and former_slot is not None:
            data.action_slot = former_slot
        for each in context.selected_objects:
            each.select_set(False)
        for each in locked:
            each.hide_select = True
        for each in selected:
            each.select_set(True)
        layer.objects.active = active
        if mode != "OBJECT" and active == armature_object:
            bpy.ops.object.mode_set(mode=mode)
        scene.frame_start, scene.frame_end, _, scene.use_preview_range = frames
        scene.frame_set(frames[2])


def select(armature_object: bpy.types.Object) -> None:
    """Selects the armature and the meshes that it moves for exporters."""
    for each in bpy.context.selected_objects:
        each.select_set(False)
    for each in exported(armature_object):
        each.select_set(True)
    bpy.context.view_layer.objects.active = armature_object


def exported(armature_object: bpy.types.Object) -> list[bpy.types.Object]:
    """The armature and the meshes that it moves."""
    moved = [
        each
        for each in bpy.context.view_layer.objects
        if each.type == "MESH" and (each.parent == armature_object or is_skin_of(each, armature_object))
    ]
    return [armature_object, *moved]


@contextmanager
def _nothing_else_moves(armature_object: bpy.types.Object, action: bpy.types.Action) -> Iterator[None]:
    """Context with a motion as on its ghost: without NLA, blending and Rest Position, and the pose of a control rig.

    A motion on controls needs constraints, drivers and pose.

    Raises:
        InputError: the armature shows something else all the same.
    """
    data, armature = armature_object.animation_data, armature_data(armature_object)
    used, position = data.use_nla, armature.pose_position
    data.use_nla, armature.pose_position = True, "POSE"
    muted = mute_layers(armature_object)
    is_on_bones = is_written(action) and not shows_controls(action)
    bodies = compared_bones(armature_object, action) if is_on_bones else []
    moved, bones = moved_bones(armature_object, bodies) if bodies else set(), armature_object.pose.bones
    above = {parent.name for name in moved for parent in bones[name].parent_recursive}
    overriding = [
        *overriding_constraints(armature_object, moved),
        *ruling_constraints(armature_object, bodies),
    ]
    constraints = dict.fromkeys(each for _, each in overriding) if bodies else {}
    poses = {name: bones[name].matrix_basis.copy() for name in moved | above}
    try:
        for constraint in constraints:
            constraint.mute = True
        muted += mute_drivers(overriding_drivers(armature_object, moved))
        to_rest(armature_object, moved)
        if bodies:
            _require_motion(armature_object, action, bodies)
        yield
    finally:
        for constraint in constraints:
            constraint.mute = False
        for setting in muted[::-1]:
            unmute(armature_object, setting)
        for name, pose in poses.items():
            bones[name].matrix_basis = pose
        data.use_nla, armature.pose_position = used, position


def _require_motion(armature_object: bpy.types.Object, action: bpy.types.Action, bones: list[str]) -> None:
    """Compares what is about to be exported with a ghost that plays the action alone, at every frame."""
    ghost = at_once(making_bare_copy(armature_object))
    try:
        actions.assign(ghost, action)
        first, last = (round(edge) for edge in span_of(action))
        found = at_once(measuring(armature_object, action, ghost, bones=bones, frames=range(first, last + 1)))
    finally:
        bpy.data.objects.remove(ghost)
    if found is not None:
        raise InputError(sentence_of(found, armature_object, action).rstrip("."))


@contextmanager
def as_strip(armature_object: bpy.types.Object, action: bpy.types.Action, name: str) -> Iterator[None]:
    """Context with the action as the only NLA strip, of that name; the artist's tracks are muted by ``only_action``."""
    data = armature_object.animation_data
    data.action = None
    strip = actions.add_strip(armature_object, name, action)
    strip.extrapolation = "NOTHING"
    try:
        yield
    finally:
        data.nla_tracks.remove(data.nla_tracks[-1])
