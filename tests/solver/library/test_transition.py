"""Transitions between walks: physical over every seam, with both motions as they are beside it."""

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from solver.animate import animate
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.explore.stretched import stretched
from solver.fitting.presets.arm import planar_arm
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin
from solver.job.constraints.together import Together
from solver.job.cycle import Cycle
from solver.job.when import When
from solver.library.cloud import cloud
from solver.library.known_clip import known_clip
from solver.library.posed import posed
from solver.library.same_bodies import require_same_bodies
from solver.library.touches import steady
from solver.library.transition.crossing import GIVEN, crossing_at, crossings
from solver.library.transition.gap import TransitionGap
from solver.library.transition.join import NEARLY, Transition, blend_start, transition, transition_job
from solver.library.transition.lasting_constraints import lasting_constraints
from solver.mechanics.tree import Tree
from solver.messages import Message, Status
from solver.motion.pieces import moved, piece
from solver.motion.world_motion import WorldMotion
from solver.optimise.explanation import explain
from solver.verify.report import Report
from solver.verify.verify import verify
from tests.solver.physical import assert_judged, assert_physical
from tests.support.command import errors, run


@pytest.fixture(scope="module")
def joined(walked: Clip, slow: Clip) -> Transition:
    return transition(walked.motion, slow.motion)


def measured(motion: WorldMotion, n: int) -> Report:
    return verify(motion, torques=np.zeros((motion.n_frames, n)), torque_limits=np.zeros(n))


def test_a_transition_is_physical(joined: Transition, judge: ModuleType) -> None:
    assert_physical(joined.clip)
    assert_judged(joined.clip, judge)


def test_a_blend_with_forces_that_explain_it_leads_to_the_optimum_of_a_similar_motion(
    joined: Transition, walked: Clip, slow: Clip
) -> None:
    gap = TransitionGap.at(walked.motion, slow.motion, joined.crossing)
    job = transition_job("same", gap)
    similar = animate(job, start=replace(blend_start(job), is_explained=False)).provenance
    assert joined.clip.provenance.objective == pytest.approx(similar.objective, rel=NEARLY.tolerance)


def test_after_a_turn_it_starts_from_what_was_found_before(
    joined: Transition, walked: Clip, slow: Clip, judge: ModuleType
) -> None:
    place = joined.crossing
    turned = replace(place, move=Cycle(place.move.translation, place.move.yaw + 0.1))
    cold = transition(walked.motion, slow.motion, at=turned).clip.provenance
    warm = transition(walked.motion, slow.motion, at=turned, like=joined).clip
    assert_physical(warm)
    assert_judged(warm, judge)
    assert warm.provenance.objective == pytest.approx(cold.objective, rel=NEARLY.tolerance)
    assert warm.provenance.iterations < 0.7 * cold.iterations


def test_its_ends_have_the_forces_of_the_motions_beside_it(
    joined: Transition, walked: Clip, slow: Clip
) -> None:
    place, forces = joined.crossing, joined.clip.motion.contact_forces
    first = piece(walked.motion, place.leaves - place.room - GIVEN, 3).contact_forces[0]
    last = piece(slow.motion, place.enters + place.overlap + place.room, 3).contact_forces[GIVEN - 1]
    assert forces[0] == pytest.approx(first, abs=1e-9)
    assert np.linalg.norm(forces[-1], axis=1) == pytest.approx(np.linalg.norm(last, axis=1), abs=1e-9)
    assert forces[[0, -1]].any((1, 2)).all()


def test_so_is_the_whole_over_its_seams(joined: Transition, walked: Clip, slow: Clip) -> None:
    whole = joined.joined(walked.motion, slow.motion, before=30, beyond=30)
    report = measured(whole, walked.q.shape[1])
    assert report.linear_residual < 1e-5
    assert report.slide < 1e-3
    assert report.friction_excess < 1e-4


def test_beside_it_both_motions_are_as_they_were(joined: Transition, walked: Clip, slow: Clip) -> None:
    whole = joined.joined(walked.motion, slow.motion, before=10, beyond=10)
    place = joined.crossing
    first = piece(walked.motion, place.leaves - place.room - 1 - 10, 11)
    last = piece(moved(slow.motion, joined.after), place.enters + place.overlap + place.room, 11)
    assert whole.position[:11] == pytest.approx(first.position, abs=1e-6)
    assert whole.position[-11:] == pytest.approx(last.position, abs=1e-6)
    leaps = whole.contact_forces[[10, -11]] - [first.contact_forces[-1], last.contact_forces[0]]
    assert np.linalg.norm(leaps.sum(1), axis=1) / whole.weight == pytest.approx(0.0, abs=0.1)


