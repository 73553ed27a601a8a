"""Files of the first release open, and mean what they meant."""

import shutil
import sqlite3
from contextlib import closing

import numpy as np
import pytest

from scripts.environment import ROOT
from solver.animate import animate
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.fitting.presets.hopper import hopper
from solver.job.constraints.stay import Stay
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.record import from_json, to_json
from solver.space.parameter_space import ParameterSpace
from solver.space.stored_names import stored_names
from solver.store.clip_store import ClipStore
from solver.store.recover import recover
from solver.store.sample_table import SampleTable

OLD = ROOT / "tests" / "data" / "first_release"


@pytest.fixture(scope="module")
def job() -> Job:
    return Job.load(OLD / "hop.job.json")


def test_a_job_asks_for_what_it_asked_for(job: Job) -> None:
    timings = (ContactTiming("heel", ((0.0, 0.5),)), ContactTiming("toe", ((0.0, 0.6),)))
    assert job == Job("hop", hopper(), AnimationTiming(0.6, 20.0), Cycle((0.3, 0.0, 0.0)), timings)


def test_names_for_messages_are_read_under_the_word_that_jobs_had_for_them() -> None:
    job = Job.load(OLD / "named_hop.job.json")
    named = (*job.constraints, *job.holds)
    assert [each.display_names[0] for each in named] == ["Hip"] * 7 + ["Tip"]
    assert "called" not in str(job.to_json())
    with pytest.raises(InputError, match="unknown field 'called'"):
        from_json(Stay, {**to_json(job.constraints[0]), "called": ["Knee"]})


def test_a_clip_is_the_motion_that_it_was(job: Job) -> None:
    clip = Clip.load(OLD / "hop.npz")
    assert clip.job == job
    assert (clip.provenance.solved, clip.provenance.strategy) == (True, "first guess")
    assert clip.report.linear_residual < 1e-6
    again = animate(job)
    assert again.provenance.solved
    assert (
        np.abs(again.motion.position - clip.motion.position).max() < 0.05
    )  # the ground has become passive since


def test_the_store_is_still_one_of_the_first_release() -> None:
    """A test that opens it in place upgrades it, and then nothing old is tried any more."""
    with closing(sqlite3.connect(f"file:{OLD / 'hops.sqlite'}?immutable=1", uri=True)) as store:
        assert store.execute("PRAGMA user_version").fetchone() == (3,)


def test_a_space_and_its_store_hold_the_same_samples(tmp_path) -> None:
    space = ParameterSpace.load(OLD / "hops.space.json")
    assert len(space.points()) == 2
    file = tmp_path / "hops.sqlite"
    shutil.copy(OLD / "hops.sqlite", file)  # an open store is written to
    with ClipStore(file) as store:
        assert len(store.names()) == 2
        for name in store.names():
            clip = store.get(name)
            assert clip.provenance.solved
            assert clip.motion.n_frames == 12
            assert store.motion(name).n_frames == 12
        assert len(store.find(parameters={"way": 0.2})) == 1
        names = stored_names(store)
        assert {name: str(parts) for name, parts in names.items()} == {name: name for name in store.names()}
        assert {parts.values for parts in names.values()} == {"way 0.2", "way 0.4"}
        assert [row.strategy for row in SampleTable(store, space.name).rows()] == [
            "first guess",
            "warm start",
        ]
        assert {row["strategy"] for row in store.compare(store.names()).values()} == {
            "first guess",
            "warm start",
        }


def test_what_is_readable_in_an_old_store_is_recovered(tmp_path) -> None:
    file = tmp_path / "hops.sqlite"
    shutil.copy(OLD / "hops.sqlite", file)  # SQLite writes beside a file that it only reads
    found = recover(file, tmp_path / "new.sqlite")
    assert (found.clips, found.spaces, found.lost) == (2, ["hops"], [])
    with ClipStore(tmp_path / "new.sqlite") as store:
        assert [row.index for row in SampleTable(store, "hops").rows()] == [0, 1]
