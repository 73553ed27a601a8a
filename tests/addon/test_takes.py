"""Takes: shown, compared, looped, cleaned, kept as assets with all that is known of them."""

from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.take_names import SHORT
from bl_ext.user_default.spacetime_animator.addon.blender.write_motion import SECONDS
from bl_ext.user_default.spacetime_animator.addon.character.panels.check_list import SPACETIME_PT_check_list
from bl_ext.user_default.spacetime_animator.addon.files.assets import CATALOGS
from bl_ext.user_default.spacetime_animator.addon.result import clip_on_action, rate_edits, review
from bl_ext.user_default.spacetime_animator.addon.result.panels.result import SPACETIME_PT_result
from bl_ext.user_default.spacetime_animator.addon.result.panels.takes import (
    SPACETIME_PT_takes,
    SPACETIME_UL_takes,
)
from bl_ext.user_default.spacetime_animator.addon.result.scene_rate import preserve_duration
from bl_ext.user_default.spacetime_animator.addon.solve.panels.guide import SPACETIME_PT_guide

from tests.addon.read_back import heads
from tests.addon.rigs import add_root
from tests.support.panels import laid_out, operators, shown_properties, sidebar, words
from tests.support.takes import take

__all__ = ["take"]  # fixtures


def test_two_takes_stand_on_either_side(human, take):
    first, second = take("First"), take("Second")
    human.spacetime.active_take = 0
    assert bpy.ops.spacetime.compare_take() == {"FINISHED"}
    result = human.spacetime
    assert (result.pending, result.rival.animation_data.action) == (second, first)
    bpy.context.view_layer.update()
    sides = [
        np.array(g.matrix_world.translation) - human.matrix_world.translation
        for g in (result.ghost, result.rival)
    ]
    assert sides[0] == pytest.approx(-sides[1], abs=1e-6)
    assert np.linalg.norm(sides[0]) == pytest.approx(1.0, abs=1e-6)
    assert bpy.ops.spacetime.compare_take() == {"FINISHED"}  # the second ghost goes, the first stays
    assert (result.pending, result.rival, review.compared(human)) == (second, None, None)
    assert len([o for o in bpy.data.objects if "ghost" in o.name]) == 1
    bpy.ops.spacetime.compare_take()
    assert review.compared(human) == first
    bpy.ops.spacetime.show_take()  # the rival becomes the result, alone
    assert result.pending == first
    assert result.rival is None
    with pytest.raises(RuntimeError, match="already shown; select another"):
        bpy.ops.spacetime.compare_take()
    bpy.ops.spacetime.reject()
    assert len([o for o in bpy.data.objects if "ghost" in o.name]) == 0


def test_settings_come_back_as_they_were(human, take):
    take("Slow", speed=0.7, is_mirrored=True)
    take("Fast", speed=3.1, is_mirrored=False)
    human.spacetime.active_take = 0
    bpy.ops.spacetime.restore_settings()
    motion = bpy.context.object.spacetime.motion
    assert (motion.motion_name, motion.is_mirrored) == ("Slow", True)
    assert motion.speed == pytest.approx(0.7)


def test_take_remembers_through_a_saved_file(human, take, tmp_path):
    take("Walk", speed=1.1)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "kept.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "kept.blend"))
    rig = bpy.data.objects["metarig"]
    action = rig.spacetime.pending
    assert rig.spacetime.ghost is not None
    assert clip_on_action.clip_of(action).job.name == "Walk"
    assert clip_on_action.settings_of(action)["speed"] == pytest.approx(1.1)


def test_loop_in_place_ends_where_it_begins_and_repeats_there(human, take):
    action = take()
    n = clip_on_action.clip_of(action).n_frames
    assert bpy.ops.spacetime.loop_take(travel="IN_PLACE") == {"FINISHED"}
    made = human.spacetime.pending
    assert made.name == "Walk in place"
    bpy.ops.spacetime.accept()
    found, names = heads(human, [1, 1 + n, 1 + 2 * n + 7, 1 + 7])
    assert found[1] == pytest.approx(found[0], abs=1e-5)
    assert found[2] == pytest.approx(found[3], abs=1e-5)
    actions.assign(human, action)
    walking, _ = heads(human, [1, 1 + 7])
    shift = np.array(clip_on_action.clip_of(action).job.cycle.translation) * 7 / n
    assert found[3] == pytest.approx(walking[1] - shift, abs=1e-5)  # the same pose on the spot
    assert names


