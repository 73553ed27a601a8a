"""BVH files are read as Blender's own importer reads them."""

from pathlib import Path

import bpy
import numpy as np
import pytest

from solver.motion.bvh import read_bvh

MOCAP = Path(__file__).resolve().parents[3] / "shared" / "mocap"
ODD = """HIERARCHY
ROOT hip
{
  OFFSET 1 2 3
  CHANNELS 6 Yrotation Zrotation Xrotation Zposition Xposition Yposition
  JOINT spine
  {
    OFFSET 0 2 0.5
    CHANNELS 6 Xposition Yposition Zposition Xrotation Zrotation Yrotation
    JOINT head
    {
      OFFSET 0 0 0
      CHANNELS 3 Yrotation Xrotation Zrotation
      End Site
      {
        OFFSET 0 1 0
      }
    }
  }
  JOINT leg
  {
    OFFSET 0.5 -1 0
    CHANNELS 3 Zrotation Yrotation Xrotation
    JOINT foot
    {
      OFFSET 0 -2 0.25
      CHANNELS 3 Xrotation Yrotation Zrotation
      End Site
      {
        OFFSET 0 0 1
      }
    }
  }
}
MOTION
Frames: 3
Frame Time: 0.04
0 0 0 3 1 2 0 2 0.5 0 0 0 0 0 0 0 0 0 0 0 0
100 -20 30 4 2 5 0.1 2.2 0.4 10 20 -170 40 50 60 -70 80 -100 110 -120 15
-75 60 -200 -4 0 5 0.3 1.9 0.6 30 -85 5 90 90 -45 5 10 -15 20 88 -25
"""


def blender_heads(path: Path, names: tuple[str, ...], frames: list[int]) -> np.ndarray:
    """World positions (frames, J, 3) of bone heads."""
    bpy.ops.import_anim.bvh(filepath=str(path), update_scene_fps=False, use_fps_scale=False)
    armature = bpy.context.object
    first = int(armature.animation_data.action.frame_range[0])
    heads = []
    for frame in frames:
        bpy.context.scene.frame_set(first + frame)
        heads.append([armature.matrix_world @ armature.pose.bones[name].head for name in names])
    return np.array(heads)


def agrees(path: Path, frames: list[int]) -> None:
    found = read_bvh(path)
    size = np.abs(found.world_positions).max()
    blender = blender_heads(path, found.names, frames)
    np.testing.assert_allclose(found.world_positions[frames], blender, rtol=0, atol=1e-5 * size)


def test_odd_orders_and_joints_that_shift(tmp_path):
    path = tmp_path / "odd.bvh"
    path.write_text(ODD)
    agrees(path, [0, 1, 2])


@pytest.mark.parametrize("name", ["humanoid3d_backflip", "dog3d_trot", "dog_walk", "02_01_walk"])
def test_real_motion_capture(name):
    path = MOCAP / f"{name}.bvh"
    if not path.exists():
        pytest.skip("no motion capture is beside the repository")
    agrees(path, [0, 7, 20])
