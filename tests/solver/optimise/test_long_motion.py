"""A motion that is too long for one problem is solved in windows, and nothing shows where they join."""

from dataclasses import replace

import numpy as np
import pytest

from solver.analysis.missing_force import with_missing_force
from solver.animate import animate
from solver.clip.clip import Clip
from solver.formats.bvh.capture import capture
from solver.job.constraints.at_rest import AtRest
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.constraints.pin import Pin
from solver.job.drawn_bones import DrawnBone, joint_frames
from solver.job.excerpt import drawn_at_frames, excerpt, uncut_reason
from solver.job.frames import frame_count
from solver.job.job import DEFAULT_OBJECTIVES, SolverOptions
from solver.job.objectives.pose_closeness import PoseCloseness
from solver.job.schedule import contact_schedule
from solver.job.when import When
from solver.library.following import following
from solver.library.observed import observed
from solver.library.resampled import resampled
from solver.mechanics.kinematics import Kinematics
from solver.mechanics.tree import tree_of
from solver.messages import Progress, Status
from solver.optimise import long_motion
from solver.optimise.long_motion import is_long, later, on_branch
from solver.optimise.solve import solve
from solver.sentence import Moment
from solver.verify.violation import Extent, Kind, Place, Violation
from tests.support.bvh_files import motion_file

FPS = 20


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    """A captured walk to follow, of one second, onward, backward and onward again."""
    head, text = motion_file("walk").read_text().split("Frame Time:")
    step, *rows = text.splitlines()
    rows = [*rows, *rows[-2:0:-1], *rows]
    file = tmp_path_factory.mktemp("long") / "walk.bvh"
    file.write_text("\n".join([f"{head}Frame Time:{step}", *rows, ""]))
    seen = resampled(observed(capture(file)), 1 / FPS)
    style = tuple(replace(each, weight=0.1 * each.weight) for each in DEFAULT_OBJECTIVES)
    made = following("walk", seen, closeness=10.0, objectives=style, yields=True)
    return replace(made, options=SolverOptions(tolerance=1e-2))


@pytest.fixture
def short_windows(monkeypatch):
    """Windows of a second, for any motion."""
    monkeypatch.setattr(long_motion, "MAX_VALUES", 100)
    monkeypatch.setattr(long_motion, "WINDOW", 1.0)
    monkeypatch.setattr(long_motion, "AHEAD", 0.5)


@pytest.fixture(scope="module")
def whole(job):
    return animate(job)


def test_windows_join_without_a_trace(job, whole, short_windows, tmp_path):
    messages = []
    clip = with_missing_force(animate(job, send=messages.append))
    assert clip.provenance.solved
    assert clip.provenance.strategy == "windows"
    assert clip.n_frames == whole.n_frames == frame_count(job)
    assert sum("Solving frame" in each.text for each in messages if isinstance(each, Status)) >= 3
    assert clip.report.figures["linear_residual"] < 1e-6
    assert clip.report.figures["angular_residual"] < 1e-4
    assert clip.report.figures["slide"] < 1e-6
    apart = np.linalg.norm(clip.motion.position - whole.motion.position, axis=-1)
    assert apart.mean() < 0.01
    sharpest = [
        np.linalg.norm(np.diff(each.motion.position, 2, axis=0), axis=-1).max() * FPS**2
        for each in (clip, whole)
    ]
    assert sharpest[0] < 1.25 * sharpest[1]
    assert clip.provenance.drawn.force == pytest.approx(
        with_missing_force(whole).provenance.drawn.force, rel=0.2
    )
    clip.save(tmp_path / "long.npz")
    assert Clip.load(tmp_path / "long.npz").motion.position == pytest.approx(clip.motion.position)


@pytest.mark.parametrize("after", [0, 1])
def test_the_ground_gives_nothing_where_windows_join_as_contacts_change(
    job, whole, short_windows, monkeypatch, after
):
    touches = contact_schedule(job).touches
    begins = np.flatnonzero((touches[1:] != touches[:-1]).any(1)) + 1 + after
    begun = []

    def as_contacts_change(plan, first):
        begun.append(int(begins[begins <= first + plan.count][-1]))
        return begun[-1:]

    monkeypatch.setattr(long_motion._Plan, "joins", as_contacts_change)
    clip = animate(job)
    assert len(begun) >= 2
    for each in (clip, whole):
        assert each.report.is_passive
        assert each.report.energy.ground_gives < 1e-4
        assert each.provenance.solved


def test_progress_runs_on_through_the_windows(job, short_windows):
    messages = []
    animate(job, send=messages.append)
    progress = [each for each in messages if isinstance(each, Progress)]
    shares = [each.share for each in progress]
    assert shares == sorted(shares)
    assert (shares[0], 0.3 < shares[-1] < 1) == (0, True)
    seconds = [each.seconds for each in progress]
    assert seconds == sorted(seconds)
    assert [each.iteration for each in progress] == sorted(each.iteration for each in progress)


def test_a_stopped_motion_ends_where_it_was_stopped(job, short_windows):
    windows = []

    def send(message):
        if isinstance(message, Status) and "Solving frame" in message.text:
            windows.append(message)

    clip = animate(job, send=send, cancelled=lambda: len(windows) > 1)
    assert len(windows) == 2
    assert not clip.provenance.solved
    assert not clip.provenance.infeasible
    assert clip.provenance.status == f"Stopped at frame {clip.n_frames - 1}."
    assert clip.n_frames == frame_count(clip.job) < frame_count(job)


