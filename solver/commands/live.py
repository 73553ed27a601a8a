"""Follows a job that somebody is editing."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError
from ..job.job import Job
from ..messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Compared, Error, Sink
from ..problem.timing.free_timings import is_free
from ..sentence import Sentence
from ..wording.violations import why_unsolved
from .request import CompareRequest, LiveRequest

if TYPE_CHECKING:  # IPOPT, scipy
    from ..clip.clip import Clip
    from ..optimise.live import LiveMotion
    from ..optimise.solution import Solution

CLIP_FILE = "live.npz"


class Live:
    """The edits of one process, each from the motion that the last one has left."""

    def __init__(self) -> None:
        self._motion: LiveMotion | None = None
        self._solved: Solution | None = None
        self._found: Clip | None = None  # of the last edit

    def remember(self, solution: "Solution") -> None:
        """Takes a motion that has been solved; whoever edits it goes on from there."""
        if solution.solved and solution.multipliers is not None:
            self._solved = solution

    def follow(self, request: LiveRequest, tell: Sink, stop: threading.Event) -> tuple[int, str]:
        """Does what is asked; gives the exit code and the clip's file, which only a motion that is solved has.

        Raises:
            InputError: the job does not fit together, or leaves timings to be found.
        """
        from ..animate import make_clip
        from ..optimise.live import LiveMotion
        from ..optimise.start import Start

        job = Job.load(Path(request.job))
        if is_free(job):
            raise InputError(
                "a search for timings takes too long to follow an edit; keep them fixed", field="job"
            )
        if self._solved is not None and _is_edit(job, self._solved.problem.transcription.job):
            self._motion, self._solved = LiveMotion.after(Start.of_solution(self._solved)), None
        self._motion, self._found = self._motion or LiveMotion(), None
        solution = self._motion.follow(job, tell=tell, cancelled=stop.is_set)
        if solution.cancelled:
            return EXIT_CANCELLED, ""
        clip = make_clip(solution)
        if not clip.provenance.solved:
            why = why_unsolved(clip.provenance.violations)
            tell(Error.of(Sentence.of("no motion follows the edit: ", why)))
            return EXIT_NO_SOLUTION, ""
        out = Path(request.out)
        out.mkdir(parents=True, exist_ok=True)
        file = out / CLIP_FILE
        clip.save(file)
        self._found = clip
        return EXIT_SOLVED, str(file)

    def compare(self, request: CompareRequest, tell: Sink, stop: threading.Event) -> tuple[int, str]:
        """Tells whether the last edit's motion is the one that a solve from scratch finds; gives the exit code.

        Raises:
            InputError: there is no such motion.
        """
        from ..animate import animate
        from ..optimise.live import STRATEGY

        found = self._found
        if found is None:
            raise InputError("no edit has been followed to a motion that could be compared")
        if found.provenance.strategy != STRATEGY:  # it is from such a solve itself
            tell(Compared(0.0))
            return EXIT_SOLVED, ""
        options = found.job.options
        limit = min(options.time_limit, request.time_limit)
        cold = animate(
            replace(found.job, options=replace(options, time_limit=limit)), tell=tell, cancelled=stop.is_set
        )
        if stop.is_set():
            return EXIT_CANCELLED, ""
        if not cold.provenance.solved:
            return EXIT_NO_SOLUTION, ""
        tell(Compared.costs(found.provenance.objective, cold.provenance.objective))
        return EXIT_SOLVED, ""


def _is_edit(job: Job, solved: Job) -> bool:
    """Whether a job differs from one that is solved only in what is asked of the motion."""
    return replace(job, constraints=(), objectives=()) == replace(solved, constraints=(), objectives=())