def test_loop_with_root_motion_moves_the_bone_evenly(human, take):
    add_root(human)
    action = take()
    n = clip_on_action.clip_of(action).n_frames
    actions.assign(human, action)
    expected, names = heads(human, [1, 9, n])
    human.animation_data.action = None
    with pytest.raises(RuntimeError, match="There is no bone to carry the travel"):
        bpy.ops.spacetime.loop_take(travel="BONE")
    bpy.context.object.spacetime.motion.root_motion_bone = "root"
    bpy.ops.spacetime.loop_take(travel="BONE")
    bpy.ops.spacetime.accept()
    found, _ = heads(human, [1, 9, n])
    others = [i for i, name in enumerate(names) if name != "root"]
    assert found[:, others] == pytest.approx(expected[:, others], abs=2e-5)
    path = found[:, names.index("root")]
    assert np.linalg.norm(path[1] - path[0]) == pytest.approx(
        1.3 * clip_on_action.clip_of(action).motion.step * 8, rel=1e-3
    )


def test_motion_that_plays_once_has_no_loop(human, take):
    take("Jump", is_cyclic=False)
    with pytest.raises(RuntimeError, match="'Jump' does not repeat"):
        bpy.ops.spacetime.loop_take()


@pytest.mark.parametrize("mode", ["QUATERNION", "YXZ"])
def test_fewer_keys_stay_within_the_stated_tolerance(human, take, mode):
    for bone in human.pose.bones:
        bone.rotation_mode = mode
    action = take()
    n, angle = clip_on_action.clip_of(action).n_frames, np.radians(0.5)
    actions.assign(human, action)
    before = local_rotations(human, n)
    bpy.ops.spacetime.clean_take(angle=angle, distance=0.002)
    made = human.spacetime.pending
    assert made.name == "Walk clean"
    actions.assign(human, made)
    after = local_rotations(human, n)
    for name, rotations in before.items():
        worst = max(a.rotation_difference(b).angle for a, b in zip(rotations, after[name], strict=True))
        assert worst <= 1.02 * angle, name
    assert {bone.rotation_mode for bone in human.pose.bones} == {mode}
    keys = [sum(len(c.keyframe_points) for c in actions.curves_of(a)) for a in (action, made)]
    assert keys[1] < keys[0] / 2, keys
    curve = next(c for c in actions.curves_of(made) if "shin.L" in c.data_path)
    assert curve.keyframe_points[0].interpolation == "BEZIER"
    assert [m.type for m in curve.modifiers] == ["CYCLES"]


def local_rotations(human, n):
    found = {bone.name: [] for bone in human.pose.bones}
    for frame in range(1, n + 2):
        bpy.context.scene.frame_set(frame)
        for bone in human.pose.bones:
            found[bone.name].append(bone.matrix_basis.to_quaternion())
    return found


def test_asset_has_tags_a_catalogue_and_a_picture(human, take, tmp_path):
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "library.blend"))
    action = take()
    for _ in range(2):  # again changes nothing
        assert bpy.ops.spacetime.mark_asset() == {"FINISHED"}
    about = action.asset_data
    assert {tag.name for tag in about.tags} == {"spacetime", "metarig", "loop", "1.3 m/s"}
    assert "cyclic" in about.description
    lines = (tmp_path / CATALOGS).read_text().splitlines()
    assert [line for line in lines if about.catalog_id in line] == [
        f"{about.catalog_id}:Spacetime/metarig:Spacetime-metarig"
    ]
    pixels = np.array(action.preview.image_pixels_float).reshape(96, 96, 4)
    covered = (pixels[..., 3] > 0.5).mean()
    assert 0.02 < covered < 0.6
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "library.blend"))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    with bpy.data.libraries.load(str(tmp_path / "library.blend"), assets_only=True) as (there, _):
        assert there.actions == ["Walk"]


