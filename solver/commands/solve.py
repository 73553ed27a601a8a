"""Finds the motion of a job and saves it."""

import os
import threading
from functools import partial
from pathlib import Path

from ..clip.clip import Clip
from ..job.job import Job
from ..messages import Sink
from ..problem.timing.free_timings import is_free
from ..store.clip_store import ClipStore
from ..whole_file import require_folder
from .deliver import deliver
from .live import LiveSession
from .request import SolveRequest


def solve(request: SolveRequest, send: Sink, stop: threading.Event, live: LiveSession) -> tuple[int, str]:
    """Carries out the request and keeps the solution for live edits; returns the exit code and the clip's file.

    Raises:
        InputError: the job is invalid.
    """
    from ..analysis.missing_force import with_missing_force
    from ..animate import animate
    from ..optimise.start import Start

    job = Job.load(Path(request.job))
    start = Start.of_clip(Clip.load(Path(request.start))) if request.start is not None else None
    workers = os.cpu_count() if request.workers is None else request.workers
    require_folder(Path(request.out))
    keep = partial(live.remember, job)
    clip = animate(
        job, send=send, cancelled=stop.is_set, start=start, workers=workers, keep=keep, like=live.problem
    )
    clip = with_missing_force(clip)
    ended = deliver(clip, Path(request.out), send, stop, is_final=not is_free(job))
    if request.store is not None and not clip.provenance.infeasible:
        with ClipStore(Path(request.store)) as store:
            store.put(clip, replace=True)
    return ended
