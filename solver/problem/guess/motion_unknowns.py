"""A motion with known forces as the unknowns of a problem."""

from ...arrays import Array
from ...motion.world_motion import WorldMotion
from ..transcription import Transcription
from .clip_unknowns import acted_on
from .explained import coordinates_of, with_torques


def motion_unknowns(motion: WorldMotion, transcription: Transcription) -> Array:
    """Unknowns x (size,) of a motion and its external forces, with torques by inverse dynamics.

    Raises:
        InputError: the motion has other bodies or frames.
    """
    q = coordinates_of(transcription, motion)
    return with_torques(transcription, acted_on(motion, transcription, q))
