"""Ways to make a transition between two motions, side by side: a blend, Rose's recipe, and what is physical."""

from dataclasses import replace

import numpy as np
import pytest

from solver.clip.clip import Clip
from solver.errors import InputError
from solver.library.transition.crossing import Crossing, crossings
from solver.library.transition.gap import TransitionGap
from solver.library.transition.join import Transition
from solver.library.transition.rose import (
    FilledInterval,
    carried_over,
    effortless,
    planted,
    splines,
    supports,
)
from solver.library.transition.ways import METHODS, join
from solver.mechanics.kinematics import Kinematics
from solver.mechanics.tree import Tree
from solver.optimise.start import Start
from solver.problem.physics.equations_of_motion import EquationsOfMotion
from solver.problem.state import State
from solver.problem.transcription import transcribe


@pytest.fixture(scope="module")
def place(walked: Clip, slow: Clip) -> Crossing:
    return crossings(walked.motion, slow.motion, count=1)[0]


@pytest.fixture(scope="module")
def found(walked: Clip, slow: Clip, place: Crossing) -> dict[str, Transition]:
    return {way: join(walked.motion, slow.motion, way, at=place) for way in METHODS}


@pytest.fixture(scope="module")
def interval(walked: Clip, slow: Clip, place: Crossing) -> FilledInterval:
    """A gap of seven frames whose second motion is where it is put."""
    gap = TransitionGap.at(walked.motion, slow.motion, place)
    q = gap.blended().coordinates
    standing = gap.blended().contact_active.astype(bool)
    at = gap.before.n_frames - gap.overlap
    after = at + gap.overlap
    return FilledInterval(
        q[at - 2 : at], q[after : after + 2], standing[at:after], standing[at - 1], standing[after]
    )


def test_only_what_is_solved_is_physical(found: dict[str, Transition]) -> None:
    assert found["physical"].clip.report.linear_residual < 1e-5
    for way in ("rose", "blend"):
        clip = found[way].clip
        assert not clip.provenance.solved
        assert clip.report.linear_residual > 1e-3
        assert "not solved" in clip.provenance.status


def test_each_way_leaves_both_motions_as_they_are_beside_it(
    found: dict[str, Transition], walked: Clip, slow: Clip
) -> None:
    for each in found.values():
        whole = each.joined(walked.motion, slow.motion, before=5, beyond=5)
        steps = np.diff(whole.position[:, 0], axis=0)
        assert abs(np.diff(steps, axis=0)).max() < 0.05  # m a frame: no leap at a seam


def test_root_and_joints_carry_place_and_speed_across(interval: FilledInterval, walked: Clip) -> None:
    tree = Tree(walked.job.character)
    q = np.concatenate([interval.first, carried_over(interval, tree), interval.second])
    heights = [k for k in tree.root_translations if abs(tree.axis[k, 2]) > 0.5]
    assert abs(np.diff(q[1:-1, heights], n=2, axis=0)).max() < 1e-12  # his straight line
    joints = tree.rotation & ~tree.root_turns
    third = abs(np.diff(q[:, joints], n=2, axis=0))
    assert third.max() < 2 * np.ptp(q[:, joints], axis=0).max()


def test_splines_leave_the_ends_alone(interval: FilledInterval) -> None:
    basis = splines(interval)
    assert basis.shape == (len(interval.standing), 5)
    assert np.linalg.matrix_rank(basis) == 5
    assert abs(basis[[0, -1]]).max() < 0.6
    assert basis.min() >= 0.0


def test_supports_are_brought_to_where_they_stand(interval: FilledInterval, walked: Clip) -> None:
    kinematics = Kinematics(walked.job.character)
    bare = carried_over(interval, kinematics.tree)
    bearing = supports(interval, kinematics)
    assert bearing.any()
    moved = planted(interval, bare, bearing, kinematics)
    assert moved[:, ~bearing] == pytest.approx(bare[:, ~bearing], abs=1e-12)

    def swept(q: np.ndarray) -> float:
        """How far contacts move while they stand, summed [m]."""
        points = kinematics.forward(q).points.transpose(1, 2, 0)
        both = interval.standing[1:] & interval.standing[:-1]
        return float(np.linalg.norm(np.diff(points, axis=0)[both], axis=-1).sum())

    assert swept(moved) < 0.5 * swept(bare)


def test_the_rest_takes_the_least_torque(walked: Clip, slow: Clip, place: Crossing) -> None:
    gap = TransitionGap.at(walked.motion, slow.motion, place)
    guess = gap.blended()
    job = replace(walked.job, cycle=None, heading=guess.heading, constraints=())
    job = replace(job, timing=replace(job.timing, length=guess.seconds), contact_timings=())
    transcription = transcribe(job)
    q = Start.of_motion(job, guess).x[transcription.variables.q]
    at, count = gap.before.n_frames - gap.overlap, gap.overlap
    none = np.zeros((count, len(job.character.contacts)), bool)
    interval = FilledInterval(q[at - 2 : at], q[at + count : at + count + 2], none, none[0], none[0])
    joints = np.array([name.startswith(("L_shoulder", "R_shoulder")) for name in transcription.tree.names])
    found = effortless(interval, q, at, joints, transcription)
    assert found[:, ~joints] == pytest.approx(q[:, ~joints], abs=1e-12)
    limits = transcription.tree.effort_limit[joints]

    def effort(q: np.ndarray) -> float:
        x = np.zeros(transcription.variables.size)
        x[transcription.variables.q] = q
        torques = EquationsOfMotion(transcription).values(State(transcription, x)).reshape(-1, len(joints))
        own = torques[:, joints] * transcription.force_scale / limits
        return float((own**2).sum())

    least = effort(found)
    assert least < effort(q)
    generator, basis = np.random.default_rng(0), splines(interval)
    for _ in range(10):
        other = found.copy()
        change = basis @ generator.normal(size=(basis.shape[1], int(joints.sum())))
        other[at : at + count, joints] += 0.02 * change
        assert effort(other) > least - 1e-6


def test_other_ways_are_refused(walked: Clip) -> None:
    with pytest.raises(InputError, match="expected physical, rose, blend, found 'magic'"):
        join(walked.motion, walked.motion, "magic")