def test_removed_take_leaves_nothing(human, take):
    take("First")
    take("Second")
    bpy.ops.spacetime.remove_take()
    assert [t.action.name for t in human.spacetime.takes] == ["First"]
    assert "Second" not in bpy.data.actions
    assert human.spacetime.pending is None
    bpy.ops.spacetime.remove_take()
    with pytest.raises(RuntimeError, match="There are no takes yet"):
        bpy.ops.spacetime.remove_take()


def test_removed_take_stays_where_it_is_needed(human, take):
    action = take()
    bpy.ops.spacetime.accept()
    human.animation_data.action = None
    strip = human.animation_data.nla_tracks.new().strips.new("Walk", 1, action)  # as Push Down does
    bpy.ops.spacetime.remove_take()
    assert strip.action == action
    kept = take("Kept")
    bpy.ops.spacetime.mark_asset(with_catalog=False)
    bpy.ops.spacetime.reject()
    assert kept.asset_data is not None
    assert len(human.spacetime.takes) == 0


def test_line_whose_action_is_gone_says_so_and_can_be_removed(human, take):
    bpy.data.actions.remove(take())
    with pytest.raises(RuntimeError, match="The action was deleted"):
        bpy.ops.spacetime.show_take()
    bpy.ops.spacetime.remove_take()
    assert len(human.spacetime.takes) == 0
    with pytest.raises(RuntimeError, match="There are no takes yet"):
        bpy.ops.spacetime.remove_take()


def test_colon_in_a_characters_name_stays_out_of_its_catalogue(human, take, tmp_path):
    human.name = "ns:Hero"
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "shelf.blend"))
    action = take()
    bpy.ops.spacetime.mark_asset()
    bpy.ops.spacetime.mark_asset()
    (line,) = [line for line in (tmp_path / CATALOGS).read_text().splitlines() if "Hero" in line]
    assert line == f"{action.asset_data.catalog_id}:Spacetime/ns-Hero:Spacetime-ns-Hero"


def test_parts_for_a_solved_motion_are_drawn_once_there_is_one(human, take):
    parts = (SPACETIME_PT_result, SPACETIME_PT_guide)
    assert not any(part.poll(bpy.context) for part in (*parts, SPACETIME_PT_takes))
    take("First")
    assert all(part.poll(bpy.context) for part in (*parts, SPACETIME_PT_takes))
    items = [
        item
        for part in parts
        for item in laid_out(lambda layout, part=part: part.draw(SimpleNamespace(layout=layout), bpy.context))
    ]
    buttons = {name.removeprefix("bpy.ops.spacetime.") for name in operators(items)}
    assert buttons == {"snap", "guide", "edit_interval"}
    assert {"use_preview_range", "frame_preview_start"} <= shown_properties(items)
    assert "blend" not in shown_properties(items)  # there are no keys to blend with
    for told in ("First", "Smooth", "Shake", "Reweight", "Continue"):
        assert told in words(items)
    for item in items:
        if item.get("rna") or item.get("operator"):
            assert item.get("tip"), item


def test_the_part_result_stays_as_high_as_it_was_when_its_motion_is_accepted(human, take):
    own = actions.new_action("Mine", human.name)
    actions.add_curves(own, "spine", "location", np.array([1.0, 9.0]), np.zeros((2, 3)))
    actions.assign(human, own)
    action = take("First")

    def drawn():
        assert SPACETIME_PT_result.poll(bpy.context)
        return laid_out(lambda layout: SPACETIME_PT_result.draw(SimpleNamespace(layout=layout), bpy.context))

    before = drawn()
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    after = drawn()
    assert human.animation_data.action == action
    assert "Accepted: First" in words(after)
    assert operators(after) == operators(before)
    assert shown_properties(after) == shown_properties(before)
    assert len(after) == len(before)
    actions.assign(human, own)
    assert not SPACETIME_PT_result.poll(bpy.context)  # nothing of ours is played, nothing waits
    second = take("Second")
    assert second.name in words(drawn())


@pytest.mark.once
@pytest.mark.parametrize("name", ["Walk", "a_walk_of_many_letters"])
def test_takes_of_one_name_differ_within_the_letters_that_a_list_shows(human, take, name):
    names = [take(name).name for _ in range(3)]
    assert names[0] == name  # what a script asks for
    assert len({each[: SHORT + 2] for each in names}) == 3
    assert all(name in each for each in names)
    bpy.ops.spacetime.clean_take()
    bpy.ops.spacetime.clean_take()
    assert not [take.action.name for take in human.spacetime.takes if ".0" in take.action.name]


