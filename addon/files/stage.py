"""Context of an export: one armature, its skin and one action, without other movement."""

from collections.abc import Iterator
from contextlib import contextmanager

import bpy

from ...solver.errors import InputError
from ..blender import actions
from ..blender.custom_properties import span_of
from ..blender.ruled_bones import moved_bones, ruling_constraints
from ..blender.skin import is_skin_of
from ..blender.write_motion import to_rest
from ..controls.keys import shows_controls
from ..result.clip_on_action import clip_of
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
    """Context with a solved motion as on its ghost, without the constraints and pose of a control rig.

    A motion on controls needs both.
    """
    clip = clip_of(action) if not shows_controls(action) else None
    bodies = [body.name for body in clip.job.character.bodies] if clip is not None else []
    moved, bones = moved_bones(armature_object, bodies) if bodies else set(), armature_object.pose.bones
    above = {parent.name for name in moved for parent in bones[name].parent_recursive}
    ruling = [each for _, each in ruling_constraints(armature_object, bodies)] if bodies else []
    poses = {name: bones[name].matrix_basis.copy() for name in moved | above}
    try:
        for constraint in ruling:
            constraint.mute = True
        to_rest(armature_object, moved)
        yield
    finally:
        for constraint in ruling:
            constraint.mute = False
        for name, pose in poses.items():
            bones[name].matrix_basis = pose


@contextmanager
def as_strip(armature_object: bpy.types.Object, action: bpy.types.Action, name: str) -> Iterator[None]:
    """Context with the action as the only NLA strip, of that name; the artist's tracks are muted."""
    data = armature_object.animation_data
    muted = [track for track in data.nla_tracks if not track.mute]
    for track in muted:
        track.mute = True
    data.action = None
    strip = actions.add_strip(armature_object, name, action)
    strip.extrapolation = "NOTHING"
    try:
        yield
    finally:
        data.nla_tracks.remove(data.nla_tracks[-1])
        for track in muted:
            track.mute = False
