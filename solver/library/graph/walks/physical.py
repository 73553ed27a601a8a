"""A walk as a clip: as its blends leave it, or as forces explain it at every frame."""

from collections.abc import Callable
from dataclasses import replace

from ....animate import animate
from ....clip.clip import Clip
from ....job.job import Job
from ....messages import Sink
from ....motion.world_motion import WorldMotion
from ....optimise.start import Start
from ...explained_clip import explained_clip
from ...following import following
from ...touches import steady
from .route import Walk

CLOSENESS = 1.0
BLENDED = "Blended, not solved"


def physical_walk(
    walk: Walk,
    *,
    name: str = "walk",
    tell: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Clip:
    """The physical motion nearest to a walk, blends and all, as one open clip.

    Args:
        walk: through a graph.
        name: of the clip.
        tell: receives status and progress.
        cancelled: asked at each iteration; True stops.
    """
    job, motion = _job(walk, name)
    return animate(job, tell=tell, cancelled=cancelled, start=Start.of_motion(job, motion))


def blended_clip(walk: Walk, *, name: str = "walk") -> Clip:
    """A walk as it is, with the forces that explain it best; its report states what they leave unexplained.

    Nothing is solved: feet slide a little in the blends. A physical solve may go on from it.

    Args:
        walk: through a graph.
        name: of the clip.
    """
    job, motion = _job(walk, name)
    return explained_clip(job, motion, BLENDED)


def _job(walk: Walk, name: str) -> tuple[Job, WorldMotion]:
    """What stays close to a walk, and the walk with steady contacts."""
    motion = walk.motion
    motion = replace(motion, contact_active=steady(motion.contact_active.astype(bool), motion.step))
    return following(name, motion, closeness=CLOSENESS), motion
