"""Derivatives of every function of the language, against differences, and what a tape holds at a time."""

import numpy as np
import pytest
import sympy

from solver.errors import InputError
from solver.expression.compile import Compiled, compiled
from solver.expression.graph import FUNCTIONS, Graph
from solver.expression.tape import Tape

A, B, T = sympy.symbols("a b t", real=True)
STEP = 1e-5
EXPRESSIONS = (
    sympy.sin(A * B), sympy.cos(A) * T, sympy.tan(A / 2), sympy.asin(A / 3), sympy.acos(A * B / 9), sympy.atan(A - B),
    sympy.atan2(A, B + T), sympy.exp(A * T), sympy.log(A + B), A**B, A**3 / B, (A + T) ** sympy.Float(0.5),
    2 * A + 3 * B - A,
    sympy.Abs(A - 2 * B) ** 3,
    A * B * (A + B) * T, sympy.Pow(A - B, 2, evaluate=False), A + sympy.sign(A + 5) * B,
)  # fmt: skip


def differenced(function: Compiled, order: int, x: np.ndarray, t: np.ndarray) -> np.ndarray:
    """(K, O or entries of the first derivatives, I) by the variables."""
    of = function.values if order == 1 else function.first_derivatives
    steps = STEP * np.eye(len(x))[:, :, None]
    return np.array([(of(x + step, t) - of(x - step, t)) / (2 * STEP) for step in steps])


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_derivatives_are_those_of_differences(expression: sympy.Expr) -> None:
    function = compiled((expression,), (A, B), (T,))
    rng = np.random.default_rng(1)
    x, t = rng.uniform(0.5, 1.5, (2, 7)), rng.uniform(0.5, 1.5, (1, 7))
    assert function.values(x, t)[0] == pytest.approx(
        [float(expression.subs({A: a, B: b, T: c})) for a, b, c in zip(*x, *t, strict=True)]
    )
    first, second = np.zeros((2, 7)), np.zeros((2, 2, 7))
    first[function.first[1]] = function.first_derivatives(x, t)
    assert first == pytest.approx(differenced(function, 1, x, t)[:, 0], abs=1e-7)
    bends = function.second_derivatives(x, t)
    second[function.second[1:]] = second[function.second[:0:-1]] = bends
    found = np.zeros((2, 2, 7))
    found[:, function.first[1]] = differenced(function, 2, x, t)
    assert second == pytest.approx(found, abs=1e-7)


def test_every_function_is_among_them() -> None:
    used = {type(part).__name__ for one in EXPRESSIONS for part in sympy.preorder_traversal(one)}
    assert set(FUNCTIONS) - {"add", "multiply", "power"} <= used


def test_what_cancels_has_no_derivative() -> None:
    function = compiled(((A + B) ** 2 - 2 * A * B - B**2 - T * A,), (A, B), (T,))
    assert [*zip(*function.second, strict=True)] == [(0, 0, 0)]


def test_a_tape_holds_no_more_than_is_needed_at_a_time() -> None:
    graph = Graph(1)
    node = 0
    for _ in range(1000):
        node = graph.call("sin", node)
    tape = Tape(graph, [node])
    assert tape.size <= 3
    assert tape.run(np.zeros((1, 4))) == pytest.approx(0.0)


def test_a_number_without_a_value_is_refused() -> None:
    with pytest.raises(InputError, match="has no value"):
        compiled((A * sympy.log(T - T + sympy.Float(-1), evaluate=False),), (A,), (T,))
