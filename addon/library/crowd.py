"""Characters that walk through one motion graph simultaneously, each on its ghost; uses only numpy."""

import cmath
import math
from collections.abc import Sequence

import bpy
import numpy as np

from ...solver.errors import InputError
from ...solver.formats.armature_motion import ArmaturePlace, ArmaturePlan, armature_channels
from ...solver.job.job import AnimationTiming, Job
from ...solver.library.graph.player import Player
from ...solver.library.graph.walks.departures import DepartureTable
from ...solver.library.graph.walks.toward_speed import SpeedGoals
from ...solver.mechanics.planar import Planar
from ...solver.motion.motion import Motion
from ..blender.rest_pose import place_of
from ..blender.write_motion import plan_motion
from ..result.ghost import ghost_of
from .performance import Performance
from .solved_place import solved_place
from .steering import Keys, first_heading, speed_of, toward_target

SAME = 1e-3  # m, rad; tolerance of bones at rest


def job_of(table: DepartureTable) -> Job:
    """Job of the character of a graph."""
    return Job("Played", table.graph.motions[0].character, AnimationTiming(1.0, 1 / table.graph.step))


class Crowd:
    """The playing characters.

    Args:
        table: of their graph.
        armature_objects: one or more, with the same bones.
        keys: steer them; None: each walks to its own target.
        stamp: modification time of the graph's file [ns].

    Raises:
        InputError: the bodies of one differ from the graph's, or its bones from the first one's.
    """

    def __init__(
        self,
        table: DepartureTable,
        armature_objects: Sequence[bpy.types.Object],
        keys: Keys | None = None,
        *,
        stamp: int = 0,
    ) -> None:
        first, *others = armature_objects
        self.table, self.stamp, self._keys = table, stamp, keys
        self.place = solved_place(table.graph.motions[0].character, first)
        self._plan = plan_motion(job_of(table), first, place=self.place)
        for other in others:
            _require_same_bones(self._plan, plan_motion(job_of(table), other, place=self.place), first, other)
        self.performances = tuple(
            Performance(each.name, table, _stand(self.place, place_of(each))) for each in armature_objects
        )
        self._headings = [first_heading(each) for each in armature_objects]
        kept, goals = np.flatnonzero(table.kept), SpeedGoals(table)
        self._players = [
            Player(
                table,
                frame=int(kept[k * len(kept) // len(armature_objects)]),
                speed=speed_of(each),
                goals=goals,
            )
            for k, each in enumerate(armature_objects)  # with different phases
        ]
        for player, heading, performance in zip(
            self._players, self._headings, self.performances, strict=True
        ):
            player.stand(complex(*self.place.origin[:2]), heading - _yaw(performance.stand))

    @property
    def is_there(self) -> bool:
        """Whether all characters still have ghosts."""
        return all(
            each in bpy.data.objects and ghost_of(bpy.data.objects[each]) is not None for each in self.names
        )

    @property
    def names(self) -> list[str]:
        """Names of the objects."""
        return [each.name for each in self.performances]

    def step(self) -> None:
        """Advances each character by a frame."""
        for k, (player, performance) in enumerate(zip(self._players, self.performances, strict=True)):
            if performance.frames:
                speed, self._headings[k] = self._wanted(performance, self._headings[k])
                player.steer(speed, self._headings[k] - _yaw(performance.stand))
            frame, place = player.next_frame()
            performance.frames.append(frame)
            performance.places.append(place)

    def pose(self) -> None:
        """Poses all ghosts at their last frames, computed together."""
        last = [each.places[-1] for each in self.performances]
        position, orientation = self.table.tape.poses(
            np.array([each.frames[-1] for each in self.performances]),
            np.array([place.half for place in last]),
            np.array([place.shift for place in last]),
        )
        character = self.table.graph.motions[0].character
        posed = Motion(character, self.table.graph.step, position, orientation)  # one frame per character
        channels = armature_channels(posed, self._plan)
        for k, name in enumerate(self.names):
            ghost = ghost_of(bpy.data.objects[name])
            assert ghost is not None
            bones = ghost.pose.bones
            for channel in channels:
                setattr(bones[channel.bone], channel.name, channel.values[k])

    def _wanted(self, performance: Performance, heading: float) -> tuple[float, float]:
        armature_object = bpy.data.objects[performance.name]
        if self._keys is None:
            return toward_target(armature_object, performance.root, heading)
        return self._keys.next_velocity(heading, speed_of(armature_object), self.table.graph.step)


def _require_same_bones(
    plan: ArmaturePlan, other: ArmaturePlan, first: bpy.types.Object, second: bpy.types.Object
) -> None:
    mine, others = plan.bones, other.bones
    is_same = (
        [bone.name for bone in mine] == [bone.name for bone in others]
        and plan.modes == other.modes
        and all(
            np.allclose(a.axes, b.axes, atol=SAME) and np.allclose(a.head, b.head, atol=SAME)
            for a, b in zip(mine, others, strict=True)
        )
    )
    if not is_same:
        raise InputError(
            f"'{second.name}' has other bones than '{first.name}'; select copies of one character to play together"
        )


def _stand(earlier: ArmaturePlace, later: ArmaturePlace) -> Planar:
    """Planar transform from one placement of an armature to another."""
    turn = later.rotation @ earlier.rotation.T
    half = cmath.exp(0.5j * math.atan2(turn[1, 0] - turn[0, 1], turn[0, 0] + turn[1, 1]))
    return Planar.onto(half, level=complex(*earlier.origin[:2]), target=complex(*later.origin[:2]))


def _yaw(place: Planar) -> float:
    return 2 * cmath.phase(place.half)
