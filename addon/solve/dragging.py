"""Dragging a part of the ghost: an empty as its target, and a goal to reach it at this frame.

If the motion follows keys, the drag can become a key instead: the character is posed so that the part reaches the
target, and keyed.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Matrix, Vector

from ...solver.arrays import Array
from ...solver.errors import InputError
from ...solver.job.objectives.pose_closeness import PoseCloseness
from ..blender.units import in_meters, in_units, location_of
from ..character.read_character import read_character
from ..interface.row_buttons import free_name
from ..motion.goal_properties import FRAME
from ..motion.read_scene import read_job
from ..motion.read_sketch import read_pose
from ..posing.pulled_part import PulledPart, tip_of
from ..result.clip_on_action import clip_of
from ..result.ghost import ghost_of
from ..runtime.event_loop import Work
from .live import live

TOLERANCE = 0.01  # of the character's size: allowed distance to the target
SHOWN = 0.03  # of the character's size: size of the empty


@dataclass(frozen=True, eq=False)
class HeldPart:
    """The part that is dragged.

    Attributes:
        bone: of the body.
        at_tail: whether it is the tip of the bone instead of the middle of its body.
        place: target (3,), for the character even if its ghost is offset, world [m].
        size: largest extent of the character [m].
    """

    bone: str
    at_tail: bool
    place: Array
    size: float


class Dragging:
    """One drag, from press to release.

    Args:
        armature_object: of the ghost.
        scene: its current frame is that of the goal.
        held: the part.

    Raises:
        InputError: the motion cannot follow, or has no such frame.
    """

    def __init__(self, armature_object: bpy.types.Object, scene: bpy.types.Scene, held: HeldPart) -> None:
        self._armature, self._scene, self._held = armature_object, scene, held
        goal = _goal_of(armature_object, scene, held)
        self._is_new = goal is None
        if goal is None:
            goal = _add_goal(armature_object, scene, held)
        self._goal: str = goal.name
        self._target: bpy.types.Object = goal.target
        self._former = self._target.location.copy()
        self._place = held.place
        self._part: PulledPart | None = None
        self._posed: dict[str, Matrix] = {}  # former poses of bones that the ghost has posed
        self.move(np.zeros(3))
        try:
            bpy.context.view_layer.update()
            if not self.follows_keys:
                read_job(armature_object, scene)
            if live.find_armature() != armature_object:
                live.start(armature_object)
        except InputError:
            self.take_back()
            raise
        live.hold(held=True)

    @property
    def goal(self) -> str:
        """Name of the goal."""
        return self._goal

    @property
    def follows_keys(self) -> bool:
        """Whether it could become a key."""
        return bool(self._armature.spacetime.motion.sketch.use)

    def move(self, offset: Array) -> None:
        """Moves the target; way: offset (3,) from the start of the drag, world [m]."""
        self._target.location = Vector(in_units(self._place + offset).tolist())
        live.touch()

    def let_go(self) -> None:
        """Keeps the goal."""
        live.hold(held=False)

    def keying(self) -> Work[None]:
        """Keys the pose at this frame instead of a goal, which Live follows; ``PulledPart.keeping`` tells the steps.

        Raises:
            InputError: the motion does not follow keys, or the character cannot reach the pose; nothing is kept then.
        """
        place = in_meters(np.array(self._target.location))
        try:
            if not self.follows_keys:
                raise InputError(
                    "the motion does not follow keys; enable Follow Keys, or make a goal instead"
                )
            self._take_free_limbs_from_ghost()
            own = _place_of(self._armature, self._held)
            self._part = PulledPart(self._armature, self._scene, self._held.bone, own)
            self._part.move(place - own)
            yield from self._part.keeping(keys=True)
        except InputError:
            self.take_back()
            raise
        self._remove_goal()

    def _take_free_limbs_from_ghost(self) -> None:
        """Poses bones without keys as the solver does."""
        ghost, clip = ghost_of(self._armature), clip_of(self._armature.spacetime.pending)
        if ghost is None or clip is None:
            return
        drawn = {
            body.body
            for each in clip.job.objectives
            if isinstance(each, PoseCloseness)
            for body in each.bodies
        }
        left = [body.name for body in clip.job.character.bodies if body.name not in drawn]
        bones, posed = self._armature.pose.bones, ghost.pose.bones
        self._posed = {
            name: bones[name].matrix_basis.copy() for name in left if name in bones and name in posed
        }
        for name in self._posed:
            bones[name].matrix_basis = posed[name].matrix_basis
        bpy.context.view_layer.update()

    def take_back(self) -> None:
        """Undoes the drag."""
        if self._part is not None:
            self._part.take_back()
        for bone, matrix in self._posed.items():
            self._armature.pose.bones[bone].matrix_basis = matrix
        self._remove_goal()

    def _remove_goal(self) -> None:
        """Removes a new goal, and returns the target of another to its place."""
        live.hold(held=False)
        if self._is_new:
            goals = self._armature.spacetime.motion.goals
            goals.remove(goals.find(self._goal))
            bpy.data.objects.remove(self._target)
        else:
            self._target.location = self._former
        live.touch()


def _place_of(armature_object: bpy.types.Object, held: HeldPart) -> Array:
    """Position (3,) of a part of the character at this frame, world [m]."""
    if held.at_tail:
        return tip_of(armature_object, held.bone)
    character = read_character(armature_object)
    centres, _ = read_pose(armature_object, character)
    place: Array = centres[character.body_index(held.bone)]
    return place


def ghost_offset(armature_object: bpy.types.Object, ghost: bpy.types.Object) -> Array:
    """Offset (3,) at which the ghost is shown from the character, world [m]."""
    return location_of(ghost) - location_of(armature_object)


def _goal_of(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, held: HeldPart
) -> bpy.types.PropertyGroup | None:
    """Existing goal for the position of this part at this frame.

    Raises:
        InputError: its target has a parent, constraints or animation.
    """
    goals: Iterable[bpy.types.PropertyGroup] = armature_object.spacetime.motion.goals
    for goal in goals:
        meant = (goal.bone, goal.at_tail, goal.first) == (held.bone, held.at_tail, scene.frame_current)
        if goal.use and goal.kind == "GO_THERE" and goal.when == FRAME and meant and goal.target is not None:
            target = goal.target
            if target.parent or len(target.constraints) or target.animation_data:
                raise InputError(
                    f"the goal '{goal.name}' has this bone at its target at this frame, and '{target.name}' is "
                    "moved by its parent, constraints or keys; move it there, or disable the goal"
                )
            return goal
    return None


def _add_goal(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, held: HeldPart
) -> bpy.types.PropertyGroup:
    goals = armature_object.spacetime.motion.goals
    for each in goals:
        each.is_open = False
    goal: bpy.types.PropertyGroup = goals.add()
    goal.name = free_name(f"{held.bone} at {scene.frame_current}", [each.name for each in goals][:-1])
    goal.kind, goal.bone, goal.at_tail = "GO_THERE", held.bone, held.at_tail
    goal.when, goal.first, goal.last = FRAME, scene.frame_current, scene.frame_current
    goal.tolerance = in_units(TOLERANCE * held.size)
    target = bpy.data.objects.new(goal.name, None)
    target.empty_display_size = in_units(SHOWN * held.size)
    armature_object.users_collection[0].objects.link(target)
    goal.target = target
    return goal
