"""Walks through the motion graph of a character, as commands to the solver."""

from functools import partial

import bpy
import numpy as np

from ...solver.commands.library_request import WalkRequest
from ...solver.job.job import AnimationTiming, Job
from ...solver.library.graph.graph_file import load_character
from ..blender.ground_path import ground_path
from ..blender.rest_pose import place_of
from ..blender.units import in_meters
from ..motion.first_frame import first_frame_of
from ..runtime.event_loop import Work, in_a_thread
from ..solve import session
from ..solve.arrival import Arrival
from ..solve.solving import Solve
from .graph import graph_file
from .solved_place import solved_place


def starting_walk(
    armature_object: bpy.types.Object, curve_object: bpy.types.Object | None, *, accepts: bool = False
) -> Work[Solve]:
    """Queues a walk; motions follow an armature that was moved, rotated or scaled.

    Args:
        armature_object: the character.
        curve_object: path to follow; None for a random walk.
        accepts: as of ``start_solve``.

    Raises:
        InputError: the curve is not a single spline, or the graph has no path or different bodies.
    """
    chosen, scene = armature_object.spacetime.library, bpy.context.scene
    assert scene is not None
    file = graph_file(armature_object).resolve()
    character = yield from in_a_thread(partial(load_character, file))
    now, place = place_of(armature_object), solved_place(character, armature_object)
    points = np.zeros((0, 2)) if curve_object is None else ground_path(curve_object)
    solved = place.to_world(now.to_local(np.pad(points, ((0, 0), (0, 1)))))[:, :2]
    request = WalkRequest(
        str(file),
        ".",
        seconds=chosen.seconds if curve_object is None else None,
        seed=chosen.seed,
        curve=tuple((x, y) for x, y in solved.tolist()),
        speed=in_meters(chosen.speed) * place.scale / now.scale or None,
        is_physical=chosen.is_physical,
        around_blends=chosen.around_blends,
        is_clip=True,
        name=f"Along {curve_object.name}" if curve_object is not None else "Random Walk",
        watches_stdin=True,
    )
    return session.start_request(
        armature_object,
        request,
        Job(request.name, character, AnimationTiming(chosen.seconds, 1.0)),
        Arrival(
            first_frame=first_frame_of(armature_object, scene),
            place=place,
            accepts=accepts,
            previews=False,  # frames are unknown before the walk
        ),
        files={},
    )
