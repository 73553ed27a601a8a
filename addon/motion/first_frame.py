"""The frame of the timeline at which a motion starts before it is solved.

A solved motion knows its own first frame: its action's.
"""

import bpy

from .read_sketch import Sketch


def first_frame_of(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, sketch: Sketch | None = None
) -> int:
    """The frame of the timeline at which a character's motion begins.

    Args:
        armature_object: whose motion.
        scene: whose own first frame counts, or that of its preview range, unless the motion has one of its own.
        sketch: the artist's animation, where it is followed; the motion begins where that does.
    """
    motion = armature_object.spacetime.motion
    if sketch is not None:
        return int(sketch.frames[0])
    if motion.use_start:
        return int(motion.start)
    return start_of(scene)


def start_of(scene: bpy.types.Scene) -> int:
    """The frame at which a scene begins, or its preview range while that is on."""
    return int(scene.frame_preview_start if scene.use_preview_range else scene.frame_start)
