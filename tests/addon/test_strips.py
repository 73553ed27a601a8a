"""Contacts on the timeline: what is dragged is what the solver gets; other clicks stay Blender's."""

from contextlib import contextmanager
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon import keymap
from bl_ext.user_default.spacetime_animator.addon.blender.rest_pose import place_of
from bl_ext.user_default.spacetime_animator.addon.character.panels.contacts import SPACETIME_PT_contacts
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.motion.read_surfaces import contact_timings
from bl_ext.user_default.spacetime_animator.addon.overlays import draw
from bl_ext.user_default.spacetime_animator.addon.overlays.shown import shown_touches
from bl_ext.user_default.spacetime_animator.addon.overlays.strip_bars import SOLVED
from bl_ext.user_default.spacetime_animator.addon.result import clip_on_action, review
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.strips.operators.phases import (
    SPACETIME_OT_drag_phase,
    SPACETIME_OT_point_at_phase,
    SPACETIME_OT_remove_phase,
)
from bl_ext.user_default.spacetime_animator.addon.strips.read_strips import (
    low_timeline,
    read_strips,
    seen_strips,
    timing_words,
)
from bl_ext.user_default.spacetime_animator.solver.mechanics.tree import Tree
from bl_ext.user_default.spacetime_animator.solver.problem.timeline import make_timeline
from mathutils import Matrix

from tests.support.panels import laid_out, words
from tests.support.seconds import expect_within, worked
from tests.support.stand_in import stand_in
from tests.support.written import write_motion

BUDGET = 0.001  # s for 8 contacts


@pytest.fixture
def walker(human):
    """Give a human that is asked for a walk of 30 frames."""
    bpy.ops.spacetime.use_preset(preset="WALK")
    bpy.context.scene.render.fps, bpy.context.object.spacetime.motion.length = 30, 1.0
    return human


@contextmanager
def timeline(mode="TIMELINE"):
    """Work in a dope sheet; without a screen its window has the size that the file remembers."""
    window = bpy.context.window_manager.windows[0]
    area = max(window.screen.areas, key=lambda each: each.width * each.height)
    before, area.type = area.type, "DOPESHEET_EDITOR"
    area.spaces.active.mode = mode if mode != "TIMELINE" else area.spaces.active.mode
    region = next(each for each in area.regions if each.type == "WINDOW")
    try:
        with bpy.context.temp_override(window=window, area=area, region=region):
            yield bpy.context
    finally:
        area.type = before


class Hand:
    """Drag with a mouse that is only told of, through the operator's own methods."""

    def __init__(self, **properties):
        self.drag = stand_in(SPACETIME_OT_drag_phase, adds=False, _is_held=True, _finish=None, **properties)

    def press(self, contact, frame, phase_height=0.5):
        strips, view = seen_strips(bpy.context)
        height = view.base(contact, len(strips.lanes)) + phase_height * view.height
        self.at = (view, height)
        return self.drag.hold(bpy.context, self.event("LEFTMOUSE", "PRESS", frame)) == {"RUNNING_MODAL"}

    def move(self, frame):
        return self.modal("MOUSEMOVE", "NOTHING", frame)

    def release(self, frame):
        return self.modal("LEFTMOUSE", "RELEASE", frame)

    def modal(self, kind, value, frame=0.0):
        return self.drag.modal(bpy.context, self.event(kind, value, frame))

    def event(self, kind, value, frame):
        view, height = self.at
        return SimpleNamespace(
            type=kind, value=value, mouse_region_x=round(view.across(frame)), mouse_region_y=round(height)
        )


def phases(rig, name):
    return [
        (round(30 * each.start, 4), round(30 * each.duration, 4))
        for each in rig.data.spacetime.contacts[name].phases
    ]


def test_lanes_are_the_panels_numbers_in_frames_of_the_timeline(walker):
    strips = read_strips(walker, bpy.context.scene)
    assert [lane.name for lane in strips.lanes] == [c.name for c in walker.data.spacetime.contacts]
    heel = next(lane for lane in strips.lanes if lane.name == "heel.L")
    assert (strips.first, heel.steps, heel.is_cyclic) == (1, 30, True)
    assert [(phase.start, phase.length) for phase in heel.phases] == [(0, 12)]
    walker.data.spacetime.contacts["heel.L"].keep_timing = True
    bpy.context.object.spacetime.motion.timing = "POLISHED"
    timings = {lane.name: lane.timing for lane in read_strips(walker, bpy.context.scene).lanes}
    assert timings == {"heel.L": "GIVEN", "toe.L": "POLISHED", "heel.R": "POLISHED", "toe.R": "POLISHED"}


