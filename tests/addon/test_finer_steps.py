"""A dimension's steps may be finer on a stretch, with single values besides; what cannot be is told as it is typed."""

import re

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.spaces.read_space import read_space

from tests.support.panels import shown_properties, words
from tests.support.varied_motions import add, drawn, state, walker

__all__ = ["walker"]  # a fixture


def test_steps_are_finer_on_a_stretch_and_at_single_values(walker):
    row = add("SPEED", 0.8, 1.6, 0.4, use_finer=True, finer_low=0.8, finer_high=1.2, finer_steps=5)
    row.also_at = "1.15, 1.5"
    add("CROUCH", 0.0, 0.1, 0.1).is_open = False
    row.is_open = True
    values = [0.8, 0.9, 1.0, 1.1, 1.15, 1.2, 1.5, 1.6]
    text = words(drawn())
    assert "  ".join(f"{value:g}" for value in values) in text
    assert "8 speed x 2 crouch = 16 variations" in text
    points = read_space(walker, bpy.context.scene).points()
    np.testing.assert_allclose(points[::2, 0], values)
    assert bpy.ops.spacetime.preview_space() == {"FINISHED"}
    assert "Variation speed=1.15 crouch=0.1" in map(str, state().listed)
    assert shown_properties(drawn()) >= {"use_finer", "finer_low", "finer_high", "finer_steps", "also_at"}


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"finer_high": 1.7}, "expected finer steps within 0.8 to 1.6, found them from 0.8 to 1.7"),
        ({"finer_low": 1.3}, "expected finer steps within 0.8 to 1.6, found them from 1.3 to 1.2"),
        ({"also_at": "1 0,85"}, "expected numbers from 0.8 to 1.6 separated by spaces, found '0,85'"),
        ({"also_at": "2"}, "expected numbers from 0.8 to 1.6 separated by spaces, found '2'"),
        ({"low": 2.0}, "From must be below To, found 2 and 1.6"),
    ],
    ids=str,
)
def test_steps_that_cannot_be_are_told_in_the_panel_and_by_the_button(walker, told, reason):
    row = add("SPEED", 0.8, 1.6, 0.4, use_finer=True)
    assert (row.finer_low, row.finer_high, row.finer_steps) == pytest.approx((0.8, 1.2, 3))
    for name, value in told.items():
        setattr(row, name, value)
    assert (reason[0].upper() + reason[1:]).replace("'", "") in " ".join(
        words(drawn()).replace("|", " ").split()
    )
    with pytest.raises(RuntimeError, match=f"'speed': {re.escape(reason)}"):
        bpy.ops.spacetime.preview_space()
