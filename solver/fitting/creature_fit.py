"""Bodies, joints and contacts of a creature of any anatomy, from its bone map."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array
from ..character.part_names import PartName, pairs
from .contact_fit import ContactFit
from .creature_joints import creature_joints
from .creature_parts import CreatureParts
from .ellipsoid import MIN_DIAMETER_SHARE, Ellipsoid, alike, around_points
from .joint_fit import JointFit
from .limb import UP
from .rest_bone import RestBone

WIDTHS = {"upper": 0.4, "lower": 0.25, "paw": 0.28, "neck": 0.35, "head": 0.45}  # of a part's length
ARM_WIDTHS = {"upper": 0.3, "lower": 0.2, "hand": 0.06}  # wings and fins get thin
TAIL_WIDTH = 0.06  # of the whole tail
TRUNK_WIDTH, TRUNK_DEPTH = 1.25, 1.1  # of the distance between its limbs; of the width
LEAST_TRUNK_WIDTH = 0.45  # of its length
RUMP = 0.25  # of the back, behind the hips
LIFT_SHARE = 0.08  # of the legs' height: clearance of a swinging paw
TROT_DUTY = 0.44  # of the cycle on the ground
HEEL_DUTY, TOE_START, TOE_DUTY = 0.40, 0.10, 0.53


@dataclass(frozen=True, eq=False)
class CreatureFit:
    """Measures of a creature's rest pose.

    Attributes:
        bodies: by part.
        joints: by part.
        contacts: of paws and claws.
        ground_height: world Z of the lowest paw [m].
        leg_height: of the legs' roots above the ground [m].
        n_legs: that stand.
        forward: (3,) horizontal unit vector in which it faces, world.
    """

    bodies: dict[str, Ellipsoid]
    joints: dict[str, JointFit]
    contacts: tuple[ContactFit, ...]
    ground_height: float
    leg_height: float
    n_legs: int
    forward: Array


def fit_creature(
    parts: CreatureParts, skin: Mapping[str, Array], *, density: float, mass: float = 0.0
) -> CreatureFit:
    """Fits bodies to the skin, or to bone lengths without skin, and joints and contacts to bones.

    Args:
        parts: of the creature.
        skin: bone to the points (V, 3) of the skin that it moves, world [m]; bones without skin are missing.
        density: [kg/m^3].
        mass: total [kg], distributed by volume; 0: follows from the density.

    Raises:
        InputError: a part is missing.
    """
    shapes = {part: _shape(part, parts, skin) for part in parts.bones}
    if not skin:  # in a pose from a motion, one foot may appear longer than the other
        shapes = {part: _onto(parts.ground, shape) for part, shape in alike(shapes).items()}
    whole = sum(shape.volume for shape in shapes.values())
    each = mass / whole if mass > 0 else density
    bodies = {part: replace(shape, mass=each * shape.volume) for part, shape in shapes.items()}
    joints = creature_joints(parts, each * whole)
    contacts = tuple(contact for limb in parts.legs for contact in _contacts(parts, limb))
    return CreatureFit(bodies, joints, contacts, parts.ground, parts.height, len(parts.legs), parts.forward)


def _onto(ground: float, shape: Ellipsoid) -> Ellipsoid:
    """The ellipsoid, raised onto the ground: a flat paw is thicker than the height of its bones."""
    below = float(np.linalg.norm(shape.axes[2] * shape.diameters / 2)) - (float(shape.center[2]) - ground)
    return replace(shape, center=shape.center + max(below, 0.0) * UP)


def _shape(part: str, parts: CreatureParts, skin: Mapping[str, Array]) -> Ellipsoid:
    bone = parts.segment(part)
    found = [skin[name] for name in parts.members(part) if name in skin]
    if found:
        return around_points(np.concatenate(found), bone.axes)
    if part in ("hips", "chest"):
        return _trunk(part, parts)
    width = _width(part, parts) * bone.length
    return _along(bone, width, width, parts.left)


def _width(part: str, parts: CreatureParts) -> float:
    """Width of a part of a limb, head or tail, as a fraction of its length."""
    bone = parts.segment(part)
    if part.startswith("tail"):
        return TAIL_WIDTH * parts.skeleton.reach[parts.bones["tail"]] / bone.length
    segment = PartName.of(part).segment
    if not segment:
        return WIDTHS[part]
    is_leg = any(part in chain for chain in parts.legs.values())
    return (WIDTHS if is_leg else ARM_WIDTHS)[segment]


def _trunk(part: str, parts: CreatureParts) -> Ellipsoid:
    """A part of the trunk, about as wide as the distance of its limbs, from the rump or its bone to the next part."""
    bone = parts.segment(part)
    own = [chain[0] for chain in parts.limbs.values() if parts.carrier(chain[0]) == part]
    apart = [abs(float((parts.head(left) - parts.head(right)) @ parts.left)) for left, right in pairs(own)]
    head = bone.head
    if part == "hips" and own:
        middle = np.mean([parts.head(name) for name in own], axis=0)
        start = middle + ((bone.tail - middle) @ UP) * UP * 0.5
        rump = start - RUMP * (bone.tail - start)
        head = min(rump, bone.head, key=lambda end: float(end @ parts.forward))
    bone = replace(bone, head=head)
    width = max(TRUNK_WIDTH * max(apart, default=0.0), LEAST_TRUNK_WIDTH * bone.length)
    return _along(bone, width, TRUNK_DEPTH * width, parts.left)


def _along(bone: RestBone, width: float, depth: float, left: Array) -> Ellipsoid:
    """An ellipsoid from head to tail; ``width`` is measured sideways and ``depth`` perpendicular to it."""
    y = bone.direction
    x = left - (left @ y) * y
    if np.linalg.norm(x) < 0.1:  # a wing or arm that points to the side
        x = np.cross(y, UP)
    x = x / np.linalg.norm(x)
    diameters = np.array([width, bone.length, depth])
    diameters = np.maximum(diameters, MIN_DIAMETER_SHARE * diameters.max())
    return Ellipsoid(1.0, (bone.head + bone.tail) / 2, np.stack([x, y, np.cross(x, y)], axis=1), diameters)


def _contacts(parts: CreatureParts, limb: str) -> list[ContactFit]:
    """Heel and toe of a biped, or one point per paw; neighboring and opposite legs alternate."""
    name = PartName.of(limb)
    paw = parts.legs[limb][-1]
    sole = parts.sole(paw)
    lift = LIFT_SHARE * parts.height
    kinds = list(dict.fromkeys(PartName.of(leg).kind for leg in parts.legs))
    start = 0.5 * ((kinds.index(name.kind) + (name.side == "L") + len(kinds)) % 2)
    if len(parts.legs) > 2:
        point = _on_ground(sole.mean(axis=0), parts.ground)
        return [ContactFit(limb, paw, point, (start, TROT_DUTY), lift)]
    along = sole @ parts.forward
    back, front = sole[along.argmin()], sole[along.argmax()]
    return [
        ContactFit(name.beside("heel"), paw, _on_ground(back, parts.ground), (start, HEEL_DUTY), 0.0),
        ContactFit(
            name.beside("toe"),
            paw,
            _on_ground(front, parts.ground),
            ((start + TOE_START) % 1.0, TOE_DUTY),
            lift,
        ),
    ]


def _on_ground(point: Array, ground: float) -> Array:
    return np.array([point[0], point[1], ground])