def test_dragged_edge_is_the_frame_at_which_the_solvers_contact_lifts(walker):
    bpy.context.object.spacetime.motion.is_mirrored = False
    with timeline() as context:
        hand = Hand()
        assert hand.press(index(walker, "heel.L"), 12.8)  # at its end, frame 13
        assert hand.move(18.1) == {"RUNNING_MODAL"}
        assert phases(walker, "heel.L") == [(0, 17)]
        assert hand.release(18.1) == {"FINISHED"}
        job = read_job(walker, context.scene)
    assert touched_frames(job, "heel.L") == list(range(18))


def touched_frames(job, contact):
    names = [each.name for each in job.character.contacts]
    return np.flatnonzero(make_timeline(job, Tree(job.character)).active[:, names.index(contact)]).tolist()


@pytest.mark.once
@pytest.mark.parametrize("is_cyclic", [True, False])
def test_every_whole_frame_reaches_the_solver_as_that_frame(walker, is_cyclic):
    """Blender keeps fractions in single precision, which nobody should notice."""
    motion = bpy.context.object.spacetime.motion
    motion.is_mirrored, motion.is_cyclic = False, is_cyclic
    for frames in range(7, 60):
        motion.length = frames / 30
        for start, length in ((frames // 3, frames // 2), (frames // 2, frames - frames // 2)):
            bpy.ops.spacetime.drag_phase(contact=0, phase=0, start=start / frames, duration=length / frames)
            touched = range(start, start + length + 1)  # from its first frame to its last
            frame = sorted(each % frames if is_cyclic else each for each in touched)
            name = walker.data.spacetime.contacts[0].name
            assert touched_frames(read_job(walker, bpy.context.scene), name) == frame


def test_symmetric_walk_takes_the_other_side_along(walker):
    with timeline():
        hand = Hand()
        assert hand.press(index(walker, "toe.L"), 10.0)  # in the middle
        hand.move(12.0)
        hand.release(12.0)
    assert phases(walker, "toe.L")[0][0] == 5
    assert phases(walker, "toe.R")[0][0] == 20
    touched_frames(read_job(walker, bpy.context.scene), "toe.L")  # refuses a walk that is not symmetric


def test_escape_puts_everything_back_and_a_click_changes_nothing(walker):
    before = {name: phases(walker, name) for name in ("heel.L", "heel.R")}
    with timeline():
        hand = Hand()
        assert hand.press(index(walker, "heel.L"), 12.8)
        hand.move(20.0)
        assert phases(walker, "heel.R") != before["heel.R"]
        assert hand.modal("TIMER", "NOTHING") == {"PASS_THROUGH"}
        assert hand.modal("ESC", "PRESS") == {"CANCELLED"}
        assert {name: phases(walker, name) for name in before} == before
        assert hand.press(index(walker, "heel.L"), 12.8)
        assert hand.release(12.8) == {"CANCELLED"}
    assert {name: phases(walker, name) for name in before} == before


def test_other_clicks_stay_blenders(walker):
    lane = index(walker, "heel.L")
    with timeline() as context:
        assert not Hand().press(lane, 20.0)  # empty place
        assert not Hand().press(-1, 5.0)  # below the lanes
        hand = Hand()
        hand.drag.adds = True
        assert not hand.press(lane, 5.0)  # a bar is there
        context.scene.spacetime.overlays.show_strips = False
        assert seen_strips(context) is None
        context.scene.spacetime.overlays.show_strips = True
    with timeline("GPENCIL") as context:
        assert seen_strips(context) is None


def test_panel_offers_to_enlarge_a_timeline_that_is_too_low(walker):
    def said():
        panel = SimpleNamespace
        return words(laid_out(lambda layout: SPACETIME_PT_contacts.draw(panel(layout=layout), bpy.context)))

    with timeline() as context:  # a high one beside Blender's own
        assert low_timeline(context) is None
        assert "Enlarge Timeline" not in said()
    with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]):
        (own,) = (area for area in bpy.context.screen.areas if area.type == "DOPESHEET_EDITOR")
        low, lacking = low_timeline(bpy.context)
        assert low == own
        assert "Enlarge Timeline" in said()
        bpy.context.scene.timeline_markers.new("Jump", frame=4)  # takes room, too
        assert low_timeline(bpy.context)[1] > lacking
        bpy.context.scene.spacetime.overlays.show_strips = False
        assert "Enlarge Timeline" not in said()
        with pytest.raises(
            RuntimeError, match="top edge of the timeline cannot move"
        ):  # there is no window here
            bpy.ops.spacetime.enlarge_timeline()
        walker.data.spacetime.contacts.clear()
        assert low_timeline(bpy.context) is None
        assert not bpy.ops.spacetime.enlarge_timeline.poll()


