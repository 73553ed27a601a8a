"""Lanes of contacts: bars keep apart, snap to frames and go round a cycle; the mouse finds what it points at."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.overlays.strip_bars import (
    COLOURS,
    FAINT,
    SOLVED,
    labels,
    strip_bars,
)
from bl_ext.user_default.spacetime_animator.addon.strips.lane import LEAST, SEARCHED, Lane, Phase
from bl_ext.user_default.spacetime_animator.addon.strips.view import (
    BarGrip,
    BarPart,
    Strips,
    View,
    fit,
    grip_at,
    is_on_key,
)

STEPS = 30


def lane(*phases, is_cyclic=False, **more):
    return Lane("heel.L", tuple(Phase(*each) for each in phases), STEPS, is_cyclic, **more)


def times(lane):
    return [(phase.start, phase.length) for phase in lane.phases]


@pytest.mark.parametrize(
    ("to", "start"), [(7.4, 7), (7.5, 8), (-3, 4), (100, 15)], ids=["snaps", "snaps up", "left", "right"]
)
def test_bar_moves_by_whole_frames_between_its_neighbours(to, start):
    between = lane((0, 4), (6, 5), (20, 5))
    assert times(between.moved(1, to)) == [(0, 4), (start, 5), (20, 5)]


def test_first_and_last_bar_stay_in_the_motion():
    two = lane((3, 4), (20, 5))
    assert times(two.moved(0, -9)) == [(0, 4), (20, 5)]
    assert times(two.moved(1, 90)) == [(3, 4), (25, 5)]


def test_edges_meet_neighbours_but_never_cross_and_a_frame_is_left():
    three = lane((0, 4), (6, 5), (20, 5))
    assert times(three.started(1, 2.2))[1] == (4, 7)
    assert times(three.started(1, 60))[1] == (10, LEAST)
    assert times(three.ended(1, 60))[1] == (6, 14)
    assert times(three.ended(1, -60))[1] == (6, LEAST)
    assert times(three.ended(2, 60))[2] == (20, 10)


def test_in_a_cycle_bars_go_round_the_end():
    round_ = lane((2, 6), (20, 5), is_cyclic=True)
    assert times(round_.moved(1, 27))[1] == (27, 5)  # over the end, to frame 2 where the other begins
    assert times(round_.moved(1, 29))[1] == (27, 5)
    assert times(round_.moved(0, -2))[0] == (28, 6)
    assert times(round_.started(0, -3))[0] == (27, 11)
    assert times(round_.ended(1, 35))[1] == (20, 12)
    alone = lane((2, 20), is_cyclic=True)
    assert times(alone.moved(0, 71)) == [(11, 20)]  # nobody is in its way
    assert times(alone.ended(0, 90)) == [(2, STEPS)]


def test_bar_over_the_end_of_a_cycle_is_drawn_in_two_pieces_with_one_edge_each():
    first, second = lane((25, 10), is_cyclic=True).pieces
    assert (first.start, first.end, first.begins, first.ends) == (25, 30, True, False)
    assert (second.start, second.end, second.begins, second.ends) == (0, 5, False, True)
    (whole,) = lane((25, 5), is_cyclic=True).pieces
    assert whole.begins
    assert whole.ends


def test_new_bar_begins_at_its_frame_and_fits_the_gap():
    assert times(lane().added(3.9)) == [(3, 6)]
    assert times(lane((5, 5), (12, 10)).added(10.5))[-1] == (10, 2)
    assert times(lane((5, 5)).added(29.7))[-1] == (29, 1)
    assert times(lane((0, 5), (10, 18), is_cyclic=True).added(28.2))[-1] == (28, 2)
    assert times(lane((3, 22), is_cyclic=True).added(27.0))[-1] == (27, 6)  # goes over the end
    assert lane((5, 5)).added(7) is None
    assert lane((0, 5.0), (5.5, 24.5)).added(5.2) is None  # less than a frame


def test_bar_keeps_what_it_stands_on():
    on_a_step = Lane("toe.R", (Phase(0, 5), Phase(10, 5, "Step")), STEPS)
    assert on_a_step.moved(1, 12).phases[1] == Phase(12, 5, "Step")
    assert on_a_step.removed(0).phases == (Phase(10, 5, "Step"),)


def test_no_sequence_of_drags_makes_bars_overlap():
    rng = np.random.default_rng(5)
    for is_cyclic in (False, True):
        bars = lane((0, 4), (8, 5.5), (20, 5), is_cyclic=is_cyclic)
        for _ in range(300):
            index, to = int(rng.integers(3)), float(rng.uniform(-40, 70))
            bars = (bars.moved, bars.started, bars.ended)[rng.integers(3)](index, to)
            assert all(phase.length >= LEAST for phase in bars.phases)
            assert all(0 <= phase.start < STEPS for phase in bars.phases)
            pieces = sorted((piece.start, piece.end) for piece in bars.pieces)
            assert all(a[1] <= b[0] + 1e-9 for a, b in itertools.pairwise(pieces))
            assert pieces[-1][1] <= STEPS


def test_bars_that_a_panel_made_overlap_can_be_taken_apart():
    two = lane((0, 10), (5, 10))
    shorter = two.ended(0, 4)
    assert times(shorter)[0] == (0, 4)
    assert times(shorter.moved(1, 9))[1] == (9, 10)


VIEW = View(left=-9.0, per_frame=10.0, width=600.0, bottom=20.0, height=10.0)
STRIPS = Strips(1.0, (lane((5, 10)), lane((25, 10), is_cyclic=True)))


def pointed(frame, height):
    return grip_at(STRIPS, VIEW, (VIEW.across(frame), height))


@pytest.mark.parametrize(
    ("frame", "part"),
    [
        (6.0, BarPart.START),
        (6.5, BarPart.START),
        (7.0, BarPart.MIDDLE),
        (15.0, BarPart.MIDDLE),
        (15.5, BarPart.END),
    ],
)
def test_mouse_finds_edge_and_middle_of_a_bar(frame, part):
    assert pointed(frame, 35) == BarGrip(0, frame - 1, 0, part)


@pytest.mark.parametrize(
    ("frame", "part"), [(5.7, BarPart.START), (16.3, BarPart.END), (5.5, None), (16.5, None)]
)
def test_an_edge_can_be_taken_from_both_sides(frame, part):
    found = pointed(frame, 35)
    assert (found.part if found.phase is not None else None) == part


def test_of_two_bars_that_meet_the_one_below_the_mouse_is_taken():
    meeting = Strips(1.0, (lane((5, 10), (15, 10)),))
    held = [grip_at(meeting, VIEW, (VIEW.across(16.0) + x, 25.0)) for x in (-1, 1)]
    assert [(grip.phase, grip.part) for grip in held] == [(0, BarPart.END), (1, BarPart.START)]


def test_mouse_finds_empty_places_of_lanes_and_nothing_elsewhere():
    assert pointed(3.0, 35) == BarGrip(0, 2.0)
    assert pointed(3.0, 19.9) is None
    assert pointed(3.0, 40.1) is None
    assert pointed(0.5, 35) is None  # before the motion
    assert pointed(32.0, 35) is None  # after it


def test_at_a_cycles_seam_there_is_no_edge_to_take():
    assert pointed(1.1, 25).part is BarPart.MIDDLE
    assert pointed(30.9, 25).part is BarPart.MIDDLE
    assert pointed(5.9, 25).part is BarPart.END
    assert pointed(26.1, 25).part is BarPart.START


def test_middle_of_a_short_bar_can_be_taken():
    short = Strips(1.0, (lane((5, 1)),))
    parts = [grip_at(short, VIEW, (VIEW.across(6.0) + x, 25.0)).part for x in (1, 5, 9)]
    assert parts == [BarPart.START, BarPart.MIDDLE, BarPart.END]


def test_lanes_stand_clear_of_numbers_keys_scroll_bar_and_markers():
    view = fit((-9.0, 51.0), (600.0, 300.0), 4, scale=2.0, has_markers=True)
    assert view.bottom == 84
    assert view.base(0, 4) + view.height <= 300 - 86
    assert view.per_frame == 10
    low = fit((-9.0, 51.0), (600.0, 87.0), 4, scale=1.0, has_markers=False)
    assert low.base(0, 4) + low.height <= 87 - 43


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_lanes_lie_over_the_keys_of_a_timeline_as_low_as_blenders_own(scale):
    compact = fit((-9.0, 51.0), (600.0, 48.0 * scale), 4, scale=scale, has_markers=False)
    assert compact.height >= 3 * scale
    assert compact.bottom >= 11 * scale  # the scroll bar ends there
    assert compact.base(0, 4) + compact.height <= 25 * scale  # numbers begin there
    shown = Strips(1.0, (lane((5, 10)),) * 4)
    assert grip_at(shown, compact, (compact.across(10), compact.base(2, 4) + 0.1)).lane == 2
    lower = fit((-9.0, 51.0), (600.0, 38.0 * scale), 4, scale=scale, has_markers=False)
    assert lower.bottom == pytest.approx(scale)  # seen, though the scroll bar takes the mouse
    assert lower.height >= 2 * scale
    assert fit((-9.0, 51.0), (600.0, 32.0 * scale), 4, scale=scale, has_markers=False) is None
    assert fit((-9.0, 51.0), (600.0, 48.0 * scale), 4, scale=scale, has_markers=True) is None


def test_a_key_that_is_seen_through_a_lane_is_pressed_and_not_the_bar():
    compact = fit((-9.0, 51.0), (600.0, 48.0), 4, scale=1.0, has_markers=False)
    key = compact.across(10), compact.keys
    assert is_on_key([3.0, 10.0], compact, key)
    assert not is_on_key([3.0, 11.0], compact, key)
    assert not is_on_key([10.0], compact, (key[0], key[1] + 8))
    assert not is_on_key([10.0], fit((-9.0, 51.0), (600.0, 300.0), 4, scale=1.0, has_markers=False), key)


def test_bars_are_drawn_where_the_mouse_finds_them():
    drawing = strip_bars(STRIPS, (("heel.L", ((4.0, 12.0),)),), VIEW)
    bars = drawing.face_points.reshape(-1, 4, 3)
    colours = drawing.face_colours.reshape(-1, 4, 4)[:, 0]
    given = bars[(colours == COLOURS["GIVEN"]).all(1)]
    spans = [tuple(bar[[0, 1], 0]) for bar in given]
    assert spans == [(VIEW.across(6), VIEW.across(16)), (VIEW.across(26), VIEW.across(31)),
                     (VIEW.across(1), VIEW.across(6))]  # fmt: skip
    solved = bars[(colours == SOLVED).all(1)]
    assert solved[0][[0, 1], 0].tolist() == [VIEW.across(4), VIEW.across(12)]
    assert len(drawing.triangles) == 2 * len(bars)


def test_who_finds_the_timing_is_told_in_words_and_colour():
    searched = replace(STRIPS, lanes=(lane((5, 10), timing=SEARCHED), STRIPS.lanes[1]))
    assert [label.text for label in labels(searched, {SEARCHED: "Search"}, VIEW)] == [
        "heel.L: Search",
        "heel.L",
    ]
    assert len(set(COLOURS.values())) == len(COLOURS)
    assert not list(labels(searched, {SEARCHED: "Search"}, replace(VIEW, height=5.0)))


def test_uncertain_bars_are_faint_until_they_are_edited():
    unsure = lane((0, 4), (10, 5, "", False))
    drawing = strip_bars(Strips(1, (unsure,)), (), VIEW)
    opacity = drawing.face_colours.reshape(-1, 4, 4)[:, 0, 3].tolist()
    sure = COLOURS["GIVEN"][3]
    assert opacity.count(sure) == 1
    assert any(value == pytest.approx(FAINT * sure) for value in opacity)
    edited = unsure.moved(1, 12)
    assert [phase.is_sure for phase in edited.phases] == [True, True]
