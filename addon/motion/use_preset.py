"""Fills the panels from a motion preset; everything can be changed afterward."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.character import Character
from ...solver.character.roles import side_of_contact
from ...solver.character.side_names import other_side
from ...solver.errors import InputError
from ...solver.mechanics.mirror import find_mirror
from ...solver.mechanics.tree import tree_of
from ..announcement import announced
from ..blender.rest_pose import armature_data, facing_of
from ..blender.units import in_units
from ..character.read_character import read_character
from .motion_presets import (
    BIPEDS,
    FORE,
    GRAVITY,
    HEEL,
    HIND,
    PRESETS,
    QUADRUPEDS,
    TOE,
    Feet,
    MotionPreset,
    Phases,
)
from .preset_goals import ground_below, set_goals

# legs; how far a foot's middle is above the lowest body's at most, in the rest pose: of one that carries toes, and of
# a limb's last body, as a cat's paw, which stands on its toes. Shins are at 0.16 to 0.5, hanging hands above 0.6.
FOOT, LAST = 0.15, 0.45
FORE_AND_HIND = 0.25  # legs; least distance of a foot from the middle of a quadruped
STEP = (0.55, 0.5, 0.8, 0.17)  # middle ahead, depth, width and height of a step, in legs
# settings that choose a motion if any of them is set
CHOICES = (
    *("motion_name", "length", "speed", "heading", "turn", "timing"),
    *("is_cyclic", "is_mirrored", "effort", "smoothness", "soft_contact", "ease"),
)


@dataclass(frozen=True)
class PresetUse:
    """What a preset did not do.

    Attributes:
        others: contacts that do not belong to feet, such as those of hands, which get no phases.
        uneven: why Symmetric is off although the preset's motion is symmetric; empty: it is on, or the motion is not.
    """

    others: tuple[str, ...]
    uneven: str


def presets_for(armature_object: bpy.types.Object) -> Mapping[str, MotionPreset]:
    """Presets by name; those for quadrupeds come first if four or more bones have contacts."""
    standing = {contact.bone for contact in armature_data(armature_object).spacetime.contacts}
    return BIPEDS if len(standing) < 4 else {**QUADRUPEDS, **BIPEDS}


def use_preset(armature_object: bpy.types.Object, scene: bpy.types.Scene, name: str) -> PresetUse:
    """Sets up the preset's motion in the size of the character.

    Raises:
        InputError: the character lacks a foot or a part that the preset needs.
    """
    preset, character = PRESETS[name], read_character(armature_object)
    feet = _four_feet(character, facing_of(armature_object)) if preset.is_of_four_feet else _feet(character)
    others = tuple(contact.name for contact in character.contacts if contact.name not in feet)
    leg = character.hip_height
    motion = armature_object.spacetime.motion
    motion.sketch.use, motion.sketch.first_frame, motion.sketch.last_frame = False, 0, 0
    motion.motion_name = motion.given_name = preset.label
    motion.length = preset.length * math.sqrt(leg / GRAVITY)
    motion.speed = in_units(preset.speed * math.sqrt(GRAVITY * leg))
    motion.is_cyclic, motion.turn, motion.heading = preset.is_cyclic, preset.turn, 0.0
    uneven = why_uneven(character, others, facing_of(armature_object)) if preset.is_mirrored else ""
    motion.is_mirrored = preset.is_mirrored and not uneven
    motion.effort, motion.smoothness, motion.soft_contact, motion.ease = preset.weights
    motion.unhurried = 0.0
    if preset.frees_turn:
        armature_data(armature_object).spacetime.root_turn = 0.0
    _set_contacts(armature_object, preset, feet, leg)
    set_goals(armature_object, scene, preset, character, feet)
    if name == "STEP_UP":
        _add_step(armature_object, scene, character, leg)
    return PresetUse(others, uneven)


def walk_unless_chosen(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> PresetUse | None:
    """Sets up a walk if no motion is chosen and two feet have the phases of Fit Bodies; None if it did not.

    Those phases alone would result in an asymmetric walk with parallel arm swing.

    Raises:
        InputError: the character cannot be read.
    """
    motion = armature_object.spacetime.motion
    if motion.sketch.use or len(motion.goals) or any(motion.is_property_set(name) for name in CHOICES):
        return None
    character, walk = read_character(armature_object), PRESETS["WALK"]
    if {side_of_contact(character, contact) for contact in character.contacts} != {"L", "R"}:
        return None
    feet, contacts = _feet(character), armature_data(armature_object).spacetime.contacts
    steps = {name: phases for name, phases in _steps(walk, feet).items() if name in contacts}
    found = {contact.name: [(each.start, each.duration) for each in contact.phases] for contact in contacts}
    if steps.keys() != found.keys() or not all(_are_same(steps[name], found[name]) for name in found):
        return None
    return use_preset(armature_object, scene, "WALK")


def why_uneven(character: Character, others: Sequence[str], facing: Array) -> str:
    """Why the second half of a cycle cannot mirror the first; empty if it can.

    Args:
        character: with its two sides.
        others: its contacts that do not belong to feet.
        facing: direction of travel, unit vector (3,).
    """
    lonely = [name for name in others if other_side(name) not in others]
    if lonely:
        return f"{lonely[0]} has no counterpart on the other side"
    try:
        mirror = find_mirror(character, tree_of(character))
    except InputError as error:
        return announced(error)
    return "" if mirror.is_along(facing) else "the character does not face along the plane between its sides"


def _feet(character: Character) -> Feet:
    """Contacts of feet: those with a side on a low body.

    Raises:
        InputError: a foot is missing.
    """
    height = {body.name: body.position[2] for body in character.bodies}
    lowest, leg = min(height.values()), character.hip_height
    carriers = {joint.body_a for joint in character.joints}
    feet = {}
    for contact in character.contacts:
        side = side_of_contact(character, contact)
        most = FOOT if contact.body in carriers else LAST
        if side and height[contact.body] - lowest <= most * leg:
            feet[contact.name] = side, HEEL if HEEL in contact.name.lower() else TOE
    if {side for side, _ in feet.values()} != {"L", "R"}:
        found = ", ".join(contact.name for contact in character.contacts) or "no contact"
        raise InputError(
            f"presets need two feet with left and right names, such as heel.L and toe.R; found {found}"
        )
    return feet


def _four_feet(character: Character, ahead: Array) -> Feet:
    """Contacts of fore and hind feet: on each side, those ahead of the center and those behind it.

    Args:
        character: with the feet.
        ahead: facing direction, level unit vector (3,).

    Raises:
        InputError: a side lacks a foot well ahead of the other.
    """
    sides = {name: side for name, (side, _) in _feet(character).items()}
    along = {each.name: float(ahead @ each.point) for each in character.contacts if each.name in sides}
    middle = (max(along.values()) + min(along.values())) / 2
    feet = {name: (side, FORE if along[name] > middle else HIND) for name, side in sides.items()}
    between = min((abs(each - middle) for each in along.values()), default=0.0)
    if {*feet.values()} != {*product("LR", (FORE, HIND))} or between < FORE_AND_HIND * character.hip_height:
        raise InputError(
            "this preset needs four feet, two of each side, the fore ones well ahead of the hind ones; "
            f"found {', '.join(sides)}"
        )
    return feet


def _set_contacts(armature_object: bpy.types.Object, preset: MotionPreset, feet: Feet, leg: float) -> None:
    steps = _steps(preset, feet)
    for contact in armature_data(armature_object).spacetime.contacts:
        contact.phases.clear()
        if contact.name not in feet:
            continue
        for start, duration in steps[contact.name]:
            phase = contact.phases.add()
            phase.start, phase.duration = start, duration
        contact.clearance = in_units(preset.lift * leg) if feet[contact.name][1] != HEEL else 0.0


def _steps(preset: MotionPreset, feet: Feet) -> dict[str, Phases]:
    """Phases of each contact of a foot."""
    has_heels = any(part == HEEL for _, part in feet.values())
    return {
        name: _phases(preset, side, part, whole_foot=not has_heels) for name, (side, part) in feet.items()
    }


def _are_same(some: Phases, others: Sequence[tuple[float, float]]) -> bool:
    """Whether phases are equal up to rounding."""
    return np.shape(some) == np.shape(others) and bool(np.allclose(some, others, atol=1e-4))


def _phases(preset: MotionPreset, side: str, part: str, *, whole_foot: bool) -> Phases:
    """Phases of a part of a foot; a whole foot stands from the start of the heel to the end of the toe."""
    later = 0.5 if side == "R" and preset.right is None else 0.0
    by_part = preset.left if side == "L" or preset.right is None else preset.right
    if whole_foot and HEEL in by_part:
        pairs = zip(by_part[HEEL], by_part[TOE], strict=True)
        found = tuple((min(h, t), max(h + d, t + e) - min(h, t)) for (h, d), (t, e) in pairs)
    else:
        found = by_part.get(part, ())
    return tuple(((start + later) % 1.0, duration) for start, duration in found)


def _add_step(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, character: Character, leg: float
) -> None:
    """Adds a box in front of the character for the last phase of each foot."""
    ahead, (way, depth, width, height) = facing_of(armature_object), (leg * size for size in STEP)
    mesh = bpy.data.meshes.new("Step")
    half = np.array([depth, width, height]) / 2
    corners = np.stack(np.meshgrid(*([-h, h] for h in half), indexing="ij"), -1).reshape(-1, 3)
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    mesh.from_pydata(in_units(corners).tolist(), [], faces)
    step = bpy.data.objects.new("Step", mesh)
    step.location = in_units(ground_below(character, scene) + way * ahead + np.array([0.0, 0.0, height / 2]))
    step.rotation_euler.z = math.atan2(ahead[1], ahead[0])
    armature_object.users_collection[0].objects.link(step)
    bpy.context.view_layer.update()
    for contact in armature_data(armature_object).spacetime.contacts:
        if len(contact.phases):
            contact.phases[-1].surface = step
