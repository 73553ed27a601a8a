"""Requests to the solver, as documents; the command line builds the same ones.

Paths are relative to the folder in which the solver runs.
"""

from dataclasses import dataclass, field, replace
from typing import ClassVar

from ..document import Document
from ..job.basis import PER_FRAME
from ..job.job import Job
from ..number_range import above, within
from .explore_request import WORKERS, BetweenRequest, FrontRequest, VariationsRequest

SECONDS = above(0, 1e7, unit="s")


@dataclass(frozen=True)
class SolveRequest:
    """Find the motion of a job, and its free timings first. Writes clip.npz to a folder.

    Attributes:
        job: file of the job.
        out: folder for the clip.
        start: clip of a similar motion to start from; None: none.
        store: file of clips to which a solution is added; None: none.
        workers: processes that search free timings; None: one per core.
        watches_stdin: whether a line 'cancel' or the end of stdin cancels.
    """

    kind: ClassVar[str] = "solve"
    job: str
    out: str
    start: str | None = None
    store: str | None = None
    workers: int | None = field(default=None, metadata=WORKERS)
    watches_stdin: bool = False


@dataclass(frozen=True)
class Weight:
    """A new weight for the objectives of one kind."""

    objective: str
    value: float


@dataclass(frozen=True)
class Guidance:
    """How a clip is changed before the solver continues from it, and what is free to change.

    Attributes:
        intervals: first and last frames of the clip that may change, one after the other; empty: all.
        is_blind: whether an interval of an open clip ignores what comes after it.
        dofs: degrees of freedom that may change; empty: all.
        smooth: passes of the filter.
        shake: size of the disturbance [rad, m], reduced if it leads to no motion.
        seed: of the disturbance.
        damp: nothing changes by more than this [rad, m]; None: no such bound.
        weights: of objectives, where they differ from the clip's.
    """

    intervals: tuple[tuple[int, int], ...] = ()
    is_blind: bool = False
    dofs: tuple[str, ...] = ()
    smooth: int = field(default=0, metadata=within(0, 1000, unit="passes"))
    shake: float = field(default=0.0, metadata=within(0, 1e3))
    seed: int = field(default=0, metadata=within(0, 2**32 - 1))
    damp: float | None = field(default=None, metadata=within(0, 1e6))
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
    """Change a clip and continue solving, all of it or intervals in turn. Writes guided.npz to a folder.

    Attributes:
        clip: file of the clip.
        out: folder for the result.
        guidance: the changes.
        iterations: maximum number of iterations, of the whole clip only; None: no maximum.
        watches_stdin: whether a line 'cancel' or the end of stdin cancels.
    """

    kind: ClassVar[str] = "guide"
    clip: str
    out: str
    guidance: Guidance = Guidance()
    iterations: int | None = field(default=None, metadata=within(0, 1e6))
    watches_stdin: bool = False


