"""Converts goals of the panel to constraints, objectives and holds, with one function per type."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import bpy
import numpy as np

from ...solver.arrays import Array, Vector3
from ...solver.character import Character, RigidBody
from ...solver.errors import InputError
from ...solver.job.constraints.above_ground import AboveGround
from ...solver.job.constraints.apart import Apart, NoSelfIntersection
from ...solver.job.constraints.at_rest import AtRest
from ...solver.job.constraints.expression import ExpressionConstraint
from ...solver.job.constraints.follow_path import FollowPath, Waypoint
from ...solver.job.constraints.hold_pose import Angle, HoldPose
from ...solver.job.constraints.pin import Pin
from ...solver.job.constraints.power_limit import PowerLimit
from ...solver.job.constraints.region import BoxRegion, EllipsoidRegion, Region, Shape, Sphere
from ...solver.job.constraints.stay import Stay
from ...solver.job.hold import Hold
from ...solver.job.job import AnimationTiming, Constraint, Objective
from ...solver.job.objectives.duration import Duration
from ...solver.job.objectives.expression import ExpressionObjective
from ...solver.job.objectives.head_steady import HeadSteady
from ...solver.job.objectives.torque import Torque
from ...solver.job.when import ALWAYS, When
from ...solver.rotations import matrix_from_quaternion
from ..blender.evaluation import places_of
from ..blender.frame_rate import rate_of
from ..blender.gravity import gravity_of
from ..blender.rest_pose import armature_data, body_bone, facing_of, place_of, rest_bone
from ..blender.units import in_meters, location_of, world_matrix
from ..blender.vectors import vector
from .goal_kinds import FASTEST, GOAL_KINDS
from .goal_properties import FRAME, WHOLE

Specifier = Constraint | Objective | Hold
OfBodies = Stay | FollowPath | Region | ExpressionConstraint | Hold | Apart | AboveGround
TURN_SLACK = 0.2  # rad; tolerated tilt before and after a somersault


@dataclass(frozen=True, eq=False)
class Scenery:
    """Context for reading goals.

    Attributes:
        rig: the armature.
        character: of the armature.
        scene: with the frame rate and the targets.
        start: scene frame at which the motion begins.
        timing: of the motion, whose frame rate may differ from the scene's.
        is_open: whether the last frame differs from the first, unlike in a cycle.
    """

    rig: bpy.types.Object
    character: Character
    scene: bpy.types.Scene
    start: int
    timing: AnimationTiming
    is_open: bool

    @property
    def per_frame(self) -> float:
        """Frames of the motion per frame of the scene."""
        return self.timing.fps / rate_of(self.scene)

    @property
    def count(self) -> int:
        """Number of scene frames of the motion."""
        return round(self.timing.length * self.timing.fps / self.per_frame) + self.is_open

    def body(self, name: str) -> RigidBody:
        """Body with which a bone moves.

        Raises:
            InputError: there is none.
        """
        bone = armature_data(self.rig).bones.get(name)
        carrier = body_bone(bone) if bone is not None else None
        if carrier is None:
            found = "none" if bone is None else f"'{name}', which does not move with any body"
            raise InputError(f"expected a bone with a body, found {found}")
        return self.character.bodies[self.character.body_index(carrier.name)]

    def place(self, name: str, *, at_tail: bool) -> Array:
        """World rest position (3,) [m] of a bone's tip or middle: of its body, or of the bone if it has none."""
        body = self.body(name)
        if not at_tail and body.name == name:
            return np.array(body.position)
        bone = rest_bone(armature_data(self.rig).bones[name], place_of(self.rig))
        return bone.tail if at_tail else (bone.head + bone.tail) / 2

    def point(self, goal: bpy.types.PropertyGroup) -> Vector3:
        """The goal's point in axes of its body, from its center of mass [m]."""
        body = self.body(goal.bone)
        arm = self.place(goal.bone, at_tail=goal.at_tail) - body.position
        return vector(arm @ matrix_from_quaternion(body.orientation))

    def when(self, goal: bpy.types.PropertyGroup) -> When:
        """The goal's frames.

        Raises:
            InputError: they are outside of the motion.
        """
        if goal.when == WHOLE:
            return ALWAYS
        first, last = (round(frame * self.per_frame) for frame in self.stretch(goal))
        return When(first, last)

    def at_release(self, goal: bpy.types.PropertyGroup) -> When:
        """The release frame of a goal to throw at.

        Raises:
            InputError: it is outside of the motion.
        """
        frame = goal.first - self.start
        if not 0 <= frame < self.count:
            raise InputError(
                f"expected a frame from {self.start} to {self.start + self.count - 1}, found {goal.first}"
            )
        at = round(frame * self.per_frame)
        return When(at, at)

    def phase(self, goal: bpy.types.PropertyGroup) -> tuple[float, float]:
        """Start and duration of the goal, as fractions of the motion."""
        if goal.when == WHOLE:
            return 0.0, 1.0
        first, last = self.stretch(goal)
        span = self.count - 1
        return first / span, min((last - first + 1) / span, 1.0)

    def stretch(self, goal: bpy.types.PropertyGroup) -> tuple[int, int]:
        """First and last scene frame of the goal, counted from the start of the motion.

        Raises:
            InputError: they are outside of the motion.
        """
        if goal.when == WHOLE:
            return 0, self.count - 1
        first, last = goal.first - self.start, (goal.first if goal.when == FRAME else goal.last) - self.start
        if not 0 <= first <= last < self.count:
            raise InputError(
                f"expected frames from {self.start} to {self.start + self.count - 1}, "
                f"found {goal.first}" + (f" to {goal.last}" if goal.when != FRAME else "")
            )
        return first, last


