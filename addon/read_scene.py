"""An armature and its scene's settings to a Job in world space."""

import math
from collections.abc import Iterable
from dataclasses import replace

import bpy
import numpy as np

from ..solver.character import BodyJoint, Character, ContactJoint, RigidBody, RootJoint
from ..solver.errors import InputError
from ..solver.mechanics.euler import turn_about
from ..solver.mechanics.tree import Tree
from ..solver.motion.coordinates import coordinates
from ..solver.motion.sketch import at_rest, specify
from ..solver.problem.constraints.at_rest import AtRest
from ..solver.problem.constraints.clearance import Clearance
from ..solver.problem.hold import Hold
from ..solver.problem.job import (
    AnimationTiming,
    Constraint,
    Cycle,
    Job,
    Objective,
    SolverOptions,
    TimingSearch,
)
from ..solver.problem.objectives.acceleration import Acceleration
from ..solver.problem.objectives.effort import Effort
from ..solver.problem.objectives.force_change import ForceChange
from ..solver.problem.objectives.posture import Posture
from ..solver.problem.timings import BY_EVOLUTION, CmaEs, FreeLength, Gradient
from ..solver.rotations import matrix_from_quaternion, quaternion_from_matrix
from .character_properties import FIXED, PLANE
from .mirrored_edits import AUTO, other_side
from .read_goals import Scenery, read_goals
from .read_sketch import Sketch
from .read_surfaces import contact_timings, surfaces
from .rest_pose import (
    ArmaturePlace,
    Array,
    armature_data,
    body_bone,
    body_bones,
    body_line,
    facing_of,
    place_of,
    rest_bone,
)
from .write_motion import FIRST_FRAME

MIDDLE_LIMIT = math.radians(85)  # beyond 90 degrees the outer two of three axes would coincide
SQUARE = 1 - 1e-6  # cosine; who moves in a plane looks along a world axis as exactly as this
LENGTH_RANGE = 2.0  # how much shorter or longer a motion may become when its timing is found
TIMING_SEARCHES: dict[str, TimingSearch] = {
    "POLISHED": Gradient(),
    "SEARCHED": CmaEs(),
    "BOTH": Gradient(evolution=CmaEs()),
}
Limits = tuple[float, float]


def read_job(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, *, sketch: Sketch | None = None
) -> Job:
    """What the panels ask for.

    Args:
        armature_object: whose bones have bodies.
        scene: with the motion that is asked for.
        sketch: the artist's own animation, to stay close to; it says how long the motion is.

    Raises:
        InputError: naming the bone or setting that is wrong and what to do.
    """
    settings = scene.spacetime
    character = read_character(armature_object)
    fps = scene.render.fps / scene.render.fps_base
    searches = settings.timing != "GIVEN" and sketch is None
    length = (_n_frames(settings, fps) if sketch is None else len(sketch.frames) - 1) / fps
    job = Job(
        name=settings.motion_name.strip() or "Motion",
        character=character,
        timing=AnimationTiming(length, fps, free=_free_length(settings, length) if searches else None),
        cycle=_cycle(settings, character, facing_of(armature_object), length)
        if settings.is_cyclic and sketch is None
        else None,
        contact_timings=contact_timings(armature_object, are_free=searches),
        timing_search=TIMING_SEARCHES.get(settings.timing, BY_EVOLUTION),
        surfaces=surfaces(armature_object),
        constraints=_clearances(armature_object),
        objectives=_objectives(settings),
        gravity=_vector(scene.gravity[:]) if scene.use_gravity else (0.0, 0.0, 0.0),
        ground_height=settings.ground_height,
        options=SolverOptions(
            max_iterations=settings.max_iterations,
            time_limit=settings.time_limit,
            seed=settings.seed,
            noise=settings.noise,
        ),
    )
    if sketch is not None:
        job = _following(job, sketch, settings.sketch.closeness)
    return _with_goals(
        job, armature_object, scene, start=FIRST_FRAME if sketch is None else int(sketch.frames[0])
    )


def _free_length(settings: bpy.types.PropertyGroup, length: float) -> FreeLength | None:
    return FreeLength(length / LENGTH_RANGE, length * LENGTH_RANGE) if settings.free_length else None


