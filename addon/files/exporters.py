"""An armature's action to BVH, FBX, glTF and USD by Blender's own exporters: one take with the action's name."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import bpy

from ...solver.errors import InputError
from ..armature import actions
from ..armature.rest_pose import armature_data, place_of
from ..armature.ruled_bones import moved_bones, ruling_constraints
from ..armature.skin import is_skin_of
from ..armature.write_motion import to_rest
from ..result.clip_on_action import clip_of
from .standing import standing


def export_bvh(armature_object: bpy.types.Object, action: bpy.types.Action, path: Path) -> None:
    """Writes a BVH in world space and metres; the format knows no object, so its place is applied to a copy.

    Raises:
        InputError: the object's scale is uneven, or the file cannot be written.
    """
    with (
        only_action(armature_object, action) as (first, last, played),
        _in_world_space(armature_object, played),
    ):
        _run(bpy.ops.export_anim.bvh, path, frame_start=first, frame_end=last, rotate_mode="NATIVE")


def export_fbx(
    armature_object: bpy.types.Object,
    action: bpy.types.Action,
    path: Path,
    *,
    scale: str = "FBX_SCALE_NONE",
    units: float = 0.0,
) -> None:
    """Writes an FBX whose one take has the action's name.

    Blender's exporter names takes after NLA strips and gets their frames right, so the action becomes one.

    Args:
        armature_object: who moves.
        action: the take.
        path: of the file.
        scale: how the unit is told; see engine_presets.
        units: of the armature in a metre, whatever unit the scene has; 0 for the scene's.

    Raises:
        InputError: the file cannot be written.
    """
    with (
        only_action(armature_object, action) as (first, _, played),
        as_strip(armature_object, played, played.name),
    ):
        bpy.context.scene.frame_set(first - 1)  # beside the strip: engines take this pose for the rest pose
        _run(
            bpy.ops.export_scene.fbx,
            path,
            use_selection=True,
            object_types={"ARMATURE", "MESH"},
            path_mode="RELATIVE",  # to images from the file's own folder, however they are stored here
            apply_scale_options=scale,
            apply_unit_scale=not units,
            global_scale=1 / units if units else 1.0,
            add_leaf_bones=False,
            bake_anim=True,
            bake_anim_use_all_bones=True,
            bake_anim_use_nla_strips=True,
            bake_anim_use_all_actions=False,
            bake_anim_force_startend_keying=True,
            bake_anim_simplify_factor=0.0,
        )


def export_gltf(
    armature_object: bpy.types.Object, action: bpy.types.Action, path: Path, *, name: str = ""
) -> None:
    """Writes a binary glTF with one animation.

    Args:
        armature_object: who moves.
        action: the take.
        path: of the file.
        name: of the animation; the action's where it is empty.

    Raises:
        InputError: the file cannot be written.
    """
    with (
        only_action(armature_object, action) as (_, _, played),
        as_strip(armature_object, played, name or played.name),
        _frame_rate_for_gltf(),
    ):
        _run(
            bpy.ops.export_scene.gltf,
            path,
            export_format="GLB",
            use_selection=True,
            export_animations=True,
            export_animation_mode="NLA_TRACKS",
            export_force_sampling=True,
            export_frame_range=False,
            export_anim_slide_to_zero=True,  # engines take the last key's time as the length
            export_optimize_animation_size=False,
            export_rest_position_armature=True,
            export_def_bones=False,
        )


def export_usd(armature_object: bpy.types.Object, action: bpy.types.Action, path: Path) -> None:
    """Writes a binary USD with the skeleton, its skin and the motion at the action's frames.

    Raises:
        InputError: the file cannot be written, or this Blender cannot write USD at all.
    """
    if not bpy.app.build_options.usd:
        raise InputError("This Blender was built without USD; choose FBX, glTF or BVH")
    with only_action(armature_object, action):
        _run(
            bpy.ops.wm.usd_export,
            path,
            selected_objects_only=True,
            export_animation=True,
            export_armatures=True,
            only_deform_bones=False,
            export_materials=False,
        )


Exporter = Callable[[bpy.types.Object, bpy.types.Action, Path], None]
EXPORTERS: dict[str, tuple[Exporter, str]] = {
    "BVH": (export_bvh, ".bvh"),
    "FBX": (export_fbx, ".fbx"),
    "GLTF": (export_gltf, ".glb"),
    "USD": (export_usd, ".usdc"),
}


def part_of(path: Path) -> Path:
    """Where a file grows until it is whole, in its own folder; engines leave names with a dot before them alone."""
    return path.with_name(f".{path.stem}.part{path.suffix}")


def forget_parts(paths: Iterable[Path]) -> None:
    """Removes what has grown of files by somebody who was stopped."""
    for path in paths:
        with suppress(OSError):
            part_of(path).unlink(missing_ok=True)


def _run(operator: Any, path: Path, **options: object) -> None:
    part = part_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for each in [path] * path.exists() + [part]:
            each.open("ab").close()  # else exporters tell of a locked file by the traceback of their own code
        outcome = operator(filepath=str(part), check_existing=False, **options)
        if outcome != {"FINISHED"}:
            raise InputError(f"'{path}' could not be written; Blender's exporter gave up")
        part.replace(path)
    except (OSError, RuntimeError) as error:
        raise InputError(f"'{path}' could not be written: {str(error).strip()}") from error
    finally:
        forget_parts([path])


def require_exportable(armature_object: bpy.types.Object) -> None:
    """Exporters take what is selected, and only what is seen can be.

    Raises:
        InputError: the armature is hidden, or tweaks a strip.
    """
    if not armature_object.visible_get():
        raise InputError(f"the armature '{armature_object.name}' is hidden; show it to export its motion")
    if armature_object.animation_data and armature_object.animation_data.use_tweak_mode:
        raise InputError(
            f"'{armature_object.name}' is tweaking an NLA strip; leave it (Tab) to export a motion"
        )


@contextmanager
def only_action(
    armature_object: bpy.types.Object, action: bpy.types.Action
) -> Iterator[tuple[int, int, bpy.types.Action]]:
    """The armature and its skin selected and the action playing over the scene's frames; all put back after.

    Yields:
        First and last frame, and the action that plays: of an object that moves by itself, one that stands.
    """
    require_exportable(armature_object)
    context, scene = bpy.context, bpy.context.scene
    layer = context.view_layer
    data = armature_object.animation_data or armature_object.animation_data_create()
    frames = (scene.frame_start, scene.frame_end, scene.frame_current, scene.use_preview_range)
    selected, active = list(context.selected_objects), layer.objects.active
    former, former_slot = data.action, getattr(data, "action_slot", None)
    mode = armature_object.mode
    if layer.objects.active is not None and layer.objects.active.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    first, last = (round(edge) for edge in action.frame_range)
    locked = [each for each in exported(armature_object) if each.hide_select]
    try:
        for each in locked:
            each.hide_select = False  # exporters take what is selected
        actions.assign(armature_object, action)
        scene.frame_start, scene.frame_end, scene.use_preview_range = first, last, False
        _select(armature_object)
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


def _select(armature_object: bpy.types.Object) -> None:
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
    """A solved motion as its ghost shows it, without a control rig's constraints and old pose; put back after."""
    clip = clip_of(action)
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
    """The action as the only NLA strip, of that name; the artist's own tracks are silent meanwhile."""
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


