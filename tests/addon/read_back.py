"""Files read back by Blender's own importers."""

import bpy
import numpy as np

MILLIMETRE = 1e-3


def heads(armature_object, frames):
    """World positions (S, bones, 3) of all heads, by name in the second value."""
    names = [bone.name for bone in armature_object.pose.bones]
    paths = []
    for frame in frames:
        bpy.context.scene.frame_set(int(np.floor(frame)), subframe=float(frame % 1))
        bpy.context.view_layer.update()
        paths.append([armature_object.matrix_world @ armature_object.pose.bones[name].head for name in names])
    return np.array(paths), names


def compare(expected, names, imported, frames):
    """Every bone's head is where it is expected, within a millimetre at every frame."""
    found, found_names = heads(imported, frames)
    order = [found_names.index(name) for name in names]
    gap = np.linalg.norm(found[:, order] - expected, axis=2)
    assert gap.max() < MILLIMETRE, (names[gap.max(0).argmax()], gap.max(1).argmax())


def newest(before):
    """The armature that was not there before."""
    return next(o for o in bpy.data.objects if o not in before and o.type == "ARMATURE")


def read_file(path, read):
    """Import a file with the importer called ``read``."""
    if read == "bvh":
        bpy.ops.import_anim.bvh(
            filepath=str(path), axis_forward="Y", axis_up="Z", update_scene_fps=False, update_scene_duration=False,
            use_fps_scale=True,
        )  # fmt: skip
    elif read == "fbx":
        bpy.ops.import_scene.fbx(filepath=str(path))
    elif read == "ufbx":
        bpy.ops.wm.fbx_import(filepath=str(path))
    elif read == "usd":
        bpy.ops.wm.usd_import(filepath=str(path))
    else:
        bpy.ops.import_scene.gltf(filepath=str(path))
