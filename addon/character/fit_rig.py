"""Fits bodies, joints and contacts to a rig's bones."""

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.errors import InputError
from ...solver.fitting.creature_fit import CreatureFit, fit_creature
from ...solver.fitting.creature_parts import CreatureParts
from ...solver.fitting.ellipsoid import Ellipsoid, along_bone, around_points
from ...solver.fitting.girth import spine_widths
from ...solver.fitting.human_bones import clavicles, with_bodies
from ...solver.fitting.human_fit import HumanFit, fit_human, stature_of
from ...solver.fitting.human_map import is_human
from ...solver.fitting.rest_bone import RestBone
from ...solver.fitting.skeleton import Skeleton
from ...solver.fitting.skin_fit import skin_of_parts
from ..blender.rest_pose import (
    armature_data,
    place_of,
    rest_of_parts,
    skeleton_of,
    store_facing,
    store_upright,
)
from ..blender.skin import skin_points, skins_of
from ..blender.units import in_kilograms, in_meters, in_units, in_units_of_mass
from ..runtime.event_loop import Work
from .bone_map import keep, mapped_parts
from .ground import Grounding, meet_ground
from .kind import UNKNOWN, keep_kind, recognized, recognized_as, values_of
from .properties import MALE, SKIN
from .setting_groups import begin_settings
from .stand_up import frame_that_stands
from .store_fit import (
    clear,
    clear_contacts,
    quietly,
    store_body,
    store_carriers,
    store_contact,
    store_joint,
)

DOUBTFUL = 0.7  # confidence of a common word; matches by shape alone are less sure
ROOT_TURN = 0.5  # rad; prevents a walk from turning sideways
SAME_HEIGHT = 1e-4  # relative difference below which the scale stays unchanged
BONE_WIDTH = 0.25  # of the bone's length, without a skin
STRENGTH_SHARE = 0.15  # of body weight x height: a human hip's 200 N m
GRAVITY = 9.81  # m/s^2
HUMAN_DENSITY = 985.0  # kg/m^3, at average build
BUILD = 75.0 / 1.75**3  # kg/m^3; weight of an adult over the cube of the height
# Speed over sqrt(g h) and stride time over sqrt(h / g) of legs of height h (Alexander 1989): of a human's walk
# at 1.3 m/s and of a dog's trot at 2.2 m/s.
WALK, TROT = (0.43, 3.57), (0.95, 2.11)


@dataclass(frozen=True)
class Fitted:
    """Result of a fit.

    Attributes:
        n_bodies: the number of bodies.
        kind: "human", "creature" or "chain", from most to least recognized.
        said: what it was recognized as, and how surely; empty if its bones were chosen by the artist.
        doubtful: parts with uncertain bones.
        scaled_to: height [m] to which the object was scaled; 0: unchanged.
        grounding: how it came to stand on the ground.
    """

    n_bodies: int
    kind: str
    grounding: Grounding
    doubtful: tuple[str, ...] = ()
    scaled_to: float = 0.0
    said: str = ""


