"""A place that no result can be written to is told before the work begins."""

import threading
from pathlib import Path

import pytest

from solver import api
from solver.commands.deliver import require_folder
from solver.commands.request import SolveRequest
from solver.commands.solve import solve
from solver.errors import InputError
from solver.fitting.presets.chip import chip
from solver.messages import Message


@pytest.mark.parametrize("place", ["/dev/null", "/dev/full", "/proc/nowhere", "/sys/out", "/dev/null/deeper"])
def test_what_is_no_folder_is_refused(place: str) -> None:
    with pytest.raises(InputError, match=f"--out: expected a folder to write into, found '{place}'"):
        require_folder(Path(place))


def test_a_missing_folder_is_made_and_left_empty(tmp_path: Path) -> None:
    require_folder(tmp_path / "new" / "deep")
    assert list((tmp_path / "new" / "deep").iterdir()) == []


def test_a_solve_into_its_own_job_is_refused_before_it_begins(tmp_path: Path) -> None:
    job, told = tmp_path / "job.json", list[Message]()
    api.Job("walk", chip(), api.AnimationTiming(1.0), api.Cycle((1.3, 0.0, 0.0))).save(job)
    before = job.read_bytes()
    with pytest.raises(InputError, match="--out: expected a folder"):
        solve(SolveRequest(str(job), str(job)), told.append, threading.Event())
    assert not told
    assert job.read_bytes() == before


def test_a_clip_that_does_not_fit_on_the_disk_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = (api.ContactTiming("L_foot", ((0.0, 0.6),)), api.ContactTiming("R_foot", ((0.5, 0.6),)))
    options = api.SolverOptions(max_iterations=1)
    cycle = api.Cycle((1.3, 0.0, 0.0))
    clip = api.animate(
        api.Job("walk", chip(), api.AnimationTiming(1.0, fps=8), cycle, steps, options=options)
    )

    def full(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:10])
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        clip.save(tmp_path / "clip.npz")
    assert not list(tmp_path.iterdir())
