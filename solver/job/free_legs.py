"""Legs without keys below keyed hips: they are left to the solver, and their feet stand unless the hips leap.

Without keys, a leg hangs rigidly from the hips and passes through the floor as they sink, and the floor would be
lowered along with the feet.
"""

from collections import Counter
from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..character import BodyJoint, Character
from ..rotations import angle_between
from ..stretches import stretches
from .drawn_motion import IGNORE, DrawnMotion, Key

STIFF = 1e-3  # rad relative to the hips; joints that turn farther are posed
SEEN = 0.01  # m; feet that move less may follow the hips
LEVEL = 0.05  # hip heights between feet that stand on one floor
REACH = 1.05  # of a leg's length, because heels may lift and hips sink slightly; beyond, the hips leap


def with_free_legs(character: Character, drawn: DrawnMotion) -> tuple[DrawnMotion, tuple[str, ...]]:
    """The motion with bodies between such feet and the hips left to the solver, and the names of these feet.

    A leg is free if it has no keys but its parent does, nothing else bends it, its foot stands in the first frame,
    and it reaches the ground whenever the hips are low enough. When they are not, they leap: the foot follows
    them, and stands below them after the landing.
    """
    position, turn, keys = drawn.position.copy(), drawn.turn.copy(), dict(drawn.keys)
    feet = []
    for leg in _without_keys(character, drawn):
        way = _foot_way(character, drawn, leg) if _hangs(character, drawn, leg) else None
        if way is None:
            continue
        hip = _joint_places(character, drawn, leg[-1])
        for k, joint in enumerate(leg):  # between the hip and the foot
            b = character.body_index(joint.body_b)
            position[:, b] = drawn.position[0, b] + way + (hip - hip[0] - way) * k / len(leg)
            turn[:, b] = drawn.turn[0, b]
        feet.append(leg[0].body_b)
        keys |= {joint.body_b: (Key(0, IGNORE),) for joint in leg[1:]}
    return (replace(drawn, position=position, turn=turn, keys=keys), tuple(feet)) if feet else (drawn, ())


def _without_keys(character: Character, drawn: DrawnMotion) -> list[list[BodyJoint]]:
    """Joints from each body with contacts up to the body that carries several limbs, if only the latter is keyed."""
    carrying = {joint.body_b: joint for joint in character.joints}
    carried = Counter(joint.body_a for joint in character.joints)
    keyed = drawn.keyed
    legs = []
    for body in dict.fromkeys(contact.body for contact in character.contacts):
        leg = list[BodyJoint]()
        while body in carrying and body not in keyed:
            leg.append(carrying[body])
            body = carrying[body].body_a
        if len(leg) > 1 and carried[body] > 1 and body in keyed:
            legs.append(leg)
    return legs


def _hangs(character: Character, drawn: DrawnMotion, leg: list[BodyJoint]) -> bool:
    """Whether a leg that stands in the first frame is rigid and visibly moves with the hips."""
    foot, hips = (character.body_index(body) for body in (leg[0].body_b, leg[-1].body_a))
    carried = np.swapaxes(drawn.turn[:, hips], 1, 2)
    turned = [carried @ drawn.turn[:, character.body_index(joint.body_b)] for joint in leg]
    if max(float(angle_between(each, each[:1]).max()) for each in turned) > STIFF:
        return False
    if np.linalg.norm(drawn.position[:, foot] - drawn.position[0, foot], axis=-1).max() < SEEN:
        return False
    return (
        _lowest(character, drawn, leg[0].body_b) <= _lowest(character, drawn) + LEVEL * character.hip_height
    )


def _foot_way(character: Character, drawn: DrawnMotion, leg: list[BodyJoint]) -> Array | None:
    """(N, 3) displacement of a foot from its first position [m]; None if it would have to step or slide."""
    places = np.array([joint.position for joint in leg])
    reach = REACH * float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum())
    hip, ankle = (_joint_places(character, drawn, joint) for joint in (leg[-1], leg[0]))
    below, moved = hip - ankle[0], hip - hip[0]
    stands = below[:, 2] < reach
    way = np.zeros_like(moved)
    for first, last in stretches(stands)[1:]:  # after each landing, below the hips
        way[first : last + 1, :2] = np.median(moved[first : last + 1, :2], axis=0)
    if np.linalg.norm(below - way, axis=-1)[stands].max() > reach:
        return None
    frames, ground = np.arange(len(stands)), np.flatnonzero(stands)
    behind = (way - moved)[ground]
    hanging = np.stack([np.interp(frames, ground, each) for each in behind.T], axis=1)
    return np.where(stands[:, None], way, moved + hanging)


def _joint_places(character: Character, drawn: DrawnMotion, joint: BodyJoint) -> Array:
    """(N, 3) positions of a joint on its drawn parent, world [m]."""
    b = character.body_index(joint.body_a)
    arm = np.array(joint.position) - character.bodies[b].position
    return np.asarray(drawn.position[:, b] + drawn.turn[:, b] @ arm)


def _lowest(character: Character, drawn: DrawnMotion, body: str = "") -> float:
    """Height [m] of the lowest contact in the first frame, of a body or of all."""
    heights = []
    for contact in character.contacts:
        if body in ("", contact.body):
            b = character.body_index(contact.body)
            arm = np.array(contact.point) - character.bodies[b].position
            heights.append(float((drawn.position[0, b] + drawn.turn[0, b] @ arm)[2]))
    return min(heights)
