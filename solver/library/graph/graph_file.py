"""A motion graph as a JSON file, with its motions as plain numbers, for game engines and for storage.

SI units, world frame with Z up, quaternions wxyz from a body's axes to the world; frames of a motion are a
``step`` apart. An edge is a window of ``overlap`` frames: from frame ``leaves`` of the motion ``source`` fade to frame
``enters`` of the motion ``target``, which has been turned by ``yaw`` about the vertical through the origin and then
shifted by ``shift``. Its verdict: ``force`` and ``moment`` are missing in the blend, in body weights and body weights
times a meter, and ``slide`` is how far a foot slides. Frame N of a cycle is its frame 0, moved in the same way by its
``cycle``.
"""

import json
from dataclasses import dataclass, field, replace
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
from ...number_range import LARGEST, check_numbers, within
from ...record import from_json, read_json, to_json
from ...whole_file import write_whole
from ..edges.edge import Edge, Verdict
from ..facing import facing
from .frames import landing
from .motion_graph import DroppedMotion, MotionGraph

VERSION = 2
DIGITS = 6
PARTS = {"overlap", "motions", "edges"}  # fields that identify a motion graph
ARRAYS = ("position", "orientation", "touching", "kept")  # of a motion

Shift = tuple[float, float, float]


@dataclass(frozen=True)
class _Lap:
    yaw: float
    shift: Shift


@dataclass(frozen=True)
class _MotionRecord:
    """A motion without its arrays."""

    name: str
    pace: float
    cycle: _Lap | None


@dataclass(frozen=True)
class _EdgeRecord:
    """An edge."""

    source: int
    leaves: int
    target: int
    enters: int
    yaw: float
    shift: Shift
    cost: float
    force: float
    moment: float
    slide: float


@dataclass(frozen=True)
class _Head:
    """A graph without its motions."""

    schema_version: int
    character: Character
    gravity: Shift
    ground_height: float
    step: float = field(metadata=within(1e-4, 10, unit="s"))
    overlap: int = field(metadata=within(1, 10_000, unit="frames"))
    edges: tuple[_EdgeRecord, ...]
    dropped: tuple[DroppedMotion, ...]
    refused: int = 0


def save_graph(graph: MotionGraph, path: Path) -> None:
    """Writes ``path``.

    Raises:
        InputError: it cannot be written.
    """
    first = graph.motions[0]
    head = _Head(
        VERSION, first.character, first.world.gravity, first.world.ground_height, graph.step, graph.overlap,
        tuple(map(_edge_record, graph.edges)), graph.dropped, graph.refused,
    )  # fmt: skip
    rows = zip(graph.names, graph.motions, graph.paces, graph.included, strict=True)
    motions = [
        to_json(_MotionRecord(name, pace, _lap(motion.cycle) if motion.cycle else None))
        | {
            "position": motion.position.round(DIGITS).tolist(),
            "orientation": motion.orientation.round(DIGITS).tolist(),
            "touching": motion.contact_active.astype(bool).tolist(),
            "kept": kept.tolist(),
        }
        for name, motion, pace, kept in rows
    ]
    write_whole(path, json.dumps(to_json(head) | {"motions": motions}) + "\n")


def load_graph(path: Path) -> MotionGraph:
    """Reads ``path``.

    Raises:
        InputError: the file is missing or is no motion graph.
    """
    data = _read(path)
    try:
        return _graph(data)
    except InputError as error:
        raise InputError(f"the graph file '{path}' cannot be read: {error}") from error


def load_character(path: Path) -> Character:
    """The character of the graph in ``path``.

    Raises:
        InputError: the file is missing or is no motion graph.
    """
    data = _read(path)
    try:
        character: Character = from_json(Character, data.get("character"), field="graph.character")
    except InputError as error:
        raise InputError(f"the graph file '{path}' cannot be read: {error}") from error
    return character


def _read(path: Path) -> dict[str, Any]:
    data = read_json(path, "graph")
    if not isinstance(data, dict) or data.keys().isdisjoint(PARTS):
        raise InputError(f"the file '{path}' is no motion graph")
    if data.get("schema_version") != VERSION:
        version = data.get("schema_version")
        raise InputError(
            f"the motion graph '{path}' has version {version!r}, expected {VERSION}; build it again"
        )
    return data


def is_graph_file(path: Path) -> bool:
    """Whether a file looks like a motion graph of any version, so that it may be overwritten by one."""
    try:
        data = read_json(path, "graph")
    except InputError:
        return False
    return isinstance(data, dict) and {"schema_version", *PARTS} <= data.keys()


def _graph(data: dict[str, Any]) -> MotionGraph:
    motions = data.pop("motions", None)
    head = from_json(_Head, data, field="graph")
    check_numbers(head, "graph")
    if not isinstance(motions, list) or not motions:
        raise InputError("expected at least one motion", field="graph.motions")
    parts = [_parts(motion, f"graph.motions[{k}]") for k, motion in enumerate(motions)]
    own = tuple(
        _motion(head_of_motion, arrays, head, f"graph.motions[{k}]")
        for k, (head_of_motion, arrays) in enumerate(parts)
    )
    graph = MotionGraph(
        tuple(head_of_motion.name for head_of_motion, _ in parts),
        own,
        tuple(_edge(way, own, head.overlap, f"graph.edges[{k}]") for k, way in enumerate(head.edges)),
        tuple(
            _flags(arrays["kept"], (motion.n_frames,), f"graph.motions[{k}].kept")
            for k, (motion, (_, arrays)) in enumerate(zip(own, parts, strict=True))
        ),
        head.overlap,
        tuple(head_of_motion.pace for head_of_motion, _ in parts),
        head.dropped,
        head.refused,
    )
    _require_continuation(graph)
    return graph


