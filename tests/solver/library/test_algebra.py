"""Laws of the motion algebra, on units that hypothesis makes up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.job.cycle import Cycle
from solver.library.algebra.channel import Channel, Curve, Interval
from solver.library.algebra.motion_unit import MotionUnit

NAMES = ("root.tx", "hip.ry", "elbow.rx")
times = st.integers(0, 40).map(lambda n: n / 8)  # sums of these are exact
curves = st.builds(Curve, st.sampled_from("abc"), st.just(""), times, st.sampled_from((0.5, 1.0, 2.0)))
stretches = st.tuples(times, st.integers(1, 16).map(lambda n: n / 8), curves)


@st.composite
def units(draw: st.DrawFn) -> MotionUnit:
    """Stretches of curves, some of which overlap."""
    found = MotionUnit()
    for name in NAMES:
        for start, length, curve in draw(st.lists(stretches, max_size=3)):
            own = Channel((Interval(start, start + length, frozenset({curve})),))
            found = found + MotionUnit.of_channels({name: own})
    return found


defined = units().filter(lambda unit: bool(unit.channels))


@given(units(), units(), units())
def test_sums_and_intersections_are_those_of_sets(a: MotionUnit, b: MotionUnit, c: MotionUnit) -> None:
    for both in (MotionUnit.__add__, MotionUnit.__and__):
        assert both(a, b) == both(b, a)
        assert both(both(a, b), c) == both(a, both(b, c))
        assert both(a, a) == a
    assert a + MotionUnit() == a
    assert a & MotionUnit() == MotionUnit()
    assert a & (b + c) == (a & b) + (a & c)


@given(units(), units(), units())
def test_differences_leave_what_the_other_lacks(a: MotionUnit, b: MotionUnit, c: MotionUnit) -> None:
    assert a - a == MotionUnit()
    assert a - MotionUnit() == a
    assert (a - b) - c == (a - c) - b == a - (b + c)
    assert (a - b) & b == MotionUnit()
    assert (a - b) + (b - a) + (a & b) == a + b, "Rose's sum"
    assert (a + b) - c == (a - c) + (b - c)


@given(units(), units())
def test_conflicts_are_where_units_disagree(a: MotionUnit, b: MotionUnit) -> None:
    assert set((a - b).conflicts()) <= set(a.conflicts()) or (a - b).conflicts()
    for name, interval in (a + b).conflicts():
        assert len(interval.curves) > 1
        assert (a + b).channel(name).at(interval.start) == interval.curves


@given(defined, defined, times, st.sampled_from((0.25, 0.5, 2.0)))
def test_time_maps_go_through_sets(a: MotionUnit, b: MotionUnit, later: float, pace: float) -> None:
    whole = a + b
    first, last = whole.span
    scale = (last - first) * pace
    warped = whole.affine(later, scale)
    assert warped.span == pytest.approx((later, later + scale))
    assert whole.affine(first, last - first) == whole
    assert a.delayed(later).delayed(-later) == a
    for both in (MotionUnit.__add__, MotionUnit.__and__, MotionUnit.__sub__):
        assert both(a, b).delayed(later) == both(a.delayed(later), b.delayed(later))


@given(defined, times, times)
def test_clips_are_parts(a: MotionUnit, first: float, second: float) -> None:
    start, end = sorted((first, second))
    kept = a.clip_in_place(start, end)
    assert kept + a == a
    assert a.clip(start, end) == kept.delayed(-start)
    assert a.clip_in_place(*a.span) == a
    if start < end and kept.channels:
        assert start <= kept.span[0]
        assert kept.span[1] <= end


@given(defined, defined, defined)
def test_concatenation_is_associative(a: MotionUnit, b: MotionUnit, c: MotionUnit) -> None:
    assert a.concatenate(b).concatenate(c) == a.concatenate(b.concatenate(c))
    assert not set(a.concatenate(b).conflicts()) - set(a.conflicts()) or b.conflicts()
    length = a.concatenate(b).span[1] - a.span[0]
    assert length == pytest.approx(a.span[1] - a.span[0] + b.span[1] - b.span[0])


@given(units(), units())
def test_moves_and_choices_of_channels_go_through_sets(a: MotionUnit, b: MotionUnit) -> None:
    quarter = Cycle((1.0, 0.0, 0.0), yaw=0.5)
    for both in (MotionUnit.__add__, MotionUnit.__and__, MotionUnit.__sub__):
        assert both(a, b).moved(quarter) == both(a.moved(quarter), b.moved(quarter))
        assert both(a, b).only(("hip.*",)) == both(a.only(("hip.*",)), b.only(("hip.*",)))


@given(defined)
def test_gaps_are_what_is_undefined(a: MotionUnit) -> None:
    start, end = a.span
    filling = MotionUnit()
    for name, first, last in a.gaps(NAMES):
        gap = Channel((Interval(first, last, frozenset({Curve("gap", name)})),))
        filling = filling + MotionUnit.of_channels({name: gap})
    assert a & filling == MotionUnit()
    assert all(not (a + filling).gaps((name,)) for name in NAMES)
    assert (a + filling).span == (start, end)
