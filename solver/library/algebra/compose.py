"""Solves a composition."""

from collections.abc import Callable
from dataclasses import replace

from ...animate import animate
from ...clip.clip import Clip
from ...job.job import SolverOptions
from ...messages import Sink
from ...motion.motion import Motion
from ...optimise.start import Start
from .composition import Composition
from .spacetime import spacetime

NEARLY = SolverOptions(tolerance=1e-3)  # the nearest motion need not be exact


def compose(
    composition: Composition,
    motions: dict[str, Motion],
    *,
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Clip:
    """Finds the motion of a composition.

    Args:
        composition: specifies the motion.
        motions: of its sources, by name.
        send: receives status, progress and previews.
        cancelled: called at each iteration; True stops and keeps the best so far.

    Raises:
        InputError: the expression has conflicts, or does not match the motions.
    """
    character = motions[composition.sources[0].name].character
    job, guess = spacetime(
        composition.expression.unit(motions), motions, character,
        fps=composition.fps, name=composition.name, closeness=composition.closeness,
    )  # fmt: skip
    job = replace(job, options=NEARLY)
    return animate(job, send=send, cancelled=cancelled, start=Start.of_motion(job, guess))
