"""Jobs, spaces, characters and requests whose values, fields and shapes have been changed at random."""

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from solver.character import Character
from solver.commands.request import Request
from solver.job.check import check_job
from solver.job.job import Job
from solver.number_range import check_numbers
from solver.problem.formulate import formulate
from solver.record import from_json
from solver.space.parameter_space import ParameterSpace
from tests.fuzz.fuzz import Case
from tests.support.imports import ROOT

OLD = ROOT / "tests" / "data" / "first_release"
HOSTILE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 0.5, -0.0, 1e-300, 1e300, -1e12, 1e9, 2**63, 10**400, float("nan"), float("inf"),
    "", "torso", "nobody", "é", "\ud800", "\x00", "../../x", "a" * 5000, "1", "__import__('os').system('true')",
    "cyclic", "free", [], [[]], [0], [1, 2], [1, 2, 3], [1, 2, 3, 4], ["x"], [None], [[1e300] * 3], {}, {"kind": "pin"},
    {"kind": "effort"}, {"kind": "nothing"}, {"kind": 3}, {"kind": "expression", "expression": "1/0"},
)  # fmt: skip
MOST = 4  # changes


def draw_job(rng: np.random.Generator) -> Case:
    """A job, read, checked and, if it is small, formulated."""
    data = changed(rng, _job())
    return _shown(data), lambda: _formulated(Job.from_json(data))


def draw_character(rng: np.random.Generator) -> Case:
    """A character in a sound job."""
    data = changed(rng, _job()["character"])
    return _shown(data), lambda: from_json(Character, data, field="character")


def draw_space(rng: np.random.Generator) -> Case:
    """A parameter space and its samples' jobs."""
    data = changed(rng, _space())
    return _shown(data), lambda: _sampled(ParameterSpace.from_json(data))


def draw_request(rng: np.random.Generator) -> Case:
    """A request, read alone."""
    data = changed(rng, copy.deepcopy(_REQUESTS[int(rng.integers(len(_REQUESTS)))]))
    return _shown(data), lambda: check_numbers(Request.from_json(data).command, "request")


def _formulated(job: Job) -> None:
    check_job(job)
    if job.timing.length * job.timing.fps < 60:  # else the time is the problem's, not the reading's
        formulate(job)


def _sampled(space: ParameterSpace) -> None:
    space.check()
    for point in space.points()[:2]:
        check_job(space.sample(point).job)


def changed(rng: np.random.Generator, data: Any) -> Any:
    """The same with a few values changed, left out, doubled or renamed."""
    for _ in range(int(rng.integers(1, MOST + 1))):
        place = data
        while True:  # down to a random part
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = keys[int(rng.integers(len(keys)))]
            if isinstance(place[key], dict | list) and place[key] and rng.random() < 0.85:
                place = place[key]
                continue
            _CHANGES[int(rng.integers(len(_CHANGES)))](rng, place, key)
            break
    return data


def _replace(rng: np.random.Generator, place: Any, key: Any) -> None:
    place[key] = copy.deepcopy(HOSTILE[int(rng.integers(len(HOSTILE)))])


def _scale(rng: np.random.Generator, place: Any, key: Any) -> None:
    if isinstance(place[key], int | float) and -1e300 < place[key] < 1e300:
        place[key] = place[key] * float(rng.choice([-1.0, 0.0, 1e-9, 0.1, 10.0, 1e6]))
    else:
        _replace(rng, place, key)


def _remove(rng: np.random.Generator, place: Any, key: Any) -> None:
    del place[key]


def _double(rng: np.random.Generator, place: Any, key: Any) -> None:
    if isinstance(place, list):
        place.append(copy.deepcopy(place[key]))
    else:
        place[f"{key}s"] = copy.deepcopy(place[key])


_CHANGES: tuple[Callable[[np.random.Generator, Any, Any], None], ...] = (
    _replace,
    _replace,
    _scale,
    _remove,
    _double,
)


@cache
def _texts() -> tuple[str, str]:
    return (OLD / "hop.job.json").read_text(), (OLD / "hops.space.json").read_text()


def _job() -> Any:
    return json.loads(_texts()[0])


def _space() -> Any:
    return json.loads(_texts()[1])


_REQUESTS: tuple[Any, ...] = (
    {"command": {"kind": "solve", "job": "none.json", "out": "out", "workers": 1, "watches_stdin": False}},
    {
        "command": {
            "kind": "guide",
            "clip": "none.npz",
            "out": "out",
            "guidance": {"intervals": [[1, 2]], "smooth": 1},
        }
    },
    {
        "command": {
            "kind": "generate",
            "space": "none.json",
            "store": "none.sqlite",
            "time_limit": 3.0,
            "workers": 1,
        }
    },
    {"command": {"kind": "estimate", "space": "none.json", "store": "none.sqlite"}},
    {"command": {"kind": "join", "first": "a.npz", "second": "b.npz", "out": "out", "leave": 1, "enter": 2}},
    {"command": {"kind": "loop", "capture": "none.bvh", "out": "out", "fps": 30.0}},
    {"command": {"kind": "graph", "clips": ["none.npz"], "out": "out", "most": 0.1}},
    {"command": {"kind": "walk", "graph": "none.json", "out": "out", "seconds": 3.0, "curve": []}},
    {"command": {"kind": "variations", "job": "none.json", "out": "out", "count": 3}},
    {"command": {"kind": "compose", "composition": "none.json", "out": "out"}},
)


def _shown(data: Any) -> str:
    try:
        return json.dumps(data)
    except ValueError:
        return repr(data)
