"""A run that was stopped goes on where it ended: what its store has is not sought again."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver.animate import animate
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.explore.earlier import ExplorationStore
from solver.explore.front import front
from solver.explore.front_search import FrontSearch
from solver.explore.pareto import TradeOff
from solver.explore.variation_search import VariationSearch
from solver.explore.variations import variations
from solver.job.job import Job
from solver.messages import Found
from tests.support.command import run


@pytest.fixture(scope="module")
def stride(walk: Callable[..., Job]) -> Job:
    """Half a cycle of Chip's walk; the other half mirrors it."""
    job = walk(10)
    return replace(job, cycle=replace(job.cycle, mirrored=True))


def test_variations_go_on_where_they_ended(stride: Job, tmp_path: Path) -> None:
    stride.save(tmp_path / "job.json")
    options = ("variations", tmp_path / "job.json", "--out", tmp_path, "--store", tmp_path / "found.clips")
    assert run(*options, "--count", 2)[0] == 0
    first = [Clip.load(tmp_path / f"variation_{k}.npz") for k in (1, 2)]
    assert run(*options, "--count", 3)[0] == 0
    again = [Clip.load(tmp_path / f"variation_{k}.npz") for k in (1, 2, 3)]
    for known, clip in zip(first, again, strict=False):
        assert np.array_equal(clip.q, known.q)  # the very same, and not one that was found once more
    assert not np.allclose(again[2].q, first[1].q, atol=1e-2)
    assert (
        len(
            ExplorationStore(
                tmp_path / "found.clips", "0.25 more, by mass, seed 0, unlike none, bodies apart"
            ).row(stride)
        )
        == 3
    )
    told = [message for message in run(*options, "--count", 3)[1] if isinstance(message, Found)]
    assert [message.is_known for message in told] == [True, True, True]


def test_what_is_asked_otherwise_is_sought_anew(stride: Job, tmp_path: Path) -> None:
    clip, file = animate(stride), tmp_path / "found.clips"
    ExplorationStore(file, "0.25 more").keep_in_row(clip, 1)
    assert len(ExplorationStore(file, "0.25 more").row(stride)) == 1
    assert not ExplorationStore(file, "0.1 more").row(stride)
    kept = ExplorationStore(file, "0.25 more")
    [again] = kept.row(stride)
    assert kept.has_given(again)
    assert not kept.has_given(clip)


def test_a_front_goes_on_where_it_ended(stride: Job, tmp_path: Path) -> None:
    kept = ExplorationStore(tmp_path / "found.clips")
    asked: list[str] = []

    def earlier(job: Job) -> Clip | None:
        clip = kept.of_job(job)
        if clip is None:
            asked.append(job.name)
        return clip

    told: list[TradeOff] = []

    def found(point: TradeOff) -> None:
        told.append(point)
        kept.keep(point.clip)

    search = FrontSearch(earlier=earlier, on_found=found)
    front(stride, "torso.position.z", (0.95,), of="mean", search=search)
    assert asked == ["walk 0.95"]
    front(stride, "torso.position.z", (0.95, 1.0), of="mean", search=search)
    assert asked == ["walk 0.95", "walk 1"]
    assert np.array_equal(told[1].clip.q, told[0].clip.q)


def test_another_job_of_that_name_is_not_taken_for_it(stride: Job, tmp_path: Path) -> None:
    kept, clip = ExplorationStore(tmp_path / "found.clips"), animate(stride)
    kept.keep(clip)
    assert kept.of_job(stride) is not None
    other = replace(stride, ground_height=-0.001)
    assert kept.of_job(other) is None
    with pytest.raises(InputError, match="found one of another job"):
        variations(other, 2, search=VariationSearch(earlier=(clip,)))
