"""Bodies, joints and contacts of a human from the bones of its rest pose."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from ..arrays import Array
from ..character.part_names import SIDES
from .anthropometry import Segment, average_stature, segments
from .contact_fit import ContactFit
from .ellipsoid import Ellipsoid, along_bone, merge
from .human_bones import CLAVICLE, Directions, complete, directions, lowest
from .human_joints import bend_direction, human_joints
from .joint_fit import JointFit
from .rest_bone import RestBone
from .skin_fit import shaped_by_skin

NO_SKIN: Mapping[str, Array] = MappingProxyType({})

HEEL_PHASE, TOE_PHASE = (0.0, 0.40), (0.10, 0.53)  # (start, duration) of a walk's left foot; toe-off at 0.63
TOE_LIFT = 0.03  # of stature; clearance of a swinging toe
LIFTED = 0.02  # of stature by which an ankle must be higher than the other for its sole to be higher too
TOE_SHARE = 0.8  # of the toe bone, where the toes press on the ground
HEEL_SHARE = 0.25  # of the foot behind the ankle, if a rig has no heel bone
SHORTEST_FOOT = 0.137  # of stature, 0.9 of Winter's (2009, figure 4.1), for a foot that points down
GIRDLE = 0.6  # of a shoulder girdle's length: its thickness
POINTED = 0.8  # of the length of a foot's bones; a foot that reaches less far ahead points down


@dataclass(frozen=True, eq=False)
class HumanFit:
    """Measures of a human's rest pose.

    Attributes:
        bodies: by part.
        joints: by part.
        contacts: heels and toes.
        ground_height: world Z of the lowest bone [m].
        stature: ground to crown [m].
        forward: (3,) horizontal unit vector in which it faces, world.
    """

    bodies: dict[str, Ellipsoid]
    joints: dict[str, JointFit]
    contacts: tuple[ContactFit, ...]
    ground_height: float
    stature: float
    forward: Array


def stature_of(bones: Mapping[str, RestBone]) -> float:
    """Height of the crown above the lowest bone [m].

    Raises:
        InputError: a bone is missing, or the human does not stand.
    """
    bones = complete(bones)
    return float(bones["crown"].tail[2]) - lowest(bones)


def fit_human(
    bones: Mapping[str, RestBone],
    *,
    mass: float,
    sex: str,
    skin: Mapping[str, Array] = NO_SKIN,
    density: float = 0.0,
    toes_bend: bool = False,
) -> HumanFit:
    """Fits bodies by de Leva (1996) or the skin, and joints and contacts.

    Args:
        bones: by part, in the rest pose, world space.
        mass: total [kg].
        sex: of the proportions, "male" or "female".
        skin: part to the points (V, 3) of the skin that shapes its body, world [m]; empty: average proportions.
        density: of the volume inside the skin [kg/m^3]; above 0, it replaces the mass.
        toes_bend: whether feet with toe bones roll over the ball instead of the tips of the toes.

    Raises:
        InputError: the rest pose is not that of a standing human.
    """
    given, bones = bones, complete(bones)
    way = directions(bones)
    ground = lowest(bones)
    stature = float(bones["crown"].tail[2]) - ground
    table = segments(sex)
    size = stature / average_stature(sex)
    bodies = _trunk(bones, way, table, mass)
    bodies["neck"] = _head(bones, way, table, mass, size)
    bodies |= _clavicles(bones, way, bodies["chest"])
    contacts, lift = [], TOE_LIFT * stature
    ankle = min(float(bones[f"foot.{side}"].head[2]) for side in SIDES)
    for side in SIDES:
        bodies |= _arm(bones, way, table, mass, size, side)
        bodies |= _leg(bones, way, table, mass, side)
        above = float(bones[f"foot.{side}"].head[2]) - ankle
        heel, tip, press = _sole(
            bones, way, ground + (above if above > LIFTED * stature else 0.0), stature, side
        )
        if (
            toes_bend
            and given.get(f"toe.{side}") is bones[f"toe.{side}"]
            and not _is_pointed(bones, way, side)
        ):
            press[:2] = bones[f"toe.{side}"].head[:2]
            tip = press  # the floor bends up the toes beyond it
        bodies[f"foot.{side}"] = _foot(heel, tip, way, table["foot"], mass)
        later = 0.0 if side == "L" else 0.5
        contacts += [
            ContactFit(f"heel.{side}", f"foot.{side}", heel, (HEEL_PHASE[0] + later, HEEL_PHASE[1]), 0.0),
            ContactFit(f"toe.{side}", f"foot.{side}", press, (TOE_PHASE[0] + later, TOE_PHASE[1]), lift),
        ]
    if skin:
        bodies = shaped_by_skin(bodies, skin, mass=mass, density=density)
        mass = sum(body.mass for body in bodies.values())
    joints = human_joints(bones, way, mass=mass, stature=stature)
    return HumanFit(bodies, joints, tuple(contacts), ground, stature, way.forward)


def _between(segment: Segment, first: Array, second: Array, back_to_front: Array, mass: float) -> Ellipsoid:
    """A segment's ellipsoid between its two ends."""
    along = second - first
    sagittal, transverse, longitudinal = segment.diameters(float(np.linalg.norm(along)))
    return Ellipsoid(
        segment.mass * mass,
        first + segment.center * along,
        _axes(along, back_to_front),
        np.array([transverse, longitudinal, sagittal]),
    )


def _axes(along: Array, back_to_front: Array) -> Array:
    """(3, 3) with the second column along a segment and the third to the front."""
    y = along / np.linalg.norm(along)
    z = back_to_front - (back_to_front @ y) * y
    z = z / np.linalg.norm(z)
    return np.stack([np.cross(y, z), y, z], axis=1)


