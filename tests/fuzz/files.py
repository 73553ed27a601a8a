"""Files of which bytes, lines and pages have been changed at random."""

import json
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

from solver.clip.clip import Clip
from solver.errors import InputError
from solver.formats.bvh import read_bvh
from solver.library.graph.build_graph import build_graph
from solver.library.graph.graph_file import load_graph, save_graph
from solver.library.graph.tape import make_tape
from solver.library.graph.walks.departures import DepartureTable
from solver.library.graph.walks.random_walk import random_route
from solver.library.graph.walks.route import walk
from solver.store.clip_store import ClipStore
from solver.store.recover import recover
from solver.store.sample_table import SampleTable, space_names
from tests.fuzz.documents import changed
from tests.fuzz.fuzz import Case
from tests.support.imports import ROOT

DATA = ROOT / "tests" / "data"
WORDS = (
    b"nan",
    b"1e999",
    b"-1",
    b"0",
    b"JOINT",
    b"End Site",
    b"}",
    b"{",
    b"\xff\xfe",
    b"\0",
    b"999999999",
    b"MOTION",
    b"",
)


def draw_clip(rng: np.random.Generator) -> Case:
    """A clip's file."""
    data = mutated(rng, _bytes("first_release/hop.npz"))
    return repr(data[:80]), lambda: Clip.from_bytes(data)


def draw_bvh(rng: np.random.Generator) -> Case:
    """A capture, of which words are changed more often than bytes."""
    data = mutated(rng, _bytes("walk.bvh")) if rng.random() < 0.3 else _reworded(rng, _bytes("walk.bvh"))
    return repr(data[:300]), lambda: _in_file(data, "a.bvh", read_bvh)


def draw_store(rng: np.random.Generator) -> Case:
    """A store, all of which is read and then recovered."""
    data = mutated(rng, _bytes("first_release/hops.sqlite"))
    return repr(data[:80]), lambda: _in_file(data, "a.sqlite", _all_of)


def draw_graph(rng: np.random.Generator) -> Case:
    """A motion graph with other values, through which a walk is then made."""
    text = json.dumps(changed(rng, json.loads(graph_text())))
    return text[:80], lambda: _in_file(text.encode(), "graph.json", _walked)


def mutated(rng: np.random.Generator, data: bytes) -> bytes:
    """Bytes changed, cut off, left out or put in twice."""
    changed = bytearray(data)
    for _ in range(int(rng.integers(1, 20))):
        at, length = int(rng.integers(len(changed) or 1)), int(rng.integers(1, 200))
        match int(rng.integers(5)):
            case 0 | 1:
                changed[at : at + 1] = rng.bytes(1)
            case 2:
                changed[at : at + length] = rng.bytes(min(length, len(changed) - at))
            case 3:
                changed[at:at] = changed[at : at + length]
            case 4:
                del changed[at : at + (length if rng.random() < 0.9 else len(changed))]
    return bytes(changed)


def _reworded(rng: np.random.Generator, data: bytes) -> bytes:
    """Words changed, and lines left out or put in twice."""
    lines = data.splitlines()
    for _ in range(int(rng.integers(1, 6))):
        k = int(rng.integers(len(lines)))
        words = lines[k].split(b" ")
        match int(rng.integers(4)):
            case 0:
                words[int(rng.integers(len(words)))] = WORDS[int(rng.integers(len(WORDS)))]
                lines[k] = b" ".join(words)
            case 1:
                lines[k] = lines[int(rng.integers(len(lines)))]
            case 2:
                lines.insert(k, lines[int(rng.integers(len(lines)))])
            case 3:
                if len(lines) > 1:
                    del lines[k]
    return b"\n".join(lines)


def _in_file(data: bytes, name: str, act: Callable[[Path], object]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        act(path)


def _all_of(path: Path) -> None:
    try:
        with ClipStore(path, create=False) as store:
            for name in store.names():
                store.get(name)
                store.motion(name)
            store.compare(store.names())
            for space in space_names(store):
                list(SampleTable(store, space).rows())
    except InputError:
        recover(path, path.with_name("new.sqlite"))


def _walked(path: Path) -> None:
    graph = load_graph(path)
    ways = DepartureTable(graph, make_tape(graph))
    walk(graph, ways.tape, random_route(ways, 1.0))


@cache
def graph_text() -> str:
    """A small motion graph's file."""
    with tempfile.TemporaryDirectory() as folder:
        old, path = Path(folder) / "a.sqlite", Path(folder) / "graph.json"
        old.write_bytes(_bytes("first_release/hops.sqlite"))
        with ClipStore(old) as store:
            save_graph(
                build_graph({name: store.get(name).motion for name in store.names()}, max_cost=1.0), path
            )
        return path.read_text(encoding="utf-8")


@cache
def _bytes(name: str) -> bytes:
    return (DATA / name).read_bytes()
