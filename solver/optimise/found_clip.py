"""The clip of a solved motion."""

from ..clip.clip import Clip, Provenance
from ..job.job import Job
from ..verify.joint_wrenches import joint_wrenches
from ..verify.report import Report
from .found_motion import FoundMotion


def found_clip(job: Job, found: FoundMotion, report: Report, provenance: Provenance) -> Clip:
    """The clip of a motion, including its joint loads.

    Args:
        job: of the motion.
        found: the motion.
        report: of its verification.
        provenance: of the clip.
    """
    joint_forces, joint_moments = joint_wrenches(found.world)
    return Clip(job, found.world, found.q, found.torques, joint_forces, joint_moments, report, provenance)