def test_a_window_without_a_solution_is_named_and_the_rest_is_solved(job, short_windows, monkeypatch):
    tried = []

    def fails_once(own, **options):
        solution = solve(own, **options)
        tried.append(options.get("start_alone", False))
        return replace(solution, solved=len(tried) not in (2, 3, 4, 5), status="Too hard.")

    monkeypatch.setattr(long_motion, "solve", fails_once)
    clip = animate(job)
    assert tried[:2] == [False, True]
    assert not all(tried[1:])  # all strategies, at last
    assert clip.n_frames == frame_count(job)
    assert not clip.provenance.solved
    assert clip.provenance.status == "Too hard."
    assert clip.report.figures["linear_residual"] < 1e-6


def test_violations_of_a_window_are_in_frames_of_the_motion():
    moments = (Moment(2, 0.1), Moment(1, 0.05), Moment(3, 0.15))
    found = later(
        Violation(
            Kind.NO_SLIP, place=Place(moments[0], "foot"), frames=(1, 2, 3), extent=Extent(*moments[1:])
        ),
        40,
        2.0,
    )
    assert found.place == Place(Moment(42, 2.1), "foot")
    assert found.frames == (41, 42, 43)
    assert found.extent == Extent(Moment(41, 2.05), Moment(43, 2.15))
    assert later(Violation(Kind.NO_SUPPORT), 40, 2.0) == Violation(Kind.NO_SUPPORT)


def test_a_part_has_the_contacts_and_poses_of_its_frames(job):
    count, touches = frame_count(job), contact_schedule(job).touches
    whole = drawn_at_frames(job)
    for first, last in ((0, count - 1), (0, 7), (3, 11), (count - 9, count - 1)):
        part = excerpt(whole, first, last)
        assert frame_count(part) == last - first + 1
        names = {contact.name: k for k, contact in enumerate(job.character.contacts)}
        assert len(names) == touches.shape[1]
        assert (contact_schedule(part).touches[1:] == touches[first + 1 : last + 1]).all()
        drawn, own = (
            next(each for each in one.objectives if isinstance(each, PoseCloseness)) for one in (whole, part)
        )
        assert own.bodies[3].positions == drawn.bodies[3].positions[first : last + 1]


def test_a_part_has_the_bones_of_its_frames(job):
    count, joint = frame_count(job), job.character.joints[0]
    turns = np.linspace(0, 1, count)[:, None] * [0.0, 0.3, 0.0, 0.0] + [1.0, 0.0, 0.0, 0.0]
    bone = DrawnBone("collar", joint.body_a, (joint.name,), joint.position, ((1.0, 0.0, 0.0, 0.0),))
    moving = replace(job, drawn_bones=(bone.with_rows(turns, np.zeros((count, 3)), np.ones((count, 3))),))
    part = excerpt(drawn_at_frames(moving), 4, 12)
    whole = joint_frames(moving.drawn_bones, job.character, count, closed=False)
    own = joint_frames(part.drawn_bones, job.character, 9, closed=False)
    assert own.turn_of(job.character.body_index(joint.body_b)) == pytest.approx(
        whole.turn_of(job.character.body_index(joint.body_b))[4:13]
    )


def test_a_part_has_the_constraints_of_its_frames(job):
    count = frame_count(job)
    held = (
        Pin("root.tx", 5, 8, 0, 1),
        Pin("root.ty", -1, -1, 0, 1),
        AtRest(),
        ExpressionConstraint("left.position.z", lower=0.0, when=When(4, -1)),
    )
    whole = drawn_at_frames(replace(job, constraints=held))
    assert excerpt(whole, 6, 9).constraints == (
        Pin("root.tx", 0, 2, 0, 1),
        replace(held[3], when=When(0, 3)),
    )
    assert excerpt(whole, 0, 3).constraints == (AtRest(end=False),)
    assert excerpt(whole, count - 4, count - 1).constraints == (
        Pin("root.ty", 3, 3, 0, 1),
        AtRest(start=False),
        replace(held[3], when=When(0, 3)),
    )


def test_what_is_about_the_whole_motion_is_not_cut(job, short_windows):
    assert is_long(job)
    mean = ExpressionConstraint("root.position.z", upper=1.0, of="mean", name="low on average")
    late = ExpressionConstraint("root.position.z", upper=1.0, when=When(condition="time > 1"))
    assert uncut_reason(replace(job, constraints=(mean,))) == "'low on average' is about the whole motion"
    assert not is_long(replace(job, constraints=(late,)))


def test_angles_are_those_beside_the_window_before(job):
    tree, rng = tree_of(job.character), np.random.default_rng(1)
    q = rng.uniform(-0.5, 0.5, (4, tree.n)).cumsum(0)
    for body in range(len(tree.parent)):
        dofs = np.flatnonzero((tree.body == body) & tree.rotation)
        if len(dofs) == 3:
            other = q.copy()
            other[:, dofs] += [np.pi, 0, np.pi]
            other[:, dofs[1]] = np.pi - q[:, dofs[1]]
            other[:, dofs[0]] += 4 * np.pi
            assert on_branch(tree, q, other[0]) == pytest.approx(other)
            same = Kinematics(job.character)
            assert same.poses(other)[0] == pytest.approx(same.poses(q)[0])