def _trunk(
    bones: Mapping[str, RestBone], directions: Directions, table: Mapping[str, Segment], mass: float
) -> dict[str, Ellipsoid]:
    """Three bodies stacked between the middle of the hips and the neck in de Leva's proportions.

    A rig without a waist has its middle with the chest.
    """
    low = (bones["thigh.L"].head + bones["thigh.R"].head) / 2
    high = bones["neck"].head
    parts = {"hips": "lower_trunk", "waist": "mid_trunk", "chest": "upper_trunk"}
    lengths = np.array([table[name].length for name in parts.values()])
    levels = np.concatenate([[0.0], np.cumsum(lengths) / lengths.sum()])
    points = low + levels[:, None] * (high - low)
    bodies = {
        part: _between(table[name], points[i + 1], points[i], directions.forward, mass)
        for i, (part, name) in enumerate(parts.items())
    }
    if "waist" not in bones:
        bodies["chest"] = merge([bodies.pop("waist"), bodies["chest"]], bodies["chest"].axes)
    return bodies


def _clavicles(
    bones: Mapping[str, RestBone], directions: Directions, chest: Ellipsoid
) -> dict[str, Ellipsoid]:
    """Shoulder girdles as thick as GIRDLE of their length, and the chest without their mass; none without bones.

    They have the chest's density, which the published tables, whose trunk contains them, do not give.
    """
    sides = [side for side in SIDES if f"{CLAVICLE}.{side}" in bones]
    if not sides:
        return {}
    found, density = dict[str, Ellipsoid](), chest.mass / chest.volume
    for side in sides:
        first, last = bones[f"{CLAVICLE}.{side}"].head, bones[f"upper_arm.{side}"].head
        shape = along_bone(first, last, _axes(last - first, directions.forward), width=GIRDLE)
        found[f"{CLAVICLE}.{side}"] = replace(shape, mass=density * shape.volume)
    left = chest.mass - sum(body.mass for body in found.values())
    return {"chest": replace(chest, mass=left), **found}


def _head(
    bones: Mapping[str, RestBone],
    directions: Directions,
    table: Mapping[str, Segment],
    mass: float,
    size: float,
) -> Ellipsoid:
    crown = bones["crown"]
    jaw = crown.tail - table["head"].length * size * crown.direction
    return _between(table["head"], crown.tail, jaw, directions.forward, mass)


def _arm(
    bones: Mapping[str, RestBone],
    directions: Directions,
    table: Mapping[str, Segment],
    mass: float,
    size: float,
    side: str,
) -> dict[str, Ellipsoid]:
    """Upper arm, and forearm and hand as one body with their total inertia, because the wrist is rigid."""
    upper, lower = bones[f"upper_arm.{side}"], bones[f"forearm.{side}"]
    hand = bones.get(f"hand.{side}")
    front = bend_direction(upper, lower, directions)
    wrist = hand.head if hand else lower.tail
    knuckles = hand.tail if hand else wrist + table["hand"].length * size * lower.direction
    forearm = _between(table["forearm"], lower.head, wrist, front, mass)
    palm = _between(table["hand"], wrist, knuckles, front, mass)
    return {
        f"upper_arm.{side}": _between(table["upper_arm"], upper.head, lower.head, front, mass),
        f"forearm.{side}": merge([forearm, palm], forearm.axes),
    }


def _leg(
    bones: Mapping[str, RestBone],
    directions: Directions,
    table: Mapping[str, Segment],
    mass: float,
    side: str,
) -> dict[str, Ellipsoid]:
    hip, knee, ankle = (bones[f"{part}.{side}"].head for part in ("thigh", "shin", "foot"))
    return {
        f"thigh.{side}": _between(table["thigh"], hip, knee, directions.forward, mass),
        f"shin.{side}": _between(table["shank"], knee, ankle, directions.forward, mass),
    }


def _sole(
    bones: Mapping[str, RestBone], directions: Directions, ground: float, stature: float, side: str
) -> tuple[Array, Array, Array]:
    """Back of the heel, tip of the toes and the point where they press, all at the height of the ground.

    The bones of a foot that points down do not show its length, so the sole then gets at least average length.
    """
    ankle, toe, heel = bones[f"foot.{side}"].head, bones[f"toe.{side}"], bones.get(f"heel.{side}")
    reach = float((toe.tail - ankle) @ directions.forward)
    shortest = (1 - HEEL_SHARE) * SHORTEST_FOOT * stature if _is_pointed(bones, directions, side) else 0.0
    longer = max(shortest - reach, 0.0)
    tip, reach = toe.tail + longer * directions.forward, reach + longer
    if heel is not None:
        back = (heel.head + heel.tail) / 2
    else:
        back = ankle - HEEL_SHARE / (1 - HEEL_SHARE) * reach * directions.forward
    ball = tip - (1 - TOE_SHARE) * (toe.tail - toe.head)
    return tuple(np.array([p[0], p[1], ground]) for p in (back, tip, ball))  # type: ignore[return-value]


def _is_pointed(bones: Mapping[str, RestBone], directions: Directions, side: str) -> bool:
    """Whether a foot points down."""
    ankle, toe = bones[f"foot.{side}"].head, bones[f"toe.{side}"]
    bones_long = np.linalg.norm(toe.head - ankle) + np.linalg.norm(toe.tail - toe.head)
    return bool((toe.tail - ankle) @ directions.forward < POINTED * bones_long)


def _foot(heel: Array, tip: Array, directions: Directions, segment: Segment, mass: float) -> Ellipsoid:
    """The foot's ellipsoid, resting on the sole."""
    lying = _between(segment, heel, tip, directions.up, mass)
    return Ellipsoid(
        lying.mass, lying.center + lying.diameters[2] / 2 * directions.up, lying.axes, lying.diameters
    )
