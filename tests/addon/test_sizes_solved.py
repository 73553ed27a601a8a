"""In scenes of several units, what is solved, shown, dragged and accepted is the same motion in meters."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender.units import world_matrix
from bl_ext.user_default.spacetime_animator.addon.files.exporters import EXPORTERS
from bl_ext.user_default.spacetime_animator.addon.motion.use_preset import use_preset
from bl_ext.user_default.spacetime_animator.addon.overlays.read_figure import read_figure
from bl_ext.user_default.spacetime_animator.addon.overlays.shown import shown
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.addon.result.out_of_date import is_out_of_date
from bl_ext.user_default.spacetime_animator.addon.solve import session

from tests.addon.read_back import heads, newest, read_file
from tests.addon.rigs import PLAIN_NAMES, mannequin
from tests.support.ipopt import needs_ipopt

pytestmark = [pytest.mark.once, needs_ipopt]
SIZES = [(0.01, "METRIC", 1.0), (0.001, "METRIC", 0.1), (0.3048, "IMPERIAL", 0.01)]
FEET = ("foot.L", "foot.R")
FORMATS = {"BVH": "bvh", "FBX": "fbx", "GLTF": "gltf", "USD": "usd"}


@pytest.fixture(params=SIZES, ids=lambda size: "-".join(map(str, size)))
def man(request):
    """A man of 1.75 m with fitted bodies in a scene of some unit; gives him with meters per unit."""
    unit, system, of_object = request.param
    scene = bpy.context.scene
    scene.unit_settings.system, scene.unit_settings.scale_length = system, unit
    scene.render.fps = 12
    rig = mannequin(PLAIN_NAMES, size=1 / (unit * of_object))
    rig.scale = [of_object] * 3
    bpy.context.view_layer.update()
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    yield rig, unit
    session.stop()


def middles(rig, clip):
    """World centers (N, B, 3) [m] of the clip's bodies on a rig at the clip's frames."""
    names, found = [body.name for body in clip.job.character.bodies], []
    for frame in range(clip.n_frames):
        bpy.context.scene.frame_set(1 + frame)
        seen = read_figure(rig)
        order = [bone.name for bone in rig.data.bones if bone.spacetime.is_body]
        found.append(seen.centres[[order.index(name) for name in names]])
    return np.array(found)


def test_walk_is_shown_kept_and_exported_in_meters(man, tmp_path):
    rig, unit = man
    use_preset(rig, bpy.context.scene, "WALK")
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    assert bpy.context.window_manager.spacetime.text == "Solved."
    clip, ghost = clip_of(rig.spacetime.pending), ghost_of(rig)
    assert clip.report.linear_residual < 1e-5
    assert np.linalg.norm(clip.job.cycle.translation) / clip.job.timing.length == pytest.approx(1.3, abs=0.1)
    bpy.context.scene.frame_set(1)
    aside = world_matrix(ghost)[:3, 3] - world_matrix(rig)[:3, 3]
    assert np.linalg.norm(aside) == pytest.approx(1.0, abs=1e-4)  # the slider's meter
    assert np.abs(middles(ghost, clip) - aside - clip.motion.position).max() < 1e-3
    assert shown(rig, 1.0).matrix == pytest.approx(
        np.block([[np.eye(3), aside[:, None]], [0, 0, 0, 1]]), abs=1e-4
    )
    assert not is_out_of_date(rig, bpy.context.scene)
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    assert np.abs(middles(rig, clip) - clip.motion.position).max() < 1e-3
    frames = np.arange(1, clip.n_frames + 1)
    expected, names = heads(rig, frames)
    for file_format, read in FORMATS.items():
        file = tmp_path / f"walk{EXPORTERS[file_format][1]}"
        assert bpy.ops.spacetime.export(filepath=str(file), file_format=file_format) == {"FINISHED"}
        bpy.context.scene.unit_settings.scale_length = 1.0  # another scene, in meters
        before = set(bpy.data.objects)
        read_file(file, read)
        imported = newest(before)
        begin = imported.animation_data.action.frame_range[0]
        found, others = heads(imported, frames - 1 + begin)
        bpy.context.scene.unit_settings.scale_length = unit
        bpy.context.view_layer.objects.active = rig
        order = [others.index(name.replace(".", "_") if read == "usd" else name) for name in names]
        assert np.abs(found[:, order] - unit * expected).max() < 1e-3, file_format


def test_keyed_squat_becomes_physical_in_meters(man):
    rig, unit = man
    hips = rig.pose.bones["hips"]
    for frame, drop in ((1, 0.0), (7, 0.12), (13, 0.0)):
        hips.location.y = -drop / (unit * rig.scale.x)
        hips.keyframe_insert("location", frame=frame)
    assert bpy.ops.spacetime.make_physical(blocking=True) == {"FINISHED"}
    clip = clip_of(rig.spacetime.pending)
    names = [body.name for body in clip.job.character.bodies]
    assert 0.08 < np.ptp(clip.motion.position[:, names.index("hips"), 2]) < 0.14
    assert np.ptp(clip.motion.position[:, [names.index(foot) for foot in FEET]], axis=0).max() < 0.005
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    assert np.abs(middles(rig, clip) - clip.motion.position).max() < 1e-3


def test_hand_is_dragged_to_a_place_in_the_scenes_units(man):
    rig, unit = man
    (begin,), names = heads(rig, [1])
    there = unit * begin[names.index("hand.R")] + [0.05, -0.3, 0.05]
    bone = rig.pose.bones["forearm.R"]  # whose tail is the hand's head
    assert bpy.ops.spacetime.auto_pose(bone=bone.name, location=there / unit) == {"FINISHED"}
    bpy.context.view_layer.update()
    assert unit * np.array(rig.matrix_world @ bone.tail) == pytest.approx(there, abs=0.01)