def read_goals(scenery: Scenery, goals: Iterable[bpy.types.PropertyGroup]) -> tuple[Specifier, ...]:
    """Specifications of all enabled goals.

    Raises:
        InputError: naming the invalid goal and its fault.
    """
    found: list[Specifier] = []
    for goal in goals:
        if goal.use:
            try:
                read = _READERS[goal.kind](goal, scenery)
                found += (
                    _with_display_names(each, goal) for each in (read if isinstance(read, tuple) else (read,))
                )
            except InputError as error:
                raise InputError(f"the goal '{goal.name}': {error}") from error
    return tuple(found)


def _with_display_names(specifier: Specifier, goal: bpy.types.PropertyGroup) -> Specifier:
    """Adds display names, so that messages name the chosen bones instead of the bodies that move them."""
    if not isinstance(specifier, OfBodies):
        return specifier
    bones = (goal.bone, goal.other_bone) if GOAL_KINDS[goal.kind].of_two_bones else (goal.bone,)
    return replace(specifier, display_names=tuple(filter(None, bones)))


def _target(goal: bpy.types.PropertyGroup) -> bpy.types.Object:
    if goal.target is None:
        raise InputError("expected a target, found none; choose an object")
    target: bpy.types.Object = goal.target
    return target


def _go_there(goal: bpy.types.PropertyGroup, scenery: Scenery) -> Stay:
    place, slack = location_of(_target(goal)), in_meters(goal.tolerance)
    body, point = scenery.body(goal.bone).name, scenery.point(goal)
    return Stay(body, vector(place - slack), vector(place + slack), point, scenery.when(goal))


def _throw_at(goal: bpy.types.PropertyGroup, scenery: Scenery) -> tuple[ExpressionConstraint, ...]:
    """An object released at point p with velocity v is at p + v t + g t^2 / 2 after time t."""
    place, time, slack = location_of(_target(goal)), goal.flight, in_meters(goal.tolerance)
    fallen = 0.5 * np.array(gravity_of(scenery.scene)) * time**2
    arm, when = f"{scenery.body(goal.bone).name!r}, {scenery.point(goal)!r}", scenery.at_release(goal)
    return tuple(
        ExpressionConstraint(
            f"position({arm}).{axis} + {time!r} * velocity({arm}).{axis}",
            lower=float(at - slack),
            upper=float(at + slack),
            when=when,
            name=goal.name,
        )
        for axis, at in zip("xyz", place - fallen, strict=True)
    )