@contextmanager
def _frame_rate_for_gltf() -> Iterator[None]:
    """The inverse base of the frame rate, by which Blender's glTF exporter multiplies where it should divide."""
    render = bpy.context.scene.render
    base = render.fps_base
    render.fps_base = 1 / base
    try:
        yield
    finally:
        render.fps_base = base


@contextmanager
def _in_world_space(armature_object: bpy.types.Object, action: bpy.types.Action) -> Iterator[None]:
    """A copy of the armature with its place applied is active and plays the motion; removed after."""
    scale = place_of(armature_object).scale
    copy, moved, bones = armature_object.copy(), action.copy(), armature_data(armature_object).copy()
    assert copy is not None
    assert moved is not None
    assert bones is not None
    copy.data = bones
    try:
        bpy.context.collection.objects.link(copy)
        copy.parent = None
        bones.transform(armature_object.matrix_world)
        copy.matrix_world.identity()
        copy.animation_data_clear()
        actions.assign(copy, moved)
        for curve in actions.curves_of(moved):
            if curve.data_path.endswith(".location"):
                for point in curve.keyframe_points:
                    point.co.y *= scale
                curve.update()
        _select(copy)
        bpy.context.view_layer.update()
        yield
    finally:
        bpy.data.objects.remove(copy)
        bpy.data.armatures.remove(bones)
        bpy.data.actions.remove(moved)
        _select(armature_object)
