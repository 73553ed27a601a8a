"""A job without a solution gives the closest attempt, marked as one, with the frames in which it deviates."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver.animate import animate
from solver.clip.clip import Clip
from solver.job.constraints.clearance import Clearance
from solver.job.constraints.stay import Stay
from solver.job.job import ContactTiming, Job, SolverOptions
from solver.job.when import When
from solver.messages import EXIT_NO_SOLUTION, Done
from solver.store.clip_store import ClipStore
from solver.verify.faults import frame_faults
from solver.verify.violation import Violation
from tests.support.bad_jobs import JOBS, stand
from tests.support.command import run
from tests.support.solved_once import Solved

Make = Callable[..., Job]
BEYOND = 1.0  # m
LEG = 1.26  # m from Chip's root to a foot
FPS, FRAMES = 10.0, (5, 6, 7)


def lifted_foot() -> Job:
    """Chip stands, and from frame 5 to 7 one foot, free to leave the ground, is to be a meter beyond reach."""
    job = stand(fps=FPS)
    foot = next(contact for contact in job.character.contacts if contact.name == "L_foot")
    place = (foot.point[0], foot.point[1], 2 * LEG + BEYOND)  # both legs stretched, one above the other
    asked = Stay(foot.body, place, place, foot.point, When(FRAMES[0], FRAMES[-1]))
    timings = (ContactTiming("L_foot", ((0.0, 0.3), (0.85, 0.15))), job.contact_timings[1])
    return replace(job, contact_timings=timings, constraints=(asked,))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which the motion of the same name has a solution; beside it lies the closest attempt at the job."""
    folder = tmp_path_factory.mktemp("attempt")
    with ClipStore(folder / "clips.sqlite") as opened:
        opened.put(animate(stand(fps=FPS)))
    lifted_foot().save(folder / "job.json")
    code, messages = run("solve", folder / "job.json", "--out", folder, "--store", folder / "clips.sqlite")
    assert code == EXIT_NO_SOLUTION
    assert messages[-1] == Done(EXIT_NO_SOLUTION, str(folder / "clip.npz"))
    return folder / "clips.sqlite"


def test_only_the_frames_that_cannot_be_give(store: Path) -> None:
    clip = Clip.load(store.with_name("clip.npz"))
    made = clip.provenance
    assert (made.solved, made.infeasible) == (False, True)
    assert {frame for violation in made.violations for frame in violation.frames} == set(FRAMES)
    assert made.violations[0].place.body == "L_calf"  # whose end the foot is
    faults = frame_faults(clip.motion, clip.torques)
    assert set(np.flatnonzero(faults > 1)) <= set(FRAMES)  # the other foot may leave the ground a little then
    assert clip.report.linear_residual < 1e-3
    foot = clip.motion.contact_points[list(FRAMES), clip.job.character.contact_index("L_foot"), 2]
    assert foot.min() > 0.5  # it goes as far as it can


def test_a_file_keeps_what_gives() -> None:
    clip = animate(JOBS["held too high"].job())
    again = Clip.from_bytes(clip.to_bytes()).provenance
    assert again.infeasible
    assert again.violations == clip.provenance.violations
    assert any(violation.frames for violation in again.violations)


def test_a_clip_of_an_earlier_version_is_no_attempt() -> None:
    told = Violation.from_json(
        {"sentence": {"parts": ["too high"]}, "place": {"moment": {"frame": 3, "seconds": 0.1}, "body": "a"}}
    )
    assert told.frames == ()
    assert told.place.moment is not None


def test_both_halves_of_a_mirrored_cycle_give(walk: Make) -> None:
    job = walk(12, constraints=(Clearance("R_foot", 3.0),), options=SolverOptions(max_iterations=60))
    job = replace(job, cycle=replace(job.cycle, mirrored=True))
    clip = animate(job)
    assert clip.provenance.infeasible
    given = np.zeros(clip.n_frames, bool)
    for violation in clip.provenance.violations:
        given[list(violation.frames)] = True
    half = clip.n_frames // 2
    assert given.any()
    assert (given[:half] == given[half:]).all()


def test_a_motion_that_is_stopped_or_solved_is_no_attempt(walk: Make, solved: Solved) -> None:
    stopped = animate(walk(), cancelled=lambda: True)
    assert (stopped.provenance.solved, stopped.provenance.infeasible) == (False, False)
    finished = solved(walk())
    assert (finished.provenance.solved, finished.provenance.infeasible) == (True, False)


def test_the_command_line_leaves_it_where_a_solution_would_be(store: Path) -> None:
    assert Clip.load(store.with_name("clip.npz")).provenance.infeasible
    with ClipStore(store) as opened:
        assert opened.get("stand").provenance.solved  # not replaced by what is none
