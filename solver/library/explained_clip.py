"""The clip of an unsolved motion."""

from .. import __version__
from ..clip.clip import Clip, Provenance
from ..job.job import Job
from ..motion.motion import Motion
from ..optimise.explanation import explain


def explained_clip(job: Job, motion: Motion, status: str) -> Clip:
    """The clip of a motion with forces from inverse dynamics; its report states the residual, its status the origin."""
    explained = explain(job, motion).motion
    made = Provenance(status, False, 0, {}, 0.0, {}, (), {"spacetime_animator": __version__})
    return explained.clip(job, explained.report(), made)
