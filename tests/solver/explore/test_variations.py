"""Variations of one job: all physical, different, within their price, and the same for the same seed."""

import itertools
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from examples import jump, walk
from solver.animate import animate
from solver.arrays import Array
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.explore import motions_within_price, push
from solver.explore.distance import (
    body_weights,
    difference,
    drawn,
    images,
    mass_distance,
    near_to,
)
from solver.explore.metrics.mass import MassDistance
from solver.explore.overlaps import EXACT, Overlaps
from solver.explore.variation import Variation
from solver.explore.variation_search import VariationSearch
from solver.explore.variations import variations
from solver.job.check import check_job
from solver.job.constraints.unlike import Unlike
from solver.job.cycle import Cycle
from solver.job.job import Job
from solver.job.timings import FreeLength
from solver.motion.pieces import moved
from solver.optimise.resample import resample
from solver.optimise.start import Start
from solver.problem.state import State
from solver.problem.transcription import Transcription, transcribe
from solver.scheduling.workers import ExecutorWorkers
from tests.solver.physical import assert_judged, assert_physical, least_gap
from tests.support.command import errors, run

SLACK = 0.25


@pytest.fixture(scope="module")
def three(stride: Job) -> tuple[Variation, ...]:
    return variations(stride, 3, slack=SLACK)


def test_each_does_what_is_asked_at_its_price(three: tuple[Variation, ...], judge: ModuleType) -> None:
    assert len(three) == 3
    for variation in three:
        assert_physical(variation.clip)
        assert_judged(variation.clip, judge)
        assert variation.cost <= 1 + SLACK + 1e-6
        cost = variation.clip.provenance.objective / three[0].clip.provenance.objective
        assert variation.cost == pytest.approx(cost)


def test_they_differ_from_each_other_and_from_mirror_images(
    stride: Job, three: tuple[Variation, ...]
) -> None:
    weights = body_weights(stride)
    for k, variation in enumerate(three[1:], 1):
        apart = [
            mass_distance(variation.clip.motion, image, weights)
            for one in three[:k]
            for image in images(one.clip.motion)
        ]
        assert min(apart) == pytest.approx(variation.distance)
        assert min(apart) > 0.05


def test_the_same_seed_finds_the_same(stride: Job, three: tuple[Variation, ...]) -> None:
    again = variations(stride, 2, slack=SLACK)
    assert np.allclose(again[1].clip.q, three[1].clip.q, atol=1e-6)


def test_the_nearest_are_moved_apart_in_the_end(stride: Job) -> None:
    told: list[Variation] = []
    made = variations(stride, 5, slack=SLACK, search=VariationSearch(on_found=told.append))
    assert [one.number for one in made] == [1, 2, 3, 4, 5]
    first = {one.number: one for one in reversed(told)}
    moved = [one for one in made if one is not first[one.number]]
    assert _least([one.clip for one in made]) >= _least([one.clip for one in first.values()])
    again = [one.number for one in told[5:]]
    assert 1 <= len(moved) <= len(again) == len(set(again))  # each once at most
    for one in moved:
        assert_physical(one.clip)
        assert one.cost <= 1 + SLACK + 1e-6
    near = _Plain(stride)
    near.plain = _least([one.clip for one in first.values()]) / 2.1
    search = VariationSearch(earlier=tuple(each.clip for each in told[:5]))
    found = variations(stride, 5, slack=SLACK, metric=near, search=search)
    assert all(one.clip is each.clip for one, each in zip(found, told, strict=False))  # far enough apart


class _Plain(MassDistance):
    """Small differences are plain to see."""

    plain: float


def _least(clips: Sequence[Clip]) -> float:
    weights = body_weights(clips[0].job)
    return min(
        mass_distance(a.motion, image, weights)
        for a, b in itertools.combinations(clips, 2)
        for image in images(b.motion)
    )


def test_what_is_known_is_not_found_again(stride: Job, three: tuple[Variation, ...]) -> None:
    weights, known = body_weights(stride), [each.clip for each in three[:2]]
    [other] = variations(stride, 1, unlike=known)
    assert_physical(other.clip)
    assert (
        min(
            mass_distance(other.clip.motion, image, weights)
            for clip in known
            for image in images(clip.motion)
        )
        > 0.05
    )
    open_one = replace(known[0], job=replace(stride, cycle=None))
    with pytest.raises(InputError, match="expected a cycle as 'walk' is, found 'walk'"):
        variations(stride, 1, unlike=[open_one])


