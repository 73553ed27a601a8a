"""A motion made of solved ones, as a clip."""

from ..clip.clip import Clip, Provenance
from ..motion.world_motion import WorldMotion
from ..optimise.found_clip import found_clip
from ..optimise.found_motion import found_motion
from ..problem.guess.motion_unknowns import motion_unknowns
from ..problem.transcription import transcribe
from ..verify.verify import verify
from .following import following

CLOSENESS = 1.0  # to itself, when it is edited


def known_clip(name: str, motion: WorldMotion, made: Provenance) -> Clip:
    """The clip of a motion whose forces are known already: nothing is solved, all of it is judged.

    Its job stays close to the motion, so that an edit changes as little as it can.

    Args:
        name: of the clip.
        motion: open, with the forces of the world.
        made: how its new part was made.
    """
    transcription = transcribe(following(name, motion, closeness=CLOSENESS))
    found = found_motion(transcription, motion_unknowns(motion, transcription))
    report = verify(found.world, torques=found.torques, torque_limits=found.torque_limits)
    return found_clip(transcription.job, found, report, made)
