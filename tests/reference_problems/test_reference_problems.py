"""Known optima are found again, and a wrong one is told; all of them: python -m scripts.reference_problems."""

import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.reference_problems.least_time import LEAST_TIMES
from tests.reference_problems.reference import Outcome, find, limit
from tests.reference_problems.table import PROBLEMS

ROOT = Path(__file__).resolve().parents[2]
LOADED_ARM = "least time, loaded arm"
FEWER_STEPS = {"least time, double pendulum": (120,)}  # are enough
FAST = (
    "block",
    "soft landing",
    "throw",
    "rendezvous",
    "least jerk",
    "regulator",
    "Bryson-Denham",
    "reaction wheel",
    "arm",
    "cart-pole",
)


@cache
def found(name: str) -> Outcome:
    return find(PROBLEMS[name])


@pytest.mark.parametrize("name", FAST)
def test_known_optimum_is_found(name: str) -> None:
    outcome = found(name)
    assert not outcome.fault
    assert outcome.found == pytest.approx(outcome.known, rel=1e-6)


@pytest.mark.parametrize("name", [each.name for each in LEAST_TIMES if each.name != LOADED_ARM])
def test_least_time_is_found(name: str) -> None:
    """A switch between two frames leaves more than 1e-6."""
    problem = PROBLEMS[name]
    assert not find(replace(problem, steps=FEWER_STEPS.get(name, problem.steps))).fault


def test_a_loaded_arm_takes_as_long_as_luus_says() -> None:
    """2.98 s (Luus 2000), and its switching times agree."""
    outcome = find(PROBLEMS[LOADED_ARM])
    assert not outcome.fault
    assert outcome.known == pytest.approx(2.98, abs=0.005)


def test_a_wrong_optimum_is_told() -> None:
    wrong = replace(PROBLEMS["block"], value=lambda _: 12.01)
    assert find(wrong).fault == "'block': expected 12.01 within 0.0001, found 12"


def test_the_limit_of_even_powers_is_exact() -> None:
    steps = (0.1, 0.04, 0.03)
    assert limit(steps, [3.0 - 2.0 * h**2 + 7.0 * h**4 for h in steps]) == pytest.approx(3.0, rel=1e-12)


def test_the_command_prints_a_row_for_each() -> None:
    command = (sys.executable, "-m", "scripts.reference_problems", "--problem", "block", "--problem", "lift")
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert said.returncode == 0, said.stdout + said.stderr
    assert [line.split("|")[1].strip() for line in said.stdout.splitlines()[2:]] == ["block", "lift"]


def test_errors_of_an_impact_go_with_all_powers() -> None:
    steps = (0.1, 0.05, 0.02)
    assert limit(steps, [3.0 - 2.0 * h + 7.0 * h**2 for h in steps], order=1) == pytest.approx(3.0, rel=1e-12)


def test_a_biped_walks_as_cheaply_as_by_collocation_and_as_is_quoted() -> None:
    """Two numbers of steps leave an error of the second order."""
    outcome = find(replace(PROBLEMS["high torso"], steps=(25, 50), tolerance=5e-3))
    assert not outcome.fault
    assert outcome.found == pytest.approx(469.6, rel=0.01)


def test_there_are_at_least_twenty() -> None:
    assert len(PROBLEMS) >= 20


def test_kelly_s_cart_pole_costs_what_he_says() -> None:
    """58.8 N^2 s (Kelly 2017, section 5), and Pontryagin's equations agree with it."""
    assert found("cart-pole").known == pytest.approx(58.8, abs=0.05)
