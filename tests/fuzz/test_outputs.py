"""Places where nothing can be written, told before work begins; a disk that fills loses nothing."""

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solver.clip.clip import Clip
from solver.commands.deliver import CLIP_FILE, deliver
from solver.commands.live import LiveSession
from solver.commands.request import SolveRequest
from solver.commands.solve import solve
from solver.errors import InputError
from solver.messages import EXIT_BAD_INPUT, Error
from solver.store.clip_store import ClipStore
from solver.whole_file import require_file, require_folder, write_whole
from tests.support.command import errors, run

DATA = Path(__file__).resolve().parents[1] / "data" / "first_release"
CLIP, SPACE, STORE = DATA / "hop.npz", DATA / "hops.space.json", DATA / "hops.sqlite"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 512 kB."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(place)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can make a small disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("form", ["bvh", "motion-json"])
@pytest.mark.parametrize("where", ["/dev/full", "folder", "missing/clip.bvh", "folder/../input.npz"])
def test_an_export_that_cannot_be_written(tmp_path: Path, form: str, where: str) -> None:
    (tmp_path / "folder").mkdir()
    source = tmp_path / "input.npz"
    source.write_bytes(CLIP.read_bytes())
    out = tmp_path / where  # an absolute path stays as it is
    code, messages = run("export", source, "--format", form, "--out", out)
    assert code == 2
    assert str(out) in str(errors(messages)[0])
    assert source.read_bytes() == CLIP.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "input.npz"]


@pytest.mark.parametrize("place", ["a file", "/dev/null"])
def test_clips_exported_into_no_folder(tmp_path: Path, place: str) -> None:
    out = tmp_path / place
    if not out.exists():
        out.write_text("mine")
    store = shutil.copy(STORE, tmp_path / "hops.sqlite")  # an older store is upgraded when it is opened
    code, messages = run("export", "--store", store, "--format", "bvh", "--out", out)
    assert code == 2
    assert "expected a folder to write into" in str(errors(messages)[0])
    assert Path("/dev/null").is_char_device()
    assert place == "/dev/null" or out.read_text() == "mine"


@pytest.mark.parametrize("store", ["missing/a.sqlite", "folder", "/dev/full", "job.json"])
def test_clips_generated_into_no_store(tmp_path: Path, store: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "job.json").write_text("{}")
    code, messages = run("generate", SPACE, "--store", tmp_path / store, "--workers", 1)
    assert code == 2
    assert str(tmp_path / store) in str(errors(messages)[0])
    assert (tmp_path / "job.json").read_text() == "{}"


def test_a_device_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for act in (lambda: write_whole(pipe, "text"), lambda: require_file(pipe)):
        with pytest.raises(InputError, match="found a device or a pipe"):
            act()
    assert pipe.is_fifo()


def test_what_is_read_is_not_written_over(tmp_path: Path) -> None:
    source, link = tmp_path / "a.npz", tmp_path / "b.npz"
    source.write_bytes(b"mine")
    link.symlink_to(source)
    with pytest.raises(InputError, match="another file than the one that is read"):
        require_file(link, read=[source])


def test_a_file_that_does_not_fit_leaves_the_old_one(small_disk: Path) -> None:
    path = small_disk / "motion.json"
    write_whole(path, "old")
    with pytest.raises(InputError, match="No space left on device"):
        write_whole(path, "x" * 900_000)
    assert path.read_text() == "old"
    assert list(small_disk.iterdir()) == [path]


def test_a_solved_motion_that_does_not_fit_is_kept_elsewhere(small_disk: Path) -> None:
    (small_disk / "filler").write_bytes(b"x" * 520_000)
    clip, told = Clip.load(CLIP), list[Any]()
    code, file = deliver(clip, small_disk, told.append, threading.Event())
    assert code == EXIT_BAD_INPUT
    assert (Clip.load(Path(file)).q == clip.q).all()
    (error,) = (each for each in told if isinstance(each, Error))
    assert "No space left on device; the motion is kept in" in error.text
    assert file in error.text
    assert not (small_disk / CLIP_FILE).exists()


def test_a_store_on_a_full_disk_keeps_what_it_has(small_disk: Path) -> None:
    path, clip, kept = small_disk / "clips.sqlite", Clip.load(CLIP), 0
    with ClipStore(path) as store:
        (small_disk / "filler").write_bytes(b"x" * 200_000)
        while kept < 1000:
            try:
                store.put(replace(clip, job=replace(clip.job, name=f"hop {kept}")))
            except InputError as error:
                assert "full" in str(error)  # noqa: PT017  how many fit is not known
                break
            kept += 1
    assert 0 < kept < 1000
    (small_disk / "filler").unlink()
    with ClipStore(path, create=False) as store:
        assert [store.get(name).name for name in store.names()] == [f"hop {k}" for k in range(kept)]


@pytest.mark.parametrize("place", ["/dev/null", "/dev/full", "/proc/nowhere", "/sys/out", "/dev/null/deeper"])
def test_what_is_no_folder_is_refused(place: str) -> None:
    with pytest.raises(InputError, match=f"--out: expected a folder to write into, found '{place}'"):
        require_folder(Path(place))


def test_a_missing_folder_is_made_and_left_empty(tmp_path: Path) -> None:
    require_folder(tmp_path / "new" / "deep")
    assert list((tmp_path / "new" / "deep").iterdir()) == []


def test_a_solve_into_its_own_job_is_refused_before_it_begins(tmp_path: Path) -> None:
    job, told = tmp_path / "job.json", list[Any]()
    job.write_bytes((DATA / "hop.job.json").read_bytes())
    with pytest.raises(InputError, match="--out: expected a folder"):
        solve(SolveRequest(str(job), str(job)), told.append, threading.Event(), LiveSession())
    assert not told
    assert job.read_bytes() == (DATA / "hop.job.json").read_bytes()
