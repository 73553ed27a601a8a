"""The contact sheet: what stands where, and that Blender draws it."""

import math
import struct
import zlib

import numpy as np
import pytest

from scripts.gallery.piece import load
from scripts.sheet import draw_sheet
from scripts.sheet.__main__ import main
from scripts.sheet.heading import headings, sides
from scripts.sheet.layout import compose, facts
from scripts.sheet.poses import FRONT, SIDE, frames_of, poses
from solver.character.presets.chip import chip


def read_png(path):
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    place, pixels = 8, b""
    while place < len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        if data[place + 4 : place + 8] == b"IDAT":
            pixels += data[place + 8 : place + 8 + length]
        place += length + 12
    return width, height, zlib.decompress(pixels)


def test_sheet_is_drawn(make_walk, tmp_path):
    clip = make_walk()
    draw_sheet(clip, tmp_path / "sheet.png", n_poses=2, width=160)
    width, height, pixels = read_png(tmp_path / "sheet.png")
    assert (width, height) == compose(clip, n_poses=2, width=160).size
    assert width == 160
    assert len(set(pixels)) > 100


def test_command_says_what_is_wrong(tmp_path, capsys):
    assert main([str(tmp_path / "none.npz"), "--out", str(tmp_path / "sheet.png")]) == 1
    assert "none.npz" in capsys.readouterr().err


def test_cycle_is_shown_once_and_an_open_clip_to_its_end(make_walk):
    assert frames_of(make_walk(), 8) == [0, 5, 10, 15, 20, 25, 30, 35]
    assert frames_of(make_walk(is_cycle=False), 4) == [0, 13, 26, 39]
    assert len(frames_of(make_walk(), 100)) == 40


@pytest.mark.parametrize("heading", [0.0, -math.pi / 2, 2.5])
@pytest.mark.parametrize("is_cycle", [True, False])
def test_travel_points_to_the_right_and_in_front_to_the_reader(make_walk, heading, is_cycle):
    clip = make_walk(heading, is_cycle=is_cycle)
    assert np.allclose(headings(clip), heading)
    for view, ahead in ((SIDE, (1.0, 0.0)), (FRONT, (0.0, -1.0))):
        drawn = poses(clip, frames_of(clip, 5), view)
        assert np.allclose(
            [pose.turn @ (math.cos(heading), math.sin(heading), 0) for pose in drawn], (*ahead, 0)
        )
        assert np.allclose([pose.centre[:2] for pose in drawn], 0.0, atol=1e-9)  # the travel is taken out


def test_front_view_has_left_at_the_readers_right(make_walk):
    clip = make_walk(1.0)
    (pose,) = poses(clip, [0], FRONT)
    thighs = [clip.job.character.body_index(f"{side}_thigh") for side in "LR"]
    assert pose.bodies[thighs[0], 0] > pose.bodies[thighs[1], 0]


def test_poses_keep_to_their_own_slots(make_walk):
    clip = make_walk()
    picture = compose(clip, n_poses=4, width=1000)
    balls = [np.array(shape.matrix) for shape in picture.shapes if shape.mesh == "ball" and shape.is_lit]
    n_bodies = len(clip.job.character.bodies)
    assert len(balls) == 2 * 4 * n_bodies
    for row in (balls[: 4 * n_bodies], balls[4 * n_bodies :]):
        middles = np.array([ball[0, 3] for ball in row]).reshape(4, n_bodies)
        reach = np.array([np.linalg.norm(ball[0, :3]) for ball in row]).reshape(4, n_bodies)
        assert ((middles + reach).max(1)[:-1] < (middles - reach).min(1)[1:]).all()
    assert np.abs([ball[0, 3] for ball in balls]).max() < picture.width / 2


def test_sides_come_from_mirror_pairs():
    character = chip()
    found = dict(zip((body.name for body in character.bodies), sides(character), strict=True))
    assert found["torso"] == "middle"
    assert found["L_forearm"] == "left"
    assert found["R_calf"] == "right"


def test_header_tells_the_facts(make_walk):
    assert facts(make_walk()).startswith(
        "1.20 m/s   |   cycle 1.00 s, 1.20 m, 40 frames   |   residual 1.0e-08 BW"
    )
    assert facts(make_walk(is_cycle=False)).startswith("0.98 s, 40 frames")


def test_what_feet_exchange_with_a_box_is_not_the_grounds():
    clip = load("loose_box").solve(iterations=30)
    standing = [frame for frame in range(1, clip.n_frames - 1) if clip.contact_surface[frame, :2].any()]
    (pose,) = poses(clip, standing[:1], 0.0)
    on_lid = clip.contact_surface[standing[0]] > 0
    weight = clip.job.character.mass * 9.81
    assert pose.carried == pytest.approx(clip.contact_forces[standing[0], ~on_lid, 2].sum() / weight)
    assert clip.contact_forces[standing[0], on_lid, 2].sum() > 0