def test_mouse_has_another_shape_over_a_bar_and_is_heard_by_others(walker):
    lane = index(walker, "heel.L")
    with timeline() as context:
        hand, pointer = Hand(), SPACETIME_OT_point_at_phase
        for frame, is_ours in ((5.0, True), (20.0, False)):
            hand.press(lane, 20.0)  # an empty place, only to know where
            event = hand.event("MOUSEMOVE", "NOTHING", frame)
            assert pointer.invoke(None, context, event) == {"PASS_THROUGH"}
            assert pointer.is_ours is is_ours


def index(rig, name):
    return rig.data.spacetime.contacts.find(name)


def test_ctrl_click_adds_a_bar_that_x_removes(walker):
    bpy.context.object.spacetime.motion.is_mirrored = False
    with timeline() as context:
        hand = Hand()
        hand.drag.adds = True
        assert hand.press(index(walker, "heel.L"), 20.3)
        assert hand.release(20.3) == {"FINISHED"}
        assert phases(walker, "heel.L") == [(0, 12), (19, 6)]
        key = SimpleNamespace(properties=SimpleNamespace(is_property_set=lambda name: False))
        for name in ("execute", "_read", "_write"):
            setattr(key, name, getattr(SPACETIME_OT_remove_phase, name).__get__(key))
        event = hand.event("X", "PRESS", 5.0)
        assert SPACETIME_OT_remove_phase.invoke(key, context, event) == {"FINISHED"}
        assert SPACETIME_OT_remove_phase.invoke(key, context, event) == {
            "PASS_THROUGH"
        }  # nothing is left there
    assert phases(walker, "heel.L") == [(19, 6)]


def test_buttons_add_and_remove_and_say_why_not(walker):
    bpy.context.scene.frame_set(15)
    bpy.ops.spacetime.add_phase(contact=0)
    assert len(walker.data.spacetime.contacts[0].phases) == 2
    bpy.ops.spacetime.remove_phase(contact=0, phase=1)
    bpy.ops.spacetime.drag_phase(contact=0, phase=0, start=0.0, duration=1.0)
    with pytest.raises(RuntimeError, match="is in contact throughout"):
        bpy.ops.spacetime.add_phase(contact=0)
    with pytest.raises(RuntimeError, match="no contact with index 9; the last is 3"):
        bpy.ops.spacetime.add_phase(contact=9)
    with pytest.raises(RuntimeError, match="none with index 5"):
        bpy.ops.spacetime.remove_phase(contact=0, phase=5)
    walker.data.spacetime.contacts.clear()
    with pytest.raises(RuntimeError, match="There are no contacts"):
        bpy.ops.spacetime.drag_phase()


def test_one_drag_is_one_undo_step(walker):
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.spacetime.drag_phase("EXEC_DEFAULT", True, contact=0, phase=0, start=0.1, duration=0.2)
    assert bpy.context.object.data.spacetime.contacts[0].phases[0].duration == pytest.approx(0.2)
    bpy.ops.ed.undo()
    assert bpy.context.object.data.spacetime.contacts[0].phases[0].duration == pytest.approx(0.4)


def test_following_keys_lanes_begin_and_end_with_them(walker):
    bpy.context.object.spacetime.motion.sketch.use = True
    assert read_strips(walker, bpy.context.scene) is None  # no keys
    for frame in (11, 51):
        walker.pose.bones["spine"].keyframe_insert("location", frame=frame)
    strips = read_strips(walker, bpy.context.scene)
    assert (strips.first, strips.lanes[0].steps, strips.lanes[0].is_cyclic) == (11, 40, False)


