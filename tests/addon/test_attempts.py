"""A motion that is not possible: the closest attempt on the ghost, red where it deviates, only to be looked at."""

import re
from dataclasses import replace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.files.export_takes import ACTIVE, ALL, STARRED, chosen_takes
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.overlays.shown import shown_stripe
from bl_ext.user_default.spacetime_animator.addon.overlays.stripe_bar import COLOURS, bars
from bl_ext.user_default.spacetime_animator.addon.result import review
from bl_ext.user_default.spacetime_animator.addon.result.attempt import shortfalls
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of, is_attempt
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.addon.result.panels.result import BEST_ATTEMPT, draw_result
from bl_ext.user_default.spacetime_animator.addon.result.stripe import CHANGED, IMPOSSIBLE
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.addon.solve.failure import failure_of
from bl_ext.user_default.spacetime_animator.addon.solve.panels.solve import draw_progress
from bl_ext.user_default.spacetime_animator.solver.verify.violation import Kind

from tests.support.ipopt import needs_ipopt
from tests.support.panels import laid_out, operators, refusal, words
from tests.support.written import write_motion

pytestmark = needs_ipopt
START = 101  # frame of the timeline at which the motion begins
FPS, RED = 12, range(107, 110)
NOT_KEPT = "only the closest attempt"
_solved = {}  # the clip that the solver has found, for the tests after the first


@pytest.fixture
def kicking(human):
    """A human that stands for a second; its left foot, lifted meanwhile, must be a meter beyond reach for 3 frames."""
    scene, motion = bpy.context.scene, human.spacetime.motion
    scene.render.fps = FPS
    motion.is_cyclic, motion.length, motion.use_start, motion.start = False, 1.0, True, START
    motion.max_iterations = 30  # the attempt is none the worse
    for contact in human.data.spacetime.contacts:
        phases = contact.phases
        phases.clear()
        phases.add().duration = 1.0
        if contact.bone.endswith(".L"):
            phases[0].duration = 0.3
            again = phases.add()
            again.start, again.duration = 0.85, 0.15
    foot = human.matrix_world @ human.data.bones["foot.L"].head_local
    leg = (human.data.bones["thigh.L"].head_local - human.data.bones["foot.L"].head_local).length
    there = bpy.data.objects.new("There", None)
    bpy.context.collection.objects.link(there)
    there.location = foot
    there.location.z += 2 * leg + 1.0  # the other leg stretched, too
    bpy.context.view_layer.update()
    goal = motion.goals.add()
    goal.kind, goal.bone, goal.target, goal.when = "GO_THERE", "foot.L", there, "FRAMES"
    goal.first, goal.last = RED[0], RED[-1]
    own = actions.new_action("Mine", human.name)
    actions.add_curves(own, "face", "location", np.array([START, START + float(FPS)]), np.zeros((2, 3)))
    actions.assign(human, own)
    yield human
    session.stop()


@pytest.fixture
def reaching(human):
    """A human that stands for half a second; its right hand must be four meters up in the middle."""
    motion, there = human.spacetime.motion, bpy.data.objects.new("There", None)
    bpy.context.scene.render.fps, motion.is_cyclic, motion.length = FPS, False, 0.5
    motion.max_iterations = 30
    for contact in human.data.spacetime.contacts:
        contact.phases.clear()
        contact.phases.add().duration = 1.0
    bpy.context.collection.objects.link(there)
    there.location = 0.0, 0.0, 4.0
    bpy.context.view_layer.update()
    goal = motion.goals.add()
    goal.kind, goal.bone, goal.target, goal.when = "GO_THERE", "hand.R", there, "FRAME"
    goal.first = 4
    yield human
    session.stop()


@pytest.fixture
def attempt(kicking):
    """The same, solved; the attempt is on the ghost."""
    if not _solved:
        solve_in_vain()
        _solved["clip"] = clip_of(kicking.spacetime.pending)
        return kicking
    fetched = session.start_fetch(
        kicking, read_job(kicking, bpy.context.scene), lambda: _solved["clip"], settings={}
    )
    session.wait(fetched)
    return kicking


def solve_in_vain(**options):
    with pytest.raises(RuntimeError, match="No physical motion meets these goals"):
        bpy.ops.spacetime.solve(blocking=True, **options)


def other_motion(rig, make_clip):
    own = rig.animation_data.action
    action = write_motion(make_clip(read_job(rig, bpy.context.scene)), rig)
    actions.assign(rig, own)
    return action


