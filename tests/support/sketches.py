"""Runs the reading of a sketch to its end."""

import bpy
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.read_sketch import read_sketch


def read(rig, **how):
    steps = read_sketch(rig, bpy.context.scene, read_character(rig), **how)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