def test_the_complete_motion_is_a_clip_that_begins_and_ends_as_the_two_do(
    joined: Transition, walked: Clip, slow: Clip, judge: ModuleType
) -> None:
    whole = joined.complete(walked.motion, slow.motion)
    clip = known_clip("both", whole, joined.clip.provenance)
    assert_physical(clip)
    assert_judged(clip, judge)
    lap = walked.n_frames
    assert clip.motion.position[:lap] == pytest.approx(walked.motion.position, abs=1e-6)
    assert clip.motion.contact_forces[1:lap] == pytest.approx(walked.motion.contact_forces[1:], abs=0.1)
    assert clip.torques[1:lap] == pytest.approx(walked.torques[1:], abs=0.01)
    last = clip.motion.turn[-slow.n_frames :]
    turn = last[0, 0] @ slow.motion.turn[0, 0].T  # where it goes on
    assert last == pytest.approx(turn @ slow.motion.turn, abs=1e-6)


def test_open_motions_are_complete_from_their_first_frame_to_their_last(walked: Clip, slow: Clip) -> None:
    a, b = piece(walked.motion, 0, 50), piece(slow.motion, 0, 60)
    found = transition(a, b)
    whole, place = found.complete(a, b), found.crossing
    assert whole.n_frames == place.leaves + 60 - place.enters
    assert whole.position[0] == pytest.approx(a.position[0], abs=1e-6)
    assert whole.turn[-1] == pytest.approx(moved(b, found.after).turn[-1], abs=1e-6)
    assert measured(whole, walked.q.shape[1]).linear_residual < 1e-5


def test_a_blend_is_not_physical(walked: Clip, slow: Clip, joined: Transition) -> None:
    blend = TransitionGap.at(walked.motion, slow.motion, joined.crossing).blended()
    explained = explain(joined.clip.job, blend)
    assert explained.linear.max() > 1e3 * joined.clip.report.linear_residual
    assert explained.linear.max() > 0.01


def test_the_second_motion_stays_where_it_is_put(walked: Clip, slow: Clip) -> None:
    (best,) = crossings(walked.motion, slow.motion, count=1)
    found = transition(walked.motion, slow.motion, at=best, moves=False)
    assert found.crossing == best
    assert found.after.translation == pytest.approx(best.move.translation, abs=1e-6)


def test_the_best_place_comes_first(walked: Clip, slow: Clip) -> None:
    places = crossings(walked.motion, slow.motion)
    costs = [place.cost for place in places]
    assert costs == sorted(costs)
    assert len(costs) > 1
    same = crossing_at(walked.motion, slow.motion, places[0].leaves, places[0].enters)
    assert same.move.yaw == pytest.approx(places[0].move.yaw, abs=1e-9)


def test_clouds_are_laid_over_each_other_in_the_nearest_way(walked: Clip, slow: Clip) -> None:
    length, at = 7, np.array([0, 5])
    a, b = (piece(clip.motion, 0, 14) for clip in (walked, slow))
    ours, theirs = cloud(a, at, length), cloud(b, at, length)
    distance = ours.distances(theirs)
    best = ours.move(1, theirs, 0)
    for turn, shift in ((0.0, 0.0), (0.02, 0.0), (-0.02, 0.0), (0.0, 0.01), (0.0, -0.01)):
        x, y, _ = best.translation
        placed = cloud(moved(b, Cycle((x + shift, y, 0.0), best.yaw + turn)), at, length)
        square = (abs(ours.level[1] - placed.level[0]) ** 2).sum() + abs(ours.mean[1] - placed.mean[0]) ** 2
        apart = np.sqrt(square + ((ours.height[1] - placed.height[0]) ** 2).sum())
        assert apart >= distance[1, 0] - 1e-9
        if not (turn or shift):
            assert apart == pytest.approx(distance[1, 0], abs=1e-9)


def test_a_motion_is_nearest_to_itself(walked: Clip) -> None:
    turned = moved(walked.motion, Cycle((3.0, 1.0, 0.0), 1.0))
    place = min(crossings(turned, walked.motion), key=lambda each: each.cost)
    assert place.cost < 1e-6
    assert place.move.yaw == pytest.approx(1.0, abs=1e-6)
    assert place.leaves == place.enters


