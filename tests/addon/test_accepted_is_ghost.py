"""An accepted motion is the solved one in every frame, whatever else moves the rig: NLA, drivers, constraints."""

import re

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.files.exporters import EXPORTERS
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.result import review
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.rotations import matrix_from_quaternion

from tests.addon.read_back import heads, newest, read_file
from tests.addon.rigs import tweak_strip

FAR, TURNED = 2e-3, 1.0  # m and degrees
BETWEEN = "shoulder.L"  # has no body, and carries the arm
FIRST, LAST = 1, 20


def sways(human, name="Sway", size=1.0):
    """An action of the artist that turns hips, a clavicle, an arm and a finger."""
    own = actions.new_action(name, human.name)
    frames = np.array([FIRST, 8.0, LAST])
    for bone, angle in (("spine", 0.2), (BETWEEN, 0.5), ("upper_arm.L", 0.6), ("f_index.01.L", 0.4)):
        if bone in human.pose.bones:
            human.pose.bones[bone].rotation_mode = "XYZ"
            values = size * angle * np.array([[0.2, 0, 0.5], [1.0, 0.3, 0], [-0.5, 0, 0.3]])
            actions.add_curves(own, bone, "rotation_euler", frames, values)
    return own


def strip_of(human, action, **settings):
    data = human.animation_data or human.animation_data_create()
    track = data.nla_tracks.new()
    track.name = action.name
    strip = track.strips.new(action.name, FIRST, action)
    strip.action_slot = action.slots[0]
    for name, value in settings.items():
        setattr(strip, name, value)
    return track


def carrier(way=(0.3, 0.0, 0.1)):
    empty = bpy.data.objects.new("Carrier", None)
    bpy.context.collection.objects.link(empty)
    for frame, share in ((FIRST, 0.0), (LAST, 1.0)):
        empty.location, empty.rotation_euler = share * np.array(way), (0.0, 0.0, 0.3 * share)
        empty.keyframe_insert("location", frame=frame)
        empty.keyframe_insert("rotation_euler", frame=frame)
    return empty


def plain(human):
    actions.assign(human, sways(human))


def on_strips(human):
    strip_of(human, sways(human))


def beneath_the_action(human):
    strip_of(human, sways(human, "Under", 2.0))
    actions.assign(human, sways(human))


def added_strips(human):
    strip_of(human, sways(human))
    strip_of(human, sways(human, "More"), blend_type="ADD")
    strip_of(human, sways(human, "Most"), blend_type="COMBINE", use_animated_influence=True)


def stretched_strip(human):
    strip_of(human, sways(human), scale=1.7)


def repeated_reversed_strip(human):
    strip_of(human, sways(human), repeat=2.5, use_reverse=True)


def tweaked_strip(human):
    human.animation_data_create()
    tweak_strip(human, sways(human))


def solo_track(human):
    strip_of(human, sways(human, "Under", 2.0))
    strip_of(human, sways(human)).is_solo = True
    actions.assign(human, sways(human, "Hidden"))


def weak_action(human):
    actions.assign(human, sways(human))
    human.animation_data.action_influence = 0.4


def added_action(human):
    strip_of(human, sways(human, "Under", 0.5))
    actions.assign(human, sways(human))
    human.animation_data.action_blend_type = "ADD"


def weak_action_over_strips(human):
    strip_of(human, sways(human, "Under", 2.0))
    actions.assign(human, sways(human))
    human.animation_data.action_influence = 0.3


def nothing_outside(human):
    actions.assign(human, sways(human))
    human.animation_data.action_extrapolation = "NOTHING"


def no_slot(human):
    actions.assign(human, sways(human))
    human.animation_data.action_slot = None


def muted_curves(human):
    own = sways(human)
    actions.assign(human, own)
    for curve in actions.curves_of(own):
        curve.mute = "shoulder" in curve.data_path or "f_index" in curve.data_path


def muted_group(human):
    own = sways(human)
    actions.assign(human, own)
    next(curve.group for curve in actions.curves_of(own) if "shoulder" in curve.data_path).mute = True


def driver_between(human):
    plain(human)
    human.pose.bones[BETWEEN].rotation_mode = "XYZ"
    human.driver_add(f'pose.bones["{BETWEEN}"].rotation_euler', 0).driver.expression = "0.4 * sin(frame / 5)"


