"""Files that are damaged, of another kind or made to do harm end in one sentence that says what is wrong."""

import io
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from solver import api
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.fitting.bone_map import BoneMap
from solver.fitting.presets.chip import chip
from solver.formats.bvh.read import read_bvh
from solver.job.job import Job, SolverOptions
from solver.mechanics.tree import Tree
from solver.store.encoded_motion import motion_to_bytes
from solver.verify.verify import verify
from solver.whole_file import LARGEST
from tests.fuzz.fuzz import Case, fuzz


@pytest.fixture(scope="module")
def clip() -> bytes:
    steps = (api.ContactTiming("L_foot", ((0.0, 0.6),)), api.ContactTiming("R_foot", ((0.5, 0.6),)))
    cycle, options = api.Cycle((1.3, 0.0, 0.0)), SolverOptions(max_iterations=1)
    job = api.Job("walk", chip(), api.AnimationTiming(1.0, fps=8), cycle, steps, options=options)
    return api.animate(job).to_bytes()


def refused(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        Clip.from_bytes(data)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def with_parts(clip: bytes, **parts: bytes) -> bytes:
    """The clip with other files in it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(clip)) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            new.writestr(name, parts.get(name.removesuffix(".npy"), old.read(name)))
    return buffer.getvalue()


def packed(array: object) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=True)
    return buffer.getvalue()


def test_a_clip_that_ends_early_is_refused_wherever_it_ends(clip: bytes) -> None:
    for size in np.linspace(0, len(clip) - 1, 60, dtype=int):
        assert refused(clip[:size]).startswith("this is not a clip")


def test_a_file_of_another_kind_is_refused(clip: bytes) -> None:
    arrays = io.BytesIO()
    np.savez(arrays, q=np.zeros(3))
    for data in (b"", b"PK", b"\x00" * 100, packed(np.zeros(3)), arrays.getvalue(), motion_to_bytes(
        Clip.from_bytes(clip).motion)):  # fmt: skip
        assert refused(data).startswith("this is not a clip")


@pytest.mark.parametrize(
    "about",
    ["", "[]", "3", "{}", '{"job": {}}', "[" * 100_000, '{"job": null, "provenance": {"violations": [3]}}'],
)
def test_a_clip_whose_description_is_wrong_is_refused(clip: bytes, about: str) -> None:
    assert refused(with_parts(clip, about=packed(np.array(about)))).startswith("this is not a clip")


@pytest.mark.parametrize(
    "array",
    [
        np.zeros(3),
        np.zeros((8, 22), complex),
        np.full((8, 22), "a"),
        np.full((8, 22), np.nan),
        np.array([{}, None]),
    ],
)
def test_a_clip_with_other_arrays_is_refused(clip: bytes, array: np.ndarray) -> None:
    assert refused(with_parts(clip, q=packed(array))).startswith("this is not a clip")


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("orientation", lambda turn: turn * np.nan, "finite numbers as orientation"),
        ("orientation", np.zeros_like, "quaternions of length 1"),
        ("position", lambda place: place + np.inf, "finite numbers as position"),
        ("torques", lambda torque: torque * np.nan, "finite numbers as torques"),
        ("joint_forces", lambda force: force[:-1], "joint_forces of shape"),
        ("joint_moments", lambda moment: moment + np.inf, "finite numbers as joint_moments"),
        ("contact_lasting", lambda flags: flags + 0.5, "True or False as contact_lasting"),
        ("contact_surface", lambda surface: surface * np.nan, "whole numbers as contact_surface"),
    ],
)
def test_a_clip_whose_numbers_are_no_motion_is_refused(
    clip: bytes, name: str, change: Callable[[np.ndarray], np.ndarray], told: str
) -> None:
    with np.load(io.BytesIO(clip)) as file:
        found = file[name]
    assert told in refused(with_parts(clip, **{name: packed(change(found))}))


def test_numbers_of_another_width_are_those_of_the_clip(clip: bytes) -> None:
    with np.load(io.BytesIO(clip)) as file:
        odd = {name: file[name].astype(">f8") for name in ("position", "contact_lasting", "contact_surface")}
    read, whole = (
        Clip.from_bytes(data)
        for data in (with_parts(clip, **{name: packed(array) for name, array in odd.items()}), clip)
    )
    for name in odd:
        assert getattr(read.motion, name).dtype == getattr(whole.motion, name).dtype
    report = verify(read.motion, torques=read.torques, torque_limits=Tree(read.job.character).effort_limit)
    assert report == whole.report


def test_an_array_larger_than_its_file_is_refused_before_it_is_made(clip: bytes) -> None:
    header = packed(np.zeros((8, 22))).replace(b"(8, 22), }" + b" " * 8, b"(40000, 40000), }")
    assert b"40000" in header
    assert "damaged" in refused(with_parts(clip, q=header))


def test_a_clip_that_unpacks_to_gigabytes_is_refused_before_it_is_unpacked(clip: bytes) -> None:
    bomb = bytearray(clip)
    entry = bomb.index(b"PK\x01\x02")  # the first in the directory of the archive
    bomb[entry + 24 : entry + 28] = (4 * 10**9).to_bytes(4, "little")
    assert "its arrays would take 4 GB" in refused(bytes(bomb))


def test_clips_with_flipped_bytes_are_read_or_refused(clip: bytes) -> None:
    def draw(rng: np.random.Generator) -> Case:
        data = bytearray(clip)
        for place in rng.integers(len(data), size=int(rng.integers(1, 8))):
            data[place] = int(rng.integers(256))
        return f"{bytes(data[:40])!r}", lambda: Clip.from_bytes(bytes(data))

    tally = fuzz(draw, seed=18, cases=400, seconds=6.0)
    assert not tally.unexpected, tally.told


def test_a_clip_is_named_where_it_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "clip.npz"
    file.write_bytes(b"nothing")
    with pytest.raises(InputError, match=r"the clip '.*clip\.npz' cannot be read: this is not a clip"):
        Clip.load(file)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[" * 5000, "nested too deeply"),
        ('{"name": "\\ud800"}', "half a character"),
        ('{"\\udfff": 1}', "half a character"),
        ("\x00", "is not JSON"),
        ('{"name": "\\u0000"}', "null character"),
        ("1" * 5000, "is not JSON|expected an object"),
        ("NaN", "expected an object"),
    ],
)
def test_json_that_is_odd_is_refused(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "job.json"
    file.write_text(text)
    with pytest.raises(InputError, match=told):
        Job.load(file)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "job.json"
    file.write_bytes(b"\xff\xfe{}")
    with pytest.raises(InputError, match=r"job\.json"):
        Job.load(file)


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """Nobody writes into it, so that reading it would never end."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


READERS: tuple[Callable[[Path], object], ...] = (Job.load, Clip.load, read_bvh, BoneMap.load)


@pytest.mark.parametrize("read", READERS)
def test_what_never_ends_is_refused(pipe: Path, read: Callable[[Path], object]) -> None:
    with pytest.raises(InputError, match="device or a pipe"):
        read(pipe)
    with pytest.raises(InputError, match="device or a pipe"):
        read(Path("/dev/zero"))


@pytest.mark.parametrize("read", READERS)
def test_a_name_that_no_file_can_have_is_refused(read: Callable[[Path], object]) -> None:
    with pytest.raises(InputError, match="no file can have this name"):
        read(Path("clip\0.npz"))


@pytest.mark.parametrize("read", READERS)
def test_a_file_larger_than_any_of_ours_is_refused_unread(
    tmp_path: Path, read: Callable[[Path], object]
) -> None:
    file = tmp_path / "large"
    with file.open("wb") as opened:
        opened.truncate(2 * LARGEST)  # a hole, which takes no room
    with pytest.raises(InputError, match="at most"):
        read(file)
