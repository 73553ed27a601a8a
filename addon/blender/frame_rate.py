"""Frame rate of a scene."""

import bpy


def rate_of(scene: bpy.types.Scene | None) -> float:
    """Frames per second, which Blender stores as two numbers so that 23.976 is exact."""
    assert scene is not None
    return float(scene.render.fps / scene.render.fps_base)


EVEN = 1e-4  # of the rate; tolerance because files round the duration of a frame


def set_rate(scene: bpy.types.Scene, rate: float) -> None:
    """Sets the frames per second of a scene; 23.976 becomes 24 / 1.001."""
    render = scene.render
    render.fps = max(round(rate), 1)
    render.fps_base = 1.0 if abs(rate - render.fps) < EVEN * rate else render.fps / rate