def test_stopping_keeps_what_is_found(stride: Job) -> None:
    kept: list[Variation] = []
    made = variations(
        stride, 5, search=VariationSearch(on_found=kept.append, cancelled=lambda: len(kept) > 0)
    )
    assert [each.clip.name for each in made] == ["walk"]


def test_the_distance_does_not_see_where_a_motion_is(walked: Clip) -> None:
    assert mass_distance(walked.motion, walked.motion) == 0
    other = moved(walked.motion, Cycle((3.0, -1.0, 0.0)))
    assert mass_distance(walked.motion, other) == pytest.approx(0, abs=1e-12)
    assert mass_distance(walked.motion, moved(walked.motion, Cycle(yaw=1.0))) > 0.1
    assert difference(walked.motion, other).distance == pytest.approx(0, abs=1e-12)


def test_a_mirror_image_of_a_mirror_image_is_the_motion(walked: Clip) -> None:
    _, image = images(walked.motion)
    back = images(image)
    assert np.allclose(back[1].position, walked.motion.position, atol=1e-9)
    assert np.allclose(back[1].rotation, walked.motion.rotation, atol=1e-9)


@pytest.mark.parametrize("bodies", [(), ("torso", "L_thigh", "R_thigh")])
def test_a_motion_is_as_far_from_another_as_is_asked(
    walk: Callable[..., Job], walked: Clip, bodies: tuple[str, ...]
) -> None:
    job = walk(yaw=0.4)
    weights = body_weights(job, bodies)
    away = animate(replace(job, constraints=(Unlike(drawn(walked.motion, job, weights), 0.1),)))
    assert_physical(away)
    assert mass_distance(away.motion, walked.motion, weights) > 0.1 - 1e-4


def test_a_motion_stays_as_near_to_another_as_is_asked(walk: Callable[..., Job], walked: Clip) -> None:
    job = walk(yaw=0.4, speed=1.6)
    weights = body_weights(job)
    free = mass_distance(animate(job).motion, walked.motion, weights)
    near = animate(replace(job, constraints=(near_to(walked.motion, 0.5 * free, job, weights),)))
    assert_physical(near)
    assert mass_distance(near.motion, walked.motion, weights) < 0.5 * free + 1e-4


def test_limbs_that_touch_nothing_count_less_in_a_cycle() -> None:
    for job, weight in ((walk.job(), 0.25), (jump.job(), 1.0)):
        names = [body.name for body in job.character.bodies]
        free = {name for name in names if "arm" in name or name == "neck"}
        weights = dict(zip(names, body_weights(job), strict=True))
        assert {weights[name] for name in free} == {weight}
        assert {weights[name] for name in set(names) - free} == {1.0}
        chosen = dict(zip(names, body_weights(job, limbs=0.7), strict=True))
        assert {name for name in names if chosen[name] == 0.7} == free


def test_a_body_that_nobody_has_is_refused(walk: Callable[..., Job]) -> None:
    with pytest.raises(InputError, match="has no body 'tail'"):
        body_weights(walk(), ("tail",))


def test_where_motions_differ_most(walked: Clip) -> None:
    position = walked.motion.position.copy()
    position[3, walked.motion.character.body_index("L_forearm")] += (0.0, 0.3, 0.0)
    found = difference(replace(walked.motion, position=position), walked.motion)
    assert (found.body, found.frame) == ("L_forearm", 3)
    assert found.seconds == pytest.approx(3 * walked.motion.step)
    assert 0.2 < found.distance < 0.3


@pytest.mark.parametrize(("least", "told"), [(0.0, "more than 0 m"), (-1.0, "more than 0 m")])
def test_no_distance_is_refused(walk: Callable[..., Job], walked: Clip, least: float, told: str) -> None:
    itself = Unlike(drawn(walked.motion, walk(), body_weights(walk())), least)
    with pytest.raises(InputError, match=told) as caught:
        check_job(replace(walk(), constraints=(itself,)))
    assert caught.value.field == "job.constraints[0].at_least"


