"""What an artist sees is what is read and exported: NLA, drivers and constraints, in Pose Position and in time."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.files.exporters import EXPORTERS
from bl_ext.user_default.spacetime_animator.addon.motion.read_sketch import read_sketch
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once

from tests.addon.read_back import heads, newest, read_file
from tests.addon.rig_setups import (
    FIRST,
    LAST,
    added_action,
    angle,
    chain_from_a_toe,
    copies_between,
    driver_between,
    influence_that_comes_later,
    muted_curves,
    no_nla,
    on_strips,
    plain,
    propose,
    repeated_reversed_strip,
    solo_track,
    stretched_strip,
    timed_strip,
    turns,
    tweaked_strip,
    weak_action_over_strips,
)

__all__ = ["propose"]
FAR, TURNED = 2e-3, 1.0  # m and degrees


@pytest.mark.parametrize("follows", [True, False])
def test_rest_position_is_refused_before_anything_is_solved(human, follows):
    plain(human)
    human.spacetime.motion.sketch.use = follows
    human.data.pose_position = "REST"
    with pytest.raises(
        RuntimeError, match="The armature 'metarig' is in Rest Position, which hides all motion"
    ):
        bpy.ops.spacetime.solve(blocking=True)


def test_stretched_time_is_refused_before_anything_is_solved(human):
    plain(human)
    bpy.context.scene.render.frame_map_old = 50
    with pytest.raises(RuntimeError, match="The scene stretches time from 50 to 100 frames"):
        bpy.ops.spacetime.solve(blocking=True)


@pytest.mark.parametrize(
    "set_up", [on_strips, stretched_strip, repeated_reversed_strip, tweaked_strip, solo_track, weak_action_over_strips,
               added_action, muted_curves, driver_between, copies_between, timed_strip]
)  # fmt: skip
def test_what_is_seen_is_read(human, set_up):
    set_up(human)
    scene = bpy.context.scene
    scene.frame_set(FIRST)
    sketch = at_once(read_sketch(human, scene, character := read_character(human), frees_limbs=False))
    names = [body.name for body in character.bodies]
    assert sketch.frames[0] == FIRST
    assert sketch.frames[-1] >= LAST
    for row in (0, 6, 11, len(sketch.frames) - 1):
        scene.frame_set(int(sketch.frames[row]))
        seen = [human.matrix_world @ human.pose.bones[name].matrix for name in names]
        turned = [
            np.array(each @ (human.matrix_world @ human.data.bones[name].matrix_local).inverted())[:3, :3]
            for each, name in zip(seen, names, strict=True)
        ]  # fmt: skip
        assert sketch.turn[row] == pytest.approx(np.array(turned), abs=1e-4)


@pytest.mark.parametrize(
    "set_up", [on_strips, tweaked_strip, weak_action_over_strips, driver_between, copies_between]
)
def test_a_blend_of_zero_is_what_is_seen(propose, set_up):
    human, _ = propose(set_up)
    human.spacetime.blend, human.spacetime.offset = 0.0, 0.0
    frames, bones = [3, 8, 11], ("upper_arm.L", "forearm.L", "spine")
    seen = [turns(human, frames, bone) for bone in bones]
    shown = [turns(ghost_of(human), frames, bone) for bone in bones]
    assert max(angle(*pair) for pair in zip(seen, shown, strict=True)) < TURNED


@pytest.mark.parametrize("file_format", ["BVH", "FBX", "GLTF"])
@pytest.mark.parametrize(
    "set_up",
    [on_strips, no_nla, solo_track, driver_between, influence_that_comes_later, chain_from_a_toe],
)
def test_a_file_has_the_motion_and_the_rig_stays_as_it_was(propose, tmp_path, set_up, file_format):
    human, clip = propose(set_up)
    action, human.spacetime.offset = human.spacetime.pending, 0.0
    frames = range(FIRST, FIRST + clip.n_frames)
    expected, names = heads(ghost_of(human), frames)
    bodies = [names.index(body.name) for body in clip.job.character.bodies]
    human.data.pose_position = "REST"
    before, _ = heads(human, frames)
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
