"""A motion that nobody solved, as a clip."""

from .. import __version__
from ..clip.clip import Clip, Provenance
from ..job.job import Job
from ..motion.motion import Motion
from ..optimise.explanation import explain
from ..optimise.found_clip import found_clip
from ..verify.verify import verify


def explained_clip(job: Job, motion: Motion, status: str) -> Clip:
    """The clip of a motion with the forces that explain it best; its report says what they leave unexplained.

    Args:
        job: that stays close to the motion.
        motion: as many frames of the same bodies.
        status: how it was made.
    """
    found = explain(job, motion).found
    report = verify(found.world, torques=found.torques, torque_limits=found.torque_limits)
    made = Provenance(status, False, 0, {}, 0.0, {}, (), {"spacetime_animator": __version__})
    return found_clip(job, found, report, made)
