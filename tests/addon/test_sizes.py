"""A character is as tall, moves as far and is exported as large in scenes of every unit and objects of every scale."""

import re

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import units
from bl_ext.user_default.spacetime_animator.addon.blender.gravity import gravity_of
from bl_ext.user_default.spacetime_animator.addon.blender.units import in_meters, world_matrix
from bl_ext.user_default.spacetime_animator.addon.files.exporters import EXPORTERS
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.motion.use_preset import use_preset

from tests.addon.read_back import heads, newest, read_file
from tests.addon.rigs import PLAIN_NAMES, mannequin
from tests.support.written import write_motion

TALL = 1.75  # m
MILLIMETRE = 1e-3
# meters per unit of the scene, its system, scale of the object
SIZES = [
    (1.0, "METRIC", 1.0),
    (1.0, "METRIC", 0.01),  # as importers of FBX leave it
    (1.0, "METRIC", 100.0),
    (0.01, "METRIC", 1.0),  # as for Unreal
    (0.01, "METRIC", 100.0),
    (0.01, "METRIC", 0.01),
    (0.001, "METRIC", 1.0),
    (0.001, "METRIC", 0.01),
    (0.3048, "IMPERIAL", 1.0),
    (0.0254, "IMPERIAL", 0.01),
    (1000.0, "METRIC", 1.0),
    (0.01, "NONE", 1.0),  # without a system, Blender's fields show units, which count as meters
]


@pytest.fixture(params=SIZES, ids=lambda size: "-".join(map(str, size)))
def scene(request):
    """A scene of some unit; gives it with meters per unit and the scale for an object."""
    scale, system, of_object = request.param
    scene = bpy.context.scene
    scene.unit_settings.system, scene.unit_settings.scale_length = system, scale
    scene.render.fps = 12
    return scene, 1.0 if system == "NONE" else scale, of_object


@pytest.fixture
def walker(scene):
    """A man of 1.75 m with fitted bodies, set up to walk."""
    scene, unit, of_object = scene
    rig = mannequin(PLAIN_NAMES, size=1 / (unit * of_object))
    rig.scale = [of_object] * 3
    rig.location = np.array([0.4, -0.3, 0.1]) / unit
    bpy.context.view_layer.update()
    rig.data.spacetime.use_stature = False
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    use_preset(rig, scene, "WALK")
    return rig


def test_bodies_walk_and_gravity_are_those_of_a_man(scene, walker):
    scene, unit, _ = scene
    job = read_job(walker, scene)
    character = job.character
    tall = max(body.position[2] + max(body.diameters) / 2 for body in character.bodies) - job.ground_height
    assert tall == pytest.approx(TALL, abs=0.1)
    assert character.mass == pytest.approx(75.0, abs=1e-3)
    assert walker.data.spacetime.body_mass * unit**3 == pytest.approx(75.0, rel=1e-5)  # as its field shows it
    assert character.hip_height == pytest.approx(0.94, abs=0.1)
    assert job.gravity == pytest.approx((0.0, 0.0, -9.81), abs=1e-5)
    assert job.ground_height == pytest.approx(0.1, abs=0.02)
    speed = np.linalg.norm(job.cycle.translation) / job.timing.length
    assert speed == pytest.approx(1.3, abs=0.1)
    assert walker.spacetime.motion.speed * unit == pytest.approx(speed, abs=1e-5)  # as its field shows it
    lifts = [each.height for each in job.constraints if hasattr(each, "height")]
    assert all(0.01 < lift < 0.2 for lift in lifts)


def test_height_given_in_the_panel_is_the_height_in_the_world(scene, walker):
    scene, unit, _ = scene
    assert walker.data.spacetime.stature * unit == pytest.approx(TALL, rel=1e-6)
    walker.data.spacetime.use_stature = True
    walker.data.spacetime.stature = 1.2 / unit
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    crown = max((world_matrix(walker) @ [*bone.tail_local, 1.0])[2] for bone in walker.data.bones)
    assert in_meters(scene.spacetime.ground_height) == pytest.approx(0.1, abs=0.02)
    assert crown - 0.1 == pytest.approx(1.2, abs=0.01)


