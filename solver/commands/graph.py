"""Builds a motion graph of clips, finds walks through a graph, and reports its coverage."""

import threading
from collections.abc import Callable, Iterable
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..clip.clip import Clip
from ..errors import InputError
from ..formats.bvh import write_bvh
from ..messages import EXIT_CANCELLED, EXIT_SOLVED, Message, Remark, Sink, Status
from ..motion.motion import Motion
from ..motion.pieces import SAME_STEP
from ..store.clip_store import ClipStore
from ..whole_file import require_folder, write_whole
from .deliver import CLIP_FILE, deliver, keep
from .library_request import CoverageRequest, GraphRequest, KnownRoute, WalkRequest

if TYPE_CHECKING:
    from ..arrays import Array
    from ..character import Character
    from ..library.graph.motion_graph import MotionGraph
    from ..library.graph.walks.route import Route

GRAPH_FILE, PICTURE_FILE, WALK_FILE = "graph.json", "graph.svg", "walk.bvh"


def graph(request: GraphRequest, send: Sink, stop: threading.Event) -> tuple[int, str]:
    """Carries out the request; returns the exit code and the graph's file.

    Raises:
        InputError: there are no clips, two have one name, or they do not fit together.
    """
    from ..library.edges.edge import LIMITS, Verdict
    from ..library.graph.bridges import build_connected
    from ..library.graph.build_graph import MOST, OVERLAP, build_graph
    from ..library.graph.graph_file import save_graph
    from ..library.graph.picture import picture

    folder = Path(request.out)
    require_folder(folder)
    left_out = list[Message]()
    motions = {name: clip.motion for name, clip in _clips(request.clips, left_out.append).items()}
    overlap, most = request.overlap or OVERLAP, request.most or MOST
    given = zip((request.force, request.moment, request.slide), astuple(LIMITS), strict=True)
    limits = Verdict(*(usual if limit is None else limit for limit, usual in given))
    if request.has_bridges:
        found, failed = build_connected(
            motions,
            fps=request.fps,
            overlap=overlap,
            max_cost=most,
            limits=limits,
            send=send,
            cancelled=stop.is_set,
        )
        for each in failed:
            send(Remark(f"No bridge from '{each.source}' to '{each.target}': {each.reason}"))
    else:
        found = build_graph(motions, fps=request.fps, overlap=overlap, max_cost=most, limits=limits)
    save_graph(found, folder / GRAPH_FILE)
    write_whole(folder / PICTURE_FILE, picture(found))
    send(
        Remark(
            f"{_counted(len(found.motions), 'motion')}, {_counted(len(found.edges), 'edge')}, {found.share:.0%} of "
            "frames lead to each other"
        )
    )
    send(Remark(_judgement(found)))
    for message in left_out:
        send(message)
    for dropped in found.dropped:
        send(Remark(f"'{dropped.name}' is left out ({dropped.share:.0%}): {dropped.reason}"))
    own_paces = found.paces[: len(motions)]  # bridges come after them
    for (name, motion), pace in zip(motions.items(), own_paces, strict=True):
        if abs(motion.step / found.step - 1) > SAME_STEP:
            longer = f"; its duration changes by {1 / pace - 1:+.1%}" if pace != 1.0 else ""
            send(
                Remark(
                    f"'{name}' is resampled from {motion.fps:g} to {1 / found.step:g} frames per second{longer}"
                )
            )
    return EXIT_CANCELLED if stop.is_set() else EXIT_SOLVED, str(folder / GRAPH_FILE)