def _follow(goal: bpy.types.PropertyGroup, scenery: Scenery) -> FollowPath:
    first, last = scenery.stretch(goal)
    frames, fps = range(first, last + 1), scenery.timing.fps / scenery.per_frame
    places = places_of(_target(goal), scenery.scene, [scenery.start + frame for frame in frames])
    waypoints = (Waypoint(frame / fps, vector(place)) for frame, place in zip(frames, places, strict=True))
    body, point = scenery.body(goal.bone).name, scenery.point(goal)
    return FollowPath(body, tuple(waypoints), point, in_meters(goal.tolerance), smooth=False)


def _face(goal: bpy.types.PropertyGroup, scenery: Scenery) -> ExpressionConstraint:
    """Points the body's front, which faces ahead in the rest pose, at the target."""
    body = scenery.body(goal.bone)
    front = facing_of(scenery.rig)
    x, y, z = (float(c) for c in front @ matrix_from_quaternion(body.orientation))
    name = f"body({body.name!r})"
    there = vector(location_of(_target(goal)))
    ahead = f"{x!r} * {name}.x_axis + {y!r} * {name}.y_axis + {z!r} * {name}.z_axis"
    away = f"({there!r} - {name}.position)"
    cosine = f"dot({ahead}, {away}) / norm({away})"
    return ExpressionConstraint(cosine, lower=math.cos(goal.angle), when=scenery.when(goal), name=goal.name)


def _under(goal: bpy.types.PropertyGroup, scenery: Scenery) -> ExpressionConstraint:
    return ExpressionConstraint(
        _height(goal, scenery), upper=in_meters(goal.height), when=scenery.when(goal), name=goal.name
    )


def _over(goal: bpy.types.PropertyGroup, scenery: Scenery) -> ExpressionConstraint:
    return ExpressionConstraint(
        _height(goal, scenery), lower=in_meters(goal.height), when=scenery.when(goal), name=goal.name
    )


def _height(goal: bpy.types.PropertyGroup, scenery: Scenery) -> str:
    return f"position({scenery.body(goal.bone).name!r}, {scenery.point(goal)!r}).z"


def _region(goal: bpy.types.PropertyGroup, scenery: Scenery) -> Region:
    body, point = scenery.body(goal.bone).name, scenery.point(goal)
    inside = goal.kind == "INSIDE"
    return Region(
        body,
        _shape(_target(goal)),
        inside=inside,
        point=point,
        when=scenery.when(goal),
        slack=goal.excess or None,
    )


def _shape(target: bpy.types.Object) -> Shape:
    """Sphere of an empty, or the world-aligned bounding box of other objects, world [m]."""
    world = world_matrix(target)
    centre, scale = world[:3, 3], np.linalg.norm(world[:3, :3], axis=0)
    if target.type == "EMPTY" and target.empty_display_type == "SPHERE":
        radii = scale * target.empty_display_size
        if np.ptp(radii) < 1e-6 * radii.max():
            return Sphere(vector(centre), float(radii.max()))
        return EllipsoidRegion(vector(centre), vector(2 * radii))
    if target.type == "EMPTY":
        corners = np.array([[-1.0] * 3, [1.0] * 3]) * target.empty_display_size
        corners = np.stack(np.meshgrid(*corners.T), -1).reshape(-1, 3)
    else:
        corners = np.array([corner[:] for corner in target.bound_box], float)
    corners = corners @ world[:3, :3].T + centre
    low, high = corners.min(0), corners.max(0)
    return BoxRegion(vector((low + high) / 2), vector(high - low))


def _hold(goal: bpy.types.PropertyGroup, scenery: Scenery) -> Hold:
    body, place = scenery.body(goal.bone).name, scenery.place(goal.bone, at_tail=goal.at_tail)
    other, there = "", vector(place)
    if goal.other_bone:
        other = scenery.body(goal.other_bone).name
        there = vector(scenery.place(goal.other_bone, at_tail=goal.at_tail))
    else:
        there = vector(location_of(_target(goal)))
    return Hold(goal.name, body, vector(place), other, there, (scenery.phase(goal),))


