"""Exact derivatives of a graph's nodes by all variables at once, by reverse accumulation."""

from collections.abc import Callable
from heapq import heappop, heappush

from .graph import Graph, Node


def gradient(graph: Graph, node: Node) -> dict[int, Node]:
    """Nonzero derivatives by variable, by reverse accumulation (Griewank and Walther 2008, chapter 3).

    Raises:
        InputError: the graph becomes too large, or a derivative is undefined.
    """
    found: dict[int, Node] = {}
    pending: dict[Node, list[Node]] = {
        node: [graph.one]
    }  # node to the terms of the result's derivative by it
    order = [-node]  # parts come before nodes that use them
    while order:
        at = -heappop(order)
        slope = graph.add(pending.pop(at))
        if slope == graph.zero or not graph.support[at]:
            continue
        if not graph.functions[at]:
            found[at] = slope
            continue
        for part, own in _slopes(graph, at):
            if graph.support[part]:
                if part not in pending:
                    heappush(order, -part)
                pending.setdefault(part, []).append(graph.multiply((slope, own)))
    return found


def _slopes(graph: Graph, node: Node) -> list[tuple[Node, Node]]:
    """Each part of a node with the node's derivative by that part."""
    name, parts = graph.functions[node], graph.parts[node]
    match name:
        case "add":
            return [(part, graph.one) for part in parts]
        case "multiply":
            return [(parts[0], parts[1]), (parts[1], parts[0])]
        case "power":
            return _power(graph, node, *parts)
        case "atan2":
            return _atan2(graph, *parts)
        case "sign":
            return []  # 0 except at 0
    return [(parts[0], _SLOPES[name](graph, node, parts[0]))]


def _power(graph: Graph, node: Node, base: Node, exponent: Node) -> list[tuple[Node, Node]]:
    less = graph.add((exponent, graph.number(-1.0)))
    slopes = [(base, graph.multiply((exponent, graph.power(base, less))))]
    if graph.support[exponent]:
        slopes.append((exponent, graph.multiply((node, graph.call("log", base)))))
    return slopes


def _atan2(graph: Graph, y: Node, x: Node) -> list[tuple[Node, Node]]:
    over = _to(graph, graph.add((_to(graph, y, 2.0), _to(graph, x, 2.0))), -1.0)
    return [(y, graph.multiply((x, over))), (x, _negative(graph, graph.multiply((y, over))))]


def _to(graph: Graph, base: Node, exponent: float) -> Node:
    return graph.power(base, graph.number(exponent))


def _negative(graph: Graph, node: Node) -> Node:
    return graph.multiply((graph.number(-1.0), node))


def _one_plus_square(graph: Graph, node: Node) -> Node:
    return graph.add((graph.one, _to(graph, node, 2.0)))


def _asin(graph: Graph, _: Node, a: Node) -> Node:
    return _to(graph, graph.add((graph.one, _negative(graph, _to(graph, a, 2.0)))), -0.5)


# Derivative of a node f(a) by a.
_SLOPES: dict[str, Callable[[Graph, Node, Node], Node]] = {
    "sin": lambda graph, _, a: graph.call("cos", a),
    "cos": lambda graph, _, a: _negative(graph, graph.call("sin", a)),
    "tan": lambda graph, node, _: _one_plus_square(graph, node),
    "asin": _asin,
    "acos": lambda graph, node, a: _negative(graph, _asin(graph, node, a)),
    "atan": lambda graph, _, a: _to(graph, _one_plus_square(graph, a), -1.0),
    "exp": lambda _, node, __: node,
    "log": lambda graph, _, a: _to(graph, a, -1.0),
    "Abs": lambda graph, _, a: graph.call("sign", a),
}
