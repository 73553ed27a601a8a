"""Every way in which a job can be wrong is refused in one sentence that names the culprit and its field."""

import copy
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from solver.character import Character, RigidBody, RootJoint
from solver.errors import InputError
from solver.job.check import check_job
from solver.job.checks.constraints import CONSTRAINTS
from solver.job.job import AnimationTiming, Constraint, Job

PIN = {"kind": "pin", "dof": "root.tx", "first": 0, "last": 1, "lower": 0.0, "upper": 0.0}
REGION = {"kind": "region", "body": "torso", "shape": {"kind": "sphere", "centre": [0, 0, 1], "radius": 1}}
CLEARANCE = {"kind": "clearance", "contact": "L_foot", "height": 0.1}
NOWHERE = object()

# What is written where, which words the refusal has, and which field it names. Chip's bodies are torso, then
# L_ thigh, calf, upper_arm, forearm and the same of R_; the joints hip, knee, shoulder, elbow in that order.
WRONG_CHARACTERS: list[tuple[str, Any, str, str]] = [
    ("bodies", [], "has no bodies", "character.bodies"),
    ("bodies.1.mass", 0.0, "the body 'L_thigh' needs a mass above 0 kg, found 0", "character.bodies[1].mass"),
    ("bodies.1.mass", -3.0, "found -3", "character.bodies[1].mass"),
    ("bodies.1.mass", math.nan, "expected a finite number, found nan", "job.character.bodies[1].mass"),
    ("bodies.1.diameters.2", 0.0, "'L_thigh' needs diameters above 0 m", "character.bodies[1].diameters"),
    (
        "bodies.1.orientation",
        [1, 0, 0, 1],
        "length 1, found length 1.41421",
        "character.bodies[1].orientation",
    ),
    ("bodies.1.position.0", math.inf, "finite number, found inf", "job.character.bodies[1].position[0]"),
    ("bodies.1.name", "torso", "two body entries are named 'torso'", "character.bodies"),
    ("joints.1.name", "L_hip", "two joint entries are named 'L_hip'", "character.joints"),
    ("contacts.1.name", "L_foot", "two contact entries are named 'L_foot'", "character.contacts"),
    ("joints.0.body_a", "torsso", "no body 'torsso'; did you mean 'torso'?", "character.joints[0].body_a"),
    ("joints.0.body_b", "tail", "there is no body 'tail'", "character.joints[0].body_b"),
    ("joints.0.body_b", "torso", "'L_hip' joins the body 'torso' to itself", "character.joints[0]"),
    ("joints.0.axes", "XX", "up to three different axes of XYZ, found 'XX'", "character.joints[0].axes"),
    ("joints.0.axes", "ABC", "found 'ABC'", "character.joints[0].axes"),
    (
        "joints.0.axes",
        "ZX",
        "'L_hip' has 2 axes and so needs 2 values, found 3",
        "character.joints[0].limits",
    ),
    ("joints.0.torque_limits", [1.0], "needs 3 values, found 1", "character.joints[0].torque_limits"),
    ("joints.0.preferred", [1.0], "needs 3 values, found 1", "character.joints[0].preferred"),
    ("joints.0.torque_limits.1", -1.0, "torque limits of 0 N m or more", "character.joints[0].torque_limits"),
    ("joints.0.limits.1", [0.5, -0.5], "'L_hip' has reversed limits on X", "character.joints[0].limits"),
    ("joints.0.orientation", [0, 0, 0, 0], "found length 0", "character.joints[0].orientation"),
    ("joints.1.body_b", "R_thigh", "'R_hip' closes a loop: 'L_knee' already", "character.joints[4]"),
    ("joints.0.body_a", "L_calf", "closes a loop through the body", "character.joints"),
    ("joints.7", None, "the body 'R_forearm' is connected to nothing", "character.joints"),
    ("joints.0", None, "has two roots, 'torso' and 'L_thigh'", "character.joints"),
    ("contacts.0.body", "L_claf", "did you mean 'L_calf'?", "character.contacts[0].body"),
    (
        "contacts.0.friction",
        0.0,
        "'L_foot' needs friction above 0, found 0",
        "character.contacts[0].friction",
    ),
    ("contacts.0.twist_radius", -0.1, "twist radius of 0 m or more", "character.contacts[0].twist_radius"),
    ("mirror_pairs.0", ["L_thigh", "thigh"], "there is no body 'thigh'", "character.mirror_pairs[0]"),
    ("mirror_pairs.0", ["L_thigh"], "expected 2 values, found 1", "job.character.mirror_pairs[0]"),
    ("root.body", "hips", "there is no body 'hips'", "character.root.body"),
    (
        "root.body",
        "L_calf",
        "'L_calf' cannot be the root: the joint 'L_knee' carries it",
        "character.root.body",
    ),
    ("root.translation", "XX", "the root needs up to three different axes", "character.root.translation"),
    ("root.axes", "Q", "the root needs up to three different axes", "character.root.axes"),
    ("root.limits", [[0, 1]], "the root has 3 axes and so needs 3 values", "character.root.limits"),
    ("root.limits.0", [1, 0], "the root has reversed limits on Z", "character.root.limits"),
    ("root.force_limit", -1.0, "the root needs force and torque limits of 0 or more", "character.root"),
    ("bodies.0.mas", 1.0, "unknown field 'mas', did you mean 'mass'?", "job.character.bodies[0]"),
    ("bodies.0.mass", NOWHERE, "the field 'mass' is missing", "job.character.bodies[0]"),
    ("bodies.0.mass", "44", "expected a number, found '44'", "job.character.bodies[0].mass"),
    ("bodies.0.mass", True, "expected a number, found True", "job.character.bodies[0].mass"),
    ("bodies.0.diameters", [1, 2], "expected 3 values, found 2", "job.character.bodies[0].diameters"),
    ("bodies", "torso", "expected a list, found 'torso'", "job.character.bodies"),
    ("bodies.0", 3, "expected an object with the fields of RigidBody, found 3", "job.character.bodies[0]"),
]