def driver_on_a_body(human):
    plain(human)
    human.driver_add('pose.bones["upper_arm.R"].location', 1).driver.expression = "frame / 50"
    human.driver_add('pose.bones["forearm.R"].scale', 1).driver.expression = "1 + frame / 50"


def driver_of_the_scene(human):
    plain(human)
    human.pose.bones[BETWEEN].rotation_mode = "XYZ"
    driver = human.driver_add(f'pose.bones["{BETWEEN}"].rotation_euler', 2).driver
    variable = driver.variables.new()
    variable.name, driver.expression = "at", "at / 40"
    variable.targets[0].id_type, variable.targets[0].id = "SCENE", bpy.context.scene
    variable.targets[0].data_path = "frame_current"


def child_of_on_the_hips(human):
    plain(human)
    held = human.pose.bones["spine"].constraints.new("CHILD_OF")
    held.target = carrier()


def copies_between(human):
    plain(human)
    held = human.pose.bones[BETWEEN].constraints.new("COPY_ROTATION")
    held.target, held.mix_mode, held.influence = carrier(), "ADD", 0.8


def chain_from_a_toe(human):
    plain(human)
    bone = next(
        each for each in human.pose.bones["foot.L"].children_recursive if not each.bone.spacetime.is_body
    )
    chain = bone.constraints.new("IK")
    chain.target, chain.chain_count, chain.use_tail = carrier(), 4, False


def influence_that_comes_later(human):
    plain(human)
    held = human.pose.bones[BETWEEN].constraints.new("COPY_ROTATION")
    held.target, held.influence = carrier(), 0.0
    for frame, influence in ((FIRST, 0.0), (6, 0.0), (12, 1.0)):
        held.influence = influence
        held.keyframe_insert("influence", frame=frame)
    bpy.context.scene.frame_set(FIRST)


def moving_parent(human):
    plain(human)
    human.parent = carrier()


def driven_object(human):
    plain(human)
    human.driver_add("location", 1).driver.expression = "frame / 40"


def object_on_strips(human):
    own = sways(human)
    actions.add_path(
        own, "location", [0, 1], np.array([FIRST, LAST], float), np.array([[0, 0], [0.5, 0.2]], float)
    )
    strip_of(human, own)


def scaled_keys(human):
    own = sways(human)
    actions.add_curves(
        own, "spine.003", "scale", np.array([FIRST, LAST], float), np.array([[1.0] * 3, [1.05] * 3])
    )
    actions.assign(human, own)


def second_user(human):
    plain(human)
    other = human.copy()
    bpy.context.collection.objects.link(other)
    other.location.x = 3.0
    other.animation_data_clear()


def hidden_bones(human):
    plain(human)
    for collection in human.data.collections_all:
        collection.is_visible = False


MENDED = (
    plain, on_strips, beneath_the_action, added_strips, stretched_strip, repeated_reversed_strip,
    tweaked_strip, solo_track, weak_action, weak_action_over_strips, added_action, nothing_outside, no_slot,
    muted_curves, muted_group, driver_between, driver_on_a_body, driver_of_the_scene, child_of_on_the_hips,
    copies_between, chain_from_a_toe, influence_that_comes_later, moving_parent, driven_object,
    object_on_strips, second_user, hidden_bones,
)  # fmt: skip


@pytest.fixture
def propose(human, make_clip):
    """Give a maker of a motion on the human's ghost, after a set-up of its rig."""

    def make(set_up):
        bpy.context.scene.render.fps = 12
        human.spacetime.motion.length = 1.0
        set_up(human)
        bpy.context.scene.frame_set(FIRST)
        clip = make_clip(read_job(human, bpy.context.scene))
        session.wait(session.start_fetch(human, clip.job, lambda: clip, settings={}))
        return human, clip

    return make


def apart(rig, clip, first=FIRST):
    """Largest distance [m] and angle [degrees] of bodies from a clip, as Blender shows the rig in the world."""
    far, turned, names = 0.0, 0.0, [body.name for body in clip.job.character.bodies]
    rest = {body.name: (np.array(body.position), matrix_from_quaternion(np.array(body.orientation))) for body in
            clip.job.character.bodies}  # fmt: skip
    bpy.context.scene.frame_set(first)
    for frame in range(clip.n_frames):
        bpy.context.scene.frame_set(first + frame)
        for b, name in enumerate(names):
            at_rest = rig_at_rest(rig, name, clip)
            shown = np.array(rig.matrix_world @ rig.pose.bones[name].matrix)
            turn = matrix_from_quaternion(clip.motion.orientation[frame, b]) @ rest[name][1].T
            head = clip.motion.position[frame, b] + turn @ (at_rest[:3, 3] - rest[name][0])
            far = max(far, np.linalg.norm(shown[:3, 3] - head))
            axes = shown[:3, :3] / np.linalg.norm(shown[:3, :3], axis=0)
            off = axes @ (turn @ at_rest[:3, :3]).T
            turned = max(turned, np.degrees(np.arccos(np.clip((np.trace(off) - 1) / 2, -1, 1))))
    return far, turned


