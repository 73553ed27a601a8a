"""Rigs of several families, fitted without touching a number, walk or trot; a judge watches where it is present."""

import json

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.formats.motion_json import to_motion_json

from tests.addon.rigs import from_bvh, generated, metarig
from tests.judge.load import load_judge
from tests.support.bvh_files import motion_file
from tests.support.ipopt import needs_ipopt

pytestmark = needs_ipopt


def standing(name):
    """A skeleton whose rest pose lies along the ground; one button chooses a frame that stands."""
    rig = from_bvh(name)
    bpy.ops.spacetime.mend(kind="STAND_UP")
    return rig


def imported(name):
    """The same, by this program's own importer, which asks for nothing."""
    path = motion_file(name)
    bpy.ops.spacetime.import_bvh(filepath=str(path))
    return bpy.context.object


def solved(rig, fps, mirrored):
    bpy.ops.spacetime.fit_bodies()
    scene = bpy.context.scene
    scene.render.fps, rig.spacetime.motion.is_mirrored = fps, mirrored
    solve = session.start_solve(rig, read_job(rig, scene))
    session.wait(solve)
    assert not solve.failed, solve.outcome
    return solve.clip


def judged(clip):
    return load_judge().judge(json.loads(json.dumps(to_motion_json(clip))), use_mujoco=False)


@pytest.mark.once
@pytest.mark.parametrize(
    ("make", "name", "fps", "mirrored"),
    [
        (metarig, "bird", 60, True),
        (metarig, "wolf", 30, True),
        (generated, "basic_human", 20, True),
        (from_bvh, "02_01_walk", 20, False),
        (standing, "rokoko_jesse_dance", 20, False),
        (from_bvh, "humanoid3d_walk", 20, False),
        (imported, "dog_walk", 20, False),
    ],
    ids=[
        "bird walks",
        "wolf trots",
        "control rig walks",
        "CMU skeleton walks",
        "Mixamo names walk",
        "no toes, no waist",
        "captured dog trots",
    ],
)
def test_it_moves_and_the_judge_agrees(make, name, fps, mirrored):
    rig = make(name)
    clip = solved(rig, fps, mirrored)
    verdict = judged(clip)
    assert verdict["lin_res"]["rms_bw"] <= 1e-4
    assert verdict["ang_res"]["rms_bw"] <= 1e-3
    assert max(verdict["slide_inner"]["total_path_per_contact"].values()) <= 1e-3
    assert verdict["friction"]["worst_excess_bw"] <= 1e-4
    assert verdict["gait"]["grf_vertical_mean_bw"] == pytest.approx(1.0, abs=2e-3)
    assert verdict["penetration"]["max"] < 0.005  # m, of any body into the ground
    assert clip.motion.contact_active.any(axis=0).all()
    ahead = toes_ahead(clip)
    assert np.array(clip.job.cycle.translation) @ ahead > 0.97 * np.linalg.norm(clip.job.cycle.translation)


def toes_ahead(clip):
    """Unit vector from the hindmost to the foremost contact of each foot, or from hind to fore legs."""
    points = {contact.name: np.array(contact.point) for contact in clip.job.character.contacts}
    pairs = (("toe", "heel"), ("fore", "hind"))
    ways = [points[f"{a}.{s}"] - points[f"{b}.{s}"] for a, b in pairs for s in "LR" if f"{a}.{s}" in points]
    way = np.sum(ways, axis=0) * [1, 1, 0]
    return way / np.linalg.norm(way)
