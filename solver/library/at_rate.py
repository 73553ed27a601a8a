"""A solved clip at another frame rate."""

from collections.abc import Callable
from dataclasses import replace

from ..animate import animate
from ..clip.clip import Clip
from ..errors import InputError
from ..messages import Sink, Status
from ..motion.pieces import SAME_STEP
from ..optimise.start import Start
from .following import following
from .resampled import resampled
from .transition.lasting_constraints import lasting_constraints

CLOSENESS = 1.0


def at_rate(
    clip: Clip, fps: float, *, send: Sink = lambda _: None, cancelled: Callable[[], bool] = lambda: False
) -> Clip:
    """The physical motion nearest to a clip at other times; the clip itself if it has that rate.

    Forces at other times follow from solving: splines through poses obey the equations of motion only nearly.

    Args:
        clip: that was solved.
        fps: frames per second.
        send: receives status and progress.
        cancelled: called at each iteration; True stops.

    Raises:
        InputError: there is no such motion.
    """
    motion, step = clip.motion, 1 / fps
    if abs(motion.step / step - 1) < SAME_STEP:
        return clip
    target = resampled(replace(motion, cycle=motion.cycle and replace(motion.cycle, mirrored=False)), step)
    text = f"'{clip.name}' is resampled from {motion.fps:g} to {fps:g} frames per second"
    if abs(target.seconds - motion.seconds) > SAME_STEP:
        text += f" and takes {target.seconds:.3f} s instead of {motion.seconds:.3f} s"
    send(Status(text))
    job = following(clip.name, target, closeness=CLOSENESS, constraints=lasting_constraints(clip.job))
    solved = animate(job, send=send, cancelled=cancelled, start=Start.of_motion(job, target))
    if not solved.provenance.solved:
        raise InputError(
            f"'{clip.name}' has no physical motion at {fps:g} frames per second; solve it at that rate"
        )
    return solved
