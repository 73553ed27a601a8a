"""A picture of every panel, each with something in it."""

import tempfile
from pathlib import Path

from scripts.manual.blender import bpy, new_human, ours
from scripts.manual.panel import draw_panel

PANELS = ours("addon.panels").PANELS
spaces = ours("addon.spaces.session")


def draw_panels(folder: Path) -> None:
    """Draws them all for a human with a walk on its ghost and a goal."""
    rig = new_human()
    bpy.ops.spacetime.fit_bodies()
    bpy.ops.spacetime.use_preset(preset="WALK")
    bpy.ops.spacetime.solve(blocking=True)
    bpy.ops.spacetime.select_bone(bone="shin.L")
    rig.data.spacetime.contacts[0].is_open = True
    bpy.ops.spacetime.add_goal(kind="UNDER")
    solve_a_space()
    for panel in PANELS:
        if not hasattr(panel, "poll") or panel.poll(bpy.context):
            draw_panel(panel, folder / f"{panel.__name__.removeprefix('SPACETIME_PT_')}.png")
    rig.data.bones["shin.R"].spacetime.mass = 0.0  # so that the check list has something to say
    checks = next(panel for panel in PANELS if panel.__name__.endswith("check_list"))
    draw_panel(checks, folder / "check_list.png")


def solve_a_space() -> None:
    """Four walks and their sliders; nobody is to see in which folder."""
    space = bpy.context.scene.spacetime.space
    bpy.ops.spacetime.add_dimension(kind="CROUCH")
    bpy.ops.spacetime.add_dimension(kind="SPEED")
    crouch, speed = space.dimensions
    crouch.low, crouch.high, crouch.step = 0.05, 0.1, 0.05
    speed.low, speed.high, speed.step = 1.2, 1.4, 0.2
    with tempfile.TemporaryDirectory() as folder:
        space.store = str(Path(folder, "clips.sqlite"))
        bpy.ops.spacetime.generate_space(blocking=True)
        speed.at = 1.0
        spaces.wait()
    space.store = ""
