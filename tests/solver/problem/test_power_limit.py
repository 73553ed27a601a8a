"""Muscles that are strong are not fast: what a motion's muscles give is bounded, and jumps have an end."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.animate import animate
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.job.check import check_job
from solver.job.constraints.power_limit import PowerLimit
from solver.job.job import Job
from solver.mechanics.tree import Tree
from solver.optimise.start import Start
from solver.problem.formulate import formulate
from solver.problem.guess.clip_unknowns import clip_unknowns
from solver.verify.violation import Kind
from solver.wording.violations import sentence
from tests.solver.physical import assert_physical


def fastest(clip: Clip) -> float:
    """Largest power over strength of all muscles [rad/s], by central differences of the angles."""
    tree = Tree(clip.job.character)
    muscles = (tree.effort_limit > 0) & tree.rotation & ~tree.root_turns
    rate = (clip.q[2:] - clip.q[:-2]) / (2 * clip.motion.step)
    return float((clip.torques[1:-1] * rate / np.where(muscles, tree.effort_limit, 1.0))[:, muscles].max())


@pytest.fixture(scope="module")
def free(walk: Callable[..., Job]) -> Clip:
    """Chip's walk, whose muscles may be as fast as they like."""
    return animate(walk(16))


def limited(job: Job, rate: float) -> Job:
    return replace(job, constraints=(*job.constraints, PowerLimit(rate)))


def test_muscles_give_no_more_than_they_have(free: Clip) -> None:
    rate = 0.5 * fastest(free)
    clip = animate(limited(free.job, rate))
    assert_physical(clip)
    assert fastest(clip) < 1.1 * rate  # its own rates are of another difference
    assert clip.provenance.objective > 1.001 * free.provenance.objective


def test_a_limit_that_is_not_reached_changes_nothing(free: Clip) -> None:
    clip = animate(limited(free.job, 100 * fastest(free)), start=Start.of_clip(free))
    assert clip.provenance.solved
    assert clip.provenance.objective < (1 + 1e-4) * free.provenance.objective  # or a better optimum


def test_who_gives_too_much_is_named(free: Clip) -> None:
    problem = formulate(limited(free.job, 0.5 * fastest(free)))
    found = problem.violations(clip_unknowns(free, problem.transcription), count=10**6)
    told = [str(sentence(each)) for each in found if each.kind is Kind.MUSCLE_POWER]
    assert told
    assert all("exceeds its power about its" in each for each in told)
    assert all("degrees/s at full strength" in each for each in told), told


def test_without_muscles_there_is_nothing_to_limit(walk: Callable[..., Job]) -> None:
    job = walk(16)
    joints = tuple(replace(joint, torque_limits=(0.0,) * len(joint.axes)) for joint in job.character.joints)
    weak = replace(job, character=replace(job.character, joints=joints))
    with pytest.raises(InputError, match="no muscles"):
        check_job(limited(weak, 4.0))
