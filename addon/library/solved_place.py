"""Transform of an armature when motions of its character were solved, which may differ from the current one."""

import bpy
import numpy as np

from ...solver.character import Character
from ...solver.errors import InputError
from ...solver.formats.armature_motion import ArmaturePlace
from ...solver.rotations import matrix_from_quaternion
from ..blender.rest_pose import place_of
from ..character.read_character import read_character


def solved_place(character: Character, armature_object: bpy.types.Object) -> ArmaturePlace:
    """Location, rotation and scale, computed from its bodies.

    Args:
        character: at the time of the solve.
        armature_object: possibly moved, rotated or scaled since.

    Raises:
        InputError: the armature has different bodies.
    """
    own = read_character(armature_object)
    if {body.name for body in character.bodies} != {body.name for body in own.bodies}:
        raise InputError(
            f"the motion graph was built for '{character.name}', which has other bodies than '{armature_object.name}'"
        )
    now, name = place_of(armature_object), character.root_joint.body
    then, here = (each.bodies[each.body_index(name)] for each in (character, own))
    growth = _size(character) / _size(own)
    turn = matrix_from_quaternion(then.orientation) @ matrix_from_quaternion(here.orientation).T
    origin = np.array(then.position) + growth * turn @ (now.origin - np.array(here.position))
    return ArmaturePlace(origin, turn @ now.rotation, growth * now.scale)


def _size(character: Character) -> float:
    """Spread of bodies about their center [m]; 1 for a single body."""
    places = np.array([body.position for body in character.bodies])
    return float(np.linalg.norm(places - places.mean(0))) or 1.0
