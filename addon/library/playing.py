"""The ghost walks through the motion graph in real time, to wherever its target is dragged; numpy alone."""

import cmath
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import bpy
import numpy as np

from ...solver.formats.armature_motion import ArmaturePlan, Channel, armature_channels
from ...solver.job.job import AnimationTiming, Job
from ...solver.library.graph.graph_file import load_graph
from ...solver.library.graph.planar import Planar
from ...solver.library.graph.player import Player
from ...solver.library.graph.tape import make_tape, played
from ...solver.library.graph.walks.departures import Ways
from ...solver.motion.motion import Motion
from ..blender.take_names import free_name_of_take
from ..blender.write_motion import begin_action, fit_to_source, plan_motion, write_channels
from ..motion.first_frame import first_frame_of
from ..result import review
from ..result.blend import clear_tracks
from ..result.ghost import ghost_of, making_ghost
from ..runtime import event_loop
from ..runtime.event_loop import After, Work, in_a_thread
from ..solve import session
from .graph import graph_file

USUAL_SPEED = 1.2  # m/s, where the panel leaves it open
ARRIVED = 0.4  # m from the target
BEHIND = 4  # frames that are made up for in one turn, at most
FEWEST = 3  # frames of a motion


@dataclass(eq=False)
class Performance:
    """What has been played so far.

    Attributes:
        name: of the character's object.
        ways: of the graph.
        frames: of its tape.
        places: where the motion of each stands.
    """

    name: str
    ways: Ways
    frames: list[int] = field(default_factory=list)
    places: list[Planar] = field(default_factory=list)

    def motion(self) -> Motion:
        """All of it, as an open motion."""
        half, shift = (
            np.array([getattr(place, name) for place in self.places]) for name in ("half", "shift")
        )
        return played(self.ways.graph, self.ways.tape, np.array(self.frames), half, shift)

    @property
    def job(self) -> Job:
        """Of whoever moves."""
        graph = self.ways.graph
        return Job("Played", graph.motions[0].character, AnimationTiming(1.0, 1 / graph.step))


class Play:
    """The performance that is going on, or the last one."""

    def __init__(self) -> None:
        self.last: Performance | None = None

    @property
    def is_on(self) -> bool:
        """Whether the ghost is walking."""
        return event_loop.is_busy(self)

    def start(self, armature_object: bpy.types.Object) -> None:
        """Lets the ghost walk until it is stopped.

        Raises:
            InputError: there is no place for the graph.
        """
        for leave in session.leave_the_ghost:
            leave()
        self.last = None
        work = self._work(armature_object.name, graph_file(armature_object))
        event_loop.start(work, owner=self, holds_data=False)

    def stop(self) -> None:
        """The ghost shows again what waits for the artist; what was played can still be baked."""
        event_loop.drop(self)

    def forget(self) -> None:
        """Another file is opened."""
        self.stop()
        self.last = None

    def _work(self, name: str, file: Path) -> Work[None]:
        ways = yield from in_a_thread(partial(_ways, file))
        armature_object = bpy.data.objects.get(name)
        if armature_object is None:
            return
        performance = self.last = Performance(name, ways)
        player = _player(ways, armature_object)
        yield from making_ghost(armature_object)
        try:
            _leave_motions(name)
            plan = plan_motion(performance.job, bpy.data.objects[name])
            begun, done = time.perf_counter(), 0
            while ghost_of(bpy.data.objects[name]) is not None:
                due = int((time.perf_counter() - begun) / ways.graph.step) - done
                for _ in range(min(due, BEHIND)):
                    _steer(player, performance, bpy.data.objects[name])
                    frame, place = player.next_frame()
                    performance.frames.append(frame)
                    performance.places.append(place)
                done += due
                if due:
                    _pose(bpy.data.objects[name], performance, plan)
                    event_loop.redraw()
                yield After(ways.graph.step / 2)
        finally:
            left = bpy.data.objects.get(name)
            if left is not None:
                review.show_pending(left)


play = Play()  # one at a time


def baking(performance: Performance, armature_object: bpy.types.Object) -> Work[bpy.types.Action]:
    """What was played as an action on the ghost, and on the list of takes.

    Args:
        performance: of three frames or more.
        armature_object: who moved.
    """
    plan = plan_motion(
        performance.job, armature_object, root_motion_bone=armature_object.spacetime.motion.root_motion_bone
    )
    yield
    motion, channels = yield from in_a_thread(partial(_channels, performance, plan))
    scene = armature_object.users_scene[0]
    action = begin_action(
        free_name_of_take("Played"), armature_object, first_frame=first_frame_of(armature_object, scene)
    )
    yield from write_channels(motion, action, channels)
    yield from fit_to_source(action, armature_object)
    yield from review.proposing(armature_object, action)
    return action


def _channels(performance: Performance, plan: ArmaturePlan) -> tuple[Motion, tuple[Channel, ...]]:
    motion = performance.motion()
    return motion, armature_channels(motion, plan)


def _ways(file: Path) -> Ways:
    """In a thread."""
    graph = load_graph(file)
    return Ways(graph, make_tape(graph))


def _player(ways: Ways, armature_object: bpy.types.Object) -> Player:
    """Who begins where the character stands, on the way to its target."""
    player = Player(ways, speed=armature_object.spacetime.library.speed or USUAL_SPEED)
    here = complex(*armature_object.matrix_world.translation[:2])
    away = _target(armature_object, here) - here
    player.stand(here, cmath.phase(away))
    return player


def _target(armature_object: bpy.types.Object, otherwise: complex) -> complex:
    """Where to go, x + i y [m]; without a target a metre ahead along X of a place."""
    target = armature_object.spacetime.library.target
    return complex(*target.matrix_world.translation[:2]) if target is not None else otherwise + 1


def _steer(player: Player, performance: Performance, armature_object: bpy.types.Object) -> None:
    """Towards the target; at it, as slowly as the graph can."""
    if not performance.frames:
        return
    tape, place = performance.ways.tape, performance.places[-1]
    here = complex(tape.level[performance.frames[-1], tape.root]) * place.half**2 + place.shift
    away = _target(armature_object, here) - here
    speed = armature_object.spacetime.library.speed or USUAL_SPEED
    player.steer(speed if abs(away) > ARRIVED else 0.0, cmath.phase(away))


def _leave_motions(name: str) -> None:
    """The ghost plays nothing of its own."""
    ghost = ghost_of(bpy.data.objects[name])
    if ghost is not None and ghost.animation_data is not None:
        clear_tracks(ghost)
        ghost.animation_data.action = None


def _pose(armature_object: bpy.types.Object, performance: Performance, plan: ArmaturePlan) -> None:
    """The ghost as in the last frame."""
    ghost, place = ghost_of(armature_object), performance.places[-1]
    if ghost is None:
        return
    tape, character = performance.ways.tape, performance.job.character
    position, orientation = tape.poses(
        np.array(performance.frames[-1:]), np.array([place.half]), np.array([place.shift])
    )
    for channel in armature_channels(
        Motion(character, performance.ways.graph.step, position, orientation), plan
    ):
        setattr(ghost.pose.bones[channel.bone], channel.name, channel.values[0])
