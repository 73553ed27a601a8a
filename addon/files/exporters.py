"""Exports an armature's action as one named take, mostly by Blender's exporters."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import bpy

from ...solver.errors import InputError
from ...solver.formats.ogre import SUFFIX as OGRE_SUFFIX
from ..blender.units import meters_per_unit
from .bvh import export_bvh
from .ogre import export_ogre
from .part_file import write_whole
from .plain_copy import plain_copy
from .stage import as_strip, only_action


def export_fbx(
    armature_object: bpy.types.Object,
    action: bpy.types.Action,
    path: Path,
    *,
    scale: str = "FBX_SCALE_NONE",
    units: float = 0.0,
) -> None:
    """Writes an FBX with one take, named after the action.

    The action is exported as an NLA strip, from which Blender takes the name and the correct frames.

    Args:
        armature_object: of the character.
        action: the take.
        path: of the file.
        scale: option for the unit; see engine_presets.
        units: of the armature per meter, regardless of the scene's unit; 0 for the scene's.

    Raises:
        InputError: the file cannot be written.
    """
    with (
        only_action(armature_object, action) as (first, _, played),
        as_strip(armature_object, played, played.name),
    ):
        bpy.context.scene.frame_set(first - 1)  # outside of the strip: engines use this pose as rest pose
        write_whole(
            bpy.ops.export_scene.fbx,
            path,
            use_selection=True,
            object_types={"ARMATURE", "MESH"},
            path_mode="RELATIVE",  # to images, relative to the folder of the file
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
    """Writes a binary glTF with one animation, by default with the action's name.

    The action is exported as the active one: Blender would also write NLA tracks that are muted. Bones without keys
    keep their pose, which Blender would reset.

    Raises:
        InputError: the file cannot be written.
    """
    with only_action(armature_object, action) as (_, _, played), _frame_rate_for_gltf():
        write_whole(
            bpy.ops.export_scene.gltf,
            path,
            export_format="GLB",
            use_selection=True,
            export_animations=True,
            export_animation_mode="ACTIVE_ACTIONS",
            export_nla_strips_merged_animation_name=name or played.name,
            export_reset_pose_bones=False,
            export_force_sampling=True,
            export_frame_range=False,
            export_anim_slide_to_zero=True,  # engines use the last key's time as the length
            export_optimize_animation_size=False,
            export_rest_position_armature=True,
            export_def_bones=False,
        )


def export_usd(armature_object: bpy.types.Object, action: bpy.types.Action, path: Path) -> None:
    """Writes a binary USD with the skeleton, its skin and the motion at the action's frames.

    Raises:
        InputError: the file cannot be written, or this Blender lacks USD.
    """
    if not bpy.app.build_options.usd:
        raise InputError("This Blender was built without USD; choose FBX, glTF or BVH")
    with only_action(armature_object, action):
        write_whole(
            bpy.ops.wm.usd_export,
            path,
            selected_objects_only=True,
            export_animation=True,
            export_armatures=True,
            only_deform_bones=False,
            export_materials=False,
        )


Exporter = Callable[[bpy.types.Object, bpy.types.Action, Path], None]


def _in_meters(export: Exporter) -> Exporter:
    """An exporter of a format in meters, for which Blender takes units of any scene: it gets a copy in meters."""

    def export_in_meters(armature_object: bpy.types.Object, action: bpy.types.Action, path: Path) -> None:
        if meters_per_unit() == 1.0:
            export(armature_object, action, path)
            return
        with plain_copy(armature_object, action) as (copy, baked):
            export(copy, baked, path)

    return export_in_meters


EXPORTERS: dict[str, tuple[Exporter, str]] = {
    "BVH": (export_bvh, ".bvh"),
    "FBX": (export_fbx, ".fbx"),
    "GLTF": (_in_meters(export_gltf), ".glb"),
    "USD": (_in_meters(export_usd), ".usdc"),
    "OGRE": (export_ogre, OGRE_SUFFIX),
}


@contextmanager
def _frame_rate_for_gltf() -> Iterator[None]:
    """Context with the inverse frame rate base, by which Blender's glTF exporter multiplies instead of dividing."""
    render = bpy.context.scene.render
    base = render.fps_base
    render.fps_base = 1 / base
    try:
        yield
    finally:
        render.fps_base = base
