"""How fast a scene plays."""

import bpy


def rate_of(scene: bpy.types.Scene | None) -> float:
    """Frames per second, which Blender keeps as two numbers so that 23.976 is exact; a context always has a scene."""
    assert scene is not None
    return float(scene.render.fps / scene.render.fps_base)
