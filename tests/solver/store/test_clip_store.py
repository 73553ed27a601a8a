"""What is put into the store is there, for every process and after any death."""

import io
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import asdict, fields, replace
from pathlib import Path

import numpy as np
import pytest

from solver.clip.clip import Clip
from solver.errors import InputError
from solver.job.cycle import Cycle
from solver.store.clip_store import ClipStore

ROOT = Path(__file__).resolve().parents[3]
WRITER = """
import sys
from dataclasses import replace
from pathlib import Path
from solver.clip.clip import Clip
from solver.store.clip_store import ClipStore

clip, store, prefix, count = Clip.load(Path(sys.argv[1])), ClipStore(Path(sys.argv[2])), sys.argv[3], int(sys.argv[4])
for i in range(count):
    name = f"{prefix}{i}"
    store.put(replace(clip, job=replace(clip.job, name=name)))
    sys.stdout.write(name + "\\n")
    sys.stdout.flush()
"""


@pytest.fixture
def clip(chain, clip_of):
    return clip_of(chain(Cycle((1.0, 0.0, 0.0))))


def named(clip, name):
    return replace(clip, job=replace(clip.job, name=name))


def writer(clip, folder, prefix, count):
    """Another process that puts clips and says so after each."""
    clip.save(folder / "clip.npz")
    command = [sys.executable, "-c", WRITER, folder / "clip.npz", folder / "store.sqlite", prefix, str(count)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_its_motion_alone_comes_back_in_single_precision(clip, tmp_path):
    with ClipStore(tmp_path / "store.sqlite") as store:
        store.put(clip)
        found = store.motion(clip.name)
    for name in ("character", "cycle", "step", "heading"):
        assert getattr(found, name) == getattr(clip.motion, name), name
    for name in ("position", "orientation", "coordinates"):
        np.testing.assert_allclose(getattr(found, name), getattr(clip.motion, name), atol=1e-5)


def test_a_clip_comes_back_whole(clip, tmp_path):
    path = tmp_path / "store.sqlite"
    with ClipStore(path) as store:
        store.put(clip)
    with ClipStore(path, create=False) as store:
        found = store.get(clip.name)
    for mine, theirs in ((clip, found), (clip.motion, found.motion)):
        for field in fields(mine):
            before, after = getattr(mine, field.name), getattr(theirs, field.name)
            if isinstance(before, np.ndarray):
                np.testing.assert_array_equal(before, after)
            elif field.name != "motion":
                assert before == after


def test_clips_from_before_there_were_holds(hanging, stander, clip_of):
    """Files without the newer arrays load as clips that touch the ground and hold nothing."""
    for motion in (hanging, stander):
        with np.load(io.BytesIO(clip_of(motion).to_bytes())) as file:
            arrays = {k: file[k] for k in file.files if not k.startswith("hold_") and k != "contact_surface"}
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)
        old = Clip.from_bytes(buffer.getvalue())
        n_holds = len(motion.world.holds)
        assert old.motion.position == pytest.approx(motion.position, abs=0)
        assert old.motion.contact_surface.shape == motion.contact_active.shape
        assert (
            old.motion.hold_forces.shape == old.motion.hold_points.shape == (len(motion.position), n_holds, 3)
        )
        assert not old.motion.contact_surface.any()
        assert not old.motion.hold_forces.any()
        assert not old.motion.hold_active.any()
    again = Clip.from_bytes(clip_of(hanging).to_bytes())
    assert again.motion.hold_forces == pytest.approx(hanging.hold_forces, abs=0)
    assert again.motion.hold_active.all()


def test_names_about_delete_and_replace(clip, tmp_path):
    with ClipStore(tmp_path / "store.sqlite") as store:
        for name in ("walk", "run", "jump"):
            store.put(named(clip, name))
        assert store.names() == ("walk", "run", "jump")
        about = store.about("run")
        assert about["n_frames"] == clip.n_frames
        assert about["is_cycle"]
        assert about["report"] == asdict(clip.report)
        store.delete("run")
        assert store.names() == ("walk", "jump")
        with pytest.raises(InputError, match="there is already a clip 'walk'"):
            store.put(named(clip, "walk"))
        store.put(replace(named(clip, "walk"), motion=replace(clip.motion, step=0.5)), replace=True)
        assert store.get("walk").motion.step == 0.5
        assert store.names() == ("jump", "walk")


def test_a_wrong_name_is_answered_with_the_nearest(clip, tmp_path):
    with ClipStore(tmp_path / "store.sqlite") as store:
        with pytest.raises(InputError, match="there is no clip 'walk'; there are none"):
            store.get("walk")
        for name in ("walk", "jump"):
            store.put(named(clip, name))
        with pytest.raises(InputError, match="there is no clip 'wlak'; did you mean 'walk'"):
            store.get("wlak")
        with pytest.raises(InputError, match="there is no clip 'wlak'"):
            store.about("wlak")
        with pytest.raises(InputError, match="there is no clip 'swim'; there are 'walk', 'jump'"):
            store.delete("swim")


def test_refuses_what_is_no_store_and_leaves_it_alone(tmp_path):
    text, other = tmp_path / "notes.txt", tmp_path / "other.sqlite"
    text.write_text("no database at all, but long enough to look at " * 10)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE t (x)")
    before = other.read_bytes()
    with pytest.raises(InputError, match=r"notes.txt: the clip store cannot be used: file is not a database"):
        ClipStore(text)
    with pytest.raises(InputError, match="expected a clip store, found another program's database"):
        ClipStore(other)
    with pytest.raises(InputError, match="there is no such clip store"):
        ClipStore(tmp_path / "missing.sqlite", create=False)
    with pytest.raises(InputError, match="cannot be used: unable to open database file"):
        ClipStore(tmp_path / "no folder" / "store.sqlite")
    assert other.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["notes.txt", "other.sqlite"]


def test_refuses_a_store_of_the_future(tmp_path):
    path = tmp_path / "store.sqlite"
    ClipStore(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(InputError, match="expected a clip store of version 1 to 7, found version 99"):
        ClipStore(path)


def test_processes_share_a_store_that_none_has_made(clip, tmp_path):
    writers = [writer(clip, tmp_path, prefix, 5) for prefix in "abcd"]
    for each in writers:
        each.communicate(timeout=240)
        assert each.returncode == 0
    with ClipStore(tmp_path / "store.sqlite", create=False) as store:
        assert sorted(store.names()) == sorted(f"{p}{i}" for p in "abcd" for i in range(5))
        assert store.get("c3").n_frames == clip.n_frames


def test_a_killed_writer_loses_nothing_that_it_had_put(clip, tmp_path):
    process = writer(clip, tmp_path, "clip", 100_000)
    assert process.stdout
    said = [process.stdout.readline().strip() for _ in range(8)]
    with ClipStore(tmp_path / "store.sqlite", create=False) as store:  # reads while the other writes
        assert set(said) <= set(store.names())
    process.kill()
    said += process.communicate(timeout=240)[0].split()
    with ClipStore(tmp_path / "store.sqlite", create=False) as store:
        names = store.names()
        assert set(said) <= set(names)
        assert len(names) <= len(said) + 1
        assert store.get(names[-1]).n_frames == clip.n_frames
        store.put(named(clip, "after"))
    with closing(sqlite3.connect(tmp_path / "store.sqlite")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
