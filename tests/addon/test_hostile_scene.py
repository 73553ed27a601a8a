"""Whatever a .blend file brings in place of what the add-on keeps: every panel, overlay and button stays whole."""

import sys

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender.custom_properties import MOST_FRAMES
from bl_ext.user_default.spacetime_animator.addon.blender.write_motion import BAKED_SOURCE, PREVIOUS_ACTION
from bl_ext.user_default.spacetime_animator.addon.overlays.shown import shown, shown_stripe
from bl_ext.user_default.spacetime_animator.addon.preferences import ROOT_PACKAGE, solver_python
from bl_ext.user_default.spacetime_animator.addon.result import clip_on_action as kept
from bl_ext.user_default.spacetime_animator.addon.result.doubts import DOUBTS
from bl_ext.user_default.spacetime_animator.addon.result.flaw import flaw_of

from tests.fuzz.damages import TAKE
from tests.fuzz.fuzz import fuzz
from tests.fuzz.scenes import buttons, draw_scene, look, open_whole, press, without_solver
from tests.support.panels import laid_out, refusal, words

NAN = float("nan")


@pytest.fixture(autouse=True)
def nothing_is_solved():
    with without_solver():
        yield


@pytest.fixture
def rig():
    return open_whole()


@pytest.fixture
def take(rig):
    return bpy.data.actions[TAKE]


def test_nothing_is_wrong_with_a_whole_scene(rig, take):
    assert flaw_of(take) == ""
    assert shown(rig, 3) is not None
    assert len(buttons()) > 50
    assert look() + press(buttons()) == []


@pytest.mark.once
def test_damaged_scenes_raise_no_python_error():
    """A few of those that `make fuzz` draws."""
    tally = fuzz(draw_scene, seed=0, cases=8, seconds=60.0)
    assert tally.cases == 8
    assert (tally.unexpected, tally.executed) == (0, 0), tally.told


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        (kept.CLIP, b"PK", "keeps a motion that cannot be read; solve again: this is not a clip"),
        (kept.CLIP, "text", "keeps a damaged motion: expected a clip, found the text 'text'"),
        (kept.PLACE, [NAN] * 16, "keeps a damaged place: expected transforms of 16 finite numbers"),
        (kept.PLACE, [0.0] * 16, "keeps a damaged place"),
        (kept.PLACE, [1.0, 2.0], "found 2 values"),
        (kept.PLACE, "here", "found the text 'here'"),
        (kept.WAY, b"PK", "keeps a damaged way of its object"),
        (kept.WAY_FPS, -1, "keeps a damaged frame rate: expected a number above 0, found -1"),
        (kept.SETTINGS, 3, "keeps a damaged list of settings"),
        (DOUBTS, "[", "keeps a damaged list of warnings"),
        (DOUBTS, '[{"kind": "deep", "subject": "foot", "frame": 99, "found": 0.1, "expected": 0}]', "warnings"),
        (PREVIOUS_ACTION, 1.5, "keeps a damaged link to the original action: expected another action, found 1.5"),
        (BAKED_SOURCE, "Mine", "keeps a damaged link to the original motion"),
    ],
)  # fmt: skip
def test_the_panel_tells_what_is_damaged(rig, take, name, value, told):
    take[name] = value
    assert told in flaw_of(take)
    assert f"'{TAKE}'" in flaw_of(take)
    assert look() == []


@pytest.mark.parametrize("name", [kept.CLIP, kept.PLACE, kept.WAY])
def test_overlays_draw_nothing_of_a_damaged_motion(rig, take, name):
    take[name] = "x"
    assert shown(rig, 3) is None
    assert shown_stripe(rig) is None


@pytest.mark.parametrize("name", [PREVIOUS_ACTION, BAKED_SOURCE])
def test_accept_says_why_it_refuses(rig, take, name):
    take[name] = "x"
    assert f"The action '{TAKE}' keeps a damaged link" in refusal("accept")
    assert f"The action '{TAKE}' keeps a damaged link" in refusal("snap")
    assert bpy.ops.spacetime.reject() == {"FINISHED"}