WRONG_JOBS: list[tuple[str, Any, str, str]] = [
    ("name", NOWHERE, "the field 'name' is missing", "job"),
    ("name", 7, "expected a text, found 7", "job.name"),
    ("colour", "red", "unknown field 'colour'; Job has name,", "job"),
    ("schema_version", 99, "expected version 1, found 99", "job.schema_version"),
    ("timing.fps", 0.0, "expected more than 0 and at most 10000 frames per second, found 0", "job.timing.fps"),
    ("timing.length", -1.0, "expected more than 0 and at most 1e+06 s, found -1", "job.timing.length"),
    ("timing.length", 0.1, "expected at least 4 frames, found 2", "job.timing"),
    ("cycle", [0, 0, 0], "expected an object with the fields of Cycle", "job.cycle"),
    ("contact_timings.0.contact", "L_fot", "did you mean 'L_foot'?", "job.contact_timings[0].contact"),
    ("contact_timings.0.phases.0", [1.2, 0.5], "a start in 0 to 1", "job.contact_timings[0].phases[0]"),
    ("contact_timings.0.phases.0", [0.2, 0.0], "a duration above 0", "job.contact_timings[0].phases[0]"),
    ("contact_timings.0.phases.0", [0.2, 1.5], "found (0.2, 1.5)", "job.contact_timings[0].phases[0]"),
    ("constraints", [CLEARANCE | {"contact": "foot"}], "there is no contact 'foot'", "job.constraints[0].contact"),
    ("constraints", [PIN | {"dof": "root.tq"}], "no degree of freedom 'root.tq'", "job.constraints[0].dof"),
    ("constraints", [PIN | {"first": 20}], "a frame from -20 to 19, found 20", "job.constraints[0].first"),
    ("constraints", [PIN | {"last": -21}], "found -21", "job.constraints[0].last"),
    ("constraints", [PIN | {"first": 3}], "the first frame 3 is after the last 1", "job.constraints[0]"),
    ("constraints", [PIN | {"lower": 1.0}], "lower 1 is above upper 0", "job.constraints[0]"),
    ("constraints", [PIN | {"first": 0.5}], "expected a whole number, found 0.5", "job.constraints[0].first"),
    ("constraints", [PIN | {"kind": "nail"}], "'kind' is one of pin,", "job.constraints[0]"),
    ("constraints", [3], "an object whose 'kind' is one of", "job.constraints[0]"),
    ("objectives", [{"weight": 1.0}], "'kind' is one of effort,", "job.objectives[0]"),
    ("objectives", [{"kind": "effort", "weight": []}], "expected a number, found []", "job.objectives[0].weight"),
    ("constraints", [REGION | {"shape": {"kind": "sphere", "centre": [0, 0, 1], "radius": 0}}],
     "sizes above 0", "job.constraints[0].shape"),
    ("constraints", [REGION | {"when": {"first": 30}}],
     "a frame from -20 to 19, found 30", "job.constraints[0].when.first"),
    ("constraints", [REGION | {"when": {"contact": "L_fot"}}],
     "did you mean 'L_foot'?", "job.constraints[0].when.contact"),
    ("constraints", [{"kind": "at_rest"}], "a cycle has no ends at which to rest", "job.constraints[0]"),
    ("constraints", [{"kind": "joins"}], "a cycle has no ends; expected an open clip", "job.constraints[0]"),
    ("constraints", [{"kind": "apart", "body_a": "torso", "body_b": "torso"}],
     "expected two different bodies", "job.constraints[0]"),
    ("constraints", [{"kind": "no_self_intersection", "shape": "cube"}],
     "ellipsoid or sphere, found 'cube'", "job.constraints[0].shape"),
    ("objectives", [{"kind": "effort", "joints": [{"dofs": "tail.*", "weight": 2}]}],
     "no degree of freedom with a muscle is named 'tail.*'", "job.objectives[0].joints[0].dofs"),
    ("basis", {"kind": "spline", "dofs": "tail.*"},
     "no degree of freedom with a muscle is named 'tail.*'", "job.basis.dofs"),
    ("basis", {"kind": "spline", "dofs": "root.*"},
     "no degree of freedom with a muscle is named 'root.*'", "job.basis.dofs"),
    ("basis", {"kind": "spline", "knots_per_second": 0},
     "expected more than 0 and at most 1000, found 0", "job.basis.knots_per_second"),
    ("heading", [0.0, 1.0], "the heading of a cycle follows from its yaw", "job.heading"),
    ("gravity", [0, 0], "expected 3 values, found 2", "job.gravity"),
    ("options.seed", 1.5, "expected a whole number, found 1.5", "job.options.seed"),
]  # fmt: skip

