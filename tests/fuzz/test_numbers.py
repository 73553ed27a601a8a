"""Numbers out of their range are refused with field, value and range, by the check and by the schema alike."""

import copy
import json
from dataclasses import replace
from functools import reduce
from typing import Any

import pytest

from solver import api
from solver.commands.perform import perform
from solver.commands.request import GenerateRequest, GuideRequest, SolveRequest
from solver.fitting.presets.chip import chip
from solver.job.job import Job
from solver.problem.formulate import formulate
from solver.record import json_schema
from solver.space.dimension import Dimension
from solver.space.dimension import Range as Values
from solver.space.parameter_space import ParameterSpace
from solver.space.sampling import LatinHypercube, Sobol
from tests.support.json_schema import faults

JOB = api.Job("walk", chip(), api.AnimationTiming(1.0, fps=20), api.Cycle((1.3, 0.0, 0.0)))
HUGE = int("9" * 400)
OUT = [
    ("options.tolerance", 0.0, "more than 0 and at most 1, found 0"),
    ("options.tolerance", -1e-3, "found -0.001"),
    ("options.max_iterations", 10**7, "0 to 1e+06, found 10000000"),
    ("options.max_iterations", HUGE, "found 9999"),
    ("options.seed", -1, "0 to 4.29497e+09, found -1"),
    ("options.max_iterations", 10**30, "found 1000"),
    ("timing.length", 2e6, "at most 1e+06 s, found 2e+06"),
    ("character.bodies.0.mass", 2e9, "at most 1e+09 kg, found 2e+09"),
    ("options.time_limit", 0.0, "more than 0 and at most 1e+07 s, found 0"),
    ("options.time_limit", -1.0, "found -1"),
    ("timing.length", 1e300, "-1e+12 to 1e+12, found 1e+300"),
    ("timing.length", HUGE, "found 9999"),
    ("timing.fps", 1e300, "-1e+12 to 1e+12, found 1e+300"),
    ("character.bodies.0.mass", 1e300, "-1e+12 to 1e+12, found 1e+300"),
    ("character.bodies.0.diameters", [1.0, 1e300, 1.0], "found 1e+300"),
    ("gravity", [0.0, 0.0, 1e300], "-1e+12 to 1e+12, found 1e+300"),
    ("ground_height", HUGE, "found 9999"),
    ("timing_search.population", 3, "4 to 10000, found 3"),
]


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    return json.loads(json.dumps(JOB.to_json()))


@pytest.mark.parametrize(("path", "value", "told"), OUT)
def test_the_check_and_the_schema_refuse_the_same(
    good: dict[str, Any], path: str, value: Any, told: str
) -> None:
    data, (*parts, last) = copy.deepcopy(good), (int(p) if p.isdigit() else p for p in path.split("."))
    schema = json_schema(Job)
    assert not faults(schema, data, schema, "job")
    reduce(lambda whole, part: whole[part], parts, data)[last] = value
    with pytest.raises(api.InputError) as caught:
        formulate(Job.from_json(data))
    assert told in str(caught.value)
    assert caught.value.field.startswith("job." + path.replace(".0", "[0]"))
    assert len(str(caught.value)) < 200
    assert faults(schema, data, schema, "job")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1.0, 0.0, 1e300])
def test_jobs_made_in_python_are_held_to_the_same_ranges(value: float) -> None:
    with pytest.raises(
        api.InputError, match=r"job\.timing\.length: expected more than 0 and at most 1e\+06 s"
    ):
        formulate(replace(JOB, timing=api.AnimationTiming(value)))


def test_more_frames_than_fit_into_memory_are_refused_with_the_memory_they_take() -> None:
    with pytest.raises(api.InputError, match=r"3000001 frames of 22 degrees of freedom.*2.51e\+03 GB"):
        formulate(replace(JOB, cycle=None, timing=api.AnimationTiming(1e5, fps=30)))


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_a_time_limit_is_a_time(seconds: float) -> None:
    with pytest.raises(
        api.InputError, match=r"request\.time_limit: expected more than 0 and at most 1e\+07 s"
    ):
        perform(GenerateRequest("space.json", "store.sqlite", seconds), print)


@pytest.mark.parametrize("workers", [0, -3, 10**9, HUGE])
def test_so_many_workers_there_cannot_be(workers: int) -> None:
    with pytest.raises(api.InputError, match=r"request\.workers: expected 1 to 1024 processes"):
        perform(SolveRequest("job.json", "out", workers=workers), print)


def test_guidance_is_held_to_its_ranges() -> None:
    guided = GuideRequest("clip.npz", "out")
    with pytest.raises(api.InputError, match=r"request\.guidance\.seed: expected 0 to .* found -1"):
        perform(replace(guided, guidance=replace(guided.guidance, seed=-1)), print)


@pytest.mark.parametrize("sampling", [Sobol(8), LatinHypercube(8)])
def test_a_space_has_at_most_a_thousand_dimensions(sampling: Sobol | LatinHypercube) -> None:
    many = tuple(Dimension(f"d{k}", range=Values(0.0, 1.0, 0.5)) for k in range(22_000))
    with pytest.raises(api.InputError, match="expected 1 to 1000 dimensions, found 22000"):
        ParameterSpace("many", many, sampling=sampling).points()


def test_samples_and_dimensions_have_a_limit_together() -> None:
    many = tuple(Dimension(f"d{k}", range=Values(0.0, 1.0, 0.5)) for k in range(1000))
    with pytest.raises(api.InputError, match="at most 10000000 coordinates"):
        ParameterSpace("many", many, sampling=LatinHypercube(1_000_000)).points()


def test_a_root_that_counts_less_than_nothing_is_refused() -> None:
    with pytest.raises(
        api.InputError, match=r"job\.objectives\[0\]\.upright: expected 0 to 1e\+09, found -1"
    ):
        formulate(replace(JOB, objectives=(api.Posture(upright=-1.0),)))
