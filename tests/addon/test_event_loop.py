"""Buttons whose work is long do it in steps while Blender goes on, with one undo step at the end."""

import gc
import threading
import time

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.rest_pose import place_of
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.result import clip_on_action, review
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve.panels.solve import draw_progress

from tests.support.event_turns import small_budget, turns_to_the_end
from tests.support.panels import laid_out, words
from tests.support.written import write_motion

LONG = 80  # keyed frames
PATIENCE = 60.0  # s


@pytest.fixture(autouse=True)
def nothing_goes_on():
    yield
    event_loop.stop()


@pytest.fixture
def keyed(human):
    """Give the human with a key of every bone in each of 80 frames."""
    frames = [float(frame) for frame in range(1, LONG + 1)]
    own = actions.new_action("Own", human.name)
    for bone in human.pose.bones:
        bone.rotation_mode = "XYZ"
    actions.assign(human, own)
    for bone in human.pose.bones:
        for frame in (1, LONG):
            bone.keyframe_insert("rotation_euler", frame=frame)
    assert len(frames) == LONG
    return human


@pytest.fixture
def take(keyed, make_clip):
    """Give the human's take of 80 frames, on its ghost."""
    motion, own = keyed.spacetime.motion, keyed.animation_data.action
    motion.length = LONG / bpy.context.scene.render.fps
    clip = make_clip(read_job(keyed, bpy.context.scene))
    action = write_motion(clip, keyed)
    clip_on_action.remember(action, clip.to_bytes(), place=place_of(keyed), settings={})
    actions.assign(keyed, own)
    event_loop.at_once(review.proposing(keyed, action))
    return action


def test_contacts_are_guessed_in_steps(keyed, monkeypatch):
    small_budget(monkeypatch)
    for contact in keyed.data.spacetime.contacts:
        contact.phases.clear()
    assert bpy.ops.spacetime.guess_contacts(in_steps=True) == {"FINISHED"}
    phases = lambda: [len(contact.phases) for contact in keyed.data.spacetime.contacts]  # noqa: E731
    assert not any(phases())  # nothing is done yet
    assert turns_to_the_end() > LONG
    assert all(phases())
    assert "4 contacts" in bpy.context.window_manager.spacetime.text


def test_the_panel_tells_what_a_button_does_meanwhile(keyed, monkeypatch):
    """How an earlier one ended looked as if this one had been done at once, or not at all."""
    small_budget(monkeypatch)
    run = bpy.context.window_manager.spacetime
    told = lambda: words(laid_out(lambda layout: draw_progress(layout, run, ())))  # noqa: E731
    run.text = "Solved."
    bpy.ops.spacetime.guess_contacts(in_steps=True)
    event_loop.turn()
    assert "Guess from Animation" in told()
    assert "Solved." not in told()
    turns_to_the_end()
    assert "Guess from Animation" not in told()
    assert " contacts" in told()
    bpy.ops.spacetime.guess_contacts(in_steps=True)
    event_loop.turn()
    event_loop.stop()
    assert "Guess from Animation" not in told()


@pytest.mark.parametrize(
    ("button", "settings"),
    [("accept", {}), ("snap", {}), ("loop_take", {}), ("clean_take", {}), ("mark_asset", {})],
)
def test_a_press_does_what_a_script_does_with_one_undo_step(take, button, settings, monkeypatch):
    bpy.data.objects["metarig"].spacetime.blend = 0.5
    bpy.ops.ed.undo_push(message="before")
    operator = getattr(bpy.ops.spacetime, button)
    operator(**settings)
    at_once = summary()
    bpy.ops.ed.undo_push(message="after")
    bpy.ops.ed.undo()
    before = summary()
    assert before != at_once
    small_budget(monkeypatch)
    assert operator(in_steps=True, **settings) == {"FINISHED"}
    assert turns_to_the_end() > 5
    assert summary() == at_once
    bpy.ops.ed.undo()
    assert summary() == before


def summary():
    """Give what buttons change: takes, actions with all their values, what is played, marked and waits."""
    rig = bpy.data.objects["metarig"]
    curves = {
        action.name: [
            (curve.data_path, curve.array_index, [tuple(point.co) for point in curve.keyframe_points])
            for curve in actions.curves_of(action)
        ]
        for action in bpy.data.actions
    }
    marked = [action.name for action in bpy.data.actions if action.asset_data]
    pending = rig.spacetime.pending
    playing = rig.animation_data.action
    return (
        curves, marked, [each.action.name for each in rig.spacetime.takes],
        pending.name if pending else "", playing.name if playing else "",
    )  # fmt: skip


