"""BVH files that contradict themselves, lack something, or put another number in place of the frame time."""

import numpy as np
import pytest

from solver.errors import InputError
from solver.formats.bvh import read_bvh
from tests.support.bvh_files import CAPTURED, SMALL


def read(text, tmp_path, **options):
    path = tmp_path / "small.bvh"
    path.write_text(text)
    return read_bvh(path, **options)


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
