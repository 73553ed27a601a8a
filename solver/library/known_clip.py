"""The clip of a motion made from solved ones."""

from ..clip.clip import Clip, Provenance
from ..motion.world_motion import WorldMotion
from ..optimise.found_motion import found_motion
from ..problem.guess.clip_unknowns import motion_unknowns
from ..problem.transcription import transcribe
from .following import following

CLOSENESS = 1.0  # to itself during edits


def known_clip(name: str, motion: WorldMotion, provenance: Provenance) -> Clip:
    """The clip of a motion with known forces, which is verified but not solved.

    Its job follows the motion, so that edits change as little as possible.

    Args:
        name: of the clip.
        motion: open, with external forces.
        provenance: provenance of its new part.
    """
    transcription = transcribe(following(name, motion, closeness=CLOSENESS))
    found = found_motion(transcription, motion_unknowns(motion, transcription))
    return found.clip(transcription.job, found.report(), provenance)