def _with_goals(job: Job, armature_object: bpy.types.Object, scene: bpy.types.Scene, *, start: int) -> Job:
    """The job with what the goals say; their frames are the timeline's."""
    count = round(job.timing.length * job.timing.fps) + (job.cycle is None)
    scenery = Scenery(armature_object, job.character, scene, start, count)
    found = read_goals(scenery, scene.spacetime.goals)
    return replace(
        job,
        constraints=(*job.constraints, *(each for each in found if isinstance(each, Constraint))),
        objectives=(*job.objectives, *(each for each in found if isinstance(each, Objective))),
        holds=tuple(each for each in found if isinstance(each, Hold)),
    )


def _following(job: Job, sketch: Sketch, weight: float) -> Job:
    """The job with the sketch's closeness and pins, and at rest where the sketch is."""
    tree = Tree(job.character)
    q = coordinates(tree, sketch.position, sketch.turn)
    closeness, pins = specify(tree, q, sketch.keys, weight=weight)
    start, end = at_rest(q, 1 / job.timing.fps)
    still = (AtRest(start=start, end=end),) if start or end else ()
    return replace(
        job, objectives=(*job.objectives, closeness), constraints=(*job.constraints, *pins, *still)
    )


def _n_frames(settings: bpy.types.PropertyGroup, fps: float) -> int:
    """Whole frames of the motion; an even number when its second half mirrors the first."""
    if settings.is_cyclic and settings.is_mirrored:
        return max(2 * round(float(settings.length) * fps / 2), 4)
    return max(round(float(settings.length) * fps), 3)


def read_character(armature_object: bpy.types.Object) -> Character:
    """Bodies, joints and contacts of an armature in the rest pose, world space.

    Raises:
        InputError: naming the bone that is wrong and what to do.
    """
    armature, place = armature_data(armature_object), place_of(armature_object)
    bones = body_bones(armature)
    if not bones:
        raise InputError(f"no bone of '{armature_object.name}' has a body; press Fit Bodies first")
    parents = {bone.name: next(iter(body_line(bone)), None) for bone in bones}
    roots = [name for name, parent in parents.items() if parent is None]
    if len(roots) > 1:
        raise InputError(
            f"the bones '{roots[0]}' and '{roots[1]}' have bodies but no parent with one; "
            f"parent '{roots[1]}' below '{roots[0]}' or remove its body"
        )
    names = {bone.name for bone in bones}
    return Character(
        name=armature_object.name,
        bodies=tuple(_rigid_body(bone, place) for bone in bones),
        joints=tuple(
            _joint(bone, parent.name, armature_object.pose.bones[bone.name], place)
            for bone in bones
            if (parent := parents[bone.name]) is not None
        ),
        contacts=tuple(_contact(contact, armature_object, place) for contact in armature.spacetime.contacts),
        root=_root(roots[0], armature.spacetime, facing_of(armature_object)),
        mirror_pairs=tuple(
            (bone.name, mirrored)
            for bone in sorted(bones, key=lambda bone: str(bone.name))
            if bone.name < (mirrored := other_side(bone)) in names
        ),
    )


def _root(body: str, settings: bpy.types.PropertyGroup, facing: Array) -> RootJoint:
    """The root; one that may turn freely takes its somersaults last, where no angle is singular.

    Raises:
        InputError: it moves in a plane that is none of the world's.
    """
    turn = settings.root_turn
    if settings.root_moves == FIXED:
        return RootJoint(body, translation="", axes="")
    if settings.root_moves == PLANE:
        if abs(facing).max() < SQUARE:
            raise InputError(
                "a character that moves in a plane must face along the world's X or Y; turn it there"
            )
        along_x = abs(facing[0]) > abs(facing[1])
        limits = ((-turn, turn),) if turn > 0 else ()
        return RootJoint(body, "XZ" if along_x else "YZ", axes="Y" if along_x else "X", limits=limits)
    if turn > 0:
        return RootJoint(body, limits=((-turn, turn),) * 3)
    return RootJoint(body, axes="ZXY" if abs(facing[0]) > abs(facing[1]) else "ZYX")


def _rigid_body(bone: bpy.types.Bone, place: ArmaturePlace) -> RigidBody:
    body = bone.spacetime
    rest = rest_bone(bone, place)
    rotation = np.array(body.rotation, float)
    size = float(np.linalg.norm(rotation))
    if size < 1e-6:
        raise InputError(f"the body of the bone '{bone.name}' has no rotation; set it to 1, 0, 0, 0")
    return RigidBody(
        bone.name,
        mass=body.mass,
        diameters=_vector(place.scale * d for d in body.diameters),
        position=_vector(rest.head + place.scale * rest.axes @ np.array(body.center, float)),
        orientation=_quaternion(quaternion_from_matrix(rest.axes @ matrix_from_quaternion(rotation / size))),
    )