def test_undo_drops_what_is_half_done(take, monkeypatch):
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.ed.undo_push(message="moved")
    small_budget(monkeypatch)
    bpy.ops.spacetime.clean_take(in_steps=True)
    event_loop.turn()
    bpy.ops.ed.undo()
    assert not event_loop.is_busy()
    assert len(bpy.data.objects["metarig"].spacetime.takes) == 1


def test_work_outlives_undo_if_it_holds_no_data(human):
    done = []

    def work():
        yield
        yield
        return "done"

    bpy.ops.ed.undo_push(message="before")
    bpy.ops.ed.undo_push(message="moved")
    event_loop.start(work(), done.append, holds_data=False)
    event_loop.turn()
    bpy.ops.ed.undo()
    turns_to_the_end()
    assert done == ["done"]


def test_two_works_take_turns(monkeypatch):
    small_budget(monkeypatch)
    order = []

    def work(name):
        for _ in range(3):
            order.append(name)
            yield

    event_loop.start(work("a"), lambda _: None)
    event_loop.start(work("b"), lambda _: None)
    turns_to_the_end()
    assert order == ["a", "b", "a", "b", "a", "b"]


def test_work_that_waits_ends_its_turn():
    looks = []

    def work():
        for _ in range(3):
            looks.append(len(looks))
            yield event_loop.WAITING

    event_loop.start(work(), lambda _: None)
    event_loop.turn()
    assert looks == [0]
    assert turns_to_the_end() == 3


def test_work_that_has_nothing_to_do_is_left_alone_until_it_has():
    looks = []

    def work():
        for _ in range(2):
            looks.append(time.monotonic())
            yield event_loop.After(0.05)

    event_loop.start(work())
    assert 0.03 < event_loop.turn() <= 0.05  # so long Blender is left alone, too
    turns_to_the_end()
    assert looks[1] - looks[0] >= 0.05


def test_only_the_work_of_one_owner_is_pumped_and_dropped():
    order, mine, yours = [], object(), object()

    def work(name):
        while True:
            order.append(name)
            yield event_loop.After(PATIENCE)

    for name, owner in (("mine", mine), ("yours", yours)):
        event_loop.start(work(name), owner=owner)
    for _ in range(2):
        event_loop.pump(yours)  # due or not
    assert order == ["yours", "yours"]
    event_loop.drop(yours)
    assert (event_loop.is_busy(mine), event_loop.is_busy(yours)) == (True, False)


def test_work_on_blenders_data_begins_anew_after_undo(monkeypatch):
    small_budget(monkeypatch)
    order, done = [], []

    def work():
        for number in range(3):
            order.append(number)
            yield
        return "done"

    event_loop.start(event_loop.again_after_undo(work), done.append, holds_data=False)
    event_loop.turn()
    event_loop.turn()
    event_loop.after_undo()
    turns_to_the_end()
    assert (order, done) == ([0, 1, 0, 1, 2], ["done"])


def test_work_that_drops_all_work_is_dropped_itself():
    order = []

    def work():
        event_loop.stop()
        try:
            yield
            order.append("went on")
        finally:
            order.append("closed")

    event_loop.start(work())
    event_loop.turn()
    assert not event_loop.is_busy()
    assert order == ["closed"]


@pytest.mark.parametrize("took", [0.0, 0.008, 0.05])
def test_blender_has_as_long_as_a_turn_took_but_no_more_than_its_budget(took):
    def work():
        time.sleep(took)
        yield event_loop.WAITING

    event_loop.start(work())
    assert min(took, event_loop.BUDGET) <= event_loop.turn() <= event_loop.BUDGET
    turns_to_the_end()


def test_a_script_sleeps_while_it_waits():
    looks, end = [], time.monotonic() + 0.1

    def work():
        while time.monotonic() < end:
            looks.append(len(looks))
            yield event_loop.WAITING

    event_loop.at_once(work())
    assert len(looks) <= 0.1 / event_loop.POLL + 1