def rig_at_rest(rig, name, clip):
    """Matrix of a bone at rest in the world in which the clip was solved, with unit axes."""
    found = PLACES[clip.name] @ np.array(rig.data.bones[name].matrix_local)
    found[:3, :3] /= np.linalg.norm(found[:3, :3], axis=0)
    return found


PLACES = {}


def turns(rig, frames, bone=BETWEEN):
    """Rotations (F, 3, 3) of a bone in its armature, as Blender shows them."""
    found = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        found.append(np.array(rig.pose.bones[bone].matrix)[:3, :3])
    return np.array(found)


def angle(some, others):
    """Largest angle [degrees] between rotations (F, 3, 3)."""
    trace = np.einsum("fij,fij->f", some, others)
    return np.degrees(np.arccos(np.clip((trace - 1) / 2, -1, 1))).max()


@pytest.mark.parametrize("set_up", MENDED, ids=lambda set_up: set_up.__name__)
def test_what_is_accepted_is_what_was_solved_and_the_rig_can_be_restored(propose, set_up, capfd):
    human, clip = propose(set_up)
    frames = range(FIRST, FIRST + clip.n_frames)
    before, _ = heads(human, frames)
    ghost = turns(ghost_of(human), frames)
    bpy.context.scene.frame_set(FIRST)
    PLACES[clip.name] = np.array(human.matrix_world)
    capfd.readouterr()
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    assert "differs" not in capfd.readouterr().out
    far, turned = apart(human, clip)
    assert (far < FAR, turned < TURNED) == (True, True), (far, turned)
    assert angle(turns(human, frames), ghost) < TURNED
    if len(human.spacetime.taken_over):
        assert bpy.ops.spacetime.give_back() == {"FINISHED"}
        assert heads(human, frames)[0] == pytest.approx(before, abs=1e-5)


def told_by(button, capfd):
    capfd.readouterr()
    assert button() == {"FINISHED"}
    return capfd.readouterr().out


def test_rest_position_is_said(propose, capfd):
    human, _ = propose(plain)
    human.data.pose_position = "REST"
    assert "'metarig' is in Rest Position, which hides all motion" in told_by(bpy.ops.spacetime.accept, capfd)


def test_stretched_time_is_said(propose, capfd):
    propose(plain)
    bpy.context.scene.render.frame_map_new = 150
    told = told_by(bpy.ops.spacetime.accept, capfd)
    assert re.search(
        r"'.*' differs from the solved motion by .* at frame \d+, because the scene stretches time", told
    )


def test_what_may_not_be_muted_is_named(propose, capfd):
    human, _ = propose(driver_between)
    human.spacetime.takes_over = False
    told = told_by(bpy.ops.spacetime.accept, capfd)
    assert (
        "because a driver overrides the keys of 'pose.bones[\"shoulder.L\"].rotation_euler'; mute it" in told
    )
    assert not human.animation_data.drivers[0].mute


def test_a_changed_take_is_named(propose, capfd):
    human, _ = propose(plain)
    (curve, *_) = actions.channel(
        human.spacetime.pending, "upper_arm.R", "rotation_euler"
    ) or actions.channel(human.spacetime.pending, "upper_arm.R", "rotation_quaternion")
    curve.keyframe_points[5].co.y += 0.5
    assert "because the keys of 'Walk' or the rest pose have changed" in told_by(
        bpy.ops.spacetime.accept, capfd
    )


