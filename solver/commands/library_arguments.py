"""Arguments of the commands that make motions of other motions, and the requests they stand for."""

import argparse
from pathlib import Path

from .arguments import add_watch
from .request import ComposeRequest, CoverageRequest, GraphRequest, JoinRequest, LoopRequest, WalkRequest


def add_compose(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command compose."""
    parser.add_argument("composition", type=Path, help="composition file")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for clip.npz")
    add_watch(parser)


def compose_request(chosen: argparse.Namespace) -> ComposeRequest:
    """Request of the arguments."""
    return ComposeRequest(str(chosen.composition), str(chosen.out), watches_stdin=chosen.watch_stdin)


def add_join(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command join."""
    parser.add_argument("first", type=Path, help="clip file that is left")
    parser.add_argument("second", type=Path, help="clip file that is entered")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for clip.npz")
    parser.add_argument("--leave", type=int, metavar="FRAME", help="first frame of the first that both share")
    parser.add_argument(
        "--enter", type=int, metavar="FRAME", help="first frame of the second that both share"
    )
    parser.add_argument(
        "--gap",
        type=float,
        metavar="SECONDS",
        help="time between the two, filled exactly; else the best place",
    )
    for name in ("first", "second"):
        parser.add_argument(
            f"--{name}-frames",
            type=int,
            nargs=2,
            metavar=("FROM", "TO"),
            help=f"frames of the {name} that play beside the gap; else all",
        )
    parser.add_argument(
        "--whole", action="store_true", help="keep both motions, of cycles a lap or more; else the transition"
    )
    add_watch(parser)


def join_request(chosen: argparse.Namespace) -> JoinRequest:
    """Request of the arguments."""
    return JoinRequest(
        first=str(chosen.first),
        second=str(chosen.second),
        out=str(chosen.out),
        leave=chosen.leave,
        enter=chosen.enter,
        gap=chosen.gap,
        first_frames=_span(chosen.first_frames),
        second_frames=_span(chosen.second_frames),
        is_whole=chosen.whole,
        watches_stdin=chosen.watch_stdin,
    )


def add_loop(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command loop."""
    parser.add_argument("capture", type=Path, help="BVH file of a human, or job that follows one")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for clip.npz")
    parser.add_argument("--fps", type=float, default=30.0, metavar="N", help="frames per second")
    parser.add_argument("--begin", type=int, metavar="FRAME", help="frame near which the loop begins")
    parser.add_argument("--again", type=int, metavar="FRAME", help="frame near which it begins again")
    add_watch(parser)


def loop_request(chosen: argparse.Namespace) -> LoopRequest:
    """Request of the arguments."""
    return LoopRequest(
        capture=str(chosen.capture),
        out=str(chosen.out),
        fps=chosen.fps,
        begin=chosen.begin,
        again=chosen.again,
        watches_stdin=chosen.watch_stdin,
    )


def add_graph(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command graph."""
    parser.add_argument("clips", type=Path, nargs="+", metavar="FILE", help="clip file, or file of clips")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for graph.json")
    parser.add_argument(
        "--fps", type=float, metavar="N", help="frames per second; default: as most clips have"
    )
    parser.add_argument("--overlap", type=float, metavar="S", help="time during which two motions fade")
    parser.add_argument("--most", type=float, metavar="M", help="largest distance that is connected")
    parser.add_argument(
        "--bridges", action="store_true", help="solve physical transitions to motions that nothing connects"
    )
    add_watch(parser)


def graph_request(chosen: argparse.Namespace) -> GraphRequest:
    """Request of the arguments."""
    return GraphRequest(
        clips=tuple(map(str, chosen.clips)),
        out=str(chosen.out),
        fps=chosen.fps,
        overlap=chosen.overlap,
        most=chosen.most,
        has_bridges=chosen.bridges,
        watches_stdin=chosen.watch_stdin,
    )


def add_walk(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command walk."""
    parser.add_argument("graph", type=Path, help="graph file")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the walk")
    parser.add_argument("--seconds", type=float, metavar="S", help="length of a random walk")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the random walk")
    parser.add_argument(
        "--through", type=float, nargs=2, action="append", default=[], metavar=("X", "Y"),
        help="point of the curve to follow; repeat it, a single one is walked to from the origin",
    )  # fmt: skip
    parser.add_argument("--speed", type=float, metavar="MPS", help="preferred speed on a curve")
    parser.add_argument("--physical", action="store_true", help="make the walk physical and write clip.npz")
    parser.add_argument("--clip", action="store_true", help="write clip.npz even if it is not made physical")
    parser.add_argument("--name", default="walk", help="of the clip")
    add_watch(parser)


def walk_request(chosen: argparse.Namespace) -> WalkRequest:
    """Request of the arguments."""
    return WalkRequest(
        graph=str(chosen.graph),
        out=str(chosen.out),
        seconds=chosen.seconds,
        seed=chosen.seed,
        curve=tuple((x, y) for x, y in chosen.through),
        speed=chosen.speed,
        is_physical=chosen.physical,
        is_clip=chosen.clip,
        name=chosen.name,
        watches_stdin=chosen.watch_stdin,
    )


def add_coverage(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command coverage."""
    parser.add_argument("graph", type=Path, help="graph file")
    parser.add_argument(
        "--within", type=float, default=2.0, metavar="S", help="time from any motion to any other"
    )
    parser.add_argument(
        "--clips",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="the graph's clips or stores of clips",
    )
    parser.add_argument(
        "--space", type=Path, metavar="FILE", help="write a parameter space of what is missing"
    )
    parser.add_argument("--speed-step", type=float, default=0.5, metavar="M/S", help="between its speeds")
    parser.add_argument("--turn-step", type=float, default=0.5, metavar="RAD/S", help="between its turns")


def coverage_request(chosen: argparse.Namespace) -> CoverageRequest:
    """Request of the arguments."""
    return CoverageRequest(
        str(chosen.graph),
        chosen.within,
        tuple(map(str, chosen.clips)),
        str(chosen.space) if chosen.space else None,
        chosen.speed_step,
        chosen.turn_step,
    )


def _span(frames: list[int] | None) -> tuple[int, int] | None:
    return (frames[0], frames[1]) if frames is not None else None
