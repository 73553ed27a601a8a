"""BVH files as the world writes them, against scipy's rotations composed joint by joint."""

import re

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from solver.errors import InputError
from solver.formats.bvh import read_bvh
from tests.support.bvh_files import SMALL, motion_file

NODE = re.compile(
    r"(ROOT|JOINT|End)\s+([^\n{]*?)\s*\{|OFFSET\s+(\S+)\s+(\S+)\s+(\S+)|CHANNELS\s+\d+([^\n{}]*)|(\})"
)


def second_route(text):
    """World positions of joints and end sites in the file's numbers, by regular expressions and 4 x 4 matrices."""
    head, motion = re.split(r"MOTION\s*\n", text, maxsplit=1)
    nodes, stack = [], []  # nodes: [parent, offset, channels, is_end]
    for kind, _, *offset, channels, close in NODE.findall(head):
        if kind:
            nodes.append([stack[-1] if stack else None, None, "", kind == "End"])
            stack.append(len(nodes) - 1)
        elif close:
            stack.pop()
        elif offset[0]:
            nodes[stack[-1]][1] = np.array(offset, float)
        else:
            nodes[stack[-1]][2] = channels
    rows = np.array(motion.split("\n", 2)[2].split(), float).reshape(
        -1, sum(len(n[2].split()) for n in nodes)
    )
    column, worlds = 0, []
    for parent, offset, channels, _ in nodes:
        local = np.tile(np.eye(4), (len(rows), 1, 1))
        local[:, :3, 3] = offset
        for channel in channels.split():
            values = rows[:, column]
            if channel[1:] == "position":
                local[:, "XYZ".index(channel[0]), 3] = values
            else:
                turn = np.tile(np.eye(4), (len(rows), 1, 1))
                turn[:, :3, :3] = Rotation.from_euler(channel[0].lower(), values, degrees=True).as_matrix()
                local = local @ turn
            column += 1
        worlds.append(local if parent is None else worlds[parent] @ local)
    place = np.array([w[:, :3, 3] for w in worlds]).swapaxes(0, 1)
    is_end = np.array([n[3] for n in nodes])
    return (
        place[:, ~is_end],
        place[:, is_end],
        np.array([w[:, :3, :3] for w in worlds]).swapaxes(0, 1)[:, ~is_end],
    )


def agrees(path, text):
    found = read_bvh(path)
    joints, ends, turns = second_route(text)
    to_ours = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    size = max(1.0, np.abs(joints).max())
    np.testing.assert_allclose(found.world_positions, joints @ to_ours.T, rtol=0, atol=1e-9 * size)
    np.testing.assert_allclose(found.world_end_sites, ends @ to_ours.T, rtol=0, atol=1e-9 * size)
    turned = Rotation.from_quat(np.roll(found.world_rotations, -1, -1).reshape(-1, 4)).as_matrix()
    np.testing.assert_allclose(turned.reshape(turns.shape), to_ours @ turns @ to_ours.T, rtol=0, atol=1e-9)
    dots = (found.rotations[1:] * found.rotations[:-1]).sum(-1)
    assert (dots >= 0).all()
    return found


def wild_bvh(seed):
    """A random tree: any rotation order and number of channels, joints that shift, bones without length."""
    rng = np.random.default_rng(seed)
    counter = iter(range(1000))
    n_channels = 0

    def joint(depth, keyword):
        nonlocal n_channels
        turning = [
            f"{a}rotation"
            for a in rng.permutation(list("XYZ"))[: 3 if rng.random() < 0.7 else rng.integers(4)]
        ]
        shifting = [
            f"{a}position" for a in rng.permutation(list("XYZ"))[: 3 if depth == 0 else rng.integers(4)]
        ]
        channels = shifting + turning if rng.random() < 0.8 else turning + shifting
        n_channels += len(channels)
        offset = rng.normal(size=3) * rng.integers(2) * 10
        lines = [f"{keyword} J{next(counter)}", "{", "OFFSET " + " ".join(f"{v:.5f}" for v in offset)]
        lines.append(f"CHANNELS {len(channels)} " + " ".join(channels))
        for _ in range(rng.integers(0, 4) if depth < 4 else 0):
            lines += joint(depth + 1, "JOINT")
        if lines[-1] != "}" and rng.random() < 0.8:
            lines += ["End Site", "{", "OFFSET 0 -1.5 0.25", "}"]
        return [*lines, "}"]

    tree = joint(0, "ROOT") + (joint(2, "ROOT") if seed % 3 == 0 else [])
    rows = rng.uniform(-400, 400, (7, n_channels))
    motion = [" ".join(f"{v:.4f}" for v in row) for row in rows]
    return "\n".join(["HIERARCHY", *tree, "MOTION", "Frames: 7", "Frame Time: 0.04", *motion]) + "\n"


