"""How fast a scene plays."""

import bpy


def rate_of(scene: bpy.types.Scene | None) -> float:
    """Frames per second, which Blender keeps as two numbers so that 23.976 is exact; a context always has a scene."""
    assert scene is not None
    return float(scene.render.fps / scene.render.fps_base)


EVEN = 1e-4  # of the rate; files round the time of a frame


def set_rate(scene: bpy.types.Scene, rate: float) -> None:
    """Makes a scene play so many frames per second; 23.976 is 24 over 1.001."""
    render = scene.render
    render.fps = max(round(rate), 1)
    render.fps_base = 1.0 if abs(rate - render.fps) < EVEN * rate else render.fps / rate
