"""Makes a physical cycle of a capture and saves it."""

import threading
from pathlib import Path

from ..errors import InputError
from ..job.job import Job
from ..messages import Sink
from ..motion.motion import Motion
from ..whole_file import require_folder
from .deliver import deliver
from .library_request import LoopRequest


def loop(request: LoopRequest, send: Sink, stop: threading.Event) -> tuple[int, str]:
    """Carries out the request; returns the exit code and the clip's file.

    Raises:
        InputError: only one of the two frames is given, or the capture has no human or creature, or no loop.
    """
    from ..library.loop.loop import make_loop

    if (request.begin is None) != (request.again is None):
        raise InputError("expected both --begin and --again")
    marks = None
    if request.begin is not None and request.again is not None:
        marks = request.begin, request.again
    require_folder(Path(request.out))
    name, motion = _captured(Path(request.capture), request.capture_fps, send)
    clip = make_loop(motion, marks=marks, fps=request.fps, name=name, send=send, cancelled=stop.is_set)
    return deliver(clip, Path(request.out), send, stop)


def _captured(file: Path, fps: float | None, send: Sink) -> tuple[str, Motion]:
    """Name and motion of a BVH file, or of a job that follows a motion."""
    from ..formats.bvh.capture import capture
    from ..library.followed import followed

    if file.suffix != ".json":
        return file.stem, capture(file, fps=fps or 0.0, send=send)
    job = Job.load(file)
    return job.name, followed(job)
