"""Timings that the solver shall find: what the panel says becomes the job's, and trials are shown all the same."""

import importlib.util
import time

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.formats.preview import Previewer
from bl_ext.user_default.spacetime_animator.solver.job.timings import CmaEs, FreeLength, FreePhases, Gradient
from bl_ext.user_default.spacetime_animator.solver.problem.transcription import transcribe

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


@pytest.mark.skipif(importlib.util.find_spec("cyipopt") is None, reason="IPOPT is not installed here")
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