def fitting(armature_object: bpy.types.Object, scene: bpy.types.Scene, *, wanted: str = "") -> Work[Fitted]:
    """Fits bodies: of a human by measured proportions or its skin, of others by skin or bone lengths.

    Parts are those of the armature's bone map, which is detected if there is none. A fit that fails changes nothing.

    Args:
        armature_object: to fit bodies to.
        scene: whose ground is brought to its feet.
        wanted: what to detect it as again, of ``WANTED_ITEMS``; empty: what was chosen before.

    Raises:
        InputError: naming the invalid bone or object and a remedy.
    """
    armature = armature_data(armature_object)
    stored = armature.spacetime.bone_map
    found = None
    if wanted or not len(stored):
        wanted = wanted or armature.spacetime.kind.wanted
        found = recognized(armature_object, wanted)
        yield
        if not found.bones and wanted == "AUTO":
            yield from _refuse_lying(armature_object)
    skeleton = skeleton_of(armature_object)
    yield
    parts = {line.part: line.bone for line in found.bones} if found else mapped_parts(armature)
    sure = (
        {line.part: line.confidence for line in found.bones}
        if found
        else {k.name: k.confidence for k in stored}
    )
    doubtful = tuple(part for part in parts if sure[part] < DOUBTFUL)
    by_skin = armature.spacetime.body_type == SKIN or not is_human(parts.keys())
    skins = (yield from skins_of(armature_object)) if by_skin else []
    scaled_to = 0.0
    with quietly(armature), scale_kept(armature_object):
        if is_human(parts.keys()):
            if armature.spacetime.use_stature:
                scaled_to = _set_stature(armature_object, parts)
            if armature.spacetime.use_clavicles:
                parts = {**parts, **clavicles(skeleton, parts)}
            skin = skin_of_parts(skeleton, with_bodies(parts), skin_points(skins))
            (bodies, grounding), kind = _fit_human(armature_object, scene, parts, skin), "human"
        elif parts:
            creature = CreatureParts(skeleton, parts)
            (bodies, grounding), kind = (
                _fit_creature(armature_object, scene, creature, skin_points(skins)),
                "creature",
            )
        else:
            (bodies, grounding), kind = (
                _fit_any(armature_object, scene, skeleton, skin_points(skins)),
                "chain",
            )
        store_carriers(armature, skeleton)
        if found:
            keep(armature, found.bones)
            keep_kind(armature_object, found, wanted)
    own = armature.spacetime.kind
    said = recognized_as(own).format(**values_of(own)) if found else ""
    return Fitted(bodies, kind, grounding, doubtful, scaled_to, said)


def _refuse_lying(armature_object: bpy.types.Object) -> Work[None]:
    """Refuses a rest pose without legs if a frame of the motion stands on some.

    Raises:
        InputError: naming the frame.
    """
    frame = yield from frame_that_stands(armature_object)
    if frame is not None:
        raise InputError(
            f"'{armature_object.name}' stands on legs in frame {frame} of its motion, but not in its rest pose; press "
            "Stand Up in the check list"
        )


@contextmanager
def scale_kept(armature_object: bpy.types.Object) -> Iterator[None]:
    """Context whose failure leaves the object's scale as it was."""
    scale = armature_object.scale.copy()
    try:
        yield
    except InputError:
        armature_object.scale = scale
        bpy.context.view_layer.update()
        raise


def _set_stature(armature_object: bpy.types.Object, parts: Mapping[str, str]) -> float:
    """Scales a human's object about its origin to the height in the panel, which it returns; 0: unchanged."""
    height = stature_of(rest_of_parts(armature_object, parts))
    if height <= 0:
        raise InputError(
            f"the armature '{armature_object.name}' lies flat; rotate it upright along the world's Z"
        )
    stature = in_meters(armature_data(armature_object).spacetime.stature)
    factor = stature / height
    if abs(factor - 1) < SAME_HEIGHT:
        return 0.0
    armature_object.scale = [s * factor for s in armature_object.scale]
    bpy.context.view_layer.update()
    return float(stature)


def _fit_human(
    armature_object: bpy.types.Object,
    scene: bpy.types.Scene,
    parts: Mapping[str, str],
    skin: Mapping[str, Array],
) -> tuple[int, Grounding]:
    """Fits a human; a weight by density uses the volume of the skin, or the height if skins are not used."""
    armature = armature_data(armature_object)
    settings, bones = armature.spacetime, rest_of_parts(armature_object, parts)
    sex = MALE if settings.body_type == SKIN else settings.body_type
    density = settings.density if settings.weigh_by == "DENSITY" else 0.0
    by_height = (density or HUMAN_DENSITY) / HUMAN_DENSITY * BUILD * stature_of(bones) ** 3
    was_other = settings.weigh_by == "AUTO" and settings.kind.found not in (UNKNOWN, "HUMAN")
    mass = by_height if density or was_other else in_kilograms(settings.body_mass)
    fit = fit_human(bones, mass=mass, sex=sex, skin=skin, density=density, toes_bend=settings.use_toes)
    settings.body_mass = in_units_of_mass(sum(body.mass for body in fit.bodies.values()))
    _store(armature_object, fit, parts)
    settings.root_turn = ROOT_TURN
    leg = float(bones["thigh.L"].head[2]) - fit.ground_height
    return len(fit.bodies), meet_ground(armature_object, scene, fit.ground_height, leg=leg)


