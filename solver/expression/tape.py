"""Nodes of a graph, evaluated with NumPy for many frames at once."""

from collections.abc import Sequence

import numpy as np

from ..arrays import Array
from .graph import FUNCTIONS, Graph, Node, Operation


class Tape:
    """The operations for some nodes, in order of evaluation.

    Registers of results that are no longer needed are reused to save memory.

    Args:
        graph: of the nodes; its variables are the inputs.
        outputs: nodes to evaluate.

    Attributes:
        size: number of registers, including numbers and inputs.
    """

    def __init__(self, graph: Graph, outputs: Sequence[Node]) -> None:
        needed = _needed(graph, outputs)
        last = {part: node for node in needed for part in graph.parts[node]}
        free: list[int] = []
        register: dict[Node, int] = {}
        self._steps: list[tuple[Operation, int, int | None, int]] = []
        self._numbers: list[tuple[int, float]] = []
        self._inputs: list[tuple[int, int]] = []
        self.size, kept = 0, set(outputs)
        for node in needed:
            parts, fixed = graph.parts[node], not graph.functions[node]
            ready = tuple(register[part] for part in parts)
            free += {register[p] for p in parts if last[p] == node and p not in kept and graph.functions[p]}
            if fixed or not free:
                register[node], self.size = self.size, self.size + 1
            else:
                register[node] = free.pop()
            if not fixed:
                other = ready[1] if len(ready) == 2 else None
                self._steps.append((FUNCTIONS[graph.functions[node]], ready[0], other, register[node]))
            elif node in graph.numbers:
                self._numbers.append((register[node], graph.numbers[node]))
            else:
                self._inputs.append((register[node], node))
        self._outputs = [register[node] for node in outputs]

    def run(self, inputs: Array) -> Array:
        """(outputs, I) of inputs (variables, I)."""
        held: list[Array | float] = [0.0] * self.size
        for register, number in self._numbers:
            held[register] = number
        for register, k in self._inputs:
            held[register] = inputs[k]
        with np.errstate(all="ignore"):  # the optimizer shortens steps that leave a function's domain
            for function, one, other, register in self._steps:
                held[register] = function(held[one]) if other is None else function(held[one], held[other])
        found = np.empty((len(self._outputs), inputs.shape[1]))
        for row, register in zip(found, self._outputs, strict=True):
            row[:] = held[register]
        return found


def _needed(graph: Graph, outputs: Sequence[Node]) -> list[Node]:
    """All nodes required for some, each after its parts."""
    found, open_ = set(outputs), list(outputs)
    while open_:
        for part in graph.parts[open_.pop()]:
            if part not in found:
                found.add(part)
                open_.append(part)
    return sorted(found)
