"""The table of strangers' rigs: what it measures, and that its judge sees what was planted."""

import importlib
import json
import os
import subprocess
import sys

import numpy as np
import pytest

from scripts.environment import ROOT
from scripts.load_extension import load_extension
from scripts.strangers.__main__ import summary
from scripts.strangers.page import page_of
from scripts.strangers.set_up import FROM_PRESET, SetUp

THREE = ("japanese, preset", "uneven scale, preset", "file, inches")
STAGES = {"fit, size", "motion, size", "motion", "accepted", "source", "BVH", "FBX", "GLTF"}


@pytest.fixture(scope="module")
def trial():
    """The module that tries set-ups, in a Blender with the extension."""
    load_extension()
    return importlib.import_module("scripts.strangers.trial")


@pytest.fixture(scope="module")
def plain(trial):
    """A person that hops at 12 frames a second, without anything planted."""
    set_up = SetUp("names", "plain", "unreal", FROM_PRESET, "HOP")
    row = trial.try_set_up(set_up)
    assert not row.differences, str(row)
    return set_up


def stages(row):
    """Where a row differs without a word."""
    assert row.verdict == "silent", str(row)
    return {each.stage for each in row.differences if not each.is_said}


@pytest.mark.once
def test_three_set_ups_go_all_the_way(tmp_path):
    out = tmp_path / "strangers.json"
    command = [
        sys.executable,
        "-m",
        "scripts.strangers",
        "--workers",
        "1",
        "--only",
        *THREE,
        "--out",
        str(out),
    ]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    found = json.loads(out.read_text())
    assert done.returncode == int(found["silent"] > 0), done.stderr
    rows = {row["name"]: row for row in found["rows"]}
    assert found["setups"] == len(rows) == len(THREE)
    assert "3 setups" in done.stdout
    assert set(rows["japanese, preset"]["compared"]) >= STAGES
    assert STAGES | {"import", "import, size", "between"} <= set(rows["file, inches"]["compared"])
    assert rows["uneven scale, preset"]["verdict"] == "refused"
    assert "same positive scale" in found["refusals"]["uneven scale, preset"]


def test_a_moved_key_is_seen(trial, plain):
    def move(rig):
        curve = next(each for each in curves(rig) if "calf_l" in each.data_path and each.array_index == 1)
        curve.keyframe_points[3].co.y += 0.05
        curve.update()

    found = trial.try_set_up(plain, accepted=move)
    assert stages(found) == {"motion", "accepted"}  # files show what the rig shows
    assert next(each.frame for each in found.differences if each.stage == "accepted") == 3


def test_a_wrong_scale_is_seen(trial, plain):
    def grow(rig):
        rig.scale = [1.02 * each for each in rig.scale]

    assert {"motion", "accepted"} <= stages(trial.try_set_up(plain, accepted=grow))


def test_a_wrong_rate_is_seen(trial, plain):
    def stretch(rig):
        first = rig.animation_data.action.frame_range[0]
        for curve in curves(rig):
            for point in curve.keyframe_points:
                point.co.x = first + (point.co.x - first) * 24 / 23
            curve.update()

    def stretch_file(path):
        if path.suffix == ".bvh":
            path.write_text(path.read_text().replace("Frame Time: 0.083333", "Frame Time: 0.086957"))

    assert {"motion", "accepted"} <= stages(trial.try_set_up(plain, accepted=stretch))
    assert stages(trial.try_set_up(plain, exported=stretch_file)) == {"BVH"}


def test_a_muted_track_is_seen(trial, plain):
    def push_down(rig):
        data = rig.animation_data
        track = data.nla_tracks.new()
        track.strips.new("Down", round(data.action.frame_range[0]), data.action)
        data.action, track.mute = None, True

    found = trial.try_set_up(plain, accepted=push_down)
    assert stages(found) == {"motion", "accepted"}
    assert "no action to export" in found.refusal


def test_a_lost_bone_is_seen(trial, plain):
    def rename(path):
        if path.suffix == ".bvh":
            path.write_text(path.read_text().replace("hand_l", "fin_l"))

    assert stages(trial.try_set_up(plain, exported=rename)) == {"BVH"}


def test_a_changed_source_is_seen(trial):
    def edit(_):
        action = next(each for each in importlib.import_module("bpy").data.actions if each.name == "Source")
        action.layers[0].strips[0].channelbags[0].fcurves[0].keyframe_points[0].co.y += 1e-3

    set_up = SetUp("names", "keys", "unreal", "keys")
    assert "source" in stages(trial.try_set_up(set_up, accepted=edit))


def curves(rig):
    return rig.animation_data.action.layers[0].strips[0].channelbags[0].fcurves


def test_a_file_at_another_size_is_another_size():
    words = importlib.import_module("scripts.strangers.words").Words()
    words.press("fit", lambda: print("Info: The armature is 175 cm tall"))
    assert words.tells_size(1.75, "fit")
    assert not words.tells_size(0.0175, "fit")
    assert not words.tells_size(1.75, "accept")


def test_only_warnings_that_name_a_difference_count():
    words = importlib.import_module("scripts.strangers.words").Words()
    words.press(
        "accept", lambda: print("Info: 3 mm off\nWarning: Muted 2 constraints that would override it.")
    )
    assert not words.tells_motion("accept")
    words.press("accept", lambda: print("Warning: 'hand.L' is 3 mm and 2 degrees off."))
    assert words.tells_motion("accept")


def test_the_page_counts_every_row():
    off = {"stage": "BVH", "far": 0.003, "turned": 0.0, "is_said": False}
    rows = [
        {"kind": "files", "name": "a", "verdict": "same", "differences": []},
        {"kind": "files", "name": "b", "verdict": "silent", "differences": [off, {**off, "is_said": True}]},
        {"kind": "sizes", "name": "c", "verdict": "refused", "refusal": "Error: No.", "differences": []},
        {
            "kind": "sizes",
            "name": "d",
            "verdict": "broken",
            "fault": "in line 1\nKeyError: d",
            "differences": [],
        },
    ]
    result = summary(rows)
    assert (result["setups"], result["silent"], result["refused"]) == (4, 2, 1)
    lines = page_of(result).splitlines()
    assert "| files | 2 | 1 | 0 | 0 | 1 |" in lines
    assert "| all | 4 | 1 | 0 | 1 | 2 |" in lines
    assert {"- *b*: BVH 3 mm, 0°", "- *d*: KeyError: d", "- *c*: No."} <= {*lines}


def test_the_table_has_a_hundred_set_ups_of_all_kinds(trial):
    table = importlib.import_module("scripts.strangers.table").set_ups()
    names = [each.name for each in table]
    assert len({*names}) == len(names) >= 100
    assert {each.way for each in table} == {"preset", "keys", "file"}
    assert np.unique([each.rate for each in table]).size >= 7
