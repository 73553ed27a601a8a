"""A motion that was found, as a clip."""

from ..clip.clip import Clip, Provenance
from ..job.job import Job
from ..verify.joint_wrenches import joint_wrenches
from ..verify.report import Report
from .found_motion import FoundMotion


def found_clip(job: Job, found: FoundMotion, report: Report, provenance: Provenance) -> Clip:
    """The clip of a motion, with what its joints carry.

    Args:
        job: that it meets.
        found: the motion.
        report: how physical it is.
        provenance: how it was made.
    """
    joint_forces, joint_moments = joint_wrenches(found.world)
    return Clip(job, found.world, found.q, found.torques, joint_forces, joint_moments, report, provenance)