def _judgement(graph: "MotionGraph") -> str:
    """Summary of the edges' verdicts."""
    lacks = np.array([(v.force, v.moment, v.slide) for v in (edge.verdict for edge in graph.edges) if v])
    refused = "none is refused"
    if graph.refused:
        refused = f"refused as sliding or lacking too much: {_counted(graph.refused, 'edge')}"
    if not len(lacks):
        return f"No motion blends into another; {refused}"
    force, moment, slide = np.median(lacks, 0).tolist()
    return (
        f"Blends lack {force:.2g} body weights and {moment:.2g} body weights x m, and slide by {100 * slide:.2g} cm "
        f"(median); {refused}"
    )


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _span(values: "Array", digits: int) -> str:
    """Smallest and largest value as text; one number if both are the same."""
    low, high = (f"{value:.{digits}f}" for value in (values.min(), values.max()))
    return low if low == high else f"{low} to {high}"


def walk(request: WalkRequest, send: Sink, stop: threading.Event) -> tuple[int, str]:
    """Carries out the request; returns the exit code and the walk's file.

    Raises:
        InputError: neither a time nor a curve is given, or no walk follows the curve.
    """
    from ..library.graph.graph_file import load_graph
    from ..library.graph.tape import make_tape
    from ..library.graph.walks.along_curve import GroundCurve, off_curve, route_along
    from ..library.graph.walks.around_blends import physical_around_blends
    from ..library.graph.walks.departures import DepartureTable
    from ..library.graph.walks.physical import blended_clip, physical_walk
    from ..library.graph.walks.random_walk import random_route
    from ..library.graph.walks.route import walk as walk_of
    from ..library.graph.walks.steered import Steering, steered_route

    off: Callable[[Motion], Array] | None = None
    given = [bool(request.curve), request.seconds is not None, request.route is not None].count(True)
    if given != 1:
        raise InputError(f"expected either --seconds or --through, found {'both' if given else 'neither'}")
    if request.steer and request.seconds is None:
        raise InputError("--steer needs --seconds")
    folder = Path(request.out)
    require_folder(folder)
    motions = load_graph(Path(request.graph))
    tape = make_tape(motions)
    ways = DepartureTable(motions, tape)
    if request.curve:
        points = [(0.0, 0.0), *request.curve] if len(request.curve) == 1 else request.curve
        curve = GroundCurve.through(np.array(points))
        found = walk_of(motions, tape, route_along(ways, curve, speed=request.speed))
        off = partial(off_curve, curve=curve)
    elif request.route is not None:
        found = walk_of(motions, tape, _route(motions, request.route))
    elif request.steer:
        steering = [Steering(*each) for each in request.steer]
        found = walk_of(motions, tape, steered_route(ways, request.seconds or 0.0, steering))
    else:
        found = walk_of(motions, tape, random_route(ways, request.seconds or 0.0, seed=request.seed))
    send(Status(f"{found.motion.n_frames} frames, {len(found.seams)} edges"))
    if request.is_physical:
        solve = physical_around_blends if request.around_blends else physical_walk
        clip = solve(found, name=request.name, send=send, cancelled=stop.is_set)
        _send_curve_distance(off, clip.motion, send)
        return deliver(clip, folder, send, stop)
    _send_curve_distance(off, found.motion, send)
    if request.is_clip:
        return EXIT_SOLVED, str(keep(blended_clip(found, name=request.name), folder / CLIP_FILE, send))
    write_bvh(found.motion, folder / WALK_FILE)
    return EXIT_SOLVED, str(folder / WALK_FILE)


def _send_curve_distance(off: "Callable[[Motion], Array] | None", motion: Motion, send: Sink) -> None:
    """Sends the distance of a walk from its curve, if it follows one."""
    if off is not None:
        found = 100 * off(motion)
        rms = np.sqrt((found**2).mean())
        send(Remark(f"The walk is {rms:.1f} cm off the curve (rms), {found.max():.1f} cm at most"))


