"""A walk that forces explain at every frame."""

from collections.abc import Callable
from dataclasses import replace

from ....animate import animate
from ....clip.clip import Clip
from ....messages import Sink
from ....optimise.start import Start
from ...following import following
from ...touches import steady
from .route import Walk

CLOSENESS = 1.0


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
    motion = walk.motion
    motion = replace(motion, contact_active=steady(motion.contact_active.astype(bool), motion.step))
    job = following(name, motion, closeness=CLOSENESS)
    return animate(job, tell=tell, cancelled=cancelled, start=Start.of_motion(job, motion))
