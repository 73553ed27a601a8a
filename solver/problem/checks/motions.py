"""Check of a motion that is to be explained."""

from ...character import Character
from ...errors import InputError
from ...motion.motion import Motion


def check_motion(motion: Motion, character: Character, n_frames: int) -> None:
    """Checks that a motion has a character's bodies and a number of frames.

    Raises:
        InputError: it has others.
    """
    names = [body.name for body in character.bodies]
    if [body.name for body in motion.character.bodies] != names:
        raise InputError(f"expected the bodies of '{character.name}'", field="motion.character")
    if motion.n_frames != n_frames:
        raise InputError(f"expected {n_frames} frames, found {motion.n_frames}", field="motion")
