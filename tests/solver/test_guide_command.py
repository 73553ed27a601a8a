"""The artist's hand from the command line: what may change changes, all else stays, and physics holds."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from examples import cat_and_mouse
from solver.animate import animate
from solver.cli import parser
from solver.clip.clip import Clip
from solver.commands.guide import CLIP_FILE
from solver.errors import InputError
from solver.job.cycle import Cycle
from solver.job.job import Job
from solver.job.objectives.effort import Effort
from solver.job.objectives.expression import ExpressionObjective
from solver.messages import Message
from tests.support.bad_jobs import JOBS
from tests.support.command import errors, run
from tests.support.solved_once import Solved

Make = Callable[..., Job]


@pytest.fixture(scope="module")
def walking(walk: Make, solved: Solved, tmp_path_factory: pytest.TempPathFactory) -> tuple[Clip, Path]:
    clip = solved(walk())
    path = tmp_path_factory.mktemp("walk") / "clip.npz"
    clip.save(path)
    return clip, path


def guide(*arguments: str | int | Path) -> tuple[int, list[Message]]:
    """Exit code and messages of the command in this process."""
    messages: list[Message] = []
    chosen = parser().parse_args(["guide", *map(str, arguments)])
    code, _ = chosen.run(chosen, messages.append)
    return code, messages


def guided(path: Path, out: Path, *arguments: str | int) -> Clip:
    code, messages = guide(path, "--out", out, *arguments)
    assert code == 0, messages
    return Clip.load(out / CLIP_FILE)


def test_shaken_interval_alone_changes_and_stays_physical(walking: tuple[Clip, Path], tmp_path: Path) -> None:
    clip, path = walking
    made = guided(path, tmp_path, "--first", 6, "--last", 13, "--shake", "0.1", "--weight", "posture=5")
    outside = [t for t in range(clip.n_frames) if not 6 <= t <= 13]
    assert made.q[outside] == pytest.approx(clip.q[outside], abs=1e-9)
    assert np.abs(made.q[6:14] - clip.q[6:14]).max() > 1e-3
    assert made.report.linear_residual < 1e-5
    assert made.report.contact_height < 1e-5


def test_only_the_named_joints_move(walking: tuple[Clip, Path], tmp_path: Path) -> None:
    """A leg in the air has nothing to hold up; one on the ground could not answer alone."""
    clip, path = walking
    leg = [name for name in names_of(clip) if name.startswith("R_")]
    swing = np.flatnonzero(~clip.motion.contact_active[:, 1])
    first, last = int(swing[1]), int(swing[-2])
    chosen = [word for name in leg for word in ("--dof", name)]
    made = guided(
        path, tmp_path, "--first", first, "--last", last, *chosen, "--shake", "0.05", "--weight", "posture=9"
    )
    changed = np.abs(made.q - clip.q).max(0) > 1e-6
    assert changed.any()
    assert {names_of(clip)[i] for i in np.flatnonzero(changed)} <= set(leg)


def names_of(clip: Clip) -> tuple[str, ...]:
    from solver.mechanics.tree import Tree

    return Tree(clip.job.character).names


def test_other_weights_are_another_optimum(walking: tuple[Clip, Path], tmp_path: Path) -> None:
    clip, path = walking
    made = guided(path, tmp_path, "--weight", "effort=10")
    assert made.job.objectives[0].weight == 10.0
    assert made.provenance.terms["effort"] / 10 < clip.provenance.terms["effort"]


def test_going_on_from_a_mirrored_walk_keeps_it_mirrored(walk: Make, tmp_path: Path) -> None:
    clip = animate(replace(walk(), cycle=Cycle((1.3, 0.0, 0.0), mirrored=True)))
    clip.save(tmp_path / "clip.npz")
    made = guided(tmp_path / "clip.npz", tmp_path / "out", "--smooth", 2)
    assert made.job.cycle == clip.job.cycle
    assert made.provenance.objective == pytest.approx(clip.provenance.objective, rel=1e-3)


def test_damped_motion_stays_near(walking: tuple[Clip, Path], tmp_path: Path) -> None:
    clip, path = walking
    free = guided(path, tmp_path / "free", "--weight", "posture=9")
    near = guided(path, tmp_path / "near", "--weight", "posture=9", "--damp", "0.02")
    assert np.abs(free.q - clip.q).max() > 0.05
    assert 0.019 < np.abs(near.q - clip.q).max() <= 0.02 + 1e-6
    assert near.report.linear_residual < 1e-5
    part = guided(path, tmp_path, "--first", 6, "--last", 13, "--weight", "posture=9", "--damp", "0.02")
    assert np.abs(part.q - clip.q).max() <= 0.02 + 1e-6


def test_intervals_in_turn(walking: tuple[Clip, Path], tmp_path: Path) -> None:
    """Each goes on from what the one before has left, as two commands would."""
    clip, path = walking
    weight = ("--weight", "posture=9")
    both = guided(path, tmp_path / "both", "--first", 2, "--last", 9, "--first", 7, "--last", 14, *weight)
    one = guided(path, tmp_path / "one", "--first", 2, "--last", 9, *weight)
    then = guided(tmp_path / "one" / CLIP_FILE, tmp_path / "then", "--first", 7, "--last", 14, *weight)
    outside = [t for t in range(clip.n_frames) if not 2 <= t <= 14]
    assert both.q[outside] == pytest.approx(clip.q[outside], abs=1e-9)
    assert np.abs(both.q[10:15] - one.q[10:15]).max() > 1e-3
    assert both.q == pytest.approx(then.q, abs=1e-3)


def test_blind_intervals_in_turn_make_a_cat_chase(tmp_path: Path) -> None:
    """Cohen 1992, figure 1: it wants to be near the mouse, and who does not know the mouse's way pays for it."""
    near = ExpressionObjective("(cat.tx - mouse.tx) ** 2 + (cat.tz - mouse.tz) ** 2", 0.1)
    clip = animate(replace(cat_and_mouse.job(), objectives=(Effort(), near)))
    clip.save(tmp_path / "clip.npz")
    intervals = [word for f in range(2, 33, 3) for word in ("--first", f, "--last", f + 8)]
    made = guided(tmp_path / "clip.npz", tmp_path, *intervals, "--blind")
    assert made.report.linear_residual < 1e-6  # physics holds across all of them
    assert made.provenance.objective > 1.005 * clip.provenance.objective
    away = np.linalg.norm(made.motion.position[:, 0] - made.motion.position[:, 1], axis=-1)
    assert away[20:].max() < 0.5 * away[0]


