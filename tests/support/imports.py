"""Imports between modules of this tree, from the source."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Rooms of the solver in import order: each may import rooms of its own line and above.
LEVELS = (
    (
        "__init__",
        "sentence",
        "errors",
        "whole_file",
        "arrays",
        "arrays_file",
        "number_range",
        "record_types",
        "rotations",
        "stretches",
    ),
    ("record", "document", "messages", "ending"),
    ("character", "scheduling"),
    ("fitting", "mechanics"),
    ("job",),
    ("motion", "expression", "posing"),
    ("verify",),
    ("wording",),
    ("clip",),
    ("problem",),
    ("optimise",),
    ("animate",),
    ("formats", "analysis", "store"),
    ("retarget",),
    ("space", "explore"),
    ("library",),
    ("commands",),
    ("api",),
    ("cli", "__main__"),
)
INTERFACE = ("operators", "panels")  # in any room of the add-on; may use every room
LEVEL_OF = {part: level for level, parts in enumerate(LEVELS) for part in parts}


def files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def imported(path: str, tree: ast.AST) -> Iterator[str]:
    """List the modules a file imports; those of this tree by their path from its root: ".solver.motion"."""
    package = path.removesuffix(".py").split("/")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            depth = len(package) - node.level + 1
            base = ["", *package[: max(depth, 0)], *([node.module] if node.module else [])]
            yield from (".".join([*base, alias.name]) for alias in node.names)


def part(place: Sequence[str]) -> str:
    """Name the part of the solver that a file or an imported name belongs to."""
    if len(place) < 2:
        return "__init__"
    folder, file = ROOT / "solver" / place[1], ROOT / "solver" / f"{place[1]}.py"
    is_part = len(place) > 2 or place[1] in LEVEL_OF or folder.is_dir() or file.is_file()
    return place[1] if is_part else "__init__"


def modules(folder: str) -> dict[str, str]:
    """Find the modules of a folder by their dotted names."""
    found = {}
    for path in files(folder):
        place = path.relative_to(ROOT).as_posix()
        found[place.removesuffix(".py").removesuffix("/__init__").replace("/", ".")] = place
    return found


@cache
def import_graph(folder: str) -> dict[str, list[str]]:
    """Map each module of a folder to its imports, including those inside functions and for types only."""
    known = modules(folder)
    graph = {}
    for name, place in known.items():
        targets = (target.strip(".") for target in imported(place, ast.parse((ROOT / place).read_text())))
        found = {target if target in known else target.rpartition(".")[0] for target in targets}
        graph[name] = sorted(found & known.keys() - {name})
    return graph


def room(place: Sequence[str]) -> str:
    """Name the room of a file or an imported name; all operators are one room, and so are all panels."""
    return next(
        (each for each in place[2:3] if each in INTERFACE), place[1] if len(place) > 1 else "__init__"
    )


def room_graph(folder: str) -> dict[str, set[str]]:
    """Map each room to the rooms it imports, without those it also reaches through another."""
    parts: dict[str, set[str]] = {}
    for module, targets in import_graph(folder).items():
        found = {room(target.split(".")) for target in targets}
        parts.setdefault(room(module.split(".")), set()).update(found)
    rooms = [part for part in parts if part in INTERFACE or (ROOT / folder / part).is_dir()]
    needs = {part: reached(parts, part) for part in rooms}
    needs = {part: needed & needs.keys() for part, needed in needs.items()}
    return {part: needed - set().union(*(needs[each] for each in needed)) for part, needed in needs.items()}


def reached(graph: Mapping[str, Iterable[str]], start: str) -> set[str]:
    """Collect the nodes reachable from a start, without the start itself."""
    found, waiting = set[str](), [start]
    while waiting:
        new = set(graph[waiting.pop()]) - found - {start}
        found |= new
        waiting += new
    return found


def circles(graph: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """List the circles of a graph: its strongly connected components of several modules (Tarjan 1972)."""
    order, low = dict[str, int](), dict[str, int]()
    stack, found = list[str](), list[list[str]]()

    def visit(node: str) -> None:
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in graph[node]:
            if other not in order:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == order[node]:
            part = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(part) > 1:
                found.append(sorted(part))

    for node in graph:
        if node not in order:
            visit(node)
    return found
