"""The panel's walk with the real solver, in its own process."""

import re
import time
import venv
from dataclasses import replace
from pathlib import Path

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon import preferences
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.formats.pose_channels import rigid_motion
from bl_ext.user_default.spacetime_animator.solver.job.constraints.expression import ExpressionConstraint
from bl_ext.user_default.spacetime_animator.solver.job.when import When
from bl_ext.user_default.spacetime_animator.solver.messages import EXIT_BAD_INPUT, EXIT_NO_SOLUTION
from bl_ext.user_default.spacetime_animator.solver.wording.violations import sentence

from tests.addon.processes import is_alive, pid_of_solver_after, wait_until_dead
from tests.support.event_turns import turn_until
from tests.support.ipopt import needs_ipopt
from tests.support.seconds import expect_mostly_free

pytestmark = [
    pytest.mark.once,
    needs_ipopt,
]


@pytest.fixture
def walker(human):
    bpy.context.scene.render.fps = 12
    bpy.context.object.spacetime.motion.is_mirrored = True
    yield human
    session.stop()


def test_walk_arrives_while_blender_stays_free(walker):
    bpy.ops.spacetime.solve(accept=True)
    solve = session.current()
    turns = turn_until(lambda: session.current() is None)
    run = bpy.context.window_manager.spacetime
    assert (run.text, run.error) == ("Solved.", "")
    expect_mostly_free(turns)
    assert run.iteration > 0
    clip, character = solve.clip, solve.clip.job.character
    for frame in range(clip.n_frames):
        bpy.context.scene.frame_set(1 + frame)
        for joint in character.joints:
            b = character.body_index(joint.body_b)
            body = character.bodies[b]
            motion = rigid_motion(
                clip.motion.position[:, b], clip.motion.orientation[:, b], body.position, body.orientation
            )
            expected = motion.shift[frame] + motion.turn[frame] @ joint.position
            head = walker.matrix_world @ walker.pose.bones[joint.body_b].head
            assert np.linalg.norm(np.array(head) - expected) < 1e-4


def test_cancel_hands_over_the_best_so_far(walker):
    bpy.context.scene.render.fps = 60
    bpy.context.object.spacetime.motion.is_mirrored = False
    bpy.ops.spacetime.solve()
    solve = session.current()
    while not bpy.context.window_manager.spacetime.iteration:
        assert session.current() is not None, bpy.context.window_manager.spacetime.error
        event_loop.turn()
        time.sleep(0.01)
    bpy.ops.spacetime.cancel()
    session.wait(solve)
    assert not solve.failed
    assert solve.clip is not None
    assert walker.spacetime.pending.name == "Walk"


def test_check_names_the_optimiser():
    assert bpy.ops.spacetime.check_solver(blocking=True) == {"FINISHED"}
    assert "IPOPT" in bpy.context.window_manager.spacetime.solver_check


@pytest.mark.parametrize(
    ("missing", "there"), [("numpy", ()), ("IPOPT", ("numpy", "scipy", "sympy", "mpmath"))]
)
def test_python_without_the_solvers_packages_is_told(walker, tmp_path, missing, there):
    venv.create(tmp_path / "bare", symlinks=True)
    (own,) = (tmp_path / "bare").glob("lib/python*/site-packages")
    for package in Path(np.__file__).parents[1].iterdir():
        if package.name.removesuffix(".libs") in there:
            (own / package.name).symlink_to(package)
    settings = bpy.context.preferences.addons[preferences.ROOT_PACKAGE].preferences
    settings.solver_python = str(tmp_path / "bare" / "bin" / "python")
    try:
        for press in (bpy.ops.spacetime.check_solver, bpy.ops.spacetime.solve):
            with pytest.raises(
                RuntimeError, match=rf"Error: This Python \(.*\) has no {missing}.*; run `make env"
            ):
                press(blocking=True)
    finally:
        settings.solver_python = ""