@pytest.mark.parametrize("seed", range(12))
def test_wild_trees(seed, tmp_path):
    path, text = tmp_path / "wild.bvh", wild_bvh(seed)
    path.write_text(text)
    found = agrees(path, text)
    assert found.n_frames == 7
    assert found.frame_time == 0.04


def test_real_motion_capture(mocap):
    for path in mocap:
        found = agrees(path, path.read_text())
        assert found.n_frames > 20
        assert 1 / 130 < found.frame_time < 0.1
        assert len(found.names) == len(set(found.names))


@pytest.mark.parametrize(("name", "unit", "speed"), [("walk", 1.0, 1.34), ("02_01_walk", 0.05644, 1.25)])
def test_real_walk_in_metres(name, unit, speed):
    """Hips at their height and walking on; the captured walk's unit is 5.644 cm."""
    found = read_bvh(motion_file(name), unit=unit)
    hips = found.world_positions[:, 0]
    assert 0.8 < hips[:, 2].mean() < 1.1
    path_length = np.linalg.norm(hips[-1, :2] - hips[0, :2])
    assert path_length / (found.frame_time * (found.n_frames - 1)) == pytest.approx(speed, rel=0.1)


def read(text, tmp_path, **options):
    path = tmp_path / "small.bvh"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_bvh(path, **options)


def test_numbers_in_our_axes(tmp_path):
    """The hip is 7 up, 1 right and 3 towards the viewer; bending the knee by 90 degrees about X swings it."""
    found = read(SMALL, tmp_path)
    assert found.world_positions[0] == pytest.approx(np.array([[1, -3, 7], [1, -3, 6]]))
    # the file's -Y turns to its -Z, our +Y
    assert found.world_end_sites[0, 0] == pytest.approx([1, -3 + 1, 6])
    assert found.world_positions[1, 1] == pytest.approx([1, -3 + 1, 7])
    assert found.offsets == pytest.approx(np.array([[1, -3, 2], [0, 0, -1]]))
    assert found.channels == (("Yposition", "Zrotation", "Xrotation", "Yrotation"), ("Xrotation",))


def test_z_up_and_inches(tmp_path):
    found = read(SMALL, tmp_path, up="Z", unit=0.0254)
    assert found.world_positions[0, 0] == pytest.approx(np.array([1, 7, 3]) * 0.0254)


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.replace("\n", "\r\n"),
        lambda t: t.replace("\n", "\r"),
        lambda t: "\ufeff" + t,
        lambda t: t.replace("  ", "\t\t").replace("\n", "\n\n"),
        lambda t: t.replace("ROOT hip\n{", "ROOT hip {").replace("OFFSET 0 -1 0\n    }", "OFFSET 0 -1 0 }"),
        lambda t: (
            t.replace("rotation", "ROTATION").replace("End Site", "END SITE").replace("Frames:", "FRAMES :")
        ),
        lambda t: t.replace("End Site", "End Site toe").replace("Frame Time: 0.5", "Frame Time:\t.5  "),
        lambda t: t.replace("7 0 0 0 90", "7.0e0 0\n0 +0 90.") + "\n\n",
    ],
)
def test_the_same_in_other_writing(change, tmp_path):
    found = read(change(SMALL), tmp_path)
    assert found.names == ("hip", "knee")
    assert found.world_end_sites[0, 0] == pytest.approx([1, -2, 6])


def test_names_with_spaces_and_without_letters_of_ours(tmp_path):
    assert read(SMALL.replace("knee", "left  knee ü"), tmp_path).names == ("hip", "left knee ü")
    assert len(read(SMALL.encode().replace(b"knee", b"kn\xe9e"), tmp_path).names) == 2


def test_text_of_two_bytes_a_letter(tmp_path):
    assert read(SMALL.encode("utf-16"), tmp_path).names == ("hip", "knee")


def test_position_channels_that_are_always_zero_leave_a_joint_where_it_is(tmp_path):
    moving = SMALL.replace("CHANNELS 1 Xrot", "CHANNELS 4 Xposition Yposition Zposition Xrot")
    at_rest = moving.replace("7 0 0 0 90", "7 0 0 0 0 0 0 90").replace("7 0 90 0 0", "7 0 90 0 0 0 0 0")
    found, usual = read(at_rest, tmp_path), read(SMALL, tmp_path)
    assert found.world_positions[0] == pytest.approx(usual.world_positions[0])
    shifted = at_rest.replace("7 0 0 0 0 0 0 90", "7 0 0 0 0 2 0 90")
    assert read(shifted, tmp_path).positions[:, 1] == pytest.approx(np.array([[0, 0, 2], [0, 0, 0]]))


