"""Pictures for Explore: alternatives of a walk, other bodies that walk, and trade-offs of a jump."""

from pathlib import Path

from docs.pictures.manual.blender import bpy, new_human
from docs.pictures.manual.perspective import Point
from docs.pictures.manual.viewport import only, photograph

ALTERNATIVES, PROPORTIONS, TRADE_OFFS = "show_alternatives.jpg", "show_proportions.jpg", "show_trade_offs.jpg"
PICTURES = (ALTERNATIVES, PROPORTIONS, TRADE_OFFS)
FPS = 12
MANY, SLACK = 6, 0.4
FLIGHTS = (3, 8)  # frames in the air
STRIDE, TOP = 4, 0.55  # frame of the walk, and share of the jump near its top
ROW: tuple[Point, Point] = ((2.5, -12.0, 2.2), (3.1, 0.0, 0.4))  # eye, and point it looks at [m]


def draw_explore(folder: Path) -> None:
    """Finds the motions and draws them."""
    only()
    _begin("WALK")
    explore = bpy.context.object.spacetime.explore
    explore.count, explore.slack = MANY, SLACK
    bpy.ops.spacetime.find_alternatives(blocking=True)
    _draw(folder / ALTERNATIVES, STRIDE)
    draw_proportions(folder)
    _begin("JUMP")
    explore = bpy.context.object.spacetime.explore
    explore.first_flight, explore.last_flight = FLIGHTS
    explore.help = "LIFT"
    bpy.ops.spacetime.find_trade_offs(blocking=True)
    first, last = bpy.context.object.spacetime.takes[0].action.frame_range
    _draw(folder / TRADE_OFFS, round(first + TOP * (last - first)))


def draw_proportions(folder: Path) -> None:
    """Other bodies that walk."""
    _begin("WALK")
    explore = bpy.context.object.spacetime.explore
    explore.count, explore.slack, explore.measure = MANY, SLACK, "SHAPE"
    bpy.ops.spacetime.find_alternatives(blocking=True)
    _draw(folder / PROPORTIONS, STRIDE)


def _begin(preset: str) -> None:
    new_human()
    bpy.context.scene.render.fps = FPS
    bpy.ops.spacetime.fit_bodies()
    bpy.ops.spacetime.use_preset(preset=preset)
    bpy.context.object.data.display_type = "ENVELOPE"
    bpy.context.object.spacetime.explore.resume = False


def _draw(path: Path, frame: int) -> None:
    """Draws the takes on ghosts in a row."""
    bpy.ops.spacetime.line_up()
    bpy.context.scene.frame_set(frame)
    eye, middle = ROW
    photograph(path, eye=eye, middle=middle)
