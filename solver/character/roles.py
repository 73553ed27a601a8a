"""Roles of rigid bodies, which are anatomical parts.

A role is the name of a part in a bone map, such as ``thigh.L``, ``hand.R``, ``head``, or ``hind_paw.L`` of a creature.
Fitting assigns the roles, so that specifications can address them on any rig (Hecker et al. 2008). For characters
without roles, such as those of older files, they are guessed from names, and only here.
"""

from ..errors import InputError
from .body_joint import BodyJoint
from .character import Character
from .contact_joint import ContactJoint
from .side_names import side_of
from .validation import known_name

ADDRESS = "@"  # prefix of a role that is used instead of a body's name
WORDS = {
    "thigh": ("thigh", "upper_leg", "upleg", "hip"),
    "shin": ("knee", "shin", "calf", "shank", "lower_leg"),
    "foot": ("ankle", "foot"),
    "upper_arm": ("upper_arm", "upperarm", "shoulder"),
}  # in names of joints and bodies without a role


def body_of_role(character: Character, role: str) -> str:
    """Name of the body that has a role.

    Raises:
        InputError: no body has it, or several do; the error has no field.
    """
    names = [body.name for body in character.bodies if body.role == role]
    if len(names) > 1:
        raise InputError(f"expected one body with the role '{role}', found {', '.join(names)}")
    if not names:
        known_name(role, [body.role for body in character.bodies if body.role], "", "role")
    return names[0]


def side_of_body(character: Character, name: str) -> str:
    """Side of a body: "L", "R" or ""; by its role, or else by its mirror pair or its name."""
    role = character.bodies[character.body_index(name)].role
    if role:
        return side_of(role)
    paired = [
        side
        for pair in character.mirror_pairs
        for member, side in zip(pair, "LR", strict=True)
        if member == name
    ]
    return paired[0] if paired else side_of(name)


def side_of_contact(character: Character, contact: ContactJoint) -> str:
    """Side of a contact: "L", "R" or ""; by its name, or else by its body."""
    return side_of(contact.name) or side_of_body(character, contact.body)


def joint_of(character: Character, part: str, side: str) -> BodyJoint | None:
    """The parent joint of a part in ``WORDS`` on a side, "L" or "R"; None if there is none."""
    role_of = {body.name: body.role for body in character.bodies}
    for joint in character.joints:
        if role_of[joint.body_b] == f"{part}.{side}":
            return joint
    unnamed = [
        joint
        for joint in character.joints
        if not role_of[joint.body_b] and side_of_body(character, joint.body_b) == side
    ]
    for word in WORDS[part]:
        for joint in unnamed:
            if word in joint.body_b.lower() or word in joint.name.lower():
                return joint
    return None