@pytest.mark.parametrize("set_up", [plain, on_strips, tweaked_strip, added_action])
def test_a_snapped_frame_is_the_ghosts_and_keyed_bones_stay_at_others(propose, set_up, capfd):
    human, _ = propose(set_up)
    others = [FIRST, LAST] if set_up is plain else [FIRST, 6, 8, 11]
    all_heads, ghost = heads(human, others)[0], turns(ghost_of(human), [7])
    before = [bases(human, frame) for frame in others]
    bpy.context.scene.frame_set(7)
    assert "differs" not in told_by(bpy.ops.spacetime.snap, capfd)
    assert angle(turns(human, [7]), ghost) < TURNED
    assert [bases(human, frame) for frame in others] == [pytest.approx(each, abs=1e-5) for each in before]
    if set_up is not plain:
        bpy.ops.spacetime.give_back()
        assert heads(human, others)[0] == pytest.approx(all_heads, abs=1e-5)


def bases(rig, frame):
    """Bases of the bones that the artist has keyed, at a frame."""
    bpy.context.scene.frame_set(frame)
    return np.array([rig.pose.bones[bone].matrix_basis for bone in (BETWEEN, "upper_arm.L")]).ravel()


def test_the_check_lets_blender_go_on(propose):
    propose(plain)
    steps = sum(1 for _ in review.accepting(bpy.context.object))
    assert steps > 12, "at least one for each frame"


def test_a_file_saved_meanwhile_opens_without_the_scene_of_the_check(propose, tmp_path):
    propose(plain)
    work = review.accepting(bpy.context.object)
    while len(bpy.data.scenes) == 1:
        next(work)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "meanwhile.blend"), copy=True)
    work.close()
    assert len(bpy.data.scenes) == 1
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "meanwhile.blend"))
    assert len(bpy.data.scenes) == 1


def test_a_library_override_keeps_the_keys(propose, tmp_path):
    human, clip = propose(on_strips)
    name, take = human.name, human.spacetime.pending.name
    library = tmp_path / "library.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(library))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.context.scene.render.fps = 12
    with bpy.data.libraries.load(str(library), link=True) as (_, chosen):
        chosen.objects, chosen.actions = [name], [take]
    (linked,), (action,) = chosen.objects, chosen.actions
    bpy.context.collection.objects.link(linked)
    rig = linked.override_create(remap_local_usages=True)
    bpy.context.view_layer.objects.active = rig
    bpy.context.scene.frame_set(FIRST)
    PLACES[clip.name] = np.array(rig.matrix_world)
    at_once(review.proposing(rig, action.copy()))
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    far, turned = apart(rig, clip)
    assert (far < FAR, turned < TURNED) == (True, True), (far, turned)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "scene.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "scene.blend"))
    rig = next(each for each in bpy.data.objects if each.override_library)
    assert rig.animation_data.action.library is None
    assert [take.action for take in rig.spacetime.takes][-1] == rig.animation_data.action
    far, turned = apart(rig, clip)
    assert (far < FAR, turned < TURNED) == (True, True), (far, turned)


def rests(human):
    plain(human)
    human.data.pose_position = "REST"


def no_nla(human):
    on_strips(human)
    human.animation_data.use_nla = False


@pytest.mark.parametrize("file_format", ["BVH", "FBX", "GLTF"])
@pytest.mark.parametrize(
    "set_up",
    [on_strips, no_nla, solo_track, driver_between, influence_that_comes_later, chain_from_a_toe, rests],
)
def test_a_file_has_the_motion_and_the_rig_stays_as_it_was(propose, tmp_path, set_up, file_format):
    human, clip = propose(set_up)
    action, human.spacetime.offset = human.spacetime.pending, 0.0
    frames = range(FIRST, FIRST + clip.n_frames)
    before, names = heads(human, frames)
    human.data.pose_position = "POSE"
    expected, _ = heads(ghost_of(human), frames)
    bodies = [names.index(body.name) for body in clip.job.character.bodies]
    human.data.pose_position = "REST" if set_up is rests else "POSE"
    export, suffix = EXPORTERS[file_format]
    export(human, action, tmp_path / f"motion{suffix}")
    assert heads(human, frames)[0] == pytest.approx(before, abs=1e-5)
    there = set(bpy.data.objects)
    read_file(tmp_path / f"motion{suffix}", {"BVH": "bvh", "FBX": "fbx", "GLTF": "gltf"}[file_format])
    imported = newest(there)
    moved = FIRST - imported.animation_data.action.frame_range[0] if imported.animation_data.action else 0
    found, found_names = heads(imported, [frame - moved for frame in frames])
    order = [found_names.index(names[index]) for index in bodies]
    assert np.linalg.norm(found[:, order] - expected[:, bodies], axis=2).max() < FAR
