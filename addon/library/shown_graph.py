"""The graph of a character in the panel, read and drawn in a thread when its file is new."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import bpy

from ...solver.arrays import Array
from ...solver.errors import InputError
from ...solver.library.graph.graph_file import load_graph
from ..runtime.event_loop import Work, in_a_thread
from .graph import graph_file
from .graph_picture import picture_of_graph, targets_of
from .thumbnails import thumbnails

Ways = Mapping[str, tuple[tuple[str, int], ...]]  # targets of each motion with their counts, the most first
_ways: dict[str, Ways] = {}  # by the name of a picture


@dataclass(frozen=True)
class ShownGraph:
    """A drawn graph.

    Attributes:
        icon: number of its picture; 0 in background mode.
        targets: targets of each motion.
    """

    icon: int
    targets: Ways


def shown_graph(armature_object: bpy.types.Object) -> ShownGraph | None:
    """The graph of a character; None if there is none, or until it is drawn."""
    try:
        file = graph_file(armature_object)
        name = f"graph {file} {file.stat().st_mtime_ns}"
    except (InputError, OSError):  # there is none yet
        return None
    icon = thumbnails.icon(name, partial(_drawing, file, name))
    return ShownGraph(icon, _ways[name]) if name in _ways else None


def _drawing(file: Path, name: str) -> Work[Array]:
    picture, ways = yield from in_a_thread(partial(_read, file))
    _ways[name] = ways
    return picture


def _read(file: Path) -> tuple[Array, Ways]:
    """A thread's.

    Raises:
        InputError: it is missing or not a motion graph.
    """
    graph = load_graph(file)
    return picture_of_graph(graph), targets_of(graph)
