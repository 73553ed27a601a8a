"""A cast moves as its members do alone, wherever they stand."""

import numpy as np
import pytest

from solver.character.cast import Member, cast
from solver.errors import InputError
from solver.fitting.presets.chip import chip
from solver.mechanics.kinematics import Kinematics


def test_members_move_as_they_do_alone() -> None:
    pair = cast("pair", (Member("anna", chip()), Member("bob", chip(), (2.0, 0.5, 0.1), np.pi / 2)))
    alone, together = Kinematics(chip()), Kinematics(pair)
    q = np.random.default_rng(0).normal(0.0, 0.3, (3, 2 * alone.tree.n))
    n = alone.tree.n
    mine = alone.forward(q[:, :n])
    both = together.forward(q)
    assert both.position[:, :, : len(chip().bodies)] == pytest.approx(mine.position)
    joints = [i for i in range(n) if not (alone.tree.names[i].startswith("root"))]
    assert [together.tree.names[n + i] for i in joints] == [f"bob.{alone.tree.names[i]}" for i in joints]
    still = q.copy()
    still[:, n : n + 6] = 0.0
    still[:, n : n + 3] = (2.0, 0.5, 1.35)  # the torso over the place
    bent = q[:, n:].copy()
    bent[:, :6] = 0.0
    bent[:, 2] = 1.25
    x, y, z = alone.forward(bent).position
    other = together.forward(still).position[:, :, len(chip().bodies) :]
    assert other == pytest.approx(np.array([2.0 - y, 0.5 + x, 0.1 + z]))


def test_two_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match=r"two body entries are named 'anna\.torso'"):
        cast("pair", (Member("anna", chip()), Member("anna", chip(), (1.0, 0.0, 0.0))))
