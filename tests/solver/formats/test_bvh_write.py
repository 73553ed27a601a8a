"""A written clip is read back where it was, whatever the order of angles, axis and unit."""

from dataclasses import replace

import numpy as np
import pytest

from solver.character import Character, ContactJoint, RigidBody
from solver.errors import InputError
from solver.formats.bvh import read_bvh, write_bvh
from solver.job.cycle import Cycle

ORDERS = ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"]
CONTACTS = ("contact_points", "contact_forces", "contact_moments", "contact_active")
CONTACTS += ("contact_surface", "contact_lasting")
HOLDS = ("hold_points", "hold_forces", "hold_active", "hold_lasting")
TIP, BASE, MIDDLE = 0, 1, 2  # the chain's bodies as its character lists them


def error(clip, path, **options):
    """Largest distance [m] between a joint or end site of the file and of the clip."""
    write_bvh(clip.motion, path, **options)
    options.pop("rotation_order", None)
    found = read_bvh(path, **options)
    assert found.names == ("base", "middle", "tip")
    assert found.parents == (-1, 0, 1)
    assert found.frame_time == pytest.approx(clip.motion.step)
    motion, (wrist, shoulder) = clip.motion, clip.job.character.joints
    expected = [
        motion.position[:, BASE],
        motion.carried(MIDDLE, shoulder.position),
        motion.carried(TIP, wrist.position),
    ]
    tip = motion.carried(TIP, (0.0, 0.1, 2.65))
    ends = np.linalg.norm(found.world_end_sites[:, 0] - tip, axis=-1)
    return max(np.linalg.norm(found.world_positions - np.stack(expected, 1), axis=-1).max(), ends.max())


@pytest.mark.parametrize("order", ORDERS)
def test_round_trip_of_every_order(order, chain, clip_of, tmp_path):
    clip = clip_of(chain(Cycle((0.5, -0.8, 0.1), 0.7)))
    assert error(clip, tmp_path / "clip.bvh", rotation_order=order) < 1e-6


@pytest.mark.parametrize("up", ["Y", "Z"])
@pytest.mark.parametrize("unit", [1.0, 0.01, 0.0254])
def test_round_trip_of_axes_and_units(up, unit, chain, clip_of, tmp_path):
    assert error(clip_of(chain()), tmp_path / "clip.bvh", up=up, unit=unit) < 1e-6


def test_y_is_up_and_centimetres_are_centimetres_in_the_file(stander, clip_of, tmp_path):
    write_bvh(clip_of(stander).motion, tmp_path / "clip.bvh", unit=0.01)
    lines = (tmp_path / "clip.bvh").read_text().splitlines()
    assert lines[1:5] == [
        "ROOT foot",
        "{",
        "\tOFFSET 0.00000000 0.00000000 0.00000000",
        "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation",
    ]
    assert "\t\tOFFSET 0.00000000 85.00000000 0.00000000" in lines
    assert lines[-14:-12] == ["Frames: 12", "Frame Time: 0.02"]
    assert lines[-1] == "0.00000000 5.00000000 0.00000000" + " 0.00000000" * 6
    assert list(tmp_path.iterdir()) == [tmp_path / "clip.bvh"]


def test_angles_run_on_through_somersaults(stander, clip_of, tmp_path):
    """Four turns about each axis in one second and a tilt through a right angle: no value jumps."""
    from solver.rotations import rotation_about

    time = np.linspace(0, 1, 60)
    for axis in np.eye(3):
        still = replace(
            stander,
            **{
                name: np.repeat(getattr(stander, name)[:1], 60, 0) for name in ("position", *CONTACTS, *HOLDS)
            },
            orientation=np.repeat(rotation_about(axis, 8 * np.pi * time)[:, None], 2, 1),
        )
        write_bvh(clip_of(still).motion, tmp_path / "clip.bvh")
        rows = (tmp_path / "clip.bvh").read_text().split("Frame Time: 0.02\n")[1].splitlines()
        angles = np.array([row.split()[3:6] for row in rows], float)
        assert np.abs(np.diff(angles, axis=0)).max() < 25
        assert np.abs(angles[-1]).max() == pytest.approx(1440)


