"""What the solver is asked to do, as one document; the command line for people builds the same.

Files are named as seen from the folder in which the solver runs.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from ..document import Document
from ..job.basis import PER_FRAME
from ..job.job import Job


@dataclass(frozen=True)
class SolveRequest:
    """Find the motion that a job asks for.

    Attributes:
        job: file of the job.
        out: folder for the clip.
        start: clip of a motion like it to begin with; None: none.
        store: file of clips into which the motion goes too; None: none.
        workers: processes that search free timings; None: one per core.
        watches_stdin: whether a line 'cancel' or the end of stdin cancels.
    """

    kind: ClassVar[str] = "solve"
    job: str
    out: str
    start: str | None = None
    store: str | None = None
    workers: int | None = None
    watches_stdin: bool = False


@dataclass(frozen=True)
class Weight:
    """Another weight of the objectives of one kind."""

    objective: str
    value: float


@dataclass(frozen=True)
class Guidance:
    """How a clip is changed before the solver goes on from it, and what may change at all.

    Attributes:
        intervals: first and last frames of the clip that may change, one after the other; empty: all.
        is_blind: whether what comes after an interval of an open clip is not known yet.
        dofs: degrees of freedom that may change; empty: all.
        smooth: passes of the filter.
        shake: size of the disturbance [rad, m], less where it comes to no motion.
        seed: of the disturbance.
        damp: nothing changes by more than this [rad, m]; None: no such bound.
        weights: of objectives that are others than the clip's.
    """

    intervals: tuple[tuple[int, int], ...] = ()
    is_blind: bool = False
    dofs: tuple[str, ...] = ()
    smooth: int = 0
    shake: float = 0.0
    seed: int = 0
    damp: float | None = None
    weights: tuple[Weight, ...] = ()

    @property
    def is_partial(self) -> bool:
        """Whether some frames or some degrees of freedom must stay as they are."""
        return bool(self.intervals or self.dofs)

    def job(self, job: Job) -> Job:
        """The job that is solved: frame by frame, and a part of a mirrored cycle is no longer another's mirror."""
        if job.cycle is not None and self.is_partial:
            job = replace(job, cycle=replace(job.cycle, mirrored=False))
        return replace(job, basis=PER_FRAME)


@dataclass(frozen=True)
class GuideRequest:
    """Change a clip by hand and go on from there.

    Attributes:
        clip: file of the clip.
        out: folder for what comes of it.
        guidance: what is changed.
        iterations: stop after these, wherever the whole clip is; None: go on to the end.
        watches_stdin: whether a line 'cancel' or the end of stdin cancels.
    """

    kind: ClassVar[str] = "guide"
    clip: str
    out: str
    guidance: Guidance = Guidance()
    iterations: int | None = None
    watches_stdin: bool = False


@dataclass(frozen=True)
class GenerateRequest:
    """Solve all samples of a parameter space.

    Attributes:
        space: file of the space.
        store: file of the clips.
        time_limit: of one sample [s].
        workers: processes; None: one per core.
        dask: address of a dask scheduler, instead of workers; None: none.
        resumes: whether to go on with a space that the store has begun.
        watches_stdin: whether a line 'cancel' or the end of stdin cancels.
    """

    kind: ClassVar[str] = "generate"
    space: str
    store: str
    time_limit: float
    workers: int | None = None
    dask: str | None = None
    resumes: bool = False
    watches_stdin: bool = False


@dataclass(frozen=True)
class EstimateRequest:
    """List the samples of a parameter space, and the time that solving them will take.

    Attributes:
        space: file of the space.
        store: file of the clips, which may have some already; it is not made.
        workers: processes; None: one per core.
        dask: address of a dask scheduler, instead of workers; None: none.
    """

    kind: ClassVar[str] = "estimate"
    space: str
    store: str
    workers: int | None = None
    dask: str | None = None


@dataclass(frozen=True)
class EchoRequest:
    """Answer, and name the IPOPT in use."""

    kind: ClassVar[str] = "echo"
    text: str


Command = SolveRequest | GuideRequest | GenerateRequest | EstimateRequest | EchoRequest


@dataclass(frozen=True)
class Request(Document):
    """One command to the solver."""

    what: ClassVar[str] = "request"
    command: Command
    schema_version: int = 1