def test_list_of_takes_is_drawn_line_by_line(human, take):
    first, second = take("First"), take("Second")
    first.asset_mark()
    human.spacetime.takes[0].is_starred = True
    with sidebar():
        items = laid_out(lambda layout: SPACETIME_PT_takes.draw(SimpleNamespace(layout=layout), bpy.context))
    buttons = {name.removeprefix("bpy.ops.spacetime.") for name in operators(items)}
    assert buttons == {
        *("remove_take", "show_take", "compare_take", "loop_take", "clean_take"),
        *("restore_settings", "mark_asset"),
    }
    take("Third")
    lines = [drawn_line(human, index) for index in (0, 1, 2)]
    assert len(lines[0]) == len(lines[2]) == len(lines[1]) + 1  # a sign: on the shelf, on the ghost
    for line, action in zip(lines, (first, second), strict=False):
        assert action.name in words(line)
        assert shown_properties(line) == {"is_starred", "name"}
    human.spacetime.active_take = 1
    bpy.ops.spacetime.compare_take()
    marked = [drawn_line(human, index) for index in (0, 1, 2)]
    assert [len(now) - len(before) for now, before in zip(marked, lines, strict=True)] == [0, 1, 0]
    bpy.data.actions.remove(first)
    assert words(drawn_line(human, 0)).strip(" |") == "The action was deleted"


def drawn_line(human, index):
    """One line of the list, which in a window Blender draws only as far as it is scrolled into sight."""
    result = human.spacetime
    line = SimpleNamespace(layout_type="DEFAULT")
    return laid_out(
        lambda layout: SPACETIME_UL_takes.draw_item(
            line, bpy.context, layout, result, result.takes[index], 0, result, "active_take", index, 0
        )
    )


def test_check_list_is_drawn_with_its_buttons(human):
    def drawn():
        draw = SPACETIME_PT_check_list.draw
        return laid_out(lambda layout: draw(SimpleNamespace(layout=layout), bpy.context))

    assert words(drawn()).strip(" |") == "No issues found"
    human.data.spacetime.contacts[0].bone = "nobody"
    items = drawn()
    assert "is not on a bone with" in words(items)
    assert operators(items) == {"bpy.ops.spacetime.mend"}


def test_takes_keep_their_time_when_the_frame_rate_changes(human, take):
    scene = bpy.context.scene
    scene.render.fps = 60
    shown, other = take("First"), take("Second")
    seconds = (shown.frame_end - shown.frame_start) / 60
    bone = next(iter(actions.keyed_bones(shown)))
    middle = shown.frame_start + 30 * seconds

    def turned(action, frame):
        return actions.sample(actions.channel(action, bone, "rotation_quaternion"), [frame])[0]

    before = turned(other, middle)
    for fps, base in ((24, 1.0), (30, 1.001), (60, 1.0)):
        scene.render.fps, scene.render.fps_base = fps, base
        rate_edits.preserve_durations()  # as the message bus calls it, which is silent without a window
        for action in (shown, other):
            assert (action.frame_end - action.frame_start) * base / fps == pytest.approx(seconds, abs=1e-3)
            assert action.frame_range[1] == pytest.approx(action.frame_end)
            frame = action.frame_start + seconds / 2 * fps / base
            assert turned(action, frame) == pytest.approx(before, abs=2e-3)
    scene.render.fps = 12
    bpy.ops.spacetime.accept()  # whoever heard nothing of the change
    played = human.animation_data.action
    assert (played.frame_end - played.frame_start) / 12 == pytest.approx(seconds, abs=1e-3)


@pytest.mark.once
@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0, 0.0, 1e-9, 1e30, "long", None, 3])
def test_a_damaged_length_moves_no_keys(take, seconds):
    action = take("Walk")
    frames = actions.key_frames(action)
    if seconds is None:
        del action[SECONDS]
    else:
        action[SECONDS] = seconds
    assert not preserve_duration(action)
    assert actions.key_frames(action) == frames