def _apart(goal: bpy.types.PropertyGroup, scenery: Scenery) -> Apart | NoSelfIntersection:
    if not goal.bone and not goal.other_bone:
        return NoSelfIntersection()
    return Apart(scenery.body(goal.bone).name, scenery.body(goal.other_bone).name)


def _off_ground(goal: bpy.types.PropertyGroup, scenery: Scenery) -> AboveGround:
    return AboveGround((scenery.body(goal.bone).name,) if goal.bone else ())


def _pose(goal: bpy.types.PropertyGroup, scenery: Scenery) -> HoldPose:
    if not len(goal.pose):
        raise InputError("expected a pose, found none; pose the character and add the goal again")
    return HoldPose(tuple(Angle(a.name, a.angle) for a in goal.pose), goal.angle, scenery.when(goal))


def _power(goal: bpy.types.PropertyGroup, scenery: Scenery) -> PowerLimit:
    return PowerLimit(goal.rate, scenery.when(goal))


def _rest(goal: bpy.types.PropertyGroup, scenery: Scenery) -> AtRest:
    return AtRest(start=goal.at_start, end=goal.at_end)


def _turn_over(goal: bpy.types.PropertyGroup, scenery: Scenery) -> tuple[Pin, Pin]:
    """Somersault about the character's lateral axis; forward turns from up to ahead."""
    if scenery.character.root_joint.limits:
        raise InputError("Max Root Turn prevents a flip; set it to 0")
    x, y, _ = np.cross([0.0, 0.0, 1.0], facing_of(scenery.rig))
    dof, sign = ("root.rx", np.sign(x)) if abs(x) > abs(y) else ("root.ry", np.sign(y))
    end = float(sign * 2 * math.pi * goal.turns)
    return Pin(dof, 0, 0, -TURN_SLACK, TURN_SLACK), Pin(dof, -1, -1, end - TURN_SLACK, end + TURN_SLACK)


def _steady(goal: bpy.types.PropertyGroup, scenery: Scenery) -> HeadSteady:
    return HeadSteady(scenery.body(goal.bone).name, goal.weight)


def _limit(goal: bpy.types.PropertyGroup, scenery: Scenery) -> ExpressionConstraint:
    return ExpressionConstraint(
        goal.formula,
        lower=goal.lower if goal.use_lower else None,
        upper=goal.upper if goal.use_upper else None,
        when=scenery.when(goal),
        of=goal.of,
        name=goal.name,
        tolerance=goal.excess or None,
    )


def _least(goal: bpy.types.PropertyGroup, scenery: Scenery) -> ExpressionObjective:
    return ExpressionObjective(goal.formula, goal.weight, scenery.when(goal), goal.least_of, name=goal.name)


def _fastest(goal: bpy.types.PropertyGroup, scenery: Scenery) -> Duration:
    return Duration(goal.weight)


def _least_torque(goal: bpy.types.PropertyGroup, scenery: Scenery) -> Torque:
    return Torque(goal.weight)


_READERS: dict[str, Callable[[bpy.types.PropertyGroup, Scenery], Specifier | tuple[Specifier, ...]]] = {
    "GO_THERE": _go_there,
    "THROW_AT": _throw_at,
    "FOLLOW": _follow,
    "FACE": _face,
    "UNDER": _under,
    "OVER": _over,
    "INSIDE": _region,
    "OUTSIDE": _region,
    "HOLD": _hold,
    "APART": _apart,
    "OFF_GROUND": _off_ground,
    "POSE": _pose,
    "POWER": _power,
    "REST": _rest,
    "TURN_OVER": _turn_over,
    "STEADY": _steady,
    "LIMIT": _limit,
    "LEAST": _least,
    FASTEST: _fastest,
    "LEAST_TORQUE": _least_torque,
}