def test_solver_ends_when_blender_is_killed(tmp_path):
    pid = pid_of_solver_after("os.kill(os.getpid(), 9)", tmp_path, fps=60, until="solve.history")
    wait_until_dead(pid)
    assert not is_alive(pid)


def test_motion_that_cannot_be_is_told_in_an_artists_words(walker):
    walker.spacetime.motion.speed, walker.spacetime.motion.max_iterations = 25.0, 20
    with pytest.raises(RuntimeError, match="No physical motion meets these goals"):
        bpy.ops.spacetime.solve(blocking=True)
    error = bpy.context.window_manager.spacetime.error
    assert "Largest deviation of the closest attempt: " in error
    assert walker.animation_data is None or walker.animation_data.action is None
    run, scene = bpy.context.window_manager.spacetime, bpy.context.scene
    told = int(re.search(r"at frame (\d+)", error)[1])
    assert (run.error_has_frame, run.error_frame) == (True, told)
    scene.frame_set(99)
    assert bpy.ops.spacetime.show_where() == {"FINISHED"}
    assert scene.frame_current == run.error_frame
    assert [bone.name for bone in bpy.context.selected_pose_bones] == [run.error_bone]
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.data.objects.remove(walker)
    with pytest.raises(RuntimeError, match="is no longer in this view layer"):
        bpy.ops.spacetime.show_where()
    session.stop()
    with pytest.raises(RuntimeError, match="There is no problem to show"):
        bpy.ops.spacetime.show_where()


def test_motion_that_its_limit_cuts_short_is_on_the_ghost_and_can_be_continued(walker):
    motion, run = walker.spacetime.motion, bpy.context.window_manager.spacetime
    motion.max_iterations = 6
    with pytest.raises(RuntimeError, match="Stopped at the iteration or time limit"):
        bpy.ops.spacetime.solve(blocking=True)
    assert "No physical motion" not in run.error
    unfinished = walker.spacetime.pending
    assert ghost_of(walker).animation_data.action == unfinished
    assert not clip_of(unfinished).provenance.solved
    assert walker.animation_data is None or walker.animation_data.action is None
    motion.max_iterations = 500
    assert bpy.ops.spacetime.guide(how="CONTINUE", blocking=True) == {"FINISHED"}
    assert clip_of(walker.spacetime.pending).provenance.solved
    run.error = run.error_armature = ""


def test_errors_count_frames_as_the_timeline_does(walker):
    """A motion that begins at frame 101, a scene whose frame rate was doubled while it was solved."""
    scene, run = bpy.context.scene, bpy.context.window_manager.spacetime
    walker.spacetime.motion.speed, walker.spacetime.motion.max_iterations = 25.0, 20
    solve = session.start_solve(walker, read_job(walker, scene), first_frame=101)
    scene.render.fps = 24
    session.wait(solve)
    assert solve.exit_code == EXIT_NO_SOLUTION
    worst = solve.clip.provenance.violations[0]
    of_motion = worst.place.moment.frame
    assert f"at frame {of_motion} (" in str(sentence(worst))  # as a clip and the command line have it
    assert f"at frame {101 + 2 * of_motion}" in run.error
    assert f"frame {of_motion} (" not in run.error
    assert bpy.ops.spacetime.show_where() == {"FINISHED"}
    assert scene.frame_current == 101 + 2 * of_motion


def test_a_job_that_makes_no_sense_is_told_in_the_timelines_frames(walker):
    scene, run = bpy.context.scene, bpy.context.window_manager.spacetime
    job = read_job(walker, scene)
    body = job.character.bodies[0].name
    speed = ExpressionConstraint(f"body({body!r}).acceleration.x", 0.0, 0.0, when=When(0, 3))
    job = replace(
        job, cycle=None, constraints=(speed,)
    )  # an open motion has no acceleration at its first frame
    solve = session.start_solve(walker, job, first_frame=101)
    session.wait(solve)
    assert solve.exit_code == EXIT_BAD_INPUT
    assert "has no value at frame 101: accelerations" in run.error
    assert bpy.ops.spacetime.show_where() == {"FINISHED"}
    assert scene.frame_current == 101