def test_a_skeleton_without_frames(tmp_path):
    found = read(SMALL.split("7 0 0")[0].replace("Frames: 2", "Frames: 0"), tmp_path)
    assert found.n_frames == 0
    assert found.world_positions.shape == (0, 2, 3)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (SMALL, "", "line 1: expected HIERARCHY, found the end of the file"),
        ("HIERARCHY", "HIER\0ARCHY", r"line 1: expected HIERARCHY, found 'HIER\?ARCHY'"),
        ("HIERARCHY", "Kaydara FBX", "line 1: expected HIERARCHY, found 'Kaydara'"),
        ("ROOT hip", "BONE hip", "line 2: expected ROOT, found 'BONE'"),
        ("ROOT hip\n{", "ROOT hip\n", "line 4: expected '{' after 'hip', found 'OFFSET'"),
        (
            "OFFSET 1 2 3",
            "OFFSET 1 2",
            "line 5: expected three numbers after OFFSET of 'hip', found 'CHANNELS'",
        ),
        (
            "OFFSET 1 2 3",
            "OFFSET 1 2,5 3",
            "line 4: expected three numbers after OFFSET of 'hip', found '2,5'",
        ),
        ("  OFFSET 1 2 3\n", "", "line 14: expected an OFFSET in 'hip', found its end"),
        (
            "CHANNELS 1 Xrotation",
            "CHANNELS 2 Xrotation 0",
            "line 9: expected 2 channels of 'knee' such as Zrotation, found '0'",
        ),
        (
            "Xrotation Yrot",
            "Wrotation Yrot",
            "line 5: expected 4 channels of 'hip' such as Zrotation, found 'Wrotation'",
        ),
        (
            "4 Yposition Zrotation",
            "4 Yposition Yposition",
            "different position channels of 'hip', found Yposition twice",
        ),
        ("CHANNELS 1", "CHANNELS 1.5", "line 9: expected 0 to 9 channels of 'knee', found 1.5"),
        ("JOINT", "BONE", "line 6: expected OFFSET, CHANNELS, JOINT, End Site or '}' in 'hip', found 'BONE'"),
        ("    }\n  }\n}\n", "", "line 13: expected '}' of the end site of 'knee', found 'MOTION'"),
        ("Frames: 2", "Frames: two", "line 17: expected 'Frames:' and a number, found 'Frames: two'"),
        ("Frames: 2", "Frames: 2.5", "expected a whole number of frames, found 2.5"),
        ("Frames: 2\n", "", "line 17: expected 'Frames:' and a number, found 'Frame Time: 0.5'"),
        ("Frame Time: 0.5", "Frame Time: -0.5", "line 18: expected a frame time above 0 s, found -0.5"),
        ("Frame Time: 0.5", "Frame Time: 0,5", "line 18: expected 'Frame Time:' and a number"),
        ("7 0 0 0 90", "7 0 0 O 90", "line 19: expected numbers, found 'O'"),
        ("7 0 90 0 0", "7 0 inf 0 0", "line 20: expected numbers, found 'inf'"),
        (
            "0 90\n7 0 90 0 0",
            "0 nan\n7 0 90 0 nan",
            "line 19: expected numbers of 'knee' in at least one frame",
        ),
        ("7 0 90 0 0", "7 0 90 0", "line 20: expected 5 numbers, one for each channel, found 4"),
        ("7 0 0 0 90\n7 0 90 0 0\n", "", "line 17: expected 2 frames, as the file says, found 0"),
        ("MOTION" + SMALL.split("MOTION")[1], "", "expected ROOT or MOTION, found the end of the file"),
    ],
)
def test_says_where_a_file_is_broken(before, after, message, tmp_path):
    assert before in SMALL
    with pytest.raises(InputError, match=message) as caught:
        read(SMALL.replace(before, after), tmp_path)
    assert caught.value.field.endswith("small.bvh")


def test_files_that_are_none(tmp_path):
    with pytest.raises(InputError, match=r"missing.bvh: the BVH file cannot be read: No such file"):
        read_bvh(tmp_path / "missing.bvh")
    with pytest.raises(InputError, match="cannot be read"):
        read_bvh(tmp_path)
    with pytest.raises(InputError, match="expected HIERARCHY"):
        read(bytes(range(256)) * 100, tmp_path)


def test_a_name_that_the_file_uses_again_gets_a_number(tmp_path):
    """A child called as its carrier would carry itself."""
    found = read(SMALL.replace("JOINT knee", "JOINT hip"), tmp_path)
    assert found.names == ("hip", "hip.001")
