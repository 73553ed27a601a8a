"""Works call Blender's operators while none of our threads has Python: Blender crashes now and then otherwise."""

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.files.export_line import export_in_background, line
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import (
    at_once,
    in_a_thread,
    push_undo,
    with_operators,
)
from bl_ext.user_default.spacetime_animator.addon.runtime.threads import (
    all_at_rest,
    submit,
    wait_to_read,
    working,
)
from bl_ext.user_default.spacetime_animator.addon.solve import session

from tests.addon.processes import PATIENCE
from tests.support.bvh_files import ODD


@pytest.fixture(autouse=True)
def nothing_goes_on():
    yield
    session.stop()


@pytest.fixture
def busy():
    """Let a thread of ours be at work until the event is set."""
    ends = threading.Event()
    pool = ThreadPoolExecutor(1)
    submit(pool, ends.wait, PATIENCE)
    yield ends
    ends.set()
    pool.shutdown()
    at_once(push_undo("when it is done"))


def until(come):
    """Run the event loop until something has come."""
    deadline = time.monotonic() + PATIENCE
    while not come():
        assert time.monotonic() < deadline
        event_loop.turn()
        time.sleep(0.001)  # as Blender's timers do, for threads to work


def turns(number):
    """Run the event loop so many times."""
    for _ in range(number):
        event_loop.turn()
        time.sleep(0.001)
        yield


