"""The artist's animation as a job that only contains the drawn motion of every body."""

from dataclasses import replace

import bpy

from ...solver.job.job import AnimationTiming, Job
from ...solver.job.sketch import follow
from ..blender.frame_rate import rate_of
from ..character.read_character import read_character
from ..motion.read_sketch import Sketch


def drawn_job(name: str, armature_object: bpy.types.Object, scene: bpy.types.Scene, sketch: Sketch) -> Job:
    """A named job for a sketch."""
    step = 1 / rate_of(scene)
    drawn = replace(sketch, keys={}).drawn(step).at_knots()
    found = follow(read_character(armature_object), drawn)
    steps = len(drawn.position) - 1
    timing = AnimationTiming(steps * drawn.step, 1 / drawn.step)
    return Job(name, found.character, timing, objectives=(found.closeness,), drawn_bones=drawn.drawn_bones)