@pytest.mark.parametrize(
    ("button", "name"),
    [("loop_take", kept.CLIP), ("loop_take", kept.PLACE), ("restore_settings", kept.SETTINGS)],
)
def test_buttons_of_takes_say_what_is_damaged(rig, take, button, name):
    rig.spacetime.active_take = next(i for i, each in enumerate(rig.spacetime.takes) if each.action == take)
    take[name] = "x"
    with pytest.raises(RuntimeError, match=f"^Error: The action '{TAKE}' keeps a damaged"):
        getattr(bpy.ops.spacetime, button)()


def test_settings_are_restored_as_far_as_they_fit(rig, take):
    rig.spacetime.active_take = next(i for i, each in enumerate(rig.spacetime.takes) if each.action == take)
    rig.spacetime.motion.torque_limits = False
    before = rig.spacetime.motion.timing, rig.spacetime.motion.max_iterations
    take[kept.SETTINGS] = {"timing": "NO SUCH", "max_iterations": NAN, "motion_name": "Restored"}
    assert bpy.ops.spacetime.restore_settings() == {"FINISHED"}
    assert (rig.spacetime.motion.timing, rig.spacetime.motion.max_iterations) == before
    assert rig.spacetime.motion.motion_name == "Restored"


def test_a_million_frames_are_not_exported(rig, take, tmp_path):
    take.use_frame_range = True
    take.frame_start, take.frame_end = 1, 1e6
    rig.animation_data.action = take
    with pytest.raises(RuntimeError, match=f"expected at most {MOST_FRAMES} frames"):
        bpy.ops.spacetime.export(filepath=str(tmp_path / "a.bvh"), file_format="BVH")
    assert not list(tmp_path.iterdir())


def test_a_name_of_dots_alone_is_refused(rig, take, tmp_path):
    rig.name = take.name = ".."
    with pytest.raises(RuntimeError, match="gives an empty file name"):
        bpy.ops.spacetime.export_many(
            directory=str(tmp_path), file_format="BVH", template="{name}", blocking=True
        )
    assert not list(tmp_path.iterdir())


@pytest.mark.once
@pytest.mark.parametrize("name", ["../../x", "/etc/x", "a\\..\\b", "C:x", "\x01x"])
def test_names_of_exports_stay_in_their_folder(rig, take, tmp_path, name):
    rig.name = take.name = name
    folder = tmp_path / "chosen"
    folder.mkdir()
    for template in ("{name}", "{character}", "../{name}", "{character}/../{name}"):
        bpy.ops.spacetime.export_many(
            directory=str(folder), file_format="BVH", which="ALL", template=template, blocking=True
        )
    assert list(folder.glob("*.bvh"))
    assert [each.name for each in tmp_path.iterdir()] == ["chosen"]
    assert all(each.is_file() for each in folder.iterdir())


def test_a_ghost_of_another_kind_is_not_removed_with_the_motion(rig):
    odd = bpy.data.objects.new("Odd", bpy.data.meshes.new("Odd"))
    bpy.context.scene.collection.objects.link(odd)
    odd.parent = rig
    rig.spacetime.ghost = odd
    assert look() == []
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    assert "Odd" in bpy.data.objects


def test_the_scale_of_bones_that_a_ghost_shares_is_not_applied(rig):
    with pytest.raises(RuntimeError, match=f"^Error: The scale of '{rig.name}' cannot be applied"):
        bpy.ops.spacetime.mend(kind="APPLY_SCALE")
    assert rig.mode == "OBJECT"


def test_the_result_panel_shows_the_sentence(rig, take):
    take[kept.PLACE] = [np.inf] * 16
    result = bpy.types.SPACETIME_PT_result
    assert "keeps a damaged place" in words(laid_out(lambda layout: result.draw(_Panel(layout), bpy.context)))


def test_the_solvers_python_is_never_found_from_a_blend_file(extension, tmp_path):
    settings = bpy.context.preferences.addons[ROOT_PACKAGE].preferences
    for name in ("mine", "theirs"):
        (tmp_path / name).mkdir()
        bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / name / "a.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "mine" / "a.blend"))
    settings.solver_python = "//python"
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "theirs" / "a.blend"))
    assert solver_python() == str(tmp_path / "mine" / "python")
    bpy.ops.wm.read_homefile(use_empty=True)
    settings.solver_python = "//python"
    assert solver_python() == sys.executable


class _Panel:
    def __init__(self, layout):
        self.layout = layout
