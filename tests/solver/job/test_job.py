"""A job and its JSON: there and back, and the schema that ships."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solver.fitting.presets.chip import chip
from solver.job import job as job_module
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, Job, SolverOptions
from solver.record import json_schema
from tests.support.json_schema import faults

SCHEMA = Path(job_module.__file__).with_name("job.schema.json")


@pytest.fixture
def jobs(walk: Callable[..., Job], flight: Callable[..., Job]) -> list[Job]:
    full = replace(
        walk(),
        cycle=Cycle((1.0, 0.2, 0.0), 0.3),
        constraints=(Pin("root.tx", 0, -1, -1.0, 2.5), Clearance("L_foot", 0.08)),
        objectives=tuple(replace(o, weight=0.5 + k) for k, o in enumerate(walk().objectives)),
        gravity=(0.0, 0.0, -1.62),
        ground_height=-0.25,
        options=SolverOptions(1e-5, 77, 12.5, 3, 0.1),
    )
    bare = Job("bare", replace(chip(), root=None, mirror_pairs=()), AnimationTiming(1.0))
    return [walk(), flight(), full, bare]


def test_job_comes_back_from_its_json(jobs: list[Job], tmp_path: Path) -> None:
    for job in jobs:
        assert Job.from_json(json.loads(json.dumps(job.to_json()))) == job
        job.save(tmp_path / "job.json")
        assert Job.load(tmp_path / "job.json") == job


def test_json_needs_only_what_has_no_default(walk: Callable[..., Job]) -> None:
    data = walk().to_json()
    little = {name: data[name] for name in ("name", "character", "timing")}
    assert Job.from_json(little) == Job("walk", chip(), walk().timing)


def test_shipped_schema_is_the_generated_one() -> None:
    assert json.loads(SCHEMA.read_text()) == json_schema(Job), "run: python -m scripts.write_schema"


def test_jobs_fit_the_schema(jobs: list[Job]) -> None:
    schema = json.loads(SCHEMA.read_text())
    for job in jobs:
        assert list(faults(schema, job.to_json(), schema, "job")) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("name", 3),
        ("colour", "red"),
        ("timing", {}),
        ("gravity", [0, 0]),
        ("cycle", "yes"),
        ("objectives", [{"kind": "x"}]),
    ],
)
def test_schema_refuses_what_the_reader_refuses(walk: Callable[..., Job], path: str, value: Any) -> None:
    schema = json.loads(SCHEMA.read_text())
    assert list(faults(schema, walk().to_json() | {path: value}, schema, "job"))
