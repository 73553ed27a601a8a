"""What a script puts where something else belongs is told in one sentence: where, what was expected, what was found."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from solver import api
from solver.fitting.presets.particle import particle
from solver.record_types import check_types

ONE = (api.RigidBody("a", 1.0, (0.2, 0.2, 0.2)),)
TIMING = api.AnimationTiming(0.5, 10)


def solve(*told: Any, **more: Any) -> api.Clip:
    return api.animate(api.Job("job", particle(), *told, **more))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: solve(1.0), "job.timing: expected an AnimationTiming, found 1.0"),
        (lambda: solve(TIMING, (1.3, 0, 0)), r"job.cycle: expected a Cycle or None, found \(1.3, 0, 0\)"),
        (lambda: solve(TIMING, options={}), "job.options: expected a SolverOptions, found {}"),
        (lambda: solve(api.AnimationTiming("1")), "job.timing.length: expected a number, found '1'"),
        (lambda: solve(TIMING, constraints=("root.tx",)), r"job.constraints\[0\]: expected a Pin, .*, found 'root.tx'"),
        (lambda: solve(TIMING, objectives=(api.Effort,)), r"found Effort itself; did you mean Effort\(\)\?"),
        (lambda: solve(TIMING, constraints=(api.Pin("root.tx", 0, 0.5, 0, 0),)), r"\.last: expected a whole number"),
        (lambda: solve(TIMING, constraints=(api.ExpressionConstraint(3, 0, 0),)), r"expected a text, found 3"),
        (lambda: solve(TIMING, constraints=(api.AtRest(start="yes"),)), r"start: expected true or false, found 'yes'"),
        (lambda: api.animate("job.json"), "job: expected a Job, found 'job.json'"),
        (lambda: api.Job("job", particle, TIMING), r"did you mean particle\(\)"),
        (lambda: api.Character("c", ONE[0]), "character.bodies: expected a tuple, found RigidBody"),
        (lambda: api.Character("c", (api.RigidBody("a", 1.0, 0.2),)), r"expected a tuple of 3, found 0.2"),
        (lambda: api.Character("c", (api.RigidBody("a", 1.0, (0.2, 0.2)),)), r"expected 3 values, found \(0.2, 0.2\)"),
        (lambda: api.Character("c", ONE, root="a"), "character.root: expected a RootJoint or None, found 'a'"),
    ],
)  # fmt: skip
def test_the_culprit_is_named(make: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(api.InputError, match=sentence):
        make()


def test_lists_and_numbers_of_numpy_do_as_well() -> None:
    pin = api.Pin("root.tx", np.int64(0), 0, np.float64(0.0), np.float32(0.0))
    clip = solve(api.AnimationTiming(np.float64(0.5), 10), constraints=[pin], gravity=np.zeros(3))
    assert clip.provenance.solved


def test_only_the_outside_is_looked_at_where_a_job_is_made() -> None:
    """A job is copied often, and what is drawn may be long."""
    job = api.Job("job", particle(), api.AnimationTiming("1"))
    check_types(job, "job", deeply=False)
    with pytest.raises(api.InputError, match=r"job\.timing\.length: expected a number, found '1'"):
        check_types(job, "job")


def test_a_path_may_be_a_text(tmp_path: Any) -> None:
    job = api.Job("job", particle(), TIMING)
    job.save(f"{tmp_path}/job.json")
    assert api.Job.load(f"{tmp_path}/job.json") == job
    clip = api.animate(job)
    clip.save(f"{tmp_path}/clip.npz")
    assert api.Clip.load(f"{tmp_path}/clip.npz").n_frames == clip.n_frames