@dataclass(frozen=True)
class LiveRequest:
    """Find the motion of a job that is being edited, from where the last edit has led. Writes live.npz to a folder.

    A solver that stays remembers that; the predictor is sent as an iterate at once. Where no motion follows, there is
    no clip.

    Attributes:
        job: file of the job as it is now.
        out: folder for the clip.
        watches_stdin: whether a line 'cancel' or the end of stdin cancels.
    """

    kind: ClassVar[str] = "live"
    job: str
    out: str
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
        resumes: whether to continue a space that the store already has.
        watches_stdin: whether a line 'cancel' or the end of stdin cancels.
    """

    kind: ClassVar[str] = "generate"
    space: str
    store: str
    time_limit: float = field(metadata=SECONDS)
    workers: int | None = field(default=None, metadata=WORKERS)
    dask: str | None = None
    resumes: bool = False
    watches_stdin: bool = False


@dataclass(frozen=True)
class EstimateRequest:
    """List the samples of a parameter space and the expected time.

    Attributes:
        space: file of the space.
        store: file of the clips, which may contain some already; it is not created.
        workers: processes; None: one per core.
        dask: address of a dask scheduler, instead of workers; None: none.
    """

    kind: ClassVar[str] = "estimate"
    space: str
    store: str
    workers: int | None = field(default=None, metadata=WORKERS)
    dask: str | None = None


@dataclass(frozen=True)
class ComposeRequest:
    """Compose a motion of others and fill what is undefined. Writes clip.npz to a folder.

    Attributes:
        composition: file of the composition; it names its clips relative to its own folder.
        out: folder for the clip.
        watches_stdin: whether a line 'cancel' or the end of stdin cancels.
    """

    kind: ClassVar[str] = "compose"
    composition: str
    out: str
    watches_stdin: bool = False


@dataclass(frozen=True)
class JoinRequest:
    """Find a physical transition from one clip to another. Writes clip.npz, which both continue, to a folder.

    A clip of fewer frames per second is resampled to the rate of the other.

    Attributes:
        first: file of the clip that is left.
        second: file of the clip that is entered.
        out: folder for the transition.
        leave: first frame of the first clip that both share; None: where it is best.
        enter: first frame of the second clip that both share; None: where it is best.
        gap: time from the first clip's last frame to the second one's first, which is filled exactly [s]; None: both
            go over into each other where that is best.
        first_frames: first and last frame of the first clip that play before a gap; None: all.
        second_frames: first and last frame of the second clip that play after it; None: all.
        is_whole: whether both motions come along, of cycles a lap or more; else the clip is the transition alone.
        watches_stdin: whether a line 'cancel' or the end of stdin cancels.
    """

    kind: ClassVar[str] = "join"
    first: str
    second: str
    out: str
    leave: int | None = None
    enter: int | None = None
    gap: float | None = field(default=None, metadata=above(0, 600, unit="s"))
    first_frames: tuple[int, int] | None = None
    second_frames: tuple[int, int] | None = None
    is_whole: bool = False
    watches_stdin: bool = False


@dataclass(frozen=True)
class LoopRequest:
    """Find a cycle in captured motion and make it physical. Writes clip.npz to a folder.

    Attributes:
        capture: BVH file, or file of a job that follows a motion with all bodies.
        out: folder for the clip.
        fps: frames per second.
        begin: frame near which the loop begins; None: it is found.
        again: frame near which it begins again; None: it is found.
        watches_stdin: whether a line 'cancel' or the end of stdin cancels.
    """

    kind: ClassVar[str] = "loop"
    capture: str
    out: str
    fps: float = field(default=30.0, metadata=above(0, 1e4, unit="frames per second"))
    begin: int | None = None
    again: int | None = None
    watches_stdin: bool = False


@dataclass(frozen=True)
class GraphRequest:
    """Build the motion graph of clips: where they can go over into each other. Writes graph.json and graph.svg.

    Attributes:
        clips: files of clips, or stores.
        out: folder for the graph.
        fps: frames per second of the graph; None: as most clips have.
        overlap: time during which two motions fade into each other [s]; None: a quarter of a second.
        most: largest distance of two windows that are connected [m]; None: 0.15 m.
        has_bridges: whether motions that nothing connects get physical transitions.
        watches_stdin: whether a line 'cancel' or the end of stdin cancels.
    """

    kind: ClassVar[str] = "graph"
    clips: tuple[str, ...]
    out: str
    fps: float | None = field(default=None, metadata=above(0, 1e4, unit="frames per second"))
    overlap: float | None = field(default=None, metadata=above(0, 10, unit="s"))
    most: float | None = field(default=None, metadata=above(0, 10, unit="m"))
    has_bridges: bool = False
    watches_stdin: bool = False


@dataclass(frozen=True)
class KnownRoute:
    """A way through a motion graph that was found or played before.

    Attributes:
        motion: index of the motion that it begins with.
        frame: of that.
        yaw: by which the motion is turned about the vertical through the origin [rad].
        shift: by which it is then moved, x and y [m].
        hops: frames that are played before an edge's window, and the edge, one after another.
        beyond: frames after the last window.
    """

    motion: int
    frame: int
    yaw: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    hops: tuple[tuple[int, int], ...] = ()
    beyond: int = 0


@dataclass(frozen=True)
class WalkRequest:
    """Find a walk through a motion graph: at random, or along a curve. Writes clip.npz, or walk.bvh, to a folder.

    Attributes:
        graph: file of the graph.
        out: folder for the walk.
        seconds: length of a random walk [s]; None: it follows a curve.
        seed: of the random walk.
        curve: points x, y on the ground [m], straight between them; a single one: from the origin to it.
        speed: preferred on a curve [m/s]; None: any.
        route: that is known already; None: it is looked for.
        is_physical: whether the walk is made physical, blends and all.
        is_clip: whether a walk that is only blended becomes a clip, with the forces that explain it best; else BVH.
        name: of the clip.
        watches_stdin: whether a line 'cancel' or the end of stdin cancels.
    """

    kind: ClassVar[str] = "walk"
    graph: str
    out: str
    seconds: float | None = field(default=None, metadata=above(0, 3600, unit="s"))
    seed: int = field(default=0, metadata=within(0, 2**32 - 1))
    curve: tuple[tuple[float, float], ...] = ()
    speed: float | None = field(default=None, metadata=above(0, 100, unit="m/s"))
    route: KnownRoute | None = None
    is_physical: bool = False
    is_clip: bool = False
    name: str = "walk"
    watches_stdin: bool = False


@dataclass(frozen=True)
class CoverageRequest:
    """Tell the speeds and turns of a motion graph, and which of its motions are not reached soon enough.

    Attributes:
        graph: file of the graph.
        within: time that it may take from any motion to any other [s].
        clips: files of the graph's clips, or stores, like which missing ones are made.
        space: file for the parameter space of the missing clips; None: they are only told.
        speed_step: between speeds that should be there [m/s].
        turn_step: between turns that should be there [rad/s].
    """

    kind: ClassVar[str] = "coverage"
    graph: str
    within: float = field(default=2.0, metadata=above(0, 3600, unit="s"))
    clips: tuple[str, ...] = ()
    space: str | None = None
    speed_step: float = field(default=0.5, metadata=above(0, 100, unit="m/s"))
    turn_step: float = field(default=0.5, metadata=above(0, 100, unit="rad/s"))


@dataclass(frozen=True)
class EchoRequest:
    """Print a text and the version of IPOPT."""

    kind: ClassVar[str] = "echo"
    text: str


Command = (
    SolveRequest
    | GuideRequest
    | LiveRequest
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

    what: ClassVar[str] = "request"
    command: Command
    schema_version: int = 1
