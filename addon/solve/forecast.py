"""Estimated duration of Make Physical before it starts."""

from bpy.types import Context

from ...solver.errors import InputError
from ...solver.job.drawn_motion import least_steps
from ..blender.frame_rate import rate_of
from ..blender.rest_pose import armature_data
from ..interface.availability import armature_of
from ..interface.sentence import worded
from ..motion.lying import lies
from ..motion.read_sketch import sketch_range
from .drawn_duration import FREEDOMS, DrawnWork, expected_seconds
from .earlier import pace
from .eta import LONG, SHORT, rounded


def forecast(context: Context) -> str:
    """The estimate in words; empty without keys to follow, or if it is very short."""
    seconds = seconds_ahead(context)
    if seconds < SHORT:
        return ""
    if seconds < LONG:
        return worded("Make Physical takes about {seconds} seconds", seconds=rounded(seconds))
    return worded("Make Physical takes about {minutes} minutes", minutes=round(seconds / 60))


def seconds_ahead(context: Context) -> float:
    """The estimate in seconds; 0 without keys to follow."""
    armature_object, scene = armature_of(context), context.scene
    if armature_object is None or scene is None:
        return 0.0
    armature = armature_data(armature_object)
    bodies = sum(bone.spacetime.is_body for bone in armature.bones)
    contacts = len(armature.spacetime.contacts)
    try:
        first, last = sketch_range(armature_object, scene)
        contacts += bodies if lies(armature_object, first, last) else 0  # about as many are found then
    except InputError:  # which the buttons report
        return 0.0
    fps = rate_of(scene)
    steps = least_steps(last - first, fps, bodies)
    work = DrawnWork.at(
        steps + 1,
        fps * steps / (last - first),
        freedoms=FREEDOMS * bodies,
        contacts=contacts,
    )
    return pace() * expected_seconds(work) if bodies else 0.0
