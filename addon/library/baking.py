"""Converts a played motion to a take, unchanged or made physical by the solver."""

import cmath
from functools import partial
from pathlib import Path

import bpy

from ...solver.commands.library_request import KnownRoute, WalkRequest
from ...solver.errors import InputError
from ...solver.formats.armature_motion import ArmaturePlan, BoneChannel, armature_channels
from ...solver.motion.motion import Motion
from ..blender.played_source import refer_to_source
from ..blender.take_names import free_name_of_take
from ..blender.write_motion import begin_action, fit_to_source, plan_motion, write_channels
from ..motion.first_frame import first_frame_of
from ..result import review
from ..runtime.event_loop import Work, in_a_thread
from ..solve import session
from ..solve.arrival import Arrival
from ..solve.solving import Solve
from .crowd import Crowd, job_of
from .performance import Performance

NAME = "Played"


def baking(performance: Performance, crowd: Crowd) -> Work[bpy.types.Action]:
    """Adds the played motion, of three frames or more, as a take of the ghost, without forces."""
    armature_object = bpy.data.objects[performance.name]
    plan = plan_motion(
        job_of(crowd.table), armature_object, place=crowd.place,
        root_motion_bone=armature_object.spacetime.motion.root_motion_bone,
    )  # fmt: skip
    yield
    motion, channels = yield from in_a_thread(partial(_channels, performance, plan))
    scene = armature_object.users_scene[0]
    action = begin_action(
        free_name_of_take(NAME), armature_object, first_frame=first_frame_of(armature_object, scene)
    )
    yield from write_channels(motion, action, channels)
    yield from refer_to_source(action, armature_object)
    yield from fit_to_source(action, armature_object)
    yield from review.proposing(armature_object, action)
    return action


def start_physical(performance: Performance, crowd: Crowd, *, graph: Path) -> Solve:
    """Queues a solve for the physical motion nearest to the played one; it becomes a take with forces.

    Raises:
        InputError: the graph was rebuilt since.
    """
    if crowd.stamp != graph.stat().st_mtime_ns:
        raise InputError("The motion graph has been built again since this was played; press Play again")
    armature_object, route = bpy.data.objects[performance.name], performance.route
    known = KnownRoute(
        route.motion,
        route.frame,
        2 * cmath.phase(route.place.half),
        (route.place.shift.real, route.place.shift.imag),
        tuple((hop.count, hop.edge) for hop in route.hops),
        route.beyond,
    )
    request = WalkRequest(
        str(graph.resolve()), ".", route=known, is_physical=True, is_clip=True, name=NAME, watches_stdin=True
    )
    return session.start_request(
        armature_object,
        request,
        job_of(crowd.table),
        Arrival(
            first_frame=first_frame_of(armature_object, armature_object.users_scene[0]),
            place=crowd.place,
            previews=False,  # iterates are at other frames than the job's
        ),
        files={},
    )


def _channels(performance: Performance, plan: ArmaturePlan) -> tuple[Motion, tuple[BoneChannel, ...]]:
    motion = performance.motion()
    return motion, armature_channels(motion, plan)