def test_bars_that_were_guessed_stay_at_their_frames_while_an_interval_is_edited(walker):
    motion, scene = walker.spacetime.motion, bpy.context.scene
    motion.sketch.use = True
    for frame in (11, 51):
        walker.pose.bones["spine"].keyframe_insert("location", frame=frame)
    bpy.ops.spacetime.guess_contacts()
    contacts = walker.data.spacetime.contacts
    before = read_strips(walker, scene)
    bpy.ops.spacetime.edit_interval(first=21, last=41)
    assert read_strips(walker, scene) == before
    contacts[0].phases[0].start, contacts[0].phases[0].duration = 0.0, 0.5  # frames 11 to 31
    timings = {each.contact: each for each in contact_timings(walker, 20, are_free=False, followed=(21, 41))}
    assert timings[contacts[0].name].phases == ((0.0, pytest.approx(0.5)),)
    contacts[0].phases[0].duration = 0.25  # is over when the interval begins
    timings = {each.contact: each for each in contact_timings(walker, 20, are_free=False, followed=(21, 41))}
    assert timings[contacts[0].name].phases == ()
    bpy.ops.spacetime.use_preset(preset="WALK")
    assert not motion.sketch.last_frame


def test_times_of_the_solved_motion_are_told_in_frames_of_the_timeline(walker, make_clip):
    clip = make_clip(read_job(walker, bpy.context.scene))
    clip.motion.contact_active[3:9, 1] = clip.motion.contact_active[25:, 1] = True
    action = write_motion(clip, walker)
    clip_on_action.remember(action, clip.to_bytes(), place=place_of(walker), settings={})
    walker.animation_data.action = None
    assert shown_touches(walker) == ()
    at_once(review.proposing(walker, action))
    touches = shown_touches(walker)
    assert [name for name, _ in touches] == [c.name for c in clip.job.character.contacts]
    assert np.array(touches[1][1]) == pytest.approx(np.array([(4, 10), (26, 31)]))
    assert touches[0][1] == ()


def test_keys_come_and_go_with_the_addon(extension):
    def ours():
        found = bpy.context.window_manager.keyconfigs.addon.keymaps["Dopesheet"].keymap_items
        return sorted((i.idname, i.type, i.value, i.ctrl) for i in found if i.idname.startswith("spacetime."))

    assert len(ours()) == 6
    keymap.unregister()
    assert ours() == []
    keymap.register()
    assert len(ours()) == 6


def test_eight_contacts_are_drawn_by_the_gpu_within_a_millisecond(walker):
    """What the timeline asks of Blender at each redraw, in processor time; filling pixels is the graphics card's."""
    gpu = pytest.importorskip("gpu")
    if not hasattr(gpu, "init"):
        pytest.skip("this Blender draws only with a screen")
    gpu.init()
    for _ in range(4):
        bpy.ops.spacetime.select_bone(bone="hand.L")
        bpy.ops.spacetime.add_contact(place="TAIL")
    motion, touches, times = bpy.context.object.spacetime.motion, (("heel.L", ((1.0, 12.0),)),), []
    screen = gpu.types.GPUOffScreen(400, 400)
    with screen.bind(), timeline() as context, gpu.matrix.push_pop(), gpu.matrix.push_pop_projection():
        buffer = gpu.state.active_framebuffer_get()
        buffer.clear(color=(0, 0, 0, 0), depth=1.0)
        gpu.matrix.load_matrix(Matrix.Identity(4))
        for shift in (*[-9.0] * 40, -1.0):  # beside the screen, then on it
            scale = Matrix.Diagonal((2 / 400, 2 / 400, 1, 1))
            gpu.matrix.load_projection_matrix(Matrix.Translation((shift, -1, 0)) @ scale)
            times.append(worked(lambda: draw.draw_strips(*drawn_of(context, touches), timing_words(motion))))
        strips, view = seen_strips(context)
        pixels = np.array(buffer.read_color(0, 0, 400, 400, 4, 0, "FLOAT").to_list())
    screen.free()
    assert len(strips.lanes) == 8
    across, base = round(view.across(7.0)), view.base(index(walker, "heel.L"), 8)
    line, bar = (pixels[round(base + share * view.height), across] for share in (0.18, 0.7))
    assert line[:3] == pytest.approx(SOLVED[:3], abs=0.05)
    assert bar[2] > bar[0]  # blue
    assert not pixels[round(view.base(0, 8) + 1.5 * view.height)].any()  # nothing above the lanes
    expect_within(float(np.median(times)), BUDGET)


def drawn_of(context, touches):
    strips, view = seen_strips(context)
    return strips, touches, view
