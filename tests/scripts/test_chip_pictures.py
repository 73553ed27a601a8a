"""Pictures of McIntosh's spaces, and the cost that they show."""

import math

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="matplotlib is optional, and not installed")

from dataclasses import replace

from scripts.chip.cost import RESTING, cost_of_transport
from scripts.chip.pictures.above import draw_above
from scripts.chip.pictures.contact_bars import draw_contacts
from scripts.chip.pictures.samples import Shown
from scripts.chip.pictures.space_map import draw_map
from scripts.chip.pictures.transport import draw_transport
from scripts.chip.spaces import speeds

PNG = b"\x89PNG"


def test_who_only_stands_in_his_muscles_pays_for_resting(make_walk):
    """No torque, 1.2 m/s."""
    assert cost_of_transport(make_walk()) == pytest.approx(RESTING / 1.2)


def test_work_of_a_joint_is_paid_for(make_walk):
    """A torque in phase with its joint's speed only raises: a sine of 10 N m by one of 0.1 rad, 1 Hz."""
    walk = make_walk()
    time = np.arange(walk.n_frames) * walk.step
    q, torques = walk.q.copy(), walk.torques.copy()
    q[:, 8], torques[:, 8] = 0.1 * np.sin(2 * math.pi * time), 10.0 * np.cos(2 * math.pi * time)
    power = 10.0 * 0.1 * 2 * math.pi / 2  # W, on average
    more = cost_of_transport(replace(walk, q=q, torques=torques)) - cost_of_transport(walk)
    assert more == pytest.approx(power / 0.25 / walk.job.character.mass / 1.2, rel=0.01)


def test_pictures_are_drawn(make_walk, tmp_path):
    shown = [
        Shown("WalkRunTurn-Cyclic", {"speed": speed, "turn": turn, "injury": injury}, clip)
        for speed, clip in ((1.0, make_walk()), (3.0, None))
        for turn in (-0.5, 0.0)
        for injury in ("healthy", "limping")
    ]
    draw_map(shown, tmp_path / "map.png")
    draw_contacts(shown, tmp_path / "contacts.png")
    draw_above(shown, "walks", tmp_path / "above.png")
    curve = [Shown("Speeds", {"gait": "walk", "speed": 1.2}, make_walk())]
    assert draw_transport(curve, tmp_path / "transport.png") == (1.2, pytest.approx(RESTING / 1.2))
    pictures = list(tmp_path.glob("*.png"))
    assert len(pictures) == 4
    assert all(file.read_bytes().startswith(PNG) for file in pictures)


def test_the_curve_has_walks_and_runs():
    space = speeds()
    named = [space.named(point)[1] for point in space.points()]
    assert {one["gait"] for one in named if one["speed"] < 1.6} == {"walk"}
    assert {one["gait"] for one in named if one["speed"] > 2.2} == {"run"}
