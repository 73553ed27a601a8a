"""Characters whose left and right differ a little, as those of all captures and most hand-made rigs do."""

from dataclasses import replace

import numpy as np
from scipy.spatial.transform import Rotation

from solver.character import Character

Values = tuple[float, ...]


def uneven(
    character: Character, *, size: float, angle: float = 0.0, share: float = 0.0, seed: int = 0
) -> Character:
    """Disturb all parts of a character at random.

    Args:
        character: whose sides are even.
        size: largest distance that a part moves [m].
        angle: of frames and limits [rad].
        share: of masses, diameters, strengths and friction.
        seed: of the random numbers.
    """
    rng = np.random.default_rng(seed)

    def moved(point: Values) -> Values:
        return tuple((np.array(point) + size * rng.uniform(-1, 1, 3) / np.sqrt(3)).tolist())

    def turned(quaternion: Values) -> Values:
        axis = rng.normal(size=3)
        turn = Rotation.from_rotvec(angle * axis / np.linalg.norm(axis)) * Rotation.from_quat(
            np.roll(quaternion, -1)
        )
        return tuple(np.roll(turn.as_quat(), 1).tolist())

    def scaled(value: float) -> float:
        return float(value * (1 + share * rng.uniform(-1, 1)))

    bodies = (
        replace(
            body, mass=scaled(body.mass), diameters=tuple(map(scaled, body.diameters)), position=moved(body.position),
            orientation=turned(body.orientation),
        )
        for body in character.bodies
    )  # fmt: skip
    joints = (
        replace(
            joint, position=moved(joint.position), orientation=turned(joint.orientation),
            limits=tuple((low - angle * rng.random(), high + angle * rng.random()) for low, high in joint.limits),
            torque_limits=tuple(map(scaled, joint.torque_limits)),
        )
        for joint in character.joints
    )  # fmt: skip
    contacts = (
        replace(contact, point=moved(contact.point), friction=scaled(contact.friction))
        for contact in character.contacts
    )
    return replace(character, bodies=tuple(bodies), joints=tuple(joints), contacts=tuple(contacts))
