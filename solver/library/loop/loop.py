"""A capture as a physical cycle."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ...animate import animate
from ...clip.clip import Clip
from ...job.cycle import Cycle
from ...job.job import DEFAULT_OBJECTIVES, Job, SolverOptions
from ...messages import Sink
from ...motion.motion import Motion
from ...motion.pieces import moved
from ...motion.world_motion import WorldMotion
from ...optimise.start import Start
from ..following import following
from ..joint_closeness import with_joints
from ..observed import observed
from .closed import closed
from .find_loop import find_loop

CLOSENESS = 10.0  # as in Make Physical
STYLE = 0.1  # of the usual weights: style only decides what the capture leaves undetermined
FPS = 30.0
NEARLY = SolverOptions(tolerance=1e-2)  # the nearest cycle need not be exact


def make_loop(
    motion: Motion,
    *,
    marks: tuple[int, int] | None = None,
    fps: float = FPS,
    name: str = "loop",
    send: Sink = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Clip:
    """Finds the best loop of an open motion, closes it, and solves the physical cycle nearest to it.

    Args:
        motion: open; contacts are guessed if unknown.
        marks: frames near which the loop begins and begins again; None: searched.
        fps: frames per second.
        name: of the clip.
        send: receives status, progress and previews.
        cancelled: called at each iteration; True stops and keeps the best so far.

    Raises:
        InputError: the motion contains no loop, or the loop has too few frames at that rate.
    """
    job, guess = loop_job(motion, marks=marks, fps=fps, name=name)
    return animate(job, send=send, cancelled=cancelled, start=Start.of_motion(job, guess))


def loop_job(
    motion: Motion, *, marks: tuple[int, int] | None, fps: float, name: str
) -> tuple[Job, WorldMotion]:
    """The cyclic job that follows a closed loop, beginning over the rest pose like all cycles, and that loop."""
    seen = motion if isinstance(motion, WorldMotion) else observed(motion)
    cycle = closed(seen, find_loop(seen, marks=marks), fps=fps)
    root = seen.character.body_index(seen.character.root_joint.body)
    x, y, _ = (np.array(seen.character.bodies[root].position) - cycle.position[0, root]).tolist()
    guess = moved(cycle, Cycle((x, y, 0.0)))
    style = tuple(replace(each, weight=STYLE * each.weight) for each in DEFAULT_OBJECTIVES)
    job = following(name, guess, closeness=CLOSENESS, objectives=style, yields=True)
    return replace(with_joints(job, guess, closeness=CLOSENESS), options=NEARLY), guess