def spin(seconds):
    """Have Python all the time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def state():
    """Give what the buttons below change."""
    return (
        [(each.name, tuple(each.scale), each.mode) for each in bpy.data.objects],
        [tuple(bone.matrix_local.translation) for each in bpy.data.armatures for bone in each.bones],
        [bone.use_connect for each in bpy.data.armatures for bone in each.bones],
    )


@pytest.mark.once
@pytest.mark.parametrize(
    ("button", "settings"),
    [
        ("mend", {"kind": "APPLY_SCALE"}),
        ("mend", {"kind": "DISCONNECT", "bone": "shin.L"}),
        ("rest_from_pose", {}),
        ("add_example", {"example": "HOPPER"}),
        ("import_bvh", {}),
    ],
    ids=lambda each: each if isinstance(each, str) else each.get("kind", ""),
)
def test_a_button_waits_for_our_threads(human, busy, tmp_path, button, settings):
    if button == "import_bvh":
        settings = {"filepath": str(tmp_path / "odd.bvh")}
        (tmp_path / "odd.bvh").write_text(ODD)
    human.pose.bones["shin.L"].rotation_quaternion = 0.8, 0.6, 0.0, 0.0
    human.location.z = 1.0
    before = state()
    getattr(bpy.ops.spacetime, button)(in_steps=True, **settings)
    for _ in turns(20):
        assert state() == before
    busy.set()
    until(lambda: not event_loop.is_busy())
    assert bpy.context.window_manager.spacetime.error == ""
    assert state() != before


def test_an_export_waits_for_our_threads(human, busy, tmp_path):
    """What is being sculpted is flushed by an operator, then all that a second Blender needs is written."""
    human.pose.bones["spine"].keyframe_insert("location", frame=1)
    name = human.animation_data.action.name
    export_in_background(human, {name: tmp_path / "walk.bvh"}, preset="NONE", file_format="BVH")
    event_loop.turn()
    waiting = line()[0].text
    for _ in turns(20):
        assert line()[0].text == waiting
    busy.set()
    until(lambda: line()[0].text != waiting)


@pytest.fixture
def pipe():
    """Give both ends of a pipe."""
    ends = os.pipe()
    yield ends
    for each in ends:
        os.close(each)


def listen_once(file, order):
    wait_to_read(file)
    order.append(os.read(file, 8).decode())


def test_who_waits_for_a_process_rests_on_while_operators_are_called(pipe):
    """Whatever that says meanwhile; it is heard afterwards."""
    listened, told = pipe
    order: list[str] = []

    def call(_operators):
        os.write(told, b"heard")
        time.sleep(0.05)
        order.append("called")

    pool = ThreadPoolExecutor(1)
    done = submit(pool, listen_once, listened, order)
    at_once(with_operators(call))
    done.result(PATIENCE)
    assert order == ["called", "heard"]
    pool.shutdown()


def test_a_fault_lets_threads_go_on(pipe):
    listened, told = pipe
    order: list[str] = []
    pool = ThreadPoolExecutor(1)
    done = submit(pool, listen_once, listened, order)
    with pytest.raises(ZeroDivisionError):
        at_once(with_operators(lambda _: 1 / 0))
    os.write(told, b"heard")
    done.result(PATIENCE)
    assert order == ["heard"]
    pool.shutdown()


@pytest.mark.once
def test_a_thread_that_is_told_something_all_the_time_is_caught(pipe):
    """As the one that hears a solver which talks and talks."""
    stops, (listened, told) = threading.Event(), pipe
    os.write(told, b"and so on")  # and never read

    def listen():
        while not stops.is_set():
            spin(0.002)
            wait_to_read(listened)

    thread, done = threading.Thread(target=working(listen)), []
    thread.start()
    for _ in range(20):
        event_loop.start(with_operators(lambda _: "called"), done.append)
    try:
        until(lambda: not event_loop.is_busy())
    finally:
        stops.set()
        thread.join()
    assert done == ["called"] * 20


def test_operators_may_call_what_calls_operators():
    with all_at_rest(1.0) as outer, all_at_rest(1.0) as inner:
        assert outer
        assert inner


def test_nobody_begins_a_thread_while_another_waits_for_all_to_rest(busy):
    """Else they would never rest all at once."""
    order = []
    event_loop.start(push_undo("first"), lambda _: order.append("pushed"))
    event_loop.start(in_a_thread(lambda: order.append("thread")), lambda _: None)
    for _ in turns(10):
        assert not order
    busy.set()
    until(lambda: not event_loop.is_busy())
    assert order == ["pushed", "thread"]


def test_a_script_does_not_wait_for_work_that_waits_for_its_turn(busy):
    event_loop.start(push_undo("later"), lambda _: None)
    event_loop.turn()
    assert at_once(in_a_thread(lambda: 42)) == 42
    assert event_loop.is_busy()


@pytest.mark.parametrize("drop", [event_loop.stop, event_loop.after_undo])
def test_dropped_work_keeps_nobody_waiting(busy, drop):
    called, found = [], []
    event_loop.start(with_operators(called.append), lambda _: None)
    event_loop.start(in_a_thread(lambda: 42), found.append, holds_data=False)
    for _ in turns(10):
        assert not found
    drop()
    event_loop.start(in_a_thread(lambda: 42), found.append)
    until(lambda: 42 in found)
    busy.set()
    until(lambda: not event_loop.is_busy())
    assert not called


def test_what_is_cancelled_before_it_has_begun_is_not_waited_for():
    goes_on = threading.Event()
    pool = ThreadPoolExecutor(1)
    begun = submit(pool, goes_on.wait, PATIENCE)
    never = submit(pool, goes_on.wait, PATIENCE)
    pool.shutdown(wait=False, cancel_futures=True)  # as a preview does at its end
    assert never.cancelled()
    goes_on.set()
    begun.result(PATIENCE)
    at_once(push_undo("when all is over"))


def test_a_solve_and_imports_at_the_same_time_both_end(tmp_path):
    (tmp_path / "odd.bvh").write_text(ODD)
    bpy.ops.spacetime.add_example(example="HOPPER")
    lamp = bpy.context.object
    assert bpy.ops.spacetime.solve() == {"FINISHED"}
    run, solve = bpy.context.window_manager.spacetime, session.current()
    imported = lambda: [each for each in bpy.data.objects if each.name.startswith("odd")]  # noqa: E731
    for number in range(5):
        bpy.ops.spacetime.import_bvh(filepath=str(tmp_path / "odd.bvh"), in_steps=True)
        until(lambda: len(imported()) > number and not run.doing)  # noqa: B023
    until(lambda: session.current() is None)
    assert (run.error, solve.outcome) == ("", "Solved.")
    assert lamp.spacetime.pending is not None
    assert len(imported()) == 5
