"""Solve every motion preset as an artist would: on Rigify's human, from the panel.

python -m scripts.presets FOLDER
"""

import sys
from pathlib import Path

from scripts.load_extension import load_extension

load_extension()

import bpy  # noqa: E402  (found only once Blender is there)
from bl_ext.user_default.spacetime_animator.addon.motion.motion_presets import BIPEDS  # noqa: E402
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job  # noqa: E402
from bl_ext.user_default.spacetime_animator.solver.animate import animate  # noqa: E402

from scripts.demo import make_rig  # noqa: E402


def solve_presets(folder: Path) -> None:
    """Solve the presets and save one clip each to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in BIPEDS:
        rig = make_rig()
        bpy.ops.spacetime.use_preset(preset=name)
        bpy.context.view_layer.update()
        animate(read_job(rig, bpy.context.scene)).save(folder / f"{name.lower()}.npz")


if __name__ == "__main__":
    solve_presets(Path(sys.argv[1]))
