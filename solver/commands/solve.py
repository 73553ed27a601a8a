"""Finds the motion of a job and saves it."""

import os
import threading
from pathlib import Path

from ..clip.clip import Clip
from ..errors import InputError
from ..job.job import Job
from ..messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Error, Sink, Status
from ..problem.timing.free_timings import is_free
from ..sentence import Sentence
from ..store.clip_store import ClipStore
from ..wording.violations import why_unsolved
from .request import SolveRequest

CLIP_FILE = "clip.npz"


def solve(request: SolveRequest, tell: Sink, stop: threading.Event) -> tuple[int, str]:
    """Does what is asked; gives the exit code and the clip's file.

    Raises:
        InputError: the job does not fit together, or there cannot be so many workers.
    """
    from ..animate import animate
    from ..optimise.start import Start

    job = Job.load(Path(request.job))
    start = Start.of_clip(Clip.load(Path(request.start))) if request.start is not None else None
    workers = os.cpu_count() if request.workers is None else request.workers
    if workers is not None and workers < 1:
        raise InputError(f"expected 1 worker at least, found {workers}", field="--workers")
    clip = animate(job, tell=tell, cancelled=stop.is_set, start=start, workers=workers)
    out = Path(request.out)
    out.mkdir(parents=True, exist_ok=True)
    file = out / CLIP_FILE
    clip.save(file)
    if request.store is not None and not clip.provenance.infeasible:
        with ClipStore(Path(request.store)) as store:
            store.put(clip, replace=True)
    if clip.provenance.solved and not (stop.is_set() and is_free(job)):
        return EXIT_SOLVED, str(file)
    if stop.is_set():
        tell(Status("Stopped; the best motion so far is kept"))
        return EXIT_CANCELLED, str(file)
    found = f"no solution found ({clip.provenance.status.rstrip('.')}); the closest attempt is kept: "
    tell(Error.of(Sentence.of(found, why_unsolved(clip.provenance.violations))))
    return EXIT_NO_SOLUTION, str(file)
