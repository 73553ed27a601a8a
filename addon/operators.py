"""All operators, and the menus of some; each reads, starts or writes, and reports in one sentence."""

import bpy

from .catalog.operators import scenes
from .character.operators import bone_map, check_list, contacts, fit_bodies, resize_body
from .explore.operators import explore, pick
from .files.operators import export, export_many, import_bvh
from .library.operators import entries, graph, join, loop_capture, play
from .motion.operators import add_example, goals, presets, sketch
from .posing.operators import auto_pose
from .result.operators import review, show_where, takes
from .retarget.operators import retarget
from .solve.operators import check_solver, drag_ghost, guide, interval, live, solve
from .spaces.operators import dimensions, samples, space
from .strips.operators import phases, timeline

MODULES = (
    add_example, scenes, fit_bodies, bone_map, check_list, contacts, phases, timeline, sketch, auto_pose, resize_body,
    goals, presets, solve, live, drag_ghost, show_where, review, guide, interval, takes, explore, pick, entries, join,
    loop_capture, graph, play, dimensions, space, samples, check_solver, retarget, export, export_many, import_bvh,
)  # fmt: skip
# What the modules define under an identifier, unlike the bases of several operators.
CLASSES = tuple(
    each
    for module in MODULES
    for each in vars(module).values()
    if getattr(each, "__module__", "") == module.__name__ and "bl_idname" in vars(each)
)
register, unregister = bpy.utils.register_classes_factory(CLASSES)
