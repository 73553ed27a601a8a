"""Requests for motions made of other motions; see request.py for the others."""

from dataclasses import dataclass, field
from typing import ClassVar

from ..number_range import above, within
from .flags import HIDDEN, flag
from .request_fields import OUT, SEED, WATCHES_STDIN

FRAME = flag(shown="FRAME")
FRAMES = flag(shown="FROM TO")


@dataclass(frozen=True)
class ComposeRequest:
    """Compose a motion of others and fill what is undefined. Writes clip.npz to a folder.

    Attributes:
        composition: file of the composition; it names its clips relative to its own folder.
        out: folder for the clip.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin.
    """

    kind: ClassVar[str] = "compose"
    composition: str
    out: str = field(metadata=OUT)
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)


@dataclass(frozen=True)
class JoinRequest:
    """Find a physical transition from one clip to another. Writes clip.npz, which both continue, to a folder.

    A clip of fewer frames per second is resampled to the rate of the other.

    Attributes:
        first: file of the clip that comes first.
        second: file of the clip that follows.
        out: folder for the transition.
        leave: frame of the first clip at which the transition begins; None: the best one.
        enter: frame of the second clip at which the transition begins; None: the best one.
        gap: time between the last frame of the first clip and the first frame of the second, filled exactly [s]; None:
            a transition at the best place.
        first_frames: first and last frame of the first clip to play before a gap; None: all.
        second_frames: first and last frame of the second clip to play after it; None: all.
        is_whole: whether to include both motions, at least one period of a cycle, instead of the transition alone.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin.
    """

    kind: ClassVar[str] = "join"
    first: str
    second: str
    out: str = field(metadata=OUT)
    leave: int | None = field(default=None, metadata=FRAME)
    enter: int | None = field(default=None, metadata=FRAME)
    gap: float | None = field(default=None, metadata=above(0, 600, unit="s"))
    first_frames: tuple[int, int] | None = field(default=None, metadata=FRAMES)
    second_frames: tuple[int, int] | None = field(default=None, metadata=FRAMES)
    is_whole: bool = False
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)


@dataclass(frozen=True)
class LoopRequest:
    """Find a cycle in captured motion and make it physical. Writes clip.npz to a folder.

    Attributes:
        capture: BVH file, or file of a job that follows a motion with all bodies.
        out: folder for the clip.
        fps: frames per second.
        capture_fps: frames per second of the BVH file; None: of its frame time.
        begin: frame near which the loop begins; None: the best one.
        again: frame near which the loop begins again; None: the best one.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin.
    """

    kind: ClassVar[str] = "loop"
    capture: str
    out: str = field(metadata=OUT)
    fps: float = field(default=30.0, metadata=above(0, 1e4, unit="frames per second"))
    capture_fps: float | None = field(default=None, metadata=above(0, 1e4, unit="frames per second"))
    begin: int | None = field(default=None, metadata=FRAME)
    again: int | None = field(default=None, metadata=FRAME)
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)


@dataclass(frozen=True)
class GraphRequest:
    """Build the motion graph of clips: the transitions between them. Writes graph.json and graph.svg.

    Attributes:
        clips: files of clips, or stores.
        out: folder for the graph.
        fps: frames per second of the graph; None: the median of the clips.
        overlap: time during which two motions fade into each other [s]; None: a quarter of a second.
        most: largest distance of two windows that are connected [m]; None: 0.15 m.
        has_bridges: whether to solve transitions for motions that are not connected to any other.
        force: largest force that the blend of an edge may lack [body weights]; None: 1. Other edges are refused.
        moment: largest moment that it may lack [body weights x m]; None: 0.75.
        slide: largest slide of a foot in the blend [m]; None: 0.5 m.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin.
    """

    kind: ClassVar[str] = "graph"
    clips: tuple[str, ...]
    out: str = field(metadata=OUT)
    fps: float | None = field(default=None, metadata=above(0, 1e4, unit="frames per second"))
    overlap: float | None = field(default=None, metadata=above(0, 10, unit="s"))
    most: float | None = field(default=None, metadata=above(0, 10, unit="m"))
    has_bridges: bool = False
    force: float | None = field(default=None, metadata=within(0, 100, unit="body weights"))
    moment: float | None = field(default=None, metadata=within(0, 100, unit="body weights x m"))
    slide: float | None = field(default=None, metadata=within(0, 100, unit="m"))
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)


@dataclass(frozen=True)
class KnownRoute:
    """A known route through a motion graph.

    Attributes:
        motion: index of the motion in which it begins.
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
    """Find a walk through a motion graph: at random, along a curve, or steered. Writes clip.npz, or walk.bvh.

    Attributes:
        graph: file of the graph.
        out: folder for the walk.
        seconds: length of a walk that is random or steered [s]; None: it follows a curve.
        seed: seed of a random walk.
        curve: points x, y on the ground [m], connected by straight lines; a single point: from the origin to it.
        speed: preferred speed along a curve [m/s]; None: any.
        steer: times [s], each with the speed [m/s] and heading [rad] that apply from then on.
        route: a known route; None: one is found.
        is_physical: whether to make the whole walk physical, including its blends.
        around_blends: whether to keep all frames of a physical walk that are not near a blend.
        is_clip: whether to write a walk that is only blended as a clip, with the best matching forces, instead of BVH.
        name: name of the clip.
        watches_stdin: whether to stop the command at a line 'cancel' or the end of stdin.
    """

    kind: ClassVar[str] = "walk"
    graph: str
    out: str = field(metadata=OUT)
    seconds: float | None = field(default=None, metadata=above(0, 3600, unit="s"))
    seed: int = field(default=0, metadata=SEED)
    curve: tuple[tuple[float, float], ...] = field(default=(), metadata=flag("--through", "X Y"))
    speed: float | None = field(default=None, metadata=above(0, 100, unit="m/s"))
    steer: tuple[tuple[float, float, float], ...] = field(
        default=(), metadata=flag("--steer", "SECONDS SPEED HEADING")
    )
    route: KnownRoute | None = field(default=None, metadata=HIDDEN)
    is_physical: bool = False
    around_blends: bool = False
    is_clip: bool = False
    name: str = "walk"
    watches_stdin: bool = field(default=False, metadata=WATCHES_STDIN)


@dataclass(frozen=True)
class CoverageRequest:
    """List the speeds and turns of a motion graph, and which of its motions are not reached soon enough.

    Attributes:
        graph: file of the graph.
        within: longest acceptable time from any motion to any other [s].
        clips: files of the graph's clips, or stores, on which missing clips are based.
        space: file for the parameter space of the missing clips; None: only list them.
        speed_step: spacing of the speeds that the graph should have [m/s].
        turn_step: spacing of the turns that the graph should have [rad/s].
    """

    kind: ClassVar[str] = "coverage"
    graph: str
    within: float = field(default=2.0, metadata=above(0, 3600, unit="s"))
    clips: tuple[str, ...] = field(default=(), metadata=flag("--clips", "FILE", takes_several=True))
    space: str | None = field(default=None, metadata=flag("--space", "FILE"))
    speed_step: float = field(default=0.5, metadata=above(0, 100, unit="m/s"))
    turn_step: float = field(default=0.5, metadata=above(0, 100, unit="rad/s"))
