"""Of trade-offs, those that are dominated make way; the volume of a front is what is between it and the worst."""

import pytest

from solver.clip.clip import Clip
from solver.explore.pareto import TradeOff, best_of, hypervolume


def test_of_three_quantities_none_is_given_away(walked: Clip) -> None:
    a, b = TradeOff(1.0, 2.0, walked, (0.0,)), TradeOff(1.0, 2.5, walked, (1.0,))
    worse = TradeOff(0.9, 2.6, walked, (1.0,))
    kept = best_of([a, worse, b])
    assert kept.points == (a, b)
    assert [each.level for each in kept.dropped] == [0.9]


def test_volume_of_a_front() -> None:
    assert hypervolume([(2.0, 1.0), (3.0, 2.0)], (1.0, 4.0)) == pytest.approx(1 * 3 + 1 * 2)
    assert hypervolume([(2.0, 1.0), (1.5, 2.0), (0.5, 0.5), (9.0, 9.0)], (1.0, 4.0)) == pytest.approx(3.0)
    assert hypervolume([], (1.0, 4.0)) == 0.0
