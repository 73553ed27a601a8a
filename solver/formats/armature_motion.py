"""A clip as keys of an armature: channels of its bones in their rotation modes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from ..arrays import Array
from ..job.drawn_bones import NO_SHIFT, DrawnBone
from ..mechanics.euler_angles import euler_angles
from ..motion.motion import Motion
from ..rotations import (
    continuous_signs,
    matrix_from_quaternion,
    quaternion_from_matrix,
)
from .bending_toes import BendingToes, bent
from .pose_channels import (
    Bone,
    RestStretch,
    RigidMotion,
    axis_angle_channels,
    in_space,
    quaternion_channels,
    rigid_motion,
    scaled_basis_channels,
)

NEEDED = np.nan  # placeholder for a location that follows from the bone's motion


@dataclass(frozen=True, eq=False)
class ArmaturePlace:
    """Transform of an armature: world = origin + scale * rotation @ local.

    Attributes:
        origin: (3,) world [m].
        rotation: (3, 3).
        scale: uniform, above 0.
    """

    origin: Array
    rotation: Array
    scale: float

    def to_world(self, point: Array) -> Array:
        """World position of an armature-space point (..., 3)."""
        moved: Array = self.origin + self.scale * point @ self.rotation.T
        return moved

    def to_local(self, point: Array) -> Array:
        """Armature-space position of a world point (..., 3)."""
        moved: Array = (point - self.origin) @ self.rotation / self.scale
        return moved


@dataclass(frozen=True, eq=False)
class ObjectTrajectory:
    """Transforms of a moving armature object during a motion, from the motion's first frame.

    Attributes:
        origin: (F, 3) world [m], at every frame of the timeline.
        rotation: (F, 3, 3).
        fps: frames per second of the timeline.
    """

    origin: Array
    rotation: Array
    fps: float

    def at(self, seconds: Array) -> tuple[Array, Array]:
        """Origins (S, 3) and rotations (S, 3, 3) at times (S,) since the first frame, held before and after."""
        where = np.clip(seconds * self.fps, 0.0, len(self.origin) - 1.0)
        before = np.minimum(where.astype(int), max(len(self.origin) - 2, 0))
        after = np.minimum(before + 1, len(self.origin) - 1)
        share = (where - before)[:, None]
        signed = continuous_signs(quaternion_from_matrix(self.rotation))
        turned = (1 - share) * signed[before] + share * signed[after]
        turned /= np.linalg.norm(turned, axis=1, keepdims=True)
        origin = (1 - share) * self.origin[before] + share * self.origin[after]
        return origin, matrix_from_quaternion(turned)


@dataclass(frozen=True, eq=False)
class BoneChannel:
    """One keyed channel of a bone.

    Attributes:
        bone: name.
        name: "location", "rotation_quaternion", "rotation_axis_angle", "rotation_euler" or "scale".
        values: (S, k) per frame; in a cycle, the first frame is repeated at the end, moved by the cycle's transform.
        travels: whether repetitions accumulate.
        repeats: whether it may be repeated.
    """

    bone: str
    name: str
    values: Array
    travels: bool
    repeats: bool


@dataclass(frozen=True, eq=False)
class ArmaturePlan:
    """The data of an armature for writing a motion.

    Attributes:
        bones: moving bones and their ancestors, parents first.
        modes: rotation mode of each moving bone, by Blender's identifiers.
        place: of the armature when the job was read.
        trajectory: trajectory of the armature during the motion; None: it stays at ``place``.
        root_motion_bone: receives the travel along the ground; empty: the root body's bone.
        detached: bones that their parents do not carry, with the body that each moves with.
        repetitions: of a turning cycle in the roots' channels, because curves cannot repeat with a rotation; fewer if
            the cycle returns to its beginning earlier, from where it repeats.
        toes: that bend with feet.
        stretches: of bodies that are longer or shorter than the armature's, armature space.
    """

    bones: tuple[Bone, ...]
    modes: dict[str, str]
    place: ArmaturePlace
    root_motion_bone: str = ""
    trajectory: ObjectTrajectory | None = None
    detached: Mapping[str, str] = field(default_factory=dict)
    repetitions: int = 1
    toes: tuple[BendingToes, ...] = ()
    stretches: Mapping[str, RestStretch] = field(default_factory=dict)


def armature_channels(motion: Motion, plan: ArmaturePlan) -> tuple[BoneChannel, ...]:
    """All channels of a clip on the armature: rotations of bodies' bones, locations of the roots'.

    Detached bones get both, and bones of stretched bodies a scale, which other bodies' bones must not inherit.
    """
    cycle = motion.cycle
    if cycle is None or cycle.yaw == 0.0 or plan.trajectory is not None or plan.repetitions == 1:
        return _channels(motion, plan, 1)
    round_trip = cycle.round_trip(plan.repetitions)
    once = _channels(motion, plan, 1)
    on = {(each.bone, each.name): each for each in _channels(motion, plan, round_trip or plan.repetitions)}
    return tuple(
        each if each.repeats else replace(on[each.bone, each.name], travels=False, repeats=round_trip > 0)
        for each in once
    )


def _channels(motion: Motion, plan: ArmaturePlan, repetitions: int) -> tuple[BoneChannel, ...]:
    """Channels of several repetitions of a cycle."""
    root = motion.character.root_joint.body
    roots = {joint.body for joint in motion.character.roots}
    motions = _motions(motion, plan, repetitions)
    n_frames = len(motions[root].shift)
    motions = {bone: motions[body] for bone, body in plan.detached.items()} | motions
    locations = {bone: np.full((n_frames, 3), NEEDED) for bone in (*roots, *plan.detached)}
    if plan.root_motion_bone:
        locations[plan.root_motion_bone] = _local_travel(motion, plan, n_frames)
    stretches = {
        bone: plan.stretches[body] for bone, body in plan.detached.items() if body in plan.stretches
    } | dict(plan.stretches)
    drawn = {bone.bone: bone for bone in motion.drawn_bones}
    drawn.pop(plan.root_motion_bone, None)  # which has another motion
    locations |= {name: np.full((n_frames, 3), NEEDED) for name in drawn if _shifts(drawn, name, plan)}
    sizes = {
        name: bone.spread(motion.n_frames, closed=motion.cycle is not None)[2][
            np.arange(n_frames) % motion.n_frames
        ]
        for name, bone in drawn.items()
        if bone.scales
    }
    rotations, shifts, scales = scaled_basis_channels(
        plan.bones, motions, locations, n_frames, stretches, sizes
    )
    cycle = motion.cycle
    # If the path turns or the object moves, repetitions of the roots do not simply accumulate.
    once = cycle is not None and (cycle.yaw != 0.0 or plan.trajectory is not None)
    channels = []
    for bone, rotation in rotations.items():
        name, values = rotation_channel(plan.modes[bone], rotation)
        channels.append(
            BoneChannel(bone, name, values, False, cycle is not None and not (once and bone in locations))
        )
    for bone, shift in shifts.items():
        channels.append(
            BoneChannel(bone, "location", shift, bone not in drawn, cycle is not None and not once)
        )
    for bone, scale in scales.items():
        channels.append(BoneChannel(bone, "scale", scale, False, cycle is not None))
    for each in plan.bones:
        if each.name in stretches:
            scale = np.tile(stretches[each.name].along(each.axes), (n_frames, 1))
            channels.append(BoneChannel(each.name, "scale", scale, False, cycle is not None))
    return tuple(channels)


def _motions(motion: Motion, plan: ArmaturePlan, repetitions: int) -> dict[str, RigidMotion]:
    """Armature-space motion of every body's bone and of toes; a cycle's first frame is repeated at the end."""
    position, orientation = motion.position, motion.orientation
    cycle = motion.cycle
    if cycle is not None:
        places, turns = [position], [orientation]
        for _ in range(repetitions):
            places.append(cycle.move_points(places[-1]))
            turns.append(cycle.move_orientations(turns[-1]))
        n_frames = repetitions * len(position) + 1
        position, orientation = np.concatenate(places)[:n_frames], np.concatenate(turns)[:n_frames]
    rest, seen_from = plan.place, _stands(motion, plan, len(position))
    world = {
        body.name: rigid_motion(position[:, b], orientation[:, b], body.position, body.orientation)
        for b, body in enumerate(motion.character.bodies)
    }
    world |= {
        bone.bone: _bone_motion(motion, bone, world[bone.body])
        for bone in motion.drawn_bones
        if bone.bone != plan.root_motion_bone
    }
    world |= {toes.bone: bent(toes, world[toes.foot]) for toes in plan.toes}
    return {
        bone: in_space(each, rest.origin, rest.rotation, rest.scale, seen_from=seen_from)
        for bone, each in world.items()
    }


def _bone_motion(motion: Motion, bone: DrawnBone, body: RigidMotion) -> RigidMotion:
    """World motion of a drawn bone from the rest pose, without its scale, by that of the body that carries it."""
    turn, shift, _ = bone.spread(motion.n_frames, closed=motion.cycle is not None)
    repeated = np.arange(len(body.turn)) % motion.n_frames
    turned, head = body.turn @ turn[repeated], np.array(bone.head)
    moved = np.einsum("sij,sj->si", body.turn, head + shift[repeated])
    return RigidMotion(turned, body.shift + moved - turned @ head)


def _shifts(drawn: Mapping[str, DrawnBone], name: str, plan: ArmaturePlan) -> bool:
    """Whether the head of a drawn bone leaves the place where the bone above would carry it."""
    bone = drawn[name]
    if name in _line(plan, bone.body):  # it carries the body, whose motion it takes over
        return True
    above, count = drawn.get(bone.parent), max(len(bone.turns), len(bone.shifts))
    head = np.array(bone.head)
    carried = head if above is None else above.moved(bone.head, count, closed=False)
    own = head + bone.spread(count, closed=False)[1]
    return bool(np.abs(own - carried).max() > NO_SHIFT)


def _line(plan: ArmaturePlan, bone: str) -> set[str]:
    """Names of the bones above a bone."""
    names, index = set[str](), next(k for k, each in enumerate(plan.bones) if each.name == bone)
    while (index := plan.bones[index].parent) >= 0:
        names.add(plan.bones[index].name)
    return names


def _stands(motion: Motion, plan: ArmaturePlan, n_frames: int) -> tuple[Array, Array]:
    """Origins (S, 3) and rotations (S, 3, 3) of the armature during the motion."""
    if plan.trajectory is not None:
        return plan.trajectory.at(motion.step * np.arange(n_frames))
    still = plan.place
    return np.tile(still.origin, (n_frames, 1)), np.tile(still.rotation, (n_frames, 1, 1))


def _local_travel(motion: Motion, plan: ArmaturePlan, n_frames: int) -> Array:
    """Path (S, 3) of the root motion bone, in armature space."""
    head = next(bone.head for bone in plan.bones if bone.name == plan.root_motion_bone)
    origin, rotation = _stands(motion, plan, n_frames)
    there = plan.place.to_world(head) + _travel(motion, motion.character.root_joint.body, n_frames)
    local: Array = np.einsum("sji,sj->si", rotation, there - origin) / plan.place.scale - head
    return local


def _travel(motion: Motion, root: str, n_frames: int) -> Array:
    """Path along the ground (S, 3), world; uniform for a cycle, so that the sway remains in the body."""
    if motion.cycle is not None:
        return np.linspace(0.0, 1.0, n_frames)[:, None] * np.array(motion.cycle.translation)
    body = motion.position[:, motion.character.body_index(root)]
    return (body - body[0]) * np.array([1.0, 1.0, 0.0])


def rotation_channel_name(mode: str) -> str:
    """Blender's name of the channel of a rotation mode."""
    return {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}.get(
        mode, "rotation_euler"
    )


def rotation_channel(mode: str, rotation: Array) -> tuple[str, Array]:
    """Name and values (S, k) of the channel of rotations (S, 3, 3) in a rotation mode."""
    name = rotation_channel_name(mode)
    if mode == "QUATERNION":
        return name, quaternion_channels(rotation)
    if mode == "AXIS_ANGLE":
        return name, axis_angle_channels(rotation)
    return name, euler_angles(rotation, mode)