def _joint(
    bone: bpy.types.Bone, parent: str, pose_bone: bpy.types.PoseBone, place: ArmaturePlace
) -> BodyJoint:
    rest = rest_bone(bone, place)
    limits = axis_limits(pose_bone)
    axes = axis_order(bone.spacetime.order, limits)
    if len(axes) == 3:
        lowest, highest = limits[axes[1]]
        limits[axes[1]] = (max(lowest, -MIDDLE_LIMIT), min(highest, MIDDLE_LIMIT))
    numbers = ["XYZ".index(letter) for letter in axes]
    ease = bone.spacetime.preferred
    return BodyJoint(
        bone.name,
        body_a=parent,
        body_b=bone.name,
        position=_vector(rest.head),
        orientation=_quaternion(quaternion_from_matrix(rest.axes)),
        axes=axes,
        limits=tuple(limits[letter] for letter in axes),
        torque_limits=tuple(bone.spacetime.torque_limits[i] for i in numbers),
        preferred=tuple(
            min(max(ease[i], limits[letter][0]), limits[letter][1])
            for i, letter in zip(numbers, axes, strict=True)
        ),
    )


def axis_limits(pose_bone: bpy.types.PoseBone) -> dict[str, Limits]:
    """Lowest and highest angle [rad] of each axis that the bone's IK does not lock."""
    limits = {}
    for letter in "xyz":
        if getattr(pose_bone, f"lock_ik_{letter}"):
            continue
        if getattr(pose_bone, f"use_ik_limit_{letter}"):
            limits[letter.upper()] = (
                getattr(pose_bone, f"ik_min_{letter}"),
                getattr(pose_bone, f"ik_max_{letter}"),
            )
        else:
            limits[letter.upper()] = (-math.pi, math.pi)
    return limits


def axis_order(order: str, limits: dict[str, Limits]) -> str:
    """Letters of the free axes in the order of rotation; automatic: the one that turns least in the middle."""
    letters = "XYZ" if order == AUTO else order
    free = "".join(letter for letter in letters if letter in limits)
    if order != AUTO or len(free) < 3:
        return free
    least = min(free, key=lambda letter: limits[letter][1] - limits[letter][0])
    first, last = (letter for letter in free if letter != least)
    return first + least + last


def _contact(
    contact: bpy.types.PropertyGroup, armature_object: bpy.types.Object, place: ArmaturePlace
) -> ContactJoint:
    bone = armature_data(armature_object).bones.get(contact.bone)
    if bone is None:
        raise InputError(
            f"the contact '{contact.name}' is on no bone; choose one of '{armature_object.name}'"
        )
    carrier = body_bone(bone)
    if carrier is None:
        raise InputError(
            f"the contact '{contact.name}' is on '{bone.name}', which moves with no body; choose another"
        )
    return ContactJoint(
        contact.name,
        body=carrier.name,
        point=_vector(place.to_world(np.array(contact.point, float))),
        friction=contact.friction,
        twist_radius=contact.twist_radius,
    )


def _clearances(armature_object: bpy.types.Object) -> tuple[Clearance, ...]:
    contacts = armature_data(armature_object).spacetime.contacts
    return tuple(Clearance(contact.name, contact.clearance) for contact in contacts if contact.clearance > 0)


def _cycle(settings: bpy.types.PropertyGroup, character: Character, facing: Array, length: float) -> Cycle:
    """The transform of one cycle: along the way the character faces, or along the chord of its circle."""
    turn = settings.turn
    angle = math.atan2(facing[1], facing[0]) + settings.heading + turn / 2
    way = settings.speed * length * (math.sin(turn / 2) / (turn / 2) if turn else 1.0)
    here = np.array(character.bodies[character.body_index(character.root_joint.body)].position)
    there = here + way * np.array([math.cos(angle), math.sin(angle), 0.0])
    return Cycle(_vector(there - turn_about("Z", turn) @ here), turn, settings.is_mirrored)


def _objectives(
    settings: bpy.types.PropertyGroup,
) -> tuple[Effort | ForceChange | Acceleration | Posture, ...]:
    return (
        Effort(settings.effort),
        ForceChange(settings.soft_contact),
        Acceleration(settings.smoothness),
        Posture(settings.ease),
    )


def _vector(values: Iterable[float]) -> tuple[float, float, float]:
    x, y, z = (float(v) for v in values)
    return x, y, z


def _quaternion(values: Iterable[float]) -> tuple[float, float, float, float]:
    w, x, y, z = (float(v) for v in values)
    return w, x, y, z
