"""BVH files as the world writes them, against scipy's rotations composed joint by joint."""

import re

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from solver.errors import InputError
from solver.formats.bvh import read_bvh
from tests.support.bvh_files import CAPTURED, motion_file

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


SMALL = """HIERARCHY
ROOT hip
{
  OFFSET 1 2 3
  CHANNELS 4 Yposition Zrotation Xrotation Yrotation
  JOINT knee
  {
    OFFSET 0 -1 0
    CHANNELS 1 Xrotation
    End Site
    {
      OFFSET 0 -1 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.5
7 0 0 0 90
7 0 90 0 0
"""


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


STRANGE = {  # taken by Blender's own importer: changes, and the notice
    "more frames": ({"Frames: 2": "Frames: 25"}, "line 17: the file has 2 frames, not 25 as it says"),
    "fewer frames": ({"Frames: 2": "Frames: 1"}, "line 17: the file has 2 frames, not 1 as it says"),
    "no number of frames": ({"Frames: 2": "Frames:"}, ""),
    "number of frames in words": ({"Frames: 2": "Number of Frames = 2"}, ""),
    "one word": ({"Frame Time: 0.5": "FrameTime: 0.5"}, ""),
    "no colon": ({"Frame Time: 0.5": "Frame Time 0.5 s"}, ""),
    "milliseconds": ({"Frame Time: 0.5": "Frame Time: 500 ms"}, ""),
    "rate": ({"Frame Time: 0.5": "Frame Rate: 2"}, ""),
    "channels of an end site": (
        {"      OFFSET 0 -1 0": "      OFFSET 0 -1 0\n      CHANNELS 2 Xrotation Yrotation"},
        "",
    ),
    "values of an end site": (
        {
            "      OFFSET 0 -1 0": "      CHANNELS 2 Xrotation Yrotation\n      OFFSET 0 -1 0",
            "7 0 0 0 90": "7 0 0 0 90 12 13",
            "7 0 90 0 0": "7 0 90 0 0 14 15",
        },
        "",
    ),
    "extra column": (
        {"7 0 0 0 90": "7 0 0 0 90 1", "7 0 90 0 0": "7 0 90 0 0 1"},
        "line 19: only the first 5 of 6 columns were read, one for each channel",
    ),
    "extra column in one frame": ({"7 0 90 0 0": "7 0 90 0 0 1 2"}, "line 20: only the first 5 of 7 columns"),
    "number of channels": ({"CHANNELS 1": "CHANNELS 3"}, "line 9: 'knee' has 1 channels, not 3 as the file says"),
    "words after numbers": ({"OFFSET 1 2 3": "OFFSET 1 2 3 # pelvis", "HIERARCHY": "HIERARCHY of a leg"}, ""),
    "comment": ({"  JOINT knee": "  // the knee { follows\n  # }\n  JOINT knee"}, ""),
    "joint as root": ({"ROOT": "JOINT"}, ""),
    "root as joint": ({"JOINT": "ROOT"}, ""),
    "open brace": ({"  }\n}\nMOTION": "  }\nMOTION"}, "line 15: the joints before the motion are not closed"),
    "closed twice": ({"}\nMOTION": "}\n}\nMOTION"}, "line 16: a closing brace too many was ignored"),
    "scale": (
        {"CHANNELS 1 Xrotation": "CHANNELS 2 Xrotation Xscale", "0 90\n": "0 90 1\n", "90 0 0": "90 0 0 1"},
        "line 9: the scale of 'knee' was ignored",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", STRANGE)
def test_what_blender_takes_is_read_and_told(case, tmp_path):
    changes, notice = STRANGE[case]
    text = SMALL
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after)
    found, usual = read(text, tmp_path), read(SMALL, tmp_path)
    assert found.world_positions == pytest.approx(usual.world_positions)
    assert found.world_end_sites == pytest.approx(usual.world_end_sites)
    assert found.frame_time == 0.5
    assert len(found.notices) == bool(notice)
    assert all(each.startswith(notice) for each in found.notices)
    assert not usual.notices


TIMES = {  # how a frame time is understood [frames per second]
    "0.0333333": 30, "0.5": 2, "0": 30, "0.000000": 30, "nan": 30, "1": 30, "1.0": 30, "30": 30, "30.0": 30,
    "29.97": 29.97, "59.94": 59.94, "120": 120, "24": 24, "33.3": 30, "33.333333": 30, "33": 30, "16.67": 60,
    "17": 60, "16": 60, "8.33": 120, "8.3333": 120, "40": 25, "41.67": 24, "33.37": 30000 / 1001, "10": 100,
    "33333": 30, "16667": 60, "8333": 120, "3.3333e-05": 30, "37": 37, "1e9": 30,
}  # fmt: skip


@pytest.mark.parametrize("word", TIMES)
def test_rates_and_milliseconds_in_place_of_a_frame_time(word, tmp_path):
    found = read(SMALL.replace("Time: 0.5", f"Time: {word}"), tmp_path)
    assert 1 / found.frame_time == pytest.approx(TIMES[word], rel=1e-5)
    told = [
        notice.startswith("line 18: ") and "unless you give its frame rate" in notice
        for notice in found.notices
    ]
    assert told == ([] if word in ("0.0333333", "0.5") else [True])
    given = read(SMALL.replace("Time: 0.5", f"Time: {word}"), tmp_path, fps=50.0)
    assert (given.frame_time, given.notices) == (0.02, ())


def test_a_file_without_a_frame_time(tmp_path):
    found = read(SMALL.replace("Frame Time: 0.5\n", ""), tmp_path)
    assert found.frame_time == pytest.approx(1 / 30)
    assert found.positions == pytest.approx(read(SMALL, tmp_path).positions)
    with pytest.raises(InputError, match="fps: expected a frame rate above 0, or 0 for the file's, found -1"):
        read(SMALL, tmp_path, fps=-1.0)


def test_missing_values_are_filled_from_the_frames_around(tmp_path):
    """A hip that rises evenly and turns evenly through half a turn, and values missing within and at both ends."""
    frames = [f"{7 + n} {20 * n - 170} 0 0 {5 * n}" for n in range(10)]
    head = SMALL.split("Frames: 2")[0] + "Frames: 10\nFrame Time: 0.02\n"
    whole = read(head + "\n".join(frames), tmp_path)
    frames[4] = "NaN nan 0 0 20"
    frames[5] = "12 -nan 0 0 25"
    broken = read(head + "\n".join(frames), tmp_path)
    assert broken.world_positions == pytest.approx(whole.world_positions)
    assert broken.notices == (
        "line 23: missing values (NaN) of 'hip' were filled from the frames around them, in 2 of 10 frames",
    )
    frames[0], frames[9] = "7 -170 0 0 nan", "16 10 0 0 nan"
    ends = read(head + "\n".join(frames), tmp_path)
    assert ends.rotations[0, 1] == pytest.approx(ends.rotations[1, 1])
    assert ends.rotations[9, 1] == pytest.approx(ends.rotations[8, 1])
    assert "of 'hip' and 1 more" in ends.notices[0]


ODD = CAPTURED.parent / "strangers" / "odd"
TOLD = {  # files that contradict themselves
    "extra_col", "fps_as_time", "frame_time_0", "frames_less", "frames_more", "frames_off_by_one", "huge_frame_time",
    "nan",
}  # fmt: skip
BROKEN = {
    "commas_all", "comment_header", "empty", "endsite_oneword", "fbx", "first_row_short", "frame_time_comma", "html",
    "inf", "lfs", "motion_sameline", "nan_ind", "neg_time", "quaternion_ch", "trailing_comment", "trailing_nul",
    "two_motions",
}  # fmt: skip


def test_files_of_strangers_are_read_alike_or_refused_with_the_line():
    if not ODD.is_dir():
        pytest.skip("no files of strangers are beside the repository")
    usual = read_bvh(ODD / "ok.bvh")
    for path in sorted(ODD.glob("*.bvh")):
        if path.stem in BROKEN:
            with pytest.raises(InputError, match=r"line \d+: expected .*, found "):
                read_bvh(path)
            continue
        found = read_bvh(path)
        assert bool(found.notices) == (path.stem in TOLD), path
        assert found.frame_time == pytest.approx(usual.frame_time, rel=1e-4), path
        shared = (
            found.world_positions[:, : len(usual.names)]
            if path.stem != "two_roots"
            else usual.world_positions
        )
        off = np.linalg.norm(shared - usual.world_positions, axis=-1)
        assert off.max() < (2.0 if path.stem == "nan" else 1e-3), path  # of 170 units


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
