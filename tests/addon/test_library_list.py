"""The list of takes, actions and clips: what is in it, its pictures, and what is done with what is chosen."""

from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender.rest_pose import place_of
from bl_ext.user_default.spacetime_animator.addon.library import thumbnails as room
from bl_ext.user_default.spacetime_animator.addon.library.entries import chosen_entries
from bl_ext.user_default.spacetime_animator.addon.library.graph import graph_motions
from bl_ext.user_default.spacetime_animator.addon.library.joining import pair_to_join
from bl_ext.user_default.spacetime_animator.addon.library.panels.entries import SPACETIME_UL_entries
from bl_ext.user_default.spacetime_animator.addon.library.panels.library import SPACETIME_PT_library
from bl_ext.user_default.spacetime_animator.addon.library.thumbnails import thumbnails
from bl_ext.user_default.spacetime_animator.addon.result import clip_on_action
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.addon.spaces.store_file import store_file
from bl_ext.user_default.spacetime_animator.solver.space.sample_name import SampleName
from bl_ext.user_default.spacetime_animator.solver.store.clip_store import ClipStore

from tests.support.event_turns import turn_until
from tests.support.panels import laid_out, operators, refusal, sidebar, words
from tests.support.seconds import expect_mostly_free
from tests.support.takes import take

__all__ = ["take"]  # fixtures


@pytest.fixture
def library(human, take, tmp_path):
    """Give the human's list: two takes, an action that it plays, one of something else, and a clip in a store."""
    swing, _ = take("Swing"), take("Sway")
    mine, _lamp = bpy.data.actions.new("Mine"), bpy.data.actions.new("Lamp")
    human.animation_data_create().action = mine
    human.pose.bones["spine"].keyframe_insert("location", frame=1)
    bpy.context.scene.spacetime.clips.store = str(tmp_path / "clips.sqlite")
    with ClipStore(store_file(bpy.context.scene)) as store:
        store.put(clip_of(swing))
    assert bpy.ops.spacetime.list_motions() == {"FINISHED"}
    yield human.spacetime.library
    thumbnails.clear()
    session.stop()


def drawn():
    with sidebar():
        return laid_out(lambda layout: SPACETIME_PT_library.draw(SimpleNamespace(layout=layout), bpy.context))


def listed(library):
    return [(each.kind, each.name, each.is_solved) for each in library.entries]


def test_all_motions_of_the_character_are_one_list(library):
    assert listed(library) == [
        ("TAKE", "Sway", True),
        ("TAKE", "Swing", True),
        ("ACTION", "Mine", False),
        ("CLIP", "Swing", True),
    ]


@pytest.mark.once
def test_the_panel_keeps_the_list_as_things_are(library, take):
    library.entries[1].is_chosen = True
    take("Wave")
    drawn()
    expect_mostly_free(turn_until(lambda: not event_loop.is_busy()))
    assert ("TAKE", "Wave", True) in listed(library)
    assert [each.name for each in chosen_entries(library.id_data)] == ["Swing"]


def test_variations_are_told_apart_by_the_beginning_of_their_names(library):
    variation = SampleName("Walk 2", (("crouch", "0.05"), ("who", "Small man")))
    sway = bpy.data.actions["Sway"]
    clip_on_action.remember(
        sway, sway[clip_on_action.CLIP], place=place_of(library.id_data), settings={}, variation=variation
    )
    bpy.ops.spacetime.list_motions()
    shown = [
        words(laid_out(lambda layout, entry=entry: SPACETIME_UL_entries.draw_item(
            SimpleNamespace(), bpy.context, layout, library, entry, 0, library, "active_entry", 0, 0
        )))
        for entry in library.entries
    ]  # fmt: skip
    assert "crouch 0.05 who Small man (Walk 2)" in shown[0]
    assert "Swing" in shown[1]


def test_kinds_and_names_are_filtered(library):
    shown = SimpleNamespace(
        shows_takes=True, shows_actions=False, shows_clips=True, filter_name="sw", bitflag_filter_item=1
    )
    flags, _ = SPACETIME_UL_entries.filter_items(shown, None, library, "entries")
    assert [each.name for each, flag in zip(library.entries, flags, strict=True) if flag] == [
        "Sway",
        "Swing",
        "Swing",
    ]
    shown.shows_clips, shown.filter_name = False, ""
    flags, _ = SPACETIME_UL_entries.filter_items(shown, None, library, "entries")
    assert [bool(flag) for flag in flags] == [True, True, False, False]


@pytest.mark.once
def test_pictures_are_drawn_in_the_background_and_kept(library, monkeypatch):
    assert [thumbnails.icon_of(each) for each in library.entries] == [0] * 4
    expect_mostly_free(turn_until(lambda: not event_loop.is_busy()))
    pictures = thumbnails.pictures
    assert len(pictures) == 3  # nothing is known of the action's motion
    for preview in pictures.values():
        pixels = np.array(preview.image_pixels_float).reshape(*preview.image_size, 4)
        assert 0.01 < (pixels[..., 3] > 0.5).mean() < 0.6
    monkeypatch.setattr(room, "picture_of", None)
    for each in library.entries:
        thumbnails.icon_of(each)
    assert not event_loop.is_busy()


def test_the_chosen_ones_are_joined_in_their_order_and_make_the_graph(library):
    rig = library.id_data
    assert "Choose two solved motions in the list" in refusal("join")
    library.entries[3].is_chosen = library.entries[0].is_chosen = True
    pair = pair_to_join(rig)
    assert (pair.first, pair.second, pair.first_frame) == (("CLIP", "Swing"), ("TAKE", "Sway"), 1)
    assert graph_motions(rig) == [("CLIP", "Swing"), ("TAKE", "Sway")]
    library.entries[3].is_chosen = False
    assert graph_motions(rig) == [("TAKE", "Sway")]
    library.entries[0].is_chosen = False
    assert graph_motions(rig) == [("TAKE", "Swing"), ("TAKE", "Sway")]
    assert "1. " not in words(drawn())


def test_any_solved_motion_is_shown_on_the_ghost(library):
    rig = library.id_data
    library.active_entry = 2
    assert "Select a solved motion in the list" in refusal("show_entry")
    library.active_entry = 0
    assert bpy.ops.spacetime.show_entry(blocking=True) == {"FINISHED"}
    assert rig.spacetime.pending.name == "Sway"
    takes = len(rig.spacetime.takes)
    library.active_entry = 3
    assert bpy.ops.spacetime.show_entry(blocking=True) == {"FINISHED"}
    assert len(rig.spacetime.takes) == takes + 1
    assert clip_of(rig.spacetime.pending).name == "Swing"
    assert "bpy.ops.spacetime.show_entry" in operators(drawn())
