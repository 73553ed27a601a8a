"""Follows a job while it is edited."""

import threading
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError
from ..job.job import Job
from ..mechanics.tree import Tree
from ..messages import EXIT_CANCELLED, EXIT_NO_SOLUTION, EXIT_SOLVED, Compared, Error, Sink
from ..problem.timing.free_timings import free_timings, is_free, merit
from ..sentence import Sentence
from ..wording.violations import why_unsolved
from .request import CompareRequest, KeepRequest, LiveRequest

if TYPE_CHECKING:  # IPOPT, scipy
    from ..clip.clip import Clip
    from ..optimise.live import LiveMotion
    from ..optimise.solution import Solution
    from ..problem.problem import Problem

CLIP_FILE, KEPT_FILE = "live.npz", "kept.npz"


class LiveSession:
    """The edits of one process, each solved from the motion of the last.

    Attributes:
        problem: of the last solved motion, whose parts the next one may share; None: none yet.
    """

    def __init__(self) -> None:
        self._motion: LiveMotion | None = None
        self._solved: Solution | None = None
        self.problem: Problem | None = None
        # of the last motion: as requested, and with its timings
        self._last: tuple[Job, Job] | None = None
        self._job: Job | None = None  # by the last edit
        self._found: Clip | None = None  # its motion

    def remember(self, job: Job, solution: "Solution") -> None:
        """Keeps a solved motion as the start for edits of its job."""
        if solution.solved and solution.multipliers is not None:
            self._solved, self._last = solution, (job, solution.problem.transcription.job)
            self.problem = solution.problem

    def follow(self, request: LiveRequest, send: Sink, stop: threading.Event) -> tuple[int, str]:
        """Carries out the request; returns the exit code and the clip's file, which is only written if solved.

        Free timings keep the values last found, since a search takes a hundred times as long as following an edit.
        They are searched if none were found yet, or if their initial values have changed.

        Raises:
            InputError: the job is invalid.
        """
        job = Job.load(Path(request.job))
        timed = self._with_timings_found(job) if is_free(job) else job
        self._job, self._found = job, None
        clip = self._searched(job, send, stop) if timed is None else self._followed(timed, send, stop)
        if clip is None:
            return EXIT_CANCELLED, ""
        if not clip.provenance.solved:
            why = why_unsolved(clip.provenance.violations)
            send(Error.of(Sentence.of("no motion follows the edit: ", why)))
            return EXIT_NO_SOLUTION, ""
        file = _saved(clip, Path(request.out) / CLIP_FILE)
        self._found, self._last = clip, (job, clip.job)
        return EXIT_SOLVED, file

    def _with_timings_found(self, job: Job) -> Job | None:
        """The job with the timings of the last motion; None if its search had other initial values."""
        if self._last is None:
            return None
        edited, found = self._last
        if (edited.timing, edited.contact_timings) != (job.timing, job.contact_timings):
            return None
        timings = free_timings(job, Tree(job.character))
        values = timings.values_of(found)
        return None if values is None else timings.job_at(values)

    def _searched(self, job: Job, send: Sink, stop: threading.Event) -> "Clip | None":
        """Clip with the best timings; None if stopped before."""
        from ..animate import animate

        clip = animate(job, send=send, cancelled=stop.is_set, keep=partial(self.remember, job))
        if stop.is_set():
            return None
        self._go_on_from_solved()
        return clip

    def _followed(self, job: Job, send: Sink, stop: threading.Event) -> "Clip | None":
        """Clip solved from the last edit's motion; None if stopped before."""
        from ..animate import make_clip
        from ..optimise.live import LiveMotion

        if self._solved is not None and _is_edit(job, self._solved.problem.transcription.job):
            self._go_on_from_solved()
        self._motion = self._motion or LiveMotion()
        solution = self._motion.follow(job, send=send, cancelled=stop.is_set)
        return None if solution.cancelled else make_clip(solution)

    def _go_on_from_solved(self) -> None:
        from ..optimise.live import LiveMotion
        from ..optimise.start import Start

        if self._solved is not None:
            self._motion, self._solved = LiveMotion.after(Start.of_solution(self._solved)), None

    def keep(self, request: KeepRequest) -> tuple[int, str]:
        """Saves the last edit's motion as a solve does; returns the exit code and the clip's file.

        The force missing in the keys is only computed here, since it takes as long as following an edit.

        Raises:
            InputError: there is no such motion.
        """
        from ..analysis.missing_force import with_missing_force

        if self._found is None:
            raise InputError("no edit has been followed to a motion that could be kept")
        return EXIT_SOLVED, _saved(with_missing_force(self._found), Path(request.out) / KEPT_FILE)

    def compare(self, request: CompareRequest, send: Sink, stop: threading.Event) -> tuple[int, str]:
        """Reports whether a solve from scratch finds the last edit's motion; returns the exit code.

        Raises:
            InputError: there is no such motion.
        """
        from ..animate import animate
        from ..optimise.live import STRATEGY

        found, edited = self._found, self._job
        if found is None or edited is None:
            raise InputError("no edit has been followed to a motion that could be compared")
        if found.provenance.strategy != STRATEGY:  # the motion itself is from such a solve
            send(Compared(0.0))
            return EXIT_SOLVED, ""
        options = edited.options
        limit = min(options.time_limit, request.time_limit)
        cold = animate(
            replace(edited, options=replace(options, time_limit=limit)), send=send, cancelled=stop.is_set
        )
        if stop.is_set():
            return EXIT_CANCELLED, ""
        if not cold.provenance.solved:
            return EXIT_NO_SOLUTION, ""
        this, other = (merit(clip.job, clip.provenance.objective) for clip in (found, cold))
        send(Compared.costs(this, other))
        return EXIT_SOLVED, ""


def _is_edit(job: Job, solved: Job) -> bool:
    """Whether a job has the limbs and contacts of a solved one, and is cyclic if that is."""
    return (
        Tree(job.character).names == Tree(solved.character).names
        and (job.cycle is None) == (solved.cycle is None)
        and {timing.contact for timing in job.contact_timings}
        == {timing.contact for timing in solved.contact_timings}
    )


def _saved(clip: "Clip", file: Path) -> str:
    """Writes the clip, creating its folder; returns the path."""
    file.parent.mkdir(parents=True, exist_ok=True)
    clip.save(file)
    return str(file)
