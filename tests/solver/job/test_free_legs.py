"""Legs without keys below hips that have some: their feet stay where they stand, unless the hips leap."""

from dataclasses import replace

import numpy as np
import pytest

from solver.arrays import Array
from solver.fitting.presets.human import human
from solver.job.drawn_motion import IGNORE, DrawnMotion, Key
from solver.job.free_legs import with_free_legs
from solver.mechanics.euler import turn_about
from solver.mechanics.kinematics import Kinematics

WHO = human()
N = 9
FEET, LEGS = ("foot.L", "foot.R"), {"thigh.L", "shin.L", "thigh.R", "shin.R"}


def _drawn(up: Array, *keyed: str) -> DrawnMotion:
    """Stiff below hips that go up (N,) [m]."""
    pose = Kinematics(WHO).forward(np.zeros((N, Kinematics(WHO).tree.n)))
    position = pose.position.transpose(1, 2, 0) + up[:, None, None] * np.array([0.0, 0.0, 1.0])
    turn = pose.rotation.transpose(2, 3, 0, 1).copy()
    return DrawnMotion(1 / 24, position, turn, dict.fromkeys(keyed, (Key(0), Key(N - 1))))


def _hips() -> str:
    assert WHO.root is not None
    return WHO.root.body


SINKING = -0.12 * np.sin(np.linspace(0, np.pi, N))


def test_feet_stand_and_what_is_between_is_left_to_the_solver() -> None:
    drawn = _drawn(SINKING, _hips())
    free, standing = with_free_legs(WHO, drawn)
    assert standing == FEET
    for foot in FEET:
        b = WHO.body_index(foot)
        assert np.ptp(free.position[:, b], axis=0) == pytest.approx(0.0, abs=1e-12)
    assert {body for body, keys in free.keys.items() if all(key.use == IGNORE for key in keys)} == LEGS
    shin, thigh = (np.ptp(free.position[:, WHO.body_index(each), 2]) for each in ("shin.L", "thigh.L"))
    assert 0 < shin < thigh < 0.12  # they go from the foot to the hip
    others = [b for b, body in enumerate(WHO.bodies) if body.name not in {*FEET, *LEGS}]
    assert (free.position[:, others] == drawn.position[:, others]).all()


def test_feet_leave_the_floor_as_hips_leap_and_stand_below_them_where_they_land() -> None:
    up = np.array([0.0, -0.2, 0.0, 0.3, 0.5, 0.3, -0.2, -0.1, 0.0])
    drawn = _drawn(up, _hips())
    drawn.position[:, :, 1] += np.array([0.0, 0.0, 0.0, 0.2, 0.4, 0.6, 0.8, 0.8, 0.8])[:, None]
    free, standing = with_free_legs(WHO, drawn)
    assert standing == FEET
    for foot in FEET:
        way = free.position[:, WHO.body_index(foot)] - drawn.position[0, WHO.body_index(foot)]
        assert way[:3] == pytest.approx(np.zeros((3, 3)), abs=1e-12)
        assert way[6:] == pytest.approx(np.tile([0.0, 0.8, 0.0], (3, 1)), abs=1e-12)
        assert (way[3:6, 2] > 0.1).all()
        below = up[3:6] - way[3:6, 2]  # taken along, between a straight leg and one bent as it lands
        assert (below > -0.2 - 1e-12).all()
        assert (below < 1e-12).all()


def test_feet_that_hips_leave_behind_would_have_to_step() -> None:
    drawn = _drawn(SINKING, _hips())
    drawn.position[:, :, 1] += np.linspace(0.0, 1.5, N)[:, None]
    assert with_free_legs(WHO, drawn) == (drawn, ())


@pytest.mark.parametrize(
    ("up", "keyed"),
    [
        (SINKING, ("hips", "foot.L", "foot.R")),
        (SINKING, ("hips", "thigh.L", "thigh.R")),
        (SINKING, ()),  # nobody says what carries them
        (0.05 * SINKING, ("hips",)),  # hardly any way
    ],
)
def test_other_legs_are_drawn_as_they_are(up: Array, keyed: tuple[str, ...]) -> None:
    drawn = _drawn(up, *(_hips() if body == "hips" else body for body in keyed))
    assert with_free_legs(WHO, drawn) == (drawn, ())


def test_keys_that_are_ignored_are_none() -> None:
    drawn = _drawn(SINKING)
    drawn = replace(drawn, keys={_hips(): (Key(0, IGNORE),)})
    assert with_free_legs(WHO, drawn) == (drawn, ())
    drawn = replace(drawn, keys={_hips(): (Key(0),), "thigh.L": (Key(0, IGNORE),)})
    assert with_free_legs(WHO, drawn)[1] == FEET


def test_a_leg_that_something_bends_is_drawn_as_it_is() -> None:
    """By a constraint, which has no keys."""
    drawn = _drawn(SINKING, _hips())
    shin = WHO.body_index("shin.L")
    drawn.turn[4, shin] = turn_about("Y", 0.1)
    assert with_free_legs(WHO, drawn)[1] == ("foot.R",)


def test_a_foot_in_the_air_is_drawn_as_it_is() -> None:
    drawn = _drawn(SINKING, _hips())
    drawn.position[:, WHO.body_index("foot.L"), 2] += 0.2
    assert with_free_legs(WHO, drawn)[1] == ("foot.R",)
