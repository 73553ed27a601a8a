"""Walks through the motion graph of a character, as commands to the solver."""

import bpy

from ...solver.commands.request import WalkRequest
from ...solver.job.job import AnimationTiming, Job
from ..blender.ground_path import ground_path
from ..character.read_character import read_character
from ..motion.first_frame import first_frame_of
from ..solve import session
from ..solve.solving import Solve
from .graph import graph_file


def start_walk(
    context: bpy.types.Context, armature_object: bpy.types.Object, curve_object: bpy.types.Object | None,
    *, accepts: bool = False,
) -> Solve:  # fmt: skip
    """Puts a walk at the end of the line.

    Args:
        context: of Blender.
        armature_object: who walks.
        curve_object: along which; None: where chance leads.
        accepts: as of ``start_solve``.

    Raises:
        InputError: the curve is not one single line, or there is no place for the graph.
    """
    assert context.scene is not None
    chosen = armature_object.spacetime.library
    file = str(graph_file(armature_object).resolve())
    points = ground_path(curve_object).tolist() if curve_object is not None else []
    request = WalkRequest(
        file,
        ".",
        seconds=None if points else chosen.seconds,
        seed=chosen.seed,
        curve=tuple((x, y) for x, y in points),
        speed=chosen.speed or None,
        is_physical=chosen.is_physical,
        is_clip=True,
        name=f"Along {curve_object.name}" if curve_object is not None else "Random Walk",
        watches_stdin=True,
    )
    job = Job(request.name, read_character(armature_object), AnimationTiming(chosen.seconds, 1.0))
    return session.start_request(
        context,
        armature_object,
        request,
        job,
        given={},
        first_frame=first_frame_of(armature_object, context.scene),
        accepts=accepts,
        previews=False,  # their frames are known when the walk is
    )
