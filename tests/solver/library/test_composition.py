"""Rose's example: a wave on top of a walk, with what is undefined between them found by spacetime optimization."""

import json
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from solver.clip.clip import Clip
from solver.errors import InputError
from solver.library.algebra.compose import compose
from solver.library.algebra.composition import Composition, Source
from solver.library.algebra.expression import Affine, Concatenation, Cut, Expression, Move, Take
from solver.library.algebra.spacetime import spacetime
from solver.library.algebra.unit_values import UnitValues
from solver.library.posed import posed
from solver.mechanics.inverse_kinematics import coordinates
from solver.mechanics.tree import Tree
from solver.motion.motion import Motion
from tests.solver.physical import assert_judged, assert_physical
from tests.support.command import errors, run

ARM = ("R_shoulder.*", "R_elbow.*")
WAVE, WALK = Take("wave", dofs=ARM), Take("walk", seconds=4.8)
SALUTE: Expression = Affine(WAVE, 1.5) + (WALK - Affine(WAVE, 1.2, 1.8))
SOURCES = (Source("walk", "walk.npz"), Source("wave", "wave.npz"))


@pytest.fixture(scope="module")
def motions(walked: Clip) -> dict[str, Motion]:
    """A walk, and a raised arm that waves for 1.2 s."""
    character, times = walked.motion.character, np.linspace(0, 1.2, 25)
    tree = Tree(character)
    q = np.tile(tree.preferred, (25, 1))
    shown = {
        "R_shoulder.ry": -1.2,
        "R_shoulder.rx": -0.3,
        "R_elbow.ry": -1.6 + 0.5 * np.sin(2 * np.pi * times / 0.6),
    }
    for name, angle in shown.items():
        q[:, tree.names.index(name)] = angle
    wave = posed(character, q, np.zeros((25, 2), bool), 0.05)
    return {"walk": walked.motion, "wave": wave}


@pytest.fixture(scope="module")
def salute(motions: dict[str, Motion]) -> Clip:
    return compose(Composition("salute", SALUTE, SOURCES, fps=20.0), motions)


def test_the_salute_is_physical(salute: Clip, judge: ModuleType) -> None:
    assert_physical(salute)
    assert_judged(salute, judge)


def test_what_is_defined_is_followed(salute: Clip, motions: dict[str, Motion]) -> None:
    tree = Tree(salute.job.character)
    wanted = UnitValues(SALUTE.unit(motions), motions, tree, np.linspace(0, 4.8, 97)).coordinates()
    found = coordinates(tree, salute.motion.position, salute.motion.turn)
    off = np.degrees(found - wanted)
    is_arm = np.array([name.startswith(("R_shoulder", "R_elbow")) for name in tree.names])
    waving = slice(30, 55)
    assert np.sqrt((off[:, tree.rotation & ~is_arm] ** 2).mean()) < 1.5
    assert np.sqrt((off[waving][:, is_arm] ** 2).mean()) < 2.5


def test_only_the_gaps_are_undefined(motions: dict[str, Motion]) -> None:
    gaps = SALUTE.unit(motions).gaps(Tree(motions["walk"].character).names)
    assert {name for name, *_ in gaps} == {"R_shoulder.rz", "R_shoulder.rx", "R_shoulder.ry", "R_elbow.ry"}
    assert {gap[1:] for gap in gaps} == {(1.2, 1.5), (2.7, 3.0)}


def test_a_conflict_is_refused_by_name(motions: dict[str, Motion]) -> None:
    told = r"'R_elbow.ry' is defined in 2 ways from 1.5 to 2.7 s, by 'walk' and 'wave'"
    with pytest.raises(InputError, match=told):
        compose(Composition("both", Affine(WAVE, 1.5) + WALK, SOURCES), motions)


