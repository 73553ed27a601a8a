"""A motion graph as a JSON file, with its motions as plain numbers: for engines, and for later.

SI units, world frame with Z up, quaternions wxyz from a body's own axes to the world; frames of a motion are a
``step`` apart. An edge is a window of ``overlap`` frames: from frame ``leaves`` of the motion ``source`` fade to frame
``enters`` of the motion ``target``, which has been turned by ``yaw`` about the vertical through the origin and then
shifted by ``shift``. Frame N of a cycle is its frame 0, moved in the same way by its ``cycle``.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Array
from ...character import Character
from ...errors import InputError
from ...job.cycle import Cycle
from ...motion.motion import unit
from ...motion.world import World
from ...motion.world_motion import WorldMotion
from ...record import from_json, read_json, to_json
from ...whole_file import write_whole
from ..facing import facing
from .edge import Edge
from .motion_graph import Dropped, MotionGraph

VERSION = 1
DIGITS = 6


def save_graph(graph: MotionGraph, path: Path) -> None:
    """Writes ``path``.

    Raises:
        InputError: it cannot be written.
    """
    first = graph.motions[0]
    data = {
        "schema_version": VERSION,
        "character": to_json(first.character),
        "gravity": first.world.gravity,
        "ground_height": first.world.ground_height,
        "step": graph.step,
        "overlap": graph.overlap,
        "motions": [
            _motion_json(name, motion, kept.tolist(), pace)
            for name, motion, kept, pace in zip(
                graph.names, graph.motions, graph.kept, graph.paces, strict=True
            )
        ],
        "edges": [_edge_json(edge) for edge in graph.edges],
        "dropped": [to_json(dropped) for dropped in graph.dropped],
    }
    write_whole(path, json.dumps(data) + "\n")


def load_graph(path: Path) -> MotionGraph:
    """Reads ``path``.

    Raises:
        InputError: the file is missing or is no motion graph.
    """
    data = read_json(path, "graph")
    if not isinstance(data, dict) or data.get("schema_version") != VERSION:
        raise InputError(f"the file '{path}' is no motion graph of version {VERSION}")
    try:
        return _graph(data)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        what = f"'{error.args[0]}' is missing" if isinstance(error, KeyError) else str(error)
        raise InputError(f"the graph file '{path}' cannot be read: {what}") from error


def _graph(data: dict[str, Any]) -> MotionGraph:
    character = from_json(Character, data["character"], field="graph.character")
    x, y, z = data["gravity"]
    world = World((float(x), float(y), float(z)), float(data["ground_height"]))
    step, told = float(data["step"]), data["motions"]
    motions = tuple(
        _motion(motion, character, world, step, f"graph.motions[{k}]") for k, motion in enumerate(told)
    )
    overlap = int(data["overlap"])
    edges = tuple(_edge(edge, motions, overlap, f"graph.edges[{k}]") for k, edge in enumerate(data["edges"]))
    return MotionGraph(
        tuple(str(motion["name"]) for motion in told),
        motions,
        edges,
        tuple(np.array(motion["kept"], bool) for motion in told),
        overlap,
        tuple(float(motion["pace"]) for motion in told),
        tuple(from_json(Dropped, dropped, field="graph.dropped") for dropped in data["dropped"]),
    )


def _motion_json(name: str, motion: WorldMotion, kept: list[bool], pace: float) -> dict[str, Any]:
    cycle = motion.cycle
    return {
        "name": name,
        "pace": pace,
        "cycle": cycle and {"yaw": cycle.yaw, "shift": list(cycle.translation)},
        "position": motion.position.round(DIGITS).tolist(),
        "orientation": motion.orientation.round(DIGITS).tolist(),
        "touching": motion.contact_active.astype(bool).tolist(),
        "kept": kept,
    }


def _motion(data: dict[str, Any], character: Character, world: World, step: float, field: str) -> WorldMotion:
    position, orientation = _numbers(data["position"], field), _numbers(data["orientation"], field)
    n_frames, n_contacts = len(position), len(character.contacts)
    cycle = data["cycle"]
    poses = WorldMotion(
        character=character,
        step=step,
        position=position,
        orientation=unit(orientation),
        cycle=Cycle(_place(cycle["shift"]), float(cycle["yaw"])) if cycle else None,
        world=world,
        contact_points=np.zeros((n_frames, n_contacts, 3)),
        contact_forces=np.zeros((n_frames, n_contacts, 3)),
        contact_moments=np.zeros((n_frames, n_contacts)),
        contact_active=np.array(data["touching"], bool).reshape(n_frames, n_contacts),
    )
    root = character.body_index(character.root_joint.body)
    heading = () if cycle else facing(poses.turn[:, root], step)
    return replace(poses, contact_points=poses.carried_contacts(), heading=heading)


def _edge_json(edge: Edge) -> dict[str, Any]:
    return {
        "source": edge.source,
        "leaves": edge.leaves,
        "target": edge.target,
        "enters": edge.enters,
        "yaw": round(edge.move.yaw, DIGITS),
        "shift": [round(x, DIGITS) for x in edge.move.translation],
        "cost": round(edge.cost, DIGITS),
    }


def _edge(data: dict[str, Any], motions: Sequence[WorldMotion], overlap: int, field: str) -> Edge:
    edge = Edge(
        int(data["source"]), int(data["leaves"]), int(data["target"]), int(data["enters"]),
        Cycle(_place(data["shift"]), float(data["yaw"])), float(data["cost"]),
    )  # fmt: skip
    for index, frame in ((edge.source, edge.leaves), (edge.target, edge.enters)):
        if not 0 <= index < len(motions):
            raise InputError(f"expected a motion from 0 to {len(motions) - 1}, found {index}", field=field)
        motion = motions[index]
        last = motion.n_frames - 1 if motion.cycle is not None else motion.n_frames - overlap
        if not 0 <= frame <= last:
            raise InputError(f"expected a frame from 0 to {last}, found {frame}", field=field)
    return edge


def _numbers(values: Any, field: str) -> Array:
    found = np.array(values, float)
    if not np.isfinite(found).all():
        raise InputError("expected finite numbers", field=field)
    return found


def _place(values: Any) -> tuple[float, float, float]:
    x, y, z = values
    return float(x), float(y), float(z)