def _fit_creature(
    armature_object: bpy.types.Object,
    scene: bpy.types.Scene,
    parts: CreatureParts,
    skin: Mapping[str, Array],
) -> tuple[int, Grounding]:
    """Fits a creature by its limbs, and sets up a walk or trot that suits its size."""
    settings = armature_data(armature_object).spacetime
    given = in_kilograms(settings.body_mass) if settings.weigh_by == "WEIGHT" else 0.0
    fit = fit_creature(parts, skin, density=settings.density, mass=given)
    _store(armature_object, fit, parts.bones)
    settings.body_mass = in_units_of_mass(sum(body.mass for body in fit.bodies.values()))
    settings.root_turn = ROOT_TURN
    motion = armature_object.spacetime.motion
    speed, stride = WALK if fit.n_legs <= 2 else TROT
    motion.speed = in_units(speed * math.sqrt(GRAVITY * fit.leg_height))
    motion.length = stride * math.sqrt(fit.leg_height / GRAVITY)
    return len(fit.bodies), meet_ground(armature_object, scene, fit.ground_height, leg=fit.leg_height)


def _store(armature_object: bpy.types.Object, fit: HumanFit | CreatureFit, parts: Mapping[str, str]) -> None:
    armature, place = armature_data(armature_object), place_of(armature_object)
    begin_settings(armature_object.spacetime)
    clear(armature)
    clear_contacts(armature, [contact.name for contact in fit.contacts])
    store_facing(armature_object, fit.forward)
    for part, ellipsoid in fit.bodies.items():
        bone = armature.bones[parts[part]]
        store_body(bone, ellipsoid, place)
        double = f"{part[:-1]}{'R' if part.endswith('L') else 'L'}" if part.endswith((".L", ".R")) else ""
        bone.spacetime.mirror = parts.get(double, "")
    for part, joint in fit.joints.items():
        store_joint(armature.bones[parts[part]], armature_object.pose.bones[parts[part]], joint)
    for contact in fit.contacts:
        store_contact(armature, contact, parts[contact.part], place)


def _fit_any(
    armature_object: bpy.types.Object,
    scene: bpy.types.Scene,
    skeleton: Skeleton,
    skin: Mapping[str, Array],
) -> tuple[int, Grounding]:
    """Fits one body per deforming bone of nonzero length."""
    armature, place = armature_data(armature_object), place_of(armature_object)
    settings = armature.spacetime
    store_upright(armature_object)
    bones = [bone for name, bone in skeleton.bones.items() if skeleton.has_length(name)]
    skin = skin_of_parts(skeleton, {bone.name: bone.name for bone in bones}, skin)
    widths = spine_widths(skeleton, place.rotation[:, :2].T)
    shapes = {bone.name: _shape(bone, skin.get(bone.name), widths.get(bone.name, 0.0)) for bone in bones}
    volume = sum(shape.volume for shape in shapes.values())
    density = in_kilograms(settings.body_mass) / volume if settings.weigh_by == "WEIGHT" else settings.density
    settings.body_mass = in_units_of_mass(density * volume)
    strength = STRENGTH_SHARE * density * volume * GRAVITY * skeleton.size
    clear(armature)
    for bone in bones:
        shape = shapes[bone.name]
        stored = armature.bones[bone.name]
        store_body(stored, replace(shape, mass=density * shape.volume), place)
        stored.spacetime.torque_limits = (strength,) * 3
    ends = np.array([end for bone in bones for end in (bone.head, bone.tail)])
    return len(bones), meet_ground(armature_object, scene, float(ends[:, 2].min()), leg=0.0)


def _shape(bone: RestBone, points: Array | None, least: float) -> Ellipsoid:
    """Around its skin, or without one at least ``least`` thick [m]."""
    if points is not None:
        return around_points(points, bone.axes)
    return along_bone(bone.head, bone.tail, bone.axes, width=max(BONE_WIDTH, least / bone.length))