def _route(graph: "MotionGraph", known: KnownRoute) -> "Route":
    """A given route, checked against the graph.

    Raises:
        InputError: it does not follow the graph's edges.
    """
    from ..library.graph.walks.known_route import require_way
    from ..library.graph.walks.route import Hop, Route
    from ..mechanics.planar import Planar

    place = Planar.turned_by(known.yaw, complex(*known.shift))
    hops = tuple(Hop(count, edge) for count, edge in known.hops)
    route = Route(known.motion, known.frame, place, hops, known.beyond)
    require_way(graph, route)
    return route


def cover(request: CoverageRequest, send: Sink) -> tuple[int, str]:
    """Reports the coverage; returns the exit code and the file of the missing clips' space, if any.

    Raises:
        InputError: the file is not a graph, or there is no clip on which to base missing ones.
    """
    from ..library.graph.coverage import coverage
    from ..library.graph.graph_file import load_graph

    if bool(request.clips) != (request.space is not None):
        raise InputError("expected both --clips and --space")
    graph = load_graph(Path(request.graph))
    found = coverage(graph)
    turns = np.degrees(found.turn)
    send(
        Remark(
            f"{_counted(len(found.names), 'motion')} at {_span(found.speed, 1)} m/s, turning by {_span(turns, 0)} "
            "degrees a second"
        )
    )
    slow = found.slow(request.within)
    if not slow and len(found.names) > 1:
        send(Remark(f"Every motion is reached from every other within {found.seconds.max():.1f} s"))
    for source, target in slow:
        seconds = found.seconds[source, target]
        time_text = f"takes {seconds:.1f} s" if np.isfinite(seconds) else "is never reached"
        send(
            Remark(
                f"'{found.names[target]}' ({found.speed[target]:.1f} m/s, {turns[target]:.0f} degrees a second) "
                f"{time_text} from '{found.names[source]}'"
            )
        )
    return EXIT_SOLVED, _lacking(request, graph, send) if request.space else ""


def _lacking(request: CoverageRequest, graph: "MotionGraph", send: Sink) -> str:
    """Writes the space of the missing clips; returns its file, or an empty string if nothing is missing."""
    from ..library.graph.missing import missing

    assert request.space is not None
    file = Path(request.space)
    clips = _clips(request.clips, send, graph.motions[0].character)
    jobs = {name: clip.job for name, clip in clips.items()}
    space = missing(graph, jobs, name=file.stem, speed_step=request.speed_step, turn_step=request.turn_step)
    if space is None:
        send(Remark("No speed or turn is missing"))
        return ""
    space.save(file)
    send(Remark(f"{len(space.points())} clips are missing; generate them from '{file}'"))
    return str(file)


def _clips(files: Iterable[str], send: Sink, character: "Character | None" = None) -> dict[str, Clip]:
    """All clips of files by name; from stores, which may have several characters, only those of one.

    Args:
        files: of clips, or stores.
        send: receives what is left out.
        character: of the clips to take from stores; None: the first clip's.
    """
    found: dict[str, Clip] = {}
    for file in map(Path, files):
        own = [Clip.load(file)] if file.suffix == ".npz" else _of_store(file, character, send)
        for clip in own:
            if clip.name in found:
                raise InputError(f"two clips are named '{clip.name}', the second in '{file}'; rename one")
            found[clip.name] = clip
        character = character or own[0].job.character
    return found


def _of_store(file: Path, character: "Character | None", send: Sink) -> list[Clip]:
    """Clips of a character, or of the first clip's."""
    from ..library.same_bodies import why_another

    with ClipStore(file, create=False) as store:
        there = [store.get(name) for name in store.names()]
    if not there:
        raise InputError("there are no clips in this file", field=str(file))
    wanted = character or there[0].job.character
    others = {clip.name: why for clip in there if (why := why_another(wanted, clip.job.character))}
    if len(others) == len(there):
        raise InputError(next(iter(others.values())), field=str(file))
    if others:
        send(
            Remark(
                f"Left out of '{file.name}': {_counted(len(others), 'clip')}; {next(iter(others.values()))}"
            )
        )
    return [clip for clip in there if clip.name not in others]