def test_few_iterations_keep_where_it_is(walking: tuple[Clip, Path], tmp_path: Path) -> None:
    code, messages = run("guide", walking[1], "--out", tmp_path, "--shake", "0.2", "--iterations", 2)
    assert code == 4
    assert not errors(messages)  # the whole way, in a process of its own
    assert not Clip.load(tmp_path / CLIP_FILE).provenance.solved


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--first", "3"), "an interval needs --first and --last"),
        (("--first", "3", "--last", "99"), "expected a frame from 0 to 19"),
        (("--first", "3", "--last", "5", "--first", "6"), "an interval needs --first and --last"),
        (("--first", "3", "--last", "9", "--iterations", "2"), "are solved to the end"),
        (("--blind",), "only intervals can be blind"),
        (("--first", "3", "--last", "9", "--blind"), "expected an open clip"),
        (("--damp", "-1"), r"damp: expected 0 to 1e\+06, found -1"),
        (("--dof", "tail.rx"), r"tail\.rx"),
        (("--weight", "fun=2"), "fun"),
        (("--weight", "effort"), "expected KIND=VALUE"),
    ],
)
def test_bad_guidance_is_told(
    walking: tuple[Clip, Path], tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    with pytest.raises(InputError, match=told):
        guide(walking[1], "--out", tmp_path, *arguments)


def test_what_goes_on_from_an_attempt_is_one_until_it_is_solved(tmp_path: Path) -> None:
    attempt = animate(JOBS["held too high"].job())
    attempt.save(tmp_path / "attempt.npz")
    code, _ = guide(tmp_path / "attempt.npz", "--out", tmp_path, "--iterations", 2)
    assert code == 4  # as after Stop
    made = Clip.load(tmp_path / CLIP_FILE).provenance
    assert made.infeasible
    assert any(violation.frames for violation in made.violations)
    possible = replace(attempt, job=replace(attempt.job, constraints=()))
    possible.save(tmp_path / "possible.npz")
    assert not guided(tmp_path / "possible.npz", tmp_path).provenance.infeasible