@pytest.mark.once
def test_it_is_on_the_ghost_and_red_just_where_it_gives(kicking):
    own = kicking.animation_data.action
    solve_in_vain()
    run, action = bpy.context.window_manager.spacetime, kicking.spacetime.pending
    _solved["clip"] = clip_of(action)
    assert action in {track.strips[0].action for track in ghost_of(kicking).animation_data.nla_tracks}
    assert kicking.animation_data.action == own
    assert is_attempt(action)
    stripe = shown_stripe(kicking)
    found = {round(stripe.first + k * stripe.per_frame): state for k, state in enumerate(stripe.states)}
    assert {frame for frame, state in found.items() if state == IMPOSSIBLE} == set(RED)
    assert set(found) == set(range(START, START + FPS + 1))
    assert CHANGED in found.values()
    assert (RED[0] - 0.5, RED[-1] + 0.5, IMPOSSIBLE) in stripe.runs
    colours = bars(stripe, float, 0.0).face_colours
    assert any(np.allclose(colour, COLOURS[IMPOSSIBLE]) for colour in colours)
    (fault,) = shortfalls(action)
    assert fault.bone == "foot.L"
    assert fault.frame in RED
    assert f"at frame {fault.frame}" in fault.sentence
    assert f"affects frame {RED[0]} to frame {RED[-1]}" in fault.sentence
    assert (
        f"Largest deviation of the closest attempt: {fault.sentence}" in run.error
    )  # the panel's sentence is told as ever
    assert bpy.ops.spacetime.show_where() == {"FINISHED"}
    assert re.fullmatch(
        r"foot\.L misses There by [\d.]+ (cm|m) at frame 10\d\. Lower There or allow more time\.",
        run.error_line,
    )
    assert (run.error_bone, run.error_frame) == ("foot.L", fault.frame)


def test_what_fails_is_told_in_one_line_and_the_rest_is_folded(attempt):
    run = bpy.context.window_manager.spacetime
    goal = attempt.spacetime.motion.goals[0]
    goal.target.name = "Apple"
    told = failure_of(clip_of(attempt.spacetime.pending), [goal], lambda moment: START + moment.frame)
    assert told.line.startswith("foot.L misses Apple by ")
    assert told.line.endswith(". Lower Apple or allow more time.")
    clip = clip_of(attempt.spacetime.pending)
    inside = replace(clip.provenance.violations[0], kind=Kind.OUTSIDE_REGION, subject=(goal.bone,))
    entered = replace(clip, provenance=replace(clip.provenance, violations=(inside,)))
    asked, goal.kind = goal.kind, "OUTSIDE"
    told_of_it = failure_of(entered, [goal], lambda moment: START + moment.frame)
    goal.kind = asked
    assert told_of_it.line.startswith("foot.L enters Apple by ")
    assert told_of_it.line.endswith(". Move Apple away or allow more time.")
    goal.use = False  # what is not asked for is not named
    without = failure_of(clip_of(attempt.spacetime.pending), [goal], lambda moment: START + moment.frame)
    assert "Apple" not in without.line
    run.error, run.error_line, run.error_armature = "All that is known", told.line, attempt.name
    shared = bpy.context.scene.spacetime
    short, shared.shows_details = laid_out(lambda layout: draw_progress(layout, run, ())), True
    long, shared.shows_details = laid_out(lambda layout: draw_progress(layout, run, ())), False
    run.error = run.error_line = run.error_armature = ""
    assert told.line in " ".join(words(short).split(" | "))
    assert "All that is known" not in words(short)
    assert "All that is known" in words(long)
    assert "bpy.ops.spacetime.show_where" in operators(short)


@pytest.mark.once
def test_it_tells_and_shows_the_bone_that_was_chosen_though_it_moves_with_another(reaching):
    solve_in_vain()
    fault = shortfalls(reaching.spacetime.pending)[0]
    assert fault.sentence.startswith("'hand.R' misses its target by")
    assert fault.bone == "hand.R"
    for button in (bpy.ops.spacetime.show_where, bpy.ops.spacetime.show_shortfall):
        bpy.ops.spacetime.select_bone(bone="spine")
        assert button() == {"FINISHED"}
        assert [bone.name for bone in bpy.context.selected_pose_bones] == ["hand.R"]