def test_a_job_whose_best_motion_costs_nothing_is_refused(stride: Job) -> None:
    with pytest.raises(InputError, match="the best motion costs nothing; add an objective"):
        variations(replace(stride, objectives=()), 2)


def test_variations_from_the_command_line(stride: Job, tmp_path: Path) -> None:
    stride.save(tmp_path / "job.json")
    code, messages = run("variations", tmp_path / "job.json", "--out", tmp_path, "--count", 2)
    assert code == 0
    assert Clip.load(tmp_path / "variation_2.npz").provenance.solved
    assert any("cm from the nearest other" in str(message) for message in messages)
    free = replace(stride, timing=replace(stride.timing, free=FreeLength(0.5, 2.0)))
    free.save(tmp_path / "job.json")
    code, messages = run("variations", tmp_path / "job.json", "--out", tmp_path)
    assert code == 2
    assert "expected fixed timings" in str(errors(messages)[0])


def test_bodies_pass_through_each_other_no_deeper_than_in_the_best(tmp_path: Path) -> None:
    walk.job().save(tmp_path / "job.json")
    asked = (tmp_path / "job.json", "--out", tmp_path, "--count", 2, "--slack", SLACK, "--may-overlap")
    _, messages = run("variations", *asked)
    best, free = (Clip.load(tmp_path / f"variation_{k}.npz") for k in (1, 2))
    remedy = re.compile("'.+' passes through '.+': if that shows, add the goal Avoid Collision for these two")
    assert any(remedy.search(str(message)) for message in messages)
    _, apart = variations(walk.job(), 2, slack=SLACK)
    transcription = transcribe(best.job)
    allowed = Overlaps(transcription).allowed(_state(best, transcription))
    assert (_depths(free) > allowed + 0.05).any()
    assert (_depths(apart.clip) < allowed + EXACT).all()
    assert apart.overlaps is None
    assert 0.9 * _least([best, free]) < apart.distance < 1.1 * _least([best, free])
    assert_physical(apart.clip)


def test_many_bodies_in_each_other_are_told_and_left(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (push, motions_within_price):
        monkeypatch.setattr(module, "MANY", 0)
    _, other = variations(walk.job(), 2, slack=SLACK)
    assert other.overlaps is not None
    assert_physical(other.clip)


def _depths(clip: Clip) -> Array:
    transcription = transcribe(clip.job)
    return Overlaps(transcription).depths(_state(clip, transcription))


def _state(clip: Clip, transcription: Transcription) -> State:
    return State(transcription, resample(Start.of_clip(clip), transcription))


def test_how_deep_bodies_overlap(walked: Clip) -> None:
    """Against the gap of every two bodies at every frame."""
    depths, character = _depths(walked), walked.job.character
    names = [body.name for body in character.bodies]
    a, b = names.index("torso"), names.index("L_forearm")
    gap = least_gap(walked, "torso", "L_forearm")
    assert gap < -0.1
    assert depths[a, b] == depths[b, a] == pytest.approx(1 - np.sqrt(1 + gap), abs=1e-9)
    assert depths[a, names.index("L_calf")] == 0


def test_more_starts_at_once_by_any_executor(stride: Job, three: tuple[Variation, ...]) -> None:
    with ThreadPoolExecutor(2) as executor:
        by_threads = variations(
            stride, 2, slack=SLACK, search=VariationSearch(workers=ExecutorWorkers(executor, 2))
        )
    by_processes = variations(stride, 2, slack=SLACK, search=VariationSearch(workers=2))
    assert by_threads[1].distance >= three[1].distance - 1e-6  # the farthest of more
    for a, b in zip(by_threads, by_processes, strict=True):
        assert np.allclose(a.clip.q, b.clip.q, atol=1e-6)


def test_a_task_that_cannot_be_worked_on_is_told(stride: Job) -> None:
    with ThreadPoolExecutor(1) as executor:
        executor.shutdown()
        with pytest.raises(RuntimeError, match="after shutdown"):
            variations(stride, 2, search=VariationSearch(workers=ExecutorWorkers(executor, 2)))
