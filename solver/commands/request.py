"""Requests to the solver, as documents; the command line builds the same ones.

Paths are relative to the folder in which the solver runs.
"""

from dataclasses import dataclass, field, replace
from typing import ClassVar

from ..document import Document
from ..job.basis import PER_FRAME
from ..job.job import Job
from ..number_range import above, within
from .explore_request import BetweenRequest, FrontRequest, VariationsRequest
from .flags import HIDDEN, flag
from .library_request import (
    ComposeRequest,
    CoverageRequest,
    GraphRequest,
    JoinRequest,
    LoopRequest,
    WalkRequest,
)
from .request_fields import DASK, OUT, SEED, STORE, WATCHES_STDIN, WORKERS

SECONDS = above(0, 1e7, unit="s")


@dataclass(frozen=True)
class SolveRequest:
    """Find the motion of a job, with its free timings. Writes clip.npz to a folder.

    Attributes:
        job: file of the job.
        out: folder for the clip.
        start: clip of a similar motion to start from; None: none.
        store: file of clips to which a solution is added; None: none.
        workers: processes that search for free timings; None: one per core.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin.
    """

    kind: ClassVar[str] = "solve"
    job: str
    out: str = field(metadata=OUT)
    start: str | None = field(default=None, metadata=flag("--start", "CLIP"))
    store: str | None = field(default=None, metadata=STORE)
    workers: int | None = field(default=None, metadata=WORKERS)
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)


@dataclass(frozen=True)
class Weight:
    """A new weight for all objectives of one kind."""

    objective: str
    value: float


@dataclass(frozen=True)
class Guidance:
    """How a clip is changed before the solver continues from it, and what can change.

    Attributes:
        intervals: first and last frames of the intervals that can change, solved in turn; empty: the whole clip.
        is_blind: whether to ignore everything after an interval of an open clip.
        dofs: degrees of freedom that can change; empty: all.
        smooth: passes of a filter on the motion.
        shake: size of a random disturbance [rad, m], reduced if it leads to no motion.
        seed: seed of the disturbance.
        damp: largest change [rad, m]; None: any.
        weights: of objectives, where they differ from the clip's.
    """

    intervals: tuple[tuple[int, int], ...] = field(default=(), metadata=HIDDEN)
    is_blind: bool = False
    dofs: tuple[str, ...] = field(default=(), metadata=flag("--dof"))
    smooth: int = field(default=0, metadata=within(0, 1000, unit="passes"))
    shake: float = field(default=0.0, metadata=within(0, 1e3))
    seed: int = field(default=0, metadata=SEED)
    damp: float | None = field(default=None, metadata=within(0, 1e6))
    weights: tuple[Weight, ...] = field(default=(), metadata=HIDDEN)

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
    """Change a clip and continue solving, all of it or intervals in turn. Writes guided.npz to a folder.

    Attributes:
        clip: file of the clip.
        out: folder for the result.
        guidance: the changes.
        iterations: maximum number of iterations, for the whole clip only; None: no maximum.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin.
    """

    kind: ClassVar[str] = "guide"
    clip: str
    out: str = field(metadata=OUT)
    guidance: Guidance = field(default=Guidance(), metadata=HIDDEN)
    iterations: int | None = field(default=None, metadata=within(0, 1e6))
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)


@dataclass(frozen=True)
class LiveRequest:
    """Find the motion of a job that is being edited, starting from the last edit. Writes live.npz to a folder.

    A solver that keeps running remembers the last edit; the predictor is sent at once as an iterate. If no motion
    follows, there is no clip. Free timings are optimized once and then kept while everything else is edited.

    Attributes:
        job: file of the job as it is now.
        out: folder for the clip.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin.
    """

    kind: ClassVar[str] = "live"
    job: str
    out: str = field(metadata=OUT)
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)


@dataclass(frozen=True)
class KeepRequest:
    """Save the motion of the last live edit, with what force is missing in the keys that it follows.

    Writes kept.npz to a folder.

    Attributes:
        out: folder for the clip.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin.
    """

    kind: ClassVar[str] = "keep"
    out: str = field(metadata=OUT)
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)


@dataclass(frozen=True)
class CompareRequest:
    """Solve the job of the last live edit from scratch and compare both motions. Writes no clip.

    Attributes:
        time_limit: of that solve [s], after which they are not compared.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin.
    """

    kind: ClassVar[str] = "compare"
    time_limit: float = field(metadata=SECONDS)
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)


@dataclass(frozen=True)
class GenerateRequest:
    """Solve all samples of a parameter space.

    Attributes:
        space: file of the space.
        store: file of the clips.
        time_limit: of each sample [s].
        workers: processes; None: one per core.
        dask: address of a dask scheduler to use instead of workers; None: none.
        resumes: whether to continue a space that the store already has.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin.
    """

    kind: ClassVar[str] = "generate"
    space: str
    store: str = field(metadata=STORE)
    time_limit: float = field(metadata=SECONDS | HIDDEN)
    workers: int | None = field(default=None, metadata=WORKERS)
    dask: str | None = field(default=None, metadata=DASK)
    resumes: bool = field(default=False, metadata=flag("--resume"))
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)


@dataclass(frozen=True)
class EstimateRequest:
    """List the samples of a parameter space and the expected time.

    Attributes:
        space: file of the space.
        store: file of the clips, which may contain some already; it is not created.
        workers: processes; None: one per core.
        dask: address of a dask scheduler to use instead of workers; None: none.
    """

    kind: ClassVar[str] = "estimate"
    space: str
    store: str = field(metadata=STORE)
    workers: int | None = field(default=None, metadata=WORKERS)
    dask: str | None = field(default=None, metadata=DASK)


@dataclass(frozen=True)
class EchoRequest:
    """Print a text and the version of IPOPT.

    Attributes:
        text: to print.
    """

    kind: ClassVar[str] = "echo"
    text: str


Command = (
    SolveRequest
    | GuideRequest
    | LiveRequest
    | KeepRequest
    | CompareRequest
    | GenerateRequest
    | EstimateRequest
    | ComposeRequest
    | JoinRequest
    | LoopRequest
    | GraphRequest
    | WalkRequest
    | CoverageRequest
    | VariationsRequest
    | BetweenRequest
    | FrontRequest
    | EchoRequest
)


@dataclass(frozen=True)
class Request(Document):
    """One command to the solver."""

    noun: ClassVar[str] = "request"
    command: Command
    schema_version: int = 1