def test_it_can_be_looked_at_and_compared_but_not_kept(attempt, make_clip):
    action = attempt.spacetime.pending
    for name in ("accept", "snap", "mark_asset"):
        assert NOT_KEPT in refusal(name), name
    with pytest.raises(review.InputError, match=NOT_KEPT):
        at_once(review.accepting(attempt))
    assert attempt.animation_data.action.name == "Mine"
    bpy.ops.spacetime.loop_take.poll()  # a variant of it is as impossible
    attempt.spacetime.takes[0].is_starred = True
    solved = other_motion(attempt, make_clip)
    at_once(review.proposing(attempt, solved))
    assert refusal("accept") == ""
    attempt.spacetime.active_take = 0
    assert bpy.ops.spacetime.compare_take() == {"FINISHED"}
    assert attempt.spacetime.rival.animation_data.action == action
    assert bpy.ops.spacetime.show_take() == {"FINISHED"}
    assert NOT_KEPT in refusal("accept")
    assert bpy.ops.spacetime.reject() == {"FINISHED"}
    assert [take.action for take in attempt.spacetime.takes] == [action, solved]  # it has a star


def test_variants_of_it_are_no_better(attempt):
    assert bpy.ops.spacetime.clean_take() == {"FINISHED"}
    clean = attempt.spacetime.pending
    assert clean.name.endswith("clean")
    assert NOT_KEPT in refusal("accept")


def test_the_panel_lists_what_gives_and_jumps_there(attempt):
    scene = bpy.context.scene
    items = laid_out(lambda layout: draw_result(layout, attempt, bpy.context.scene))
    (fault,) = shortfalls(attempt.spacetime.pending)
    told = " ".join(words(items).split(" | "))  # in as many lines as it takes
    assert BEST_ATTEMPT in told
    assert fault.sentence.replace("'", "") in told
    assert "J generated" not in told  # as of a solved motion: test_guide.py
    assert "bpy.ops.spacetime.show_shortfall" in operators(items)
    scene.frame_set(START)
    assert bpy.ops.spacetime.show_shortfall(index=0) == {"FINISHED"}
    assert scene.frame_current == fault.frame
    assert [bone.name for bone in bpy.context.selected_pose_bones] == ["foot.L"]
    with pytest.raises(RuntimeError, match="There is no missed goal with index 7; this attempt misses 1"):
        bpy.ops.spacetime.show_shortfall(index=7)
    bpy.ops.spacetime.reject()
    assert "There is no motion to accept or reject" in refusal("show_shortfall")


def test_it_leaves_the_list_when_another_motion_arrives_unless_starred(attempt, make_clip):
    first = attempt.spacetime.pending.name
    solved = other_motion(attempt, make_clip)
    at_once(review.proposing(attempt, solved))
    assert first not in bpy.data.actions
    assert [take.action for take in attempt.spacetime.takes] == [solved]
    assert attempt.spacetime.active_take == 0
    assert "The motion on the ghost meets all its goals" in refusal("show_shortfall")


def test_it_goes_to_files_only_when_it_is_meant(attempt, make_clip):
    action, solved = attempt.spacetime.pending, other_motion(attempt, make_clip)
    takes = attempt.spacetime.takes
    takes[0].is_starred = True
    at_once(review.proposing(attempt, solved))
    assert chosen_takes(attempt, STARRED) == [action]
    takes[0].is_starred, attempt.spacetime.active_take = False, 0
    assert chosen_takes(attempt, ALL) == [solved]
    assert chosen_takes(attempt, ACTIVE) == [action]


def test_a_file_keeps_it(attempt, tmp_path):
    before = shown_stripe(attempt).states.tolist(), shortfalls(attempt.spacetime.pending)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "vain.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "vain.blend"))
    rig = bpy.data.objects["metarig"]
    assert (shown_stripe(rig).states.tolist(), shortfalls(rig.spacetime.pending)) == before
    assert NOT_KEPT in review.why_not_kept(rig.spacetime.pending)


@pytest.mark.once
def test_a_script_that_accepts_at_once_gets_it_on_the_ghost_only(reaching):
    actions.assign(reaching, actions.new_action("Mine", reaching.name))
    bpy.ops.ed.undo_push(message="before")
    solve_in_vain(accept=True)
    assert reaching.animation_data.action.name == "Mine"
    assert is_attempt(reaching.spacetime.pending)
    bpy.ops.ed.undo()  # one step
    rig = bpy.data.objects["metarig"]
    assert rig.spacetime.pending is None
    assert not len(rig.spacetime.takes)
    assert ghost_of(rig) is None