def test_leaves_end_at_their_farthest_point(stander, clip_of, tmp_path):
    write_bvh(clip_of(stander).motion, tmp_path / "clip.bvh")
    found = read_bvh(tmp_path / "clip.bvh")
    assert found.end_sites == (1,)
    assert np.abs(found.end_offsets[0]) == pytest.approx([0, 0, 0.4])  # the torso's longest radius

    contacts = (*stander.character.contacts, ContactJoint("crown", "torso", (0.1, 0.2, 1.5)))
    character = replace(stander.character, contacts=contacts)
    wider = {
        name: np.concatenate([getattr(stander, name), getattr(stander, name)[:, :1]], 1) for name in CONTACTS
    }
    write_bvh(
        clip_of(replace(stander, character=character, **wider)).motion,
        tmp_path / "clip.bvh",
    )
    assert read_bvh(tmp_path / "clip.bvh").end_offsets[0] == pytest.approx([0.1, 0.2, 0.6])


def test_names_that_would_break_the_file(stander, clip_of, tmp_path):
    foot, torso = stander.character.bodies
    bodies = (
        replace(foot, name="left foot"),
        replace(torso, name="left_foot"),
        replace(torso, name=" {Ünder} "),
    )
    hip = replace(stander.character.joints[0], body_a="left foot", body_b="left_foot")
    neck = replace(hip, name="neck", body_a="left_foot", body_b=" {Ünder} ")
    character = Character("odd", bodies, (hip, neck))
    none = {name: getattr(stander, name)[:, :0] for name in CONTACTS}
    three = {name: getattr(stander, name)[:, [0, 1, 1]] for name in ("position", "orientation")}
    clip = clip_of(replace(stander, character=character, **none, **three))
    write_bvh(clip.motion, tmp_path / "clip.bvh")
    assert read_bvh(tmp_path / "clip.bvh").names == ("left_foot", "left_foot_2", "Ünder")


def test_a_lone_body(stander, clip_of, tmp_path):
    ball = Character("ball", (RigidBody("ball", 1.0, (0.2, 0.4, 0.2), (1.0, 2.0, 3.0)),))
    none = {name: getattr(stander, name)[:, :0] for name in CONTACTS}
    one = {name: getattr(stander, name)[:, :1] for name in ("position", "orientation")}
    write_bvh(clip_of(replace(stander, character=ball, **none, **one)).motion, tmp_path / "b.bvh")
    found = read_bvh(tmp_path / "b.bvh")
    assert not found.offsets.any()
    assert found.world_positions[5, 0] == pytest.approx([0, 0, 0.05])
    assert np.abs(found.end_offsets[0]) == pytest.approx([0, 0.2, 0])


def test_every_tree_is_a_root(hanging, clip_of, tmp_path):
    swinging = hanging.position + np.sin(np.arange(8))[:, None, None] * np.array([[0.1, 0, 0], [0, 0.2, 0.3]])
    write_bvh(clip_of(replace(hanging, position=swinging)).motion, tmp_path / "clip.bvh")
    found = read_bvh(tmp_path / "clip.bvh")
    assert (found.names, found.parents) == (("lamp", "plumb"), (-1, -1))
    assert found.world_positions == pytest.approx(swinging, abs=1e-7)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rotation_order": "XYX"}, "rotation_order: expected an order of XYZ, found 'XYX'"),
        ({"up": "X"}, "up: expected the up axis Y or Z, found 'X'"),
        ({"unit": 0.0}, "unit: expected a unit above 0 m, found 0"),
    ],
)
def test_refuses_what_is_no_order_axis_or_unit(options, message, stander, clip_of, tmp_path):
    with pytest.raises(InputError, match=message):
        write_bvh(clip_of(stander).motion, tmp_path / "clip.bvh", **options)
    assert not list(tmp_path.iterdir())
