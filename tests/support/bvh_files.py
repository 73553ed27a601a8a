"""BVH files for tests, and their comparison with Blender's importer."""

from pathlib import Path

import numpy as np
import pytest

from solver.formats.bvh import read_bvh

ROOT = Path(__file__).resolve().parents[2]
OWN, CAPTURED = ROOT / "tests" / "data", ROOT.parent / "shared" / "mocap"

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


def motion_file(name):
    """A BVH file of the tests, or a capture from the optional files next to the repository."""
    path = OWN / f"{name}.bvh"
    if not path.exists():
        path = CAPTURED / f"{name}.bvh"
    if not path.exists():
        pytest.skip("no motion capture is beside the repository")
    return path


def shows_its_file(rig, path, unit, first=1):
    import bpy

    found = read_bvh(path, unit=unit)
    fps = bpy.context.scene.render.fps
    for frame in sorted({0, found.n_frames // 2, found.n_frames - 1}):
        at = first + frame * found.frame_time * fps
        bpy.context.scene.frame_set(int(at), subframe=at % 1)
        heads = np.array([rig.matrix_world @ bone.head for bone in rig.pose.bones])
        np.testing.assert_allclose(
            heads, found.world_positions[frame], atol=2e-5 * max(np.abs(heads).max(), 1.0)
        )