def test_a_motion_that_is_nowhere_is_refused(motions: dict[str, Motion]) -> None:
    with pytest.raises(InputError, match=r"'root\.tx' is undefined throughout"):
        compose(Composition("arm", WAVE, SOURCES), motions)


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        (Take("run"), "no motion 'run'; there are walk, wave"),
        (Take("wave", seconds=2.0), "'wave' lasts 1.2 s; expected 2 s"),
        (Take("wave", dofs=("tail.*",)), "no degree of freedom like tail"),
        (Affine(WAVE, 0.0, -1.0), "a duration above 0 s, found -1"),
        (WAVE - WAVE, "defined at some time, found none"),
    ],
)
def test_what_makes_no_sense_is_refused(
    motions: dict[str, Motion], expression: Expression, told: str
) -> None:
    with pytest.raises(InputError, match=told):
        compose(Composition("odd", expression, SOURCES), motions)


def test_curves_play_the_motion_at_its_time_and_place(motions: dict[str, Motion]) -> None:
    tree, walk = Tree(motions["walk"].character), motions["walk"]
    step = walk.step
    slow = Affine(Cut(WALK, 4 * step, 14 * step), 1.0, 20 * step)
    times = 1.0 + 2 * step * np.arange(11)
    q = UnitValues(slow.unit(motions), motions, tree, times).coordinates()
    expected = UnitValues(WALK.unit(motions), motions, tree, step * np.arange(4, 15)).coordinates()
    assert q == pytest.approx(expected, abs=1e-9)
    turned = UnitValues(
        Move(WALK, x=1.0, yaw=0.5).unit(motions), motions, tree, step * np.arange(15)
    ).coordinates()
    yaw = tree.names.index("root.rz")
    still = UnitValues(WALK.unit(motions), motions, tree, step * np.arange(15)).coordinates()
    assert turned[:, yaw] == pytest.approx(still[:, yaw] + 0.5, abs=1e-9)
    assert turned[:, ~np.isin(np.arange(tree.n), [0, 1, yaw])] == pytest.approx(
        still[:, ~np.isin(np.arange(tree.n), [0, 1, yaw])], abs=1e-9
    )


def test_feet_touch_as_in_the_motion_that_moves_them(motions: dict[str, Motion]) -> None:
    later = Concatenation(Cut(WALK, 0.0, 0.5), Cut(WALK, 0.0, 0.5))
    _, guess = spacetime(later.unit(motions), motions, motions["walk"].character, fps=20.0)
    half = motions["walk"].contact_active[:10]
    assert (guess.contact_active[:10] == half).all()
    assert (guess.contact_active[10:20] == half).all()


def test_a_composition_is_a_file(
    motions: dict[str, Motion], walked: Clip, salute: Clip, tmp_path: Path
) -> None:
    composition = Composition("salute", SALUTE, SOURCES, fps=20.0)
    composition.save(tmp_path / "salute.json")
    assert Composition.load(tmp_path / "salute.json") == composition
    walked.save(tmp_path / "walk.npz")
    wave = motions["wave"]
    idle = {
        name: np.zeros((wave.n_frames, *getattr(walked, name).shape[1:]))
        for name in ("torques", "joint_forces", "joint_moments")
    }
    about = replace(walked, job=replace(walked.job, cycle=None), motion=wave, q=wave.coordinates, **idle)
    about.save(tmp_path / "wave.npz")
    exit_code, messages = run("compose", tmp_path / "salute.json", "--out", tmp_path / "out")
    assert (exit_code, errors(messages)) == (0, [])
    assert Clip.load(tmp_path / "out" / "clip.npz").q == pytest.approx(salute.q, abs=1e-3)
    bad = json.loads((tmp_path / "salute.json").read_text())
    bad["expression"]["a"]["of"]["source"] = "dance"
    (tmp_path / "bad.json").write_text(json.dumps(bad))
    exit_code, messages = run("compose", tmp_path / "bad.json", "--out", tmp_path / "out")
    assert exit_code == 2
    assert "no motion 'dance'" in str(errors(messages))
