"""Timings that the solver finds: what the panel says becomes the job's, and trials are shown all the same."""

import time

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.motion.read_sketch import read_sketch
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.animate import animate
from bl_ext.user_default.spacetime_animator.solver.errors import InputError
from bl_ext.user_default.spacetime_animator.solver.formats.preview import Previewer
from bl_ext.user_default.spacetime_animator.solver.job.timings import CmaEs, FreeLength, FreePhases, Gradient
from bl_ext.user_default.spacetime_animator.solver.problem.transcription import transcribe

from tests.support.ipopt import needs_ipopt

PATIENCE = 240  # s; trials on a busy machine


@pytest.fixture
def walker(human):
    bpy.ops.spacetime.use_preset(preset="WALK")
    bpy.context.view_layer.update()
    return human


def test_timings_stay_as_set_unless_asked_for(walker):
    job = read_job(walker, bpy.context.scene)
    assert job.timing.free is None
    assert not any(timing.free for timing in job.contact_timings)


@pytest.mark.parametrize(
    ("asked", "search"),
    [("POLISHED", Gradient()), ("SEARCHED", CmaEs()), ("BOTH", Gradient(evolution=CmaEs()))],
)
def test_what_may_be_found_and_what_is_kept(walker, asked, search):
    motion = bpy.context.object.spacetime.motion
    motion.timing = asked
    walker.data.spacetime.contacts["heel.L"].keep_timing = True
    job = read_job(walker, bpy.context.scene)
    assert job.timing_search == search
    assert job.timing.free == FreeLength(
        pytest.approx(job.timing.length / 2), pytest.approx(2 * job.timing.length)
    )
    free = {timing.contact: timing.free for timing in job.contact_timings}
    assert free == {"heel.L": None, "toe.L": FreePhases(), "heel.R": FreePhases(), "toe.R": FreePhases()}
    motion.free_length = False
    assert read_job(walker, bpy.context.scene).timing.free is None


def test_the_least_time_needs_no_other_setting(walker):
    bpy.ops.spacetime.add_goal(kind="FASTEST")
    job = read_job(walker, bpy.context.scene)
    length = job.timing.length
    assert job.timing_search == Gradient()
    assert job.timing.free == FreeLength(pytest.approx(length / 4), pytest.approx(2 * length))
    assert not any(timing.free for timing in job.contact_timings)
    bpy.context.object.spacetime.motion.goals[-1].use = False
    assert read_job(walker, bpy.context.scene).timing.free is None


def test_the_least_time_is_refused_where_keys_set_the_length(walker):
    bpy.ops.spacetime.add_goal(kind="FASTEST")
    for frame, x in ((1, 0.0), (20, 0.3)):
        walker.pose.bones["spine"].location.x = x
        walker.pose.bones["spine"].keyframe_insert("location", frame=frame)
    sketch = at_once(read_sketch(walker, bpy.context.scene, read_character(walker)))
    with pytest.raises(InputError, match=r"the goal 'Minimize Duration': .* disable Follow Keys or the goal"):
        read_job(walker, bpy.context.scene, sketch=sketch)


@pytest.mark.once
def test_the_least_time_of_a_crouch_is_longer_than_a_fall(human):
    """Feet that stand only push, so that the center of mass goes down no faster than it falls."""
    motion = bpy.context.object.spacetime.motion
    bpy.context.scene.render.fps = 10
    motion.is_cyclic, motion.length = False, 0.8
    for contact in human.data.spacetime.contacts:
        contact.phases.clear()
        contact.phases.add().duration = 1.0
    bpy.ops.spacetime.select_bone(bone="spine")
    bpy.context.scene.frame_set(1)
    for kind in ("UNDER", "REST", "FASTEST", "OVER"):
        bpy.ops.spacetime.add_goal(kind=kind)
    crouch = motion.goals[0]
    job = read_job(human, bpy.context.scene)
    hips = job.character.bodies[job.character.body_index("spine")].position[2]
    crouch.height, crouch.when, crouch.first = 0.7 * hips, "FRAME", 5
    upright = motion.goals[-1]
    upright.height, upright.when, upright.first = 0.95 * hips, "FRAME", 1
    clip = animate(read_job(human, bpy.context.scene))
    assert clip.provenance.solved
    masses = [body.mass for body in job.character.bodies]
    com = np.average(clip.motion.position[:, :, 2], axis=1, weights=masses)
    lowest = com.argmin() * clip.job.timing.length / (len(com) - 1)
    assert lowest > np.sqrt(2 * np.ptp(com) / 9.81)
    assert clip.job.timing.length < 0.75


def test_unhurried_muscles_count_where_timings_are_found(walker):
    motion = bpy.context.object.spacetime.motion

    def weights():
        return {o.kind: o.weight for o in read_job(walker, bpy.context.scene).objectives}

    style = {"effort": 1, "force_change": 1, "acceleration": 1, "posture": 1}
    motion.unhurried = 2
    assert weights() == style
    motion.timing = "POLISHED"
    assert weights() == style | {"torque_change": 2}
    bpy.ops.spacetime.use_preset(preset="WALK")
    assert weights() == style


def test_a_trial_with_other_frames_is_shown(walker):
    job = read_job(walker, bpy.context.scene)
    setting = transcribe(job)
    n_frames, n = setting.variables.q.shape
    trial = np.linspace(0.0, 1.0, n_frames - 3)[:, None] * np.full(n, 0.1)
    shown = Previewer(job).preview(trial)
    assert len(shown.position) == 2 * n_frames  # mirrored
    assert np.isfinite(shown.position).all()


@pytest.mark.once
@needs_ipopt
def test_ghost_shows_the_best_motion_so_far_while_timings_are_searched(walker):
    walker.spacetime.motion.timing = "SEARCHED"
    bpy.ops.spacetime.solve()
    solve = session.current()
    try:
        deadline = time.monotonic() + PATIENCE
        while solve.preview.shown < 0 and not solve.is_over:
            assert time.monotonic() < deadline, "no motion was ever shown"
            session.pump()
            time.sleep(session.WAIT_PERIOD)
        assert solve.stage.startswith("Optimizing")
        assert not solve.history  # the search alone, not the solve after it
        ghost = walker.spacetime.ghost
        heads = []
        for frame in (1, 8):
            bpy.context.scene.frame_set(frame)
            heads.append(np.array(ghost.pose.bones["foot.L"].head))
        assert np.linalg.norm(heads[1] - heads[0]) > 0.05
    finally:
        session.stop()
