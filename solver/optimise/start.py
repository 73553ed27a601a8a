"""A motion to start from: the solution or clip of a neighbor."""

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
    """Unknowns of one problem, from which another may start.

    Attributes:
        transcription: that the unknowns belong to.
        x: unknowns.
        multipliers: of ``x``; None where they are not known, as for a clip.
        halfway: of the same problem, with a higher barrier than that of ``x``; None: it is not known.
        structure: of the problem that has these multipliers.
        times: (N,) of the whole clip's frames as fractions of its length; None where they are even.
        like: a problem whose parts the next one may share; None: none is at hand.
        is_explained: whether its forces are those that explain an unphysical motion best, rather than solved ones.
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
        """What travels to another process, which formulates its own problems sooner than it is sent one."""
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
        """The motion alone; clips do not keep multipliers. A mirrored cycle's clip has all its frames."""
        cycle = clip.job.cycle and replace(clip.job.cycle, mirrored=False)
        transcription = transcribe(replace(clip.job, cycle=cycle))
        return cls(transcription, clip_unknowns(clip, transcription))

    @classmethod
    def of_motion(cls, job: Job, motion: Motion) -> "Start":
        """Any motion of a job's bodies and frames, with the forces of the job's contacts that explain it best.

        Raises:
            InputError: the motion has other bodies or frames than the job.
        """
        if job.cycle is not None and job.cycle.mirrored:
            job = replace(job, cycle=replace(job.cycle, mirrored=False))
        transcription = transcribe(job)
        x = explained(transcription, coordinates_of(transcription, motion))
        return cls(transcription, x, is_explained=True)

    def of_job(self, job: Job) -> Transcription | None:
        """The transcription, if it is that of the job itself."""
        return self.transcription if self.transcription.job is job else None

    def multipliers_for(self, problem: Problem) -> Multipliers | None:
        """The multipliers, if they mean the same in ``problem``."""
        return self.multipliers if self.structure == problem.structure else None