def test_a_thread_gives_what_its_call_gives():
    assert event_loop.at_once(event_loop.in_a_thread(lambda: 6 * 7)) == 42
    with pytest.raises(ZeroDivisionError):
        event_loop.at_once(event_loop.in_a_thread(lambda: 1 / 0))


def test_dropped_work_does_not_wait_for_its_thread():
    release, done = threading.Event(), []

    def call():
        release.wait(PATIENCE)
        done.append("done")

    event_loop.start(event_loop.in_a_thread(call), lambda _: None)
    event_loop.turn()
    event_loop.stop()
    assert not done
    release.set()


@pytest.mark.parametrize("drop", [event_loop.stop, event_loop.after_undo])
def test_dropped_work_is_closed(drop, monkeypatch):
    """Even where somebody still holds on to it."""
    small_budget(monkeypatch)
    order = []

    def work():
        try:
            yield
            yield
        finally:
            order.append("closed")

    held = work()
    event_loop.start(held, order.append)
    event_loop.start(event_loop.in_a_thread(list), order.append, holds_data=False)
    event_loop.turn()
    drop()
    assert order == ["closed"]
    assert event_loop.is_busy() == (drop is event_loop.after_undo)


@pytest.mark.parametrize("place", ["work", "then"])
def test_a_fault_is_seen_and_other_work_goes_on(place):
    done = []

    def work():
        yield from ()
        return 1 / 0 if place == "work" else None

    event_loop.start(work(), lambda _: 1 / 0)
    event_loop.start(event_loop.in_a_thread(lambda: "done"), done.append)
    with pytest.raises(ZeroDivisionError):  # which Blender prints
        event_loop.turn()
    assert (
        "Internal error, see the system console: ZeroDivisionError"
        in bpy.context.window_manager.spacetime.error
    )
    assert bpy.app.timers.is_registered(event_loop.turn)
    turns_to_the_end()
    assert done == ["done"]


def test_what_is_removed_meanwhile_is_told(take, monkeypatch):
    small_budget(monkeypatch)
    bpy.ops.spacetime.clean_take(in_steps=True)
    event_loop.turn()
    bpy.data.actions.remove(bpy.data.actions[f"{take.name} clean"])
    turns_to_the_end()
    assert "The armature or its action was deleted" in bpy.context.window_manager.spacetime.error


@pytest.mark.parametrize("steps", [0, 1, 7])
def test_an_action_removed_between_any_two_channels_is_an_error_and_no_read_of_freed_memory(take, steps):
    """Blender leaves Python's curves of a removed action as they are; they were read where they had been."""
    copy = actions.duplicate(take)
    channels = actions.each_channel(copy)
    for _ in range(steps):
        assert next(channels)
    bpy.data.actions.remove(copy)
    with pytest.raises(ReferenceError):
        next(channels)


def test_a_second_accept_finds_nothing_left(take, monkeypatch):
    small_budget(monkeypatch)
    bpy.ops.spacetime.accept(in_steps=True)
    bpy.ops.spacetime.accept(in_steps=True)
    turns_to_the_end()
    assert "There is no longer a motion to accept or reject" in bpy.context.window_manager.spacetime.error
    assert len(bpy.data.objects["metarig"].spacetime.takes) == 1


def test_pythons_collector_passes_over_what_blender_had_loaded():
    """Looking through tens of thousands of modules' objects takes 40 ms; more the more add-ons there are."""
    assert gc.get_freeze_count() > 50_000


def test_a_ghost_is_seen_when_it_plays_and_not_before(take, monkeypatch):
    """Two buttons that each make one leave one, and nothing half made."""
    rig = bpy.data.objects["metarig"]
    review.show(rig, None)
    objects = {each.name for each in bpy.data.objects}
    small_budget(monkeypatch)
    bpy.ops.spacetime.clean_take(in_steps=True)
    bpy.ops.spacetime.loop_take(in_steps=True)
    made = set()
    while event_loop.is_busy():
        event_loop.turn()
        made |= {each.name for each in bpy.data.objects} - objects
        for ghost in rig.children:
            assert ghost.animation_data is not None
    assert made  # by both, or by one if the thread of the other was slow
    assert [each.name for each in bpy.data.objects if each.name not in objects] == [rig.spacetime.ghost.name]