def test_surfaces_and_targets_are_where_they_are_seen(scene, walker):
    scene, unit, _ = scene
    use_preset(walker, scene, "STEP_UP")
    (box,) = read_job(walker, scene).surfaces
    leg = read_job(walker, scene).character.hip_height
    assert box.size == pytest.approx((0.5 * leg, 0.8 * leg, 0.17 * leg), rel=1e-4)
    step = next(each for each in scene.objects if each.name.startswith("Step"))
    assert box.centre == pytest.approx(unit * np.array(step.location), abs=1e-5)
    goal = walker.spacetime.motion.goals.add()
    goal.kind, goal.name, goal.bone = "GO_THERE", "There", "hand.L"
    goal.target = bpy.data.objects.new("There", None)
    scene.collection.objects.link(goal.target)
    goal.target.location = np.array([0.3, -0.2, 1.1]) / unit
    bpy.context.view_layer.update()
    stay = next(each for each in read_job(walker, scene).constraints if type(each).__name__ == "Stay")
    assert np.add(stay.lower, stay.upper) / 2 == pytest.approx([0.3, -0.2, 1.1], abs=1e-5)
    assert np.subtract(stay.upper, stay.lower) == pytest.approx([0.04] * 3, abs=1e-5)


@pytest.mark.parametrize(
    ("file_format", "read"), [("BVH", "bvh"), ("FBX", "fbx"), ("GLTF", "gltf"), ("USD", "usd")]
)
def test_files_have_the_motion_in_meters(scene, walker, make_clip, tmp_path, file_format, read):
    scene, unit, _ = scene
    clip = make_clip(read_job(walker, scene))
    action = write_motion(clip, walker)
    frames = np.arange(1, clip.n_frames + 1)
    expected, names = heads(walker, frames)
    expected *= unit
    hips = clip.motion.position[:, clip.job.character.body_index("hips")]
    moved = expected[:, names.index("hips")]
    assert np.ptp(moved, axis=0) == pytest.approx(np.ptp(hips, axis=0), abs=0.25)
    export, suffix = EXPORTERS[file_format]
    export(walker, action, tmp_path / f"walk{suffix}")
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)  # a scene in meters
    bpy.context.scene.render.fps = 12
    before = set(bpy.data.objects)
    read_file(tmp_path / f"walk{suffix}", read)
    imported = newest(before)
    begin = imported.animation_data.action.frame_range[0]
    found, others = heads(imported, frames - 1 + begin)
    order = [others.index(name.replace(".", "_") if read == "usd" else name) for name in names]
    assert np.abs(found[:, order] - expected).max() < MILLIMETRE


def test_gravity_that_was_set_is_in_the_scenes_unit(scene):
    scene, unit, _ = scene
    scene.gravity = (0.0, 0.0, -1.62 / unit)
    assert gravity_of(scene) == pytest.approx((0.0, 0.0, -1.62), abs=1e-6)
    scene.use_gravity = False
    assert gravity_of(scene) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("has_transforms", [True, False])  # without them before Blender 5
def test_property_of_length_has_its_default_and_minimum_in_meters(monkeypatch, has_transforms):
    monkeypatch.setattr(units, "HAS_TRANSFORMS", has_transforms)
    height = bpy.props.FloatProperty(unit="LENGTH", **units.meters("height", default=1.75, least=0.1))
    kind = type(
        "SPACETIME_PG_of_this_test", (bpy.types.PropertyGroup,), {"__annotations__": {"height": height}}
    )
    bpy.utils.register_class(kind)
    bpy.types.Scene.of_this_test = bpy.props.PointerProperty(type=kind)
    try:
        scene = bpy.context.scene
        scene.unit_settings.scale_length = 0.01
        assert scene.of_this_test.height == pytest.approx(175.0)
        scene.of_this_test.height = 120.0
        scene.unit_settings.scale_length = 1.0
        assert scene.of_this_test.height == pytest.approx(1.2)
        scene.of_this_test.height = 0.01
        assert scene.of_this_test.height == pytest.approx(0.1)
    finally:
        del bpy.types.Scene.of_this_test
        bpy.utils.unregister_class(kind)


@pytest.mark.parametrize("scale", [(1, 2, 1), (-1, 1, 1), (0.01, 0.01, 0.0101), (2, -2, 2)])
@pytest.mark.parametrize("on_parent", [False, True], ids=["own", "of its parent"])
def test_uneven_and_mirrored_scale_is_told_with_its_cure(chain, scale, on_parent):
    owner, whose = chain, ""
    if on_parent:
        chain.parent = owner = bpy.data.objects.new("Holder", None)
        bpy.context.collection.objects.link(owner)
        whose = " on its parent 'Holder'"
    owner.scale = scale
    bpy.context.view_layer.update()
    found = ", ".join(f"{each:g}" for each in scale)
    sentence = f"'Chain' needs the same positive scale along all axes, found {found}{whose}; apply the scale"
    with pytest.raises(RuntimeError, match=re.escape(sentence)):
        bpy.ops.spacetime.fit_bodies()