WRONG = [("character." + path, *rest) for path, *rest in WRONG_CHARACTERS] + WRONG_JOBS


@pytest.fixture(scope="module")
def good(walk: Callable[..., Job]) -> dict[str, Any]:
    data = walk().to_json()
    check_job(Job.from_json(data))
    return json.loads(json.dumps(data))


def changed(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    data = copy.deepcopy(data)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = data
    for step in way:
        place = place[step]
    if value is NOWHERE or (value is None and isinstance(last, int)):
        del place[last]
    else:
        place[last] = value
    return data


@pytest.mark.parametrize(("path", "value", "told", "field"), WRONG)
def test_refusal_names_the_culprit(
    good: dict[str, Any], path: str, value: Any, told: str, field: str
) -> None:
    with pytest.raises(InputError) as caught:
        check_job(Job.from_json(changed(good, path, value)))
    assert told in str(caught.value)
    assert caught.value.field == field
    assert str(caught.value).startswith(f"{field}: ")


def test_every_constraint_is_checked() -> None:
    assert set(CONSTRAINTS) == set(get_args(Constraint))


@pytest.mark.parametrize("data", [None, [], "job", 3])
def test_a_job_is_an_object(data: Any) -> None:
    with pytest.raises(InputError, match="expected an object with the fields of Job") as caught:
        Job.from_json(data)
    assert caught.value.field == "job"


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"job\.json' cannot be read: No such file"):
        Job.load(tmp_path / "job.json")


@pytest.mark.parametrize("text", ["{", "", "name: walk", '{"name": }'])
def test_file_that_is_no_json(tmp_path: Path, text: str) -> None:
    (tmp_path / "job.json").write_text(text)
    with pytest.raises(InputError, match=r"job\.json' is not JSON"):
        Job.load(tmp_path / "job.json")


def test_something_must_move() -> None:
    root = RootJoint("stone", translation="", axes="")
    stone = Character("stone", (RigidBody("stone", 3.0, (0.2, 0.3, 0.4)),), root=root)
    with pytest.raises(InputError, match="the character 'stone' has nothing that can move"):
        check_job(Job("stone", stone, AnimationTiming(1.0, 10.0)))
