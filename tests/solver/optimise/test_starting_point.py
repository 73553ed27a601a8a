"""Where the optimiser begins: off the bounds, and at a point that it evaluates once."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from solver.fitting.presets.chip import chip
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.optimise.interior_start import PUSH, interior_start
from solver.optimise.solve import solve
from solver.problem.problem import Problem


def pushed(x: float, lower: float, upper: float) -> float:
    nlp: Any = SimpleNamespace(lower=np.array([lower]), upper=np.array([upper]))
    return float(interior_start(nlp, np.array([x]))[0])


def test_unknowns_are_off_their_bounds() -> None:
    assert pushed(0.0, 0.0, 5.0) == PUSH
    assert pushed(-3.0, 0.0, 5.0) == PUSH  # beyond the bound
    assert pushed(2.0, 0.0, 5.0) == 2.0
    assert pushed(5.0, 0.0, 5.0) == pytest.approx(5.0 - 5 * PUSH)  # a large bound counts in its own size
    assert pushed(0.1, 0.0, 0.1) == pytest.approx(0.1 - 0.1 * PUSH)  # at most this share of the range
    assert pushed(0.0, 0.0, np.inf) == PUSH
    assert pushed(7.0, -np.inf, np.inf) == 7.0
    assert pushed(1.0, 2.0, 2.0) == 2.0  # fixed


def test_the_beginning_is_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    valued: set[bytes] = set()
    derived: set[bytes] = set()
    constraints, jacobian = Problem.constraints, Problem.jacobian
    monkeypatch.setattr(
        Problem, "constraints", lambda self, x: (valued.add(x.tobytes()), constraints(self, x))[1]
    )
    monkeypatch.setattr(Problem, "jacobian", lambda self, x: (derived.add(x.tobytes()), jacobian(self, x))[1])
    contacts = (ContactTiming("L_foot", ((0.0, 0.6),)), ContactTiming("R_foot", ((0.5, 0.6),)))
    job = Job("walk", chip(), AnimationTiming(1.0, fps=10), Cycle((1.3, 0.0, 0.0)), contacts)
    solve(job, send=lambda _: None, cancelled=lambda: False)
    assert derived
    assert derived <= valued  # IPOPT's own push would ask for derivatives where nothing else is asked
