"""A motion to start from: a neighbor's solution, a clip, or a motion."""

from dataclasses import dataclass, replace

from ..arrays import Array
from ..clip.clip import Clip
from ..job.job import Job
from ..motion.motion import Motion
from ..problem.guess.clip_unknowns import clip_unknowns
from ..problem.guess.explained import coordinates_of, explained
from ..problem.problem import Problem
from ..problem.transcription import Transcription, transcribe
from .multipliers import Multipliers, PrimalDual
from .solution import Solution


@dataclass(frozen=True, eq=False)
class Start:
    """Unknowns of one problem as a start for another.

    Attributes:
        transcription: of the unknowns.
        x: unknowns.
        multipliers: of ``x``; None if unknown, as for a clip.
        halfway: iterate of the same problem at a higher barrier; None if unknown.
        structure: of the problem of these multipliers.
        times: (N,) of the whole clip's frames as fractions of its length; None: even.
        like: similar problem whose parts the next one may share; None: none.
        is_explained: whether its forces come from inverse dynamics of an unphysical motion rather than from a solve.
    """

    transcription: Transcription
    x: Array
    multipliers: Multipliers | None = None
    halfway: PrimalDual | None = None
    structure: bytes = b""
    times: Array | None = None
    like: Problem | None = None
    is_explained: bool = False

    def __getstate__(self) -> dict[str, object]:
        """State without the problem, which another process formulates faster than it receives it."""
        return self.__dict__ | {"like": None}

    @classmethod
    def of_solution(cls, solution: Solution) -> "Start":
        """The motion with its multipliers and its problem."""
        problem = solution.problem
        return cls(
            problem.transcription, solution.x, solution.multipliers, solution.halfway, problem.structure, like=problem
        )  # fmt: skip

    @classmethod
    def of_clip(cls, clip: Clip) -> "Start":
        """The motion only: clips store no multipliers. A mirrored cycle's clip has all its frames."""
        cycle = clip.job.cycle and replace(clip.job.cycle, mirrored=False)
        transcription = transcribe(replace(clip.job, cycle=cycle))
        return cls(transcription, clip_unknowns(clip, transcription))

    @classmethod
    def of_motion(cls, job: Job, motion: Motion) -> "Start":
        """Any motion of a job's bodies and frames, with contact forces from inverse dynamics.

        Raises:
            InputError: the motion has other bodies or frames than the job.
        """
        if job.cycle is not None and job.cycle.mirrored:
            job = replace(job, cycle=replace(job.cycle, mirrored=False))
        transcription = transcribe(job)
        x = explained(transcription, coordinates_of(transcription, motion))
        return cls(transcription, x, is_explained=True)

    def of_job(self, job: Job) -> Transcription | None:
        """The transcription, if it is of this job."""
        return self.transcription if self.transcription.asked is job else None

    def multipliers_for(self, problem: Problem) -> Multipliers | None:
        """The multipliers, if they correspond to the rows of ``problem``."""
        return self.multipliers if self.structure == problem.structure else None
