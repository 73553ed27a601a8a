"""Measures of a character, so that animals of any size can share one space (McIntosh 2011, section 3.4.2)."""

from ..character import Character

GRAVITY = 9.81  # m/s^2, on Earth


def measures(character: Character) -> dict[str, float]:
    """Measures by their name in expressions of a space.

    ``mass`` [kg] of all bodies and ``weight`` [N] on Earth; ``leg_length`` [m]: the largest height, in the rest
    pose, of a joint of the root body above a contact of its limb; ``strength`` [N m] of the strongest joint. The
    last two are omitted without legs or muscles.
    """
    found = {"mass": character.mass, "weight": character.mass * GRAVITY}
    legs = _drops(character)
    if legs:
        found["leg_length"] = max(legs)
    muscles = [limit for joint in character.joints for limit in joint.torque_limits if limit > 0]
    if muscles:
        found["strength"] = max(muscles)
    return found


def _drops(character: Character) -> list[float]:
    """Heights [m] of the root body's joints above the contacts of their limbs, if positive."""
    above = {joint.body_b: joint for joint in character.joints}
    drops = []
    for contact in character.contacts:
        body, hip = contact.body, None
        while body in above:
            hip = above[body]
            body = hip.body_a
        if hip is not None and hip.position[2] > contact.point[2]:
            drops.append(hip.position[2] - contact.point[2])
    return drops