def _require_continuation(graph: MotionGraph) -> None:
    """Checks that every kept frame of an open motion is followed by an edge that leaves it."""
    if not any(kept.any() for kept in graph.included):
        raise InputError("no frame is kept", field="graph.motions")
    for k, (motion, kept) in enumerate(zip(graph.motions, graph.included, strict=True)):
        last = max((edge.leaves for edge in graph.edges if edge.source == k), default=-1)
        if motion.cycle is None and kept[last + 1 :].any():
            raise InputError("its last kept frames lead nowhere", field=f"graph.motions[{k}].kept")


def _parts(data: Any, path: str) -> tuple[_MotionRecord, dict[str, Any]]:
    """Fields and unchecked arrays of a motion in the file."""
    if not isinstance(data, dict):
        raise InputError("expected an object", field=path)
    for name in ARRAYS:
        if name not in data:
            raise InputError(f"the field '{name}' is missing", field=path)
    rest = {name: value for name, value in data.items() if name not in ARRAYS}
    return from_json(_MotionRecord, rest, field=path), {name: data[name] for name in ARRAYS}


def _motion(fields: _MotionRecord, arrays: dict[str, Any], head: _Head, path: str) -> WorldMotion:
    character = head.character
    n_bodies, n_contacts = len(character.bodies), len(character.contacts)
    position = _numbers(arrays["position"], (None, n_bodies, 3), f"{path}.position")
    n_frames = len(position)
    orientation = _numbers(arrays["orientation"], (n_frames, n_bodies, 4), f"{path}.orientation")
    if not (np.linalg.norm(orientation, axis=-1) > 0.5).all():
        raise InputError("expected unit quaternions", field=f"{path}.orientation")
    cycle = Cycle(_level(fields.cycle.shift, f"{path}.cycle"), fields.cycle.yaw) if fields.cycle else None
    poses = WorldMotion(
        character=character,
        step=head.step,
        position=position,
        orientation=unit(orientation),
        cycle=cycle,
        world=World(head.gravity, head.ground_height),
        contact_points=np.zeros((n_frames, n_contacts, 3)),
        contact_forces=np.zeros((n_frames, n_contacts, 3)),
        contact_moments=np.zeros((n_frames, n_contacts)),
        contact_active=_flags(arrays["touching"], (n_frames, n_contacts), f"{path}.touching"),
    )
    root = character.body_index(character.root_joint.body)
    heading = () if cycle else facing(poses.turn[:, root], head.step)
    return replace(poses, contact_points=poses.carried_contacts(), heading=heading)


def _lap(cycle: Cycle) -> _Lap:
    return _Lap(cycle.yaw, cycle.translation)


def _edge_record(edge: Edge) -> _EdgeRecord:
    x, y, z = (round(value, DIGITS) for value in edge.move.translation)
    yaw, cost = round(edge.move.yaw, DIGITS), round(edge.cost, DIGITS)
    assert edge.verdict is not None
    lacks = (round(value, DIGITS) for value in (edge.verdict.force, edge.verdict.moment, edge.verdict.slide))
    return _EdgeRecord(edge.source, edge.leaves, edge.target, edge.enters, yaw, (x, y, z), cost, *lacks)


def _edge(record: _EdgeRecord, motions: tuple[WorldMotion, ...], overlap: int, path: str) -> Edge:
    for index, frame in ((record.source, record.leaves), (record.target, record.enters)):
        if not 0 <= index < len(motions):
            raise InputError(f"expected a motion from 0 to {len(motions) - 1}, found {index}", field=path)
        motion = motions[index]
        last = motion.n_frames - 1 if motion.cycle is not None else motion.n_frames - overlap
        if not 0 <= frame <= last:
            raise InputError(f"expected a frame from 0 to {last}, found {frame}", field=path)
    move = Cycle(_level(record.shift, path), record.yaw)
    verdict = Verdict(record.force, record.moment, record.slide)
    edge = Edge(record.source, record.leaves, record.target, record.enters, move, record.cost, verdict)
    target = motions[record.target]
    if landing(edge, target, overlap) >= target.n_frames:
        raise InputError("its target ends with its window", field=path)
    return edge


def _level(shift: Shift, path: str) -> Shift:
    if shift[2]:
        raise InputError(f"a motion graph needs level ground, found a rise of {shift[2]:g} m", field=path)
    return shift


def _numbers(values: Any, shape: tuple[int | None, ...], path: str) -> Array:
    """Finite numbers of a shape, of which None may be any size of at least 1."""
    array = _array(values, path)
    if array.dtype.kind not in "if" or not np.isfinite(array).all() or abs(array).max(initial=0) > LARGEST:
        raise InputError(f"expected numbers up to {LARGEST:g}", field=path)
    return np.asarray(_shaped(array, shape, path), float)


def _flags(values: Any, shape: tuple[int, ...], path: str) -> Any:
    array = _array(values, path)
    if array.dtype != bool and array.size:
        raise InputError("expected true or false for each", field=path)
    return _shaped(array, shape, path).astype(bool)  # empty rows have no type


def _array(values: Any, path: str) -> np.ndarray[Any, Any]:
    try:
        return np.array(values)
    except (ValueError, OverflowError) as error:
        raise InputError("expected rows of equal length", field=path) from error


def _shaped(array: np.ndarray[Any, Any], shape: tuple[int | None, ...], path: str) -> np.ndarray[Any, Any]:
    fits = array.ndim == len(shape) and all(
        have == want if want is not None else have > 0 for have, want in zip(array.shape, shape, strict=True)
    )
    if not fits:
        expected = " x ".join("N" if size is None else str(size) for size in shape)
        raise InputError(f"expected {expected}, found {' x '.join(map(str, array.shape))}", field=path)
    return array
