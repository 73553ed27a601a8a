"""The main job, from an empty Blender file to files that other programs read."""

import json
import os
import subprocess
import sys
from pathlib import Path

import bpy
import numpy as np
import pytest

from tests.addon.read_back import compare, heads, newest, read_file
from tests.judge.load import load_judge

ROOT = Path(__file__).resolve().parents[2]
N_FRAMES, FPS = 34, 30
pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    own = {key: value for key, value in os.environ.items() if key != "BLENDER_USER_RESOURCES"}
    command = [sys.executable, "-m", "scripts.demo", "--out", str(folder), "--width", "200"]
    made = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, timeout=300)
    assert made.returncode == 0, made.stderr[-2000:]
    return folder


@pytest.fixture
def blend(out):
    """The walking rig of walk.blend, and its action."""
    bpy.ops.wm.open_mainfile(filepath=str(out / "walk.blend"))
    rig = bpy.data.objects["metarig"]
    return rig, rig.animation_data.action


def test_everything_is_there(out):
    names = {"blend", "bvh", "skeleton.xml", "fbx", "glb", "usdc", "npz", "motion.json"}
    assert {f"walk.{name}" for name in names} | {"walk_sheet.png", "report.md"} == {
        p.name for p in out.iterdir()
    }
    report = (out / "report.md").read_text()
    assert "1.3 m/s" in report
    assert "stride frequency" in report


def test_action_loops_with_its_root_motion(blend):
    rig, action = blend
    assert action.name == "Walk"
    assert (action.use_cyclic, tuple(action.frame_range)) == (True, (1.0, N_FRAMES + 1.0))
    assert bpy.context.scene.render.fps == FPS
    frames = np.array([1.0, 5.0])
    now, _ = heads(rig, frames)
    later, _ = heads(rig, frames + 2 * N_FRAMES)
    np.testing.assert_allclose(
        later - now, np.broadcast_to([0, -2 * 1.3 * N_FRAMES / FPS, 0], now.shape), atol=1e-3
    )


@pytest.mark.parametrize(
    ("read", "suffix"), [("bvh", "bvh"), ("fbx", "fbx"), ("ufbx", "fbx"), ("gltf", "glb")]
)
def test_other_programs_get_the_same_motion(out, blend, read, suffix):
    rig, action = blend
    frames = np.arange(1, N_FRAMES + 2)
    expected, names = heads(rig, frames)
    before, actions_before = set(bpy.data.objects), set(bpy.data.actions)
    read_file(out / f"walk.{suffix}", read)
    (take,) = set(bpy.data.actions) - actions_before
    first, last = take.frame_range
    assert last - first == pytest.approx(N_FRAMES, abs=1e-3)
    if read != "bvh":
        assert action.name in take.name
    compare(expected, names, newest(before), frames - 1 + first)


@pytest.fixture(scope="module")
def verdict(out):
    """What a judge that knows nothing of this program says."""
    return load_judge().judge(json.loads((out / "walk.motion.json").read_text()), use_mujoco=False)


def test_walk_is_physical(verdict):
    assert verdict["lin_res"]["rms_bw"] <= 1e-5
    assert verdict["ang_res"]["rms_bw"] <= 1e-3
    assert verdict["joint_gap"]["max"] <= 1e-6
    assert max(verdict["slide_inner"]["total_path_per_contact"].values()) <= 1e-3
    assert verdict["friction"]["worst_excess_bw"] <= 1e-4
    assert verdict["friction"]["worst_pull_N"] <= 1e-4 * verdict["bw"]
    assert verdict["gait"]["grf_vertical_mean_bw"] == pytest.approx(1.0, abs=2e-3)
    assert verdict["gait"]["speed"] == pytest.approx(1.3, abs=1e-3)


def test_walk_looks_like_a_walk(out):
    from solver.analysis.gait import measure_gait
    from solver.clip.clip import Clip

    clip = Clip.load(out / "walk.npz")
    figures = measure_gait(clip)
    assert clip.report.peak_vertical_force <= 1.4
    assert figures.trunk_inclination <= 16
    character = clip.job.character
    column = {
        name: clip.motion.position[:, character.body_index(name)] for name in ("thigh.L", "shin.L", "foot.L")
    }
    line = (column["thigh.L"] + column["foot.L"]) / 2  # the knee is ahead of the line from hip to foot
    assert (line - column["shin.L"])[:, 1].max() < 0.06
    for limbs in figures.limbs.values():
        assert limbs.knee_peak >= 35
        assert limbs.arm_phase >= 0.7  # with the other leg
    toes = [i for i, contact in enumerate(character.contacts) if contact.name.startswith("toe")]
    swing = ~clip.motion.contact_active[:, toes]
    heights = np.where(swing, clip.motion.contact_points[:, toes, 2], 0.0)
    assert heights.max(0).min() > 0.05
    assert np.where(swing, clip.motion.contact_points[:, toes, 2], 1.0).min() > -1e-6
