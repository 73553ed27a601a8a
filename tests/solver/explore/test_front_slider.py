"""Jumps of every height between two of a front."""

from pathlib import Path
from types import ModuleType

import pytest

from solver.clip.clip import Clip
from solver.errors import InputError
from solver.explore.flight import Flight
from solver.explore.front_slider import FrontSlider
from solver.explore.jumps import jump_front
from solver.problem.expression.measured import measured
from tests.solver.physical import assert_judged, assert_physical
from tests.support.command import run
from tests.support.hop import hop

QUANTITY = "com.z"


@pytest.fixture(scope="module")
def hops() -> tuple[Clip, ...]:
    return tuple(point.clip for point in jump_front(hop(), (4, 5), QUANTITY).points)


def assert_between(clip: Clip, hops: tuple[Clip, ...], share: float, judge: ModuleType) -> None:
    slider = FrontSlider(hops, QUANTITY)
    assert_physical(clip)
    assert_judged(clip, judge)
    level = slider.lowest + share * (slider.highest - slider.lowest)
    assert measured(clip, QUANTITY) == pytest.approx(level, abs=1e-3)
    assert Flight.of(clip.job).frames in (4, 5)


def test_a_jump_is_as_high_as_the_slider_says(hops: tuple[Clip, ...], judge: ModuleType) -> None:
    assert_between(FrontSlider(hops[::-1], QUANTITY).at(0.7), hops, 0.7, judge)


def test_jumps_of_the_front_are_given_as_they_are(hops: tuple[Clip, ...]) -> None:
    slider = FrontSlider(hops, QUANTITY)
    assert slider.at(0.0) is hops[0]
    assert slider.at(1.0) is hops[1]
    assert slider.lowest < slider.highest


def test_what_is_no_front_is_refused(hops: tuple[Clip, ...], walked: Clip) -> None:
    with pytest.raises(InputError, match=r"expected motions with different values of com\.z"):
        FrontSlider(hops[:1], QUANTITY)
    with pytest.raises(InputError, match="expected an open motion"):
        FrontSlider((hops[0], walked), QUANTITY)
    with pytest.raises(InputError, match="from 0 to 1, found -1"):
        FrontSlider(hops, QUANTITY).at(-1.0)


def test_the_command_line_goes_along_a_front(
    hops: tuple[Clip, ...], tmp_path: Path, judge: ModuleType
) -> None:
    for k, clip in enumerate(hops):
        clip.save(tmp_path / f"{k}.npz")
    options = ("--out", tmp_path, "--share", 0.3, "--quantity", QUANTITY)
    code, messages = run("between", tmp_path / "0.npz", tmp_path / "1.npz", *options)
    assert code == 0
    assert any("30% of the way" in str(message) for message in messages)
    assert_between(Clip.load(tmp_path / "between_1.npz"), hops, 0.3, judge)