def test_brief_stances_and_swings_are_left_out() -> None:
    flags = np.array([[1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1]], bool).T
    assert steady(flags, 0.05)[:, 0].astype(int).tolist() == [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]


def test_other_steps_and_bodies_are_refused(walked: Clip) -> None:
    with pytest.raises(InputError, match="20 frames per second, found 10; resample"):
        transition(walked.motion, replace(walked.motion, step=0.1))
    arm = planar_arm()
    still = posed(arm, np.zeros((40, Tree(arm).n)), np.zeros((40, 0), bool), walked.motion.step)
    with pytest.raises(InputError, match="expected motions of 'Chip', found 'Planar arm'"):
        transition(walked.motion, still)


def test_what_is_too_short_is_refused(walked: Clip) -> None:
    short, needed = piece(walked.motion, 0, 10), "a transition needs a cycle, or 17 frames"
    with pytest.raises(InputError, match=f"the first motion has 10 frames; {needed}"):
        transition(short, walked.motion)
    with pytest.raises(InputError, match=f"the second motion has 10 frames; {needed}"):
        transition(walked.motion, short)
    with pytest.raises(
        InputError, match="at frame 8 of the first motion needs its frames -2 to 14; there are 0 to 9"
    ):
        crossing_at(short, walked.motion, 8, 0)


def test_two_characters_of_one_name_are_told_apart(walked: Clip) -> None:
    own = walked.job.character
    arm = replace(planar_arm(), name=own.name)
    told = f"found another with {len(arm.bodies)} bodies instead of {len(own.bodies)}, of which '.*' is in one alone"
    with pytest.raises(InputError, match=told):
        require_same_bodies(own, arm)
    long = stretched(walked.job, {"L_thigh": 1.2}).character
    with pytest.raises(InputError, match=r"'Chip' with the joint of 'L_calf' at .* m instead of"):
        require_same_bodies(own, long)
    require_same_bodies(own, stretched(walked.job, {"L_thigh": 1.01}).character)


def test_the_only_place_between_short_motions_is_tried_once(walked: Clip, slow: Clip) -> None:
    a, b = piece(walked.motion, 0, 17), piece(slow.motion, 0, 17)
    assert len(crossings(a, b)) == 1
    told: list[Message] = []
    aloft = ExpressionConstraint("com.z", 5.0, None)
    found = transition(a, b, constraints=(aloft,), send=told.append)
    tried = [each.text for each in told if isinstance(each, Status) and each.text.startswith("Place")]
    assert tried == ["Place 1"]
    assert not found.clip.provenance.solved
    assert any("com.z" in str(each) for each in found.clip.provenance.violations)


def test_what_clips_say_of_all_frames_goes_along(walked: Clip, slow: Clip) -> None:
    apart = Together("L_thigh", "R_thigh", nearest=0.05, farthest=1.0)
    calm = ExpressionConstraint("norm(torso.velocity)", None, 5.0)
    once = ExpressionConstraint("com.z", 0.0, None, When(2, 3))
    jobs = (
        replace(walked.job, constraints=(apart, calm, once)),
        replace(slow.job, constraints=(calm, Pin("root.tz", 0, 0, 0.0, 1.0))),
    )
    constraints = lasting_constraints(*jobs)
    assert constraints == (apart, calm)
    assert transition(walked.motion, slow.motion, constraints=constraints).clip.provenance.solved


def test_the_command_leaves_the_transition(walked: Clip, slow: Clip, tmp_path: Path) -> None:
    walked.save(tmp_path / "walk.npz")
    slow.save(tmp_path / "slow.npz")
    clips = tmp_path / "walk.npz", tmp_path / "slow.npz"
    exit_code, messages = run("join", *clips, "--out", tmp_path / "best")
    assert (exit_code, errors(messages)) == (0, [])
    assert any("is left at frame" in str(message) for message in messages)
    assert Clip.load(tmp_path / "best" / "clip.npz").provenance.solved
    assert run("join", *clips, "--whole", "--out", tmp_path / "whole")[0] == 0
    whole = Clip.load(tmp_path / "whole" / "clip.npz")
    assert whole.provenance.solved
    assert whole.n_frames > walked.n_frames + slow.n_frames
    assert whole.report.linear_residual < 1e-5
    exit_code, messages = run("join", *clips, "--leave", 3, "--out", tmp_path / "odd")
    assert exit_code == 2
    assert "--leave and --enter" in str(errors(messages))
