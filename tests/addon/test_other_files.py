"""Characters of other files: what cannot be kept here is refused before anything is done."""

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.solve import session


@pytest.fixture
def library(human, tmp_path):
    """Give a file with a fitted human in a collection called Hero, and an empty file open."""
    hero = bpy.data.collections.new("Hero")
    bpy.context.scene.collection.children.link(hero)
    for collection in human.users_collection:
        collection.objects.unlink(human)
    hero.objects.link(human)
    path = tmp_path / "hero.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    with bpy.data.libraries.load(str(path), link=True) as (_, wanted):
        wanted.collections = ["Hero"]
    bpy.context.scene.collection.children.link(bpy.data.collections["Hero"])
    bpy.context.view_layer.objects.active = bpy.data.collections["Hero"].objects[0]


@pytest.mark.parametrize("operator", ["fit_bodies", "solve", "add_contact", "use_preset", "add_goal"])
def test_linked_character_says_what_to_do(library, operator):
    with pytest.raises(RuntimeError, match="is linked from another file; make a library override"):
        getattr(bpy.ops.spacetime, operator)()


def test_overridden_character_moves_and_has_settings_and_takes_of_its_own(library, tmp_path, make_clip):
    scene, layer = bpy.context.scene, bpy.context.view_layer
    bpy.data.collections["Hero"].override_hierarchy_create(scene, layer, do_fully_editable=True)
    layer.objects.active = rig = next(each for each in scene.objects if each.override_library)
    with pytest.raises(RuntimeError, match="These bones are linked from another file"):
        bpy.ops.spacetime.fit_bodies()
    assert bpy.ops.spacetime.use_preset(preset="JUMP") == {"FINISHED"}
    assert bpy.ops.spacetime.add_goal() == {"FINISHED"}
    n_goals = len(rig.spacetime.motion.goals)
    clip = make_clip(read_job(rig, scene))
    session.wait(session.start_fetch(rig, clip.job, lambda: clip, settings={}))
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    name = rig.animation_data.action.name
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "shot.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "shot.blend"))
    rig = next(each for each in bpy.context.scene.objects if each.override_library)
    assert rig.animation_data.action.name == name
    assert [take.action.name for take in rig.spacetime.takes] == [name]
    assert len(rig.spacetime.motion.goals) == n_goals


def test_local_character_on_bones_of_another_file_moves_but_is_not_refitted(library):
    copy = bpy.context.object.copy()
    bpy.context.scene.collection.objects.link(copy)
    bpy.context.view_layer.objects.active = copy
    assert bpy.ops.spacetime.solve.poll()
    for operator in ("fit_bodies", "detect_bones", "add_contact", "remove_contact", "mend", "rest_from_pose"):
        with pytest.raises(RuntimeError, match="These bones are linked from another file"):
            getattr(bpy.ops.spacetime, operator)()


def test_override_of_a_file_of_an_earlier_version_is_refused_until_that_is_saved(human, tmp_path):
    name, path, stored = human.name, tmp_path / "earlier.blend", human
    if hasattr(human, "bl_system_properties_get"):  # since Blender 5, those of add-ons are separate
        stored = human.bl_system_properties_get()
    for group in [*stored["spacetime"].keys()]:
        if group != "motion":
            del stored["spacetime"][group]
    del stored["spacetime"]["motion"]["sketch"]
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    overridden(name, path)
    for button in (bpy.ops.spacetime.use_preset, bpy.ops.spacetime.add_goal, bpy.ops.spacetime.solve):
        with pytest.raises(
            RuntimeError, match="an earlier version has saved its own file, so that changes here"
        ):
            button()
    bpy.ops.wm.open_mainfile(filepath=str(path))
    bpy.ops.wm.save_mainfile()
    rig = overridden(name, path)
    assert bpy.ops.spacetime.use_preset(preset="JUMP") == {"FINISHED"}
    n_goals = len(rig.spacetime.motion.goals)
    rig.spacetime.motion.sketch.keeps_limits = not rig.spacetime.motion.sketch.keeps_limits
    keeps_limits = rig.spacetime.motion.sketch.keeps_limits
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "shot.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "shot.blend"))
    rig = next(each for each in bpy.context.scene.objects if each.override_library)
    kept = len(rig.spacetime.motion.goals), rig.spacetime.motion.sketch.keeps_limits
    assert kept == (n_goals, keeps_limits)


def overridden(name, path):
    """Link a character from a file into an empty one and make it a library override."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    with bpy.data.libraries.load(str(path), link=True) as (_, wanted):
        wanted.objects = [name]
    bpy.context.collection.objects.link(wanted.objects[0])
    rig = wanted.objects[0].override_create(remap_local_usages=True)
    bpy.context.view_layer.objects.active = rig
    return rig


def test_override_of_a_file_without_settings_says_what_to_do(metarig, tmp_path):
    name, path = metarig.name, tmp_path / "plain.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    overridden(name, path)
    with pytest.raises(
        RuntimeError, match="its own file has no settings to override; press Fit Bodies there"
    ):
        bpy.ops.spacetime.solve()
