"""Degrees of freedom in an artist's words: bones and their axes, never the solver's own names."""

import numpy as np
import pytest

from solver.errors import InputError
from solver.fitting.presets.chip import chip
from solver.job.constraints.hold_pose import Angle, HoldPose
from solver.job.constraints.pin import Pin
from solver.mechanics.dof import listed
from solver.mechanics.tree import Tree
from solver.optimise.conflicts import missed_pin
from solver.problem.formulate import formulate
from solver.wording.violations import sentence
from tests.support.bad_jobs import JOBS, OWN_NAME, stand


def test_joints_turn_about_their_own_axes_and_roots_about_the_worlds() -> None:
    tree = Tree(chip())
    told = {name: f"{dof.quoted} {dof.direction}" for name, dof in zip(tree.names, tree.dofs, strict=True)}
    assert told["L_knee.ry"] == "'L_knee' about its Y axis"
    assert told["root.rz"] == "'torso' about the world's Z axis"
    assert told["root.tx"] == "'torso' along the world's X axis"
    hips = [dof for dof in tree.dofs if "hip" in dof.owner]
    assert listed(hips, 1) == "'L_hip' (X, Y and Z axes) and 1 more"


@pytest.mark.parametrize(
    ("angle", "held", "way"),
    [(0.5, 0.2, "17.2 degrees too little"), (0.5, 0.8, "17.2 degrees too far"), (-0.5, -0.2, "too little")],
)
def test_a_missed_angle_is_told_as_a_bend(angle: float, held: float, way: str) -> None:
    job = stand(Pin("L_shoulder.ry", 5, 5, angle, angle))
    problem = formulate(job)
    unknown = int(
        problem.transcription.variables.q[5, problem.transcription.tree.names.index("L_shoulder.ry")]
    )
    told = str(sentence(missed_pin(problem, unknown, held)))
    assert told.startswith("'L_shoulder' turns ")
    assert way in told
    assert f"about its Y axis at frame 5 (0.25 s), where {np.degrees(angle):.3g} degrees are required" in told


def test_a_pose_that_is_missed_is_told_in_degrees() -> None:
    problem = formulate(stand(HoldPose((Angle("L_knee.ry", 0.5),))))  # type: ignore[arg-type]
    told = [str(sentence(each)) for each in problem.violations(np.zeros(problem.size), count=500)]
    assert any(
        t.startswith("'L_knee' misses its pose by 28.6 degrees about its Y axis at frame") for t in told
    )


def test_a_pin_beyond_limits_is_told_in_degrees() -> None:
    with pytest.raises(
        InputError, match=r"'L_knee' cannot turn to -57.3 degrees about its Y axis: .* at least 0$"
    ):
        formulate(JOBS["beyond its limits"].job())


@pytest.mark.parametrize(
    "name", [name for name in JOBS if name not in ("no such joint", "beyond its limits")]
)
def test_no_row_is_told_by_the_solvers_names(name: str) -> None:
    problem = formulate(JOBS[name].job())
    x = np.random.default_rng(3).normal(0.2, 0.5, problem.size)
    told = [str(sentence(each)) for each in problem.violations(x, count=10**6)]
    assert told
    assert not [text for text in told if OWN_NAME.search(text)]
