"""Texts of expressions, whatever they are, end in a value or in a sentence, and soon."""

import contextlib
from collections.abc import Callable

import pytest

from solver.errors import InputError
from tests.fuzz import expressions
from tests.fuzz.fuzz import SLOW, Draw, fuzz
from tests.support.seconds import worked

PATIENCE = 200.0  # s, on the busiest of machines
MINIMA = "time"
for _ in range(24):
    MINIMA = f"min({MINIMA}, phase + {MINIMA[:40].count('(')})"
POWERS = "time" + "".join(f" + {k} * time ** {k}" for k in range(2, 40))
MIXED = "angular_momentum.y"
for k in range(34):
    MIXED = f"{'min' if k % 3 else 'max'}({MIXED}, {('power', 'com.z', 'doubled', 'time')[k % 4]})"
TOWER = "com.z"
for _ in range(35):
    TOWER = f"({TOWER} + torso.tx) ** torso.tz"


@pytest.mark.parametrize(
    ("draw", "cases"),
    [(expressions.draw_expression, 40), (expressions.draw_condition, 400), (expressions.draw_formula, 400)],
)
def test_made_up_texts_have_a_value_or_a_sentence(draw: Draw, cases: int) -> None:
    tally = fuzz(draw, seed=18, cases=cases, seconds=PATIENCE)
    assert not tally.unexpected, tally.told
    assert not tally.executed, tally.told
    assert tally.cases == cases


@pytest.mark.parametrize(
    "text", [MINIMA, f"{POWERS} > 3", f"({POWERS}) ** ({POWERS}) < 1", "-" * 3000 + "1 > 0"]
)
def test_large_conditions_are_read_or_refused_soon(text: str) -> None:
    _is_soon(lambda: expressions.evaluate_condition(text))


@pytest.mark.parametrize(
    "text", [MINIMA, MIXED, POWERS, TOWER, "sqrt(" * 200 + "com.z" + ")" * 200, "(" * 500, "1" * 5000]
)
def test_large_expressions_are_read_or_refused_soon(text: str) -> None:
    _is_soon(lambda: expressions.evaluate(text))


@pytest.mark.parametrize(
    "text", ["+1" * 3000, "(" * 150 + "1" + ")" * 150, "1" * 5000, "9**9**9**9", "\ud800"]
)
def test_large_formulas_are_worked_out_or_refused_soon(text: str) -> None:
    _is_soon(lambda: expressions.evaluate_formula(text))


def test_a_subexpression_that_doubles_is_refused_where_it_grows_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doubling = {"a0": "com.z"} | {f"a{k}": f"(a{k - 1} + 1) * a{k - 1}" for k in range(1, 40)}
    monkeypatch.setattr(expressions, "SUBEXPRESSIONS", doubling)
    with pytest.raises(InputError, match="more than 5000 operations"):
        expressions.evaluate("a39")


def _is_soon(act: Callable[[], None]) -> None:
    def end() -> None:
        with contextlib.suppress(InputError):
            act()

    assert worked(end) < 3 * SLOW
