"""Whole spaces go from one store to another, with all that belongs to them, or none of them does."""

from dataclasses import replace

import pytest

from solver.errors import InputError
from solver.store.clip_store import ClipStore
from solver.store.encoded_clip import EncodedClip
from solver.store.merge import add_spaces
from solver.store.sample_table import INFEASIBLE, SOLVED, FinishedSample, SampleTable, space_names


@pytest.fixture
def make(tmp_path, stander, clip_of):
    """Give a function that makes a store of one space: one sample solved, one attempted, one that waits."""
    clip = clip_of(stander)

    def made(file, name):
        with ClipStore(tmp_path / file) as store:
            table = SampleTable(store, name)
            table.create("{}", [(f"{name} {k}", {"speed": 0.5 * k}) for k in range(3)])
            solved, attempt = (
                EncodedClip.of_clip(replace(clip, job=replace(clip.job, name=f"{name} {k}")))
                for k in range(2)
            )
            table.update(
                [],
                [
                    FinishedSample(0, SOLVED, clip=solved),
                    FinishedSample(1, INFEASIBLE, "too short", clip=attempt),
                ],
            )
            store.tag(f"{name} 0", "slow")
        return tmp_path / file

    return made


def test_all_that_belongs_to_a_space_goes_with_it(make):
    source, target = make("source.sqlite", "hop"), make("target.sqlite", "walk")
    add_spaces(target, source)
    with ClipStore(target) as store, ClipStore(source) as origin:
        assert space_names(store) == ("walk", "hop")
        assert list(SampleTable(store, "hop").rows()) == list(SampleTable(origin, "hop").rows())
        assert store.find(space="hop", parameters={"speed": 0.0}, tags=["slow"]) == ("hop 0",)
        assert store.get("hop 0").to_bytes() == origin.get("hop 0").to_bytes()
        assert store.attempt("hop 1").to_bytes() == origin.attempt("hop 1").to_bytes()
        assert set(store.names()) == {"walk 0", "hop 0"}
        SampleTable(store, "hop").wait_again()  # and it can be gone on with
        assert SampleTable(store, "hop").states() == ["solved", "infeasible", "waiting"]


def test_a_target_is_made(make, tmp_path):
    add_spaces(tmp_path / "new.sqlite", make("source.sqlite", "hop"))
    with ClipStore(tmp_path / "new.sqlite", create=False) as store:
        assert store.names() == ("hop 0",)


def test_what_would_clash_is_refused_whole(make, stander, clip_of):
    source, target = make("source.sqlite", "hop"), make("target.sqlite", "hop")
    with pytest.raises(InputError, match="there are already variations named 'hop'"):
        add_spaces(target, source)
    other = make("other.sqlite", "walk")
    clip = clip_of(stander)
    with ClipStore(other) as store:
        store.put(replace(clip, job=replace(clip.job, name="hop 0")))
    with pytest.raises(InputError, match=r"a clip with the name of one in 'source\.sqlite'"):
        add_spaces(other, source)
    with ClipStore(other) as store:
        assert space_names(store) == ("walk",)
