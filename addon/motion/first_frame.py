"""The frame of the timeline at which a motion starts before it is solved.

A solved motion begins at the first frame of its action.
"""

import bpy

from .read_sketch import Sketch


def first_frame_of(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, sketch: Sketch | None = None
) -> int:
    """The frame of the timeline at which a character's motion begins.

    Args:
        armature_object: of the motion.
        scene: gives the first frame, or that of its preview range, unless the motion sets one.
        sketch: animation that is followed, if any; the motion begins with it.
    """
    motion = armature_object.spacetime.motion
    if sketch is not None:
        return int(sketch.frames[0])
    if motion.use_start:
        return int(motion.start)
    return start_of(scene)


def start_of(scene: bpy.types.Scene) -> int:
    """First frame of a scene, or of its preview range if enabled."""
    return int(scene.frame_preview_start if scene.use_preview_range else scene.frame_start)
