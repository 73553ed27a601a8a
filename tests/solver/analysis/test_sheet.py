"""The contact sheet: what stands where, and that Blender draws it."""

import math
import struct
import zlib
from dataclasses import replace

import numpy as np
import pytest

from examples.piece import load
from scripts.sheet import draw_sheet
from solver.analysis.heading import headings
from solver.analysis.pose_sheet.figure import OTHERS, inks
from solver.analysis.pose_sheet.layout import compose, facts
from solver.analysis.pose_sheet.poses import FRONT, SIDE, frames_of, poses
from solver.analysis.pose_sheet.shapes import Picture
from solver.analysis.pose_sheet.solids import draw_surfaces
from solver.analysis.sides import sides, trees
from solver.fitting.presets.chip import chip
from solver.fitting.presets.hopper import hopper
from solver.fitting.presets.quadruped import quadruped
from solver.job.surfaces import Box, HalfSpace, Plate


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


@pytest.fixture(scope="module")
def plain(make_walk, tmp_path_factory):
    """The sheet of a walk on bare ground."""
    path = tmp_path_factory.mktemp("plain") / "sheet.png"
    draw_sheet(make_walk(), path, n_poses=2, width=160)
    return read_png(path)


def test_sheet_is_drawn(make_walk, plain):
    width, height, pixels = plain
    assert (width, height) == compose(make_walk(), n_poses=2, width=160).size
    assert width == 160
    assert len(set(pixels)) > 100


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


def test_what_feet_exchange_with_a_box_is_not_the_grounds(solved):
    clip = solved(load("loose_box").job())
    standing = [
        frame for frame in range(1, clip.n_frames - 1) if clip.motion.contact_surface[frame, :2].any()
    ]
    (pose,) = poses(clip, standing[:1], 0.0)
    on_lid = clip.motion.contact_surface[standing[0]] > 0
    weight = clip.job.character.mass * 9.81
    assert pose.carried == pytest.approx(clip.motion.contact_forces[standing[0], ~on_lid, 2].sum() / weight)
    assert clip.motion.contact_forces[standing[0], on_lid, 2].sum() > 0


def renamed(character, called):
    """The same bodies without words for sides, as a creature of one's own may have them."""
    names = {body.name: called(k) for k, body in enumerate(character.bodies)}
    return replace(
        character,
        bodies=tuple(replace(body, name=names[body.name]) for body in character.bodies),
        joints=tuple(
            replace(joint, body_a=names[joint.body_a], body_b=names[joint.body_b])
            for joint in character.joints
        ),
        contacts=tuple(replace(contact, body=names[contact.body]) for contact in character.contacts),
        root=replace(character.root_joint, body=names[character.root_joint.body]),
        mirror_pairs=(),
    )


@pytest.mark.parametrize("make", [chip, quadruped])
def test_limbs_of_any_creature_have_sides(make):
    character = make()
    assert sides(renamed(character, "part{}".format)) == sides(character)
    assert {"left", "right", "middle"} == set(sides(character))


def test_what_has_no_sides_is_in_the_middle():
    assert set(sides(hopper())) == {"middle"}


def test_other_trees_have_colours_of_their_own():
    cast = load("loose_box").job().character
    coloured = dict(zip(trees(cast), inks(cast), strict=True))
    assert coloured[1] in OTHERS


@pytest.fixture
def place_on(make_walk):
    """The walk's first pose with one surface more, and the corners that are drawn of it in a window of 1 m."""

    def drawn(surface):
        clip = make_walk()
        clip = replace(clip, job=replace(clip.job, surfaces=(surface,)))
        (pose,) = poses(clip, [0], SIDE)
        picture = Picture((100, 100), 1.0, (1.0, 1.0, 1.0))
        draw_surfaces(
            picture, clip, pose, np.zeros(3), np.array([-0.5, -0.5, 0.0]), np.array([0.5, 0.5, 1.0])
        )
        return [np.array(hull.points) + pose.origin for hull in picture.hulls]  # the walk goes along X

    return drawn


def test_a_box_is_drawn_where_it_is_and_no_further_than_its_poses_ground(place_on):
    (corners,) = place_on(Box("step", (0.1, 0.0, 0.1), (0.2, 0.4, 0.2)))
    assert corners.min(0) == pytest.approx([0.0, -0.2, 0.0], abs=1e-5)
    assert corners.max(0) == pytest.approx([0.2, 0.2, 0.2], abs=1e-5)
    (corners,) = place_on(Box("long", (0.0, 0.0, 0.1), (9.0, 9.0, 0.2)))
    assert np.ptp(corners, axis=0) == pytest.approx([1.0, 1.0, 0.2], abs=1e-5)
    assert place_on(Box("far", (9.0, 0.0, 0.1), (0.2, 0.4, 0.2))) == []


def test_a_turned_box_is_turned(place_on):
    (corners,) = place_on(Box("step", (0.0, 0.0, 0.1), (0.2, 0.2, 0.2), yaw=math.pi / 4))
    assert np.ptp(corners, axis=0) == pytest.approx([0.2 * math.sqrt(2), 0.2 * math.sqrt(2), 0.2], abs=1e-5)


def test_a_slope_rises_from_the_ground(place_on):
    (corners,) = place_on(HalfSpace("slope", (0.0, 0.0, 0.0), (-0.3, 0.0, 1.0)))
    highest = corners[corners[:, 2] > 1e-6]
    assert highest[:, 2] == pytest.approx(0.3 * highest[:, 0], abs=1e-5)
    assert corners[:, 0].min() == pytest.approx(0.0, abs=1e-5)


def test_a_wall_does_not_hide_the_pose(place_on):
    """The reader looks from -Y: a wall between is left out, one behind is thin."""
    assert place_on(HalfSpace("near", (0.0, -0.3, 0.0), (0.0, 1.0, 0.0))) == []
    (corners,) = place_on(HalfSpace("far", (0.0, 0.3, 0.0), (0.0, -1.0, 0.0)))
    assert corners[:, 1].min() == pytest.approx(0.3, abs=1e-5)
    assert np.ptp(corners[:, 1]) < 0.03


def test_a_plate_moves_with_its_body(place_on, make_walk):
    clip = make_walk()
    thigh = clip.job.character.body_index("L_thigh")
    rest = clip.job.character.bodies[thigh].position
    (corners,) = place_on(Plate("tray", "L_thigh", rest, (0.2, 0.2)))
    assert clip.motion.position[0, thigh, 2] > rest[2] + 0.01
    assert corners.max(0) == pytest.approx(clip.motion.position[0, thigh] + (0.1, 0.1, 0.0), abs=1e-4)


def test_a_sheet_with_a_step_is_drawn(make_walk, plain, tmp_path):
    clip = make_walk()
    step = Box("step", (0.2, 0.0, 0.1), (0.3, 0.4, 0.2))
    clip = replace(clip, job=replace(clip.job, surfaces=(step,)))
    assert compose(clip, n_poses=2, width=160).hulls
    draw_sheet(clip, tmp_path / "sheet.png", n_poses=2, width=160)
    assert read_png(tmp_path / "sheet.png")[2] != plain[2]
