"""Where the time of one solve goes: our functions by kind, copying, factorising, the rest of IPOPT."""

import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from solver.optimise.inside import inside
from solver.optimise.ipopt import Option, minimise
from solver.optimise.search import suited
from solver.problem.first_guess import first_guess
from solver.problem.formulate import formulate
from solver.problem.job import Job
from solver.problem.problem import Problem

KINDS = ("value", "gradient", "constraints", "jacobian", "hessian")
ANALYSE, SUBSTITUTE = "LinearSystemSymbolicFactorization", "LinearSystemBackSolve"
SYSTEM = "StdAugSystemSolverMultiSolve"  # both and the factorisation, which MUMPS's side does not time
EVALUATIONS, ALL = "Function Evaluations", "OverallAlgorithm"


class _Timed:
    """A problem that notes the processor time of each kind of callback."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.seconds = dict.fromkeys(KINDS, 0.0)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._problem, name)
        return self._noted(name, found) if name in KINDS else found

    def _noted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any) -> Any:
            start = time.process_time()
            value = function(*arguments)
            self.seconds[name] += time.process_time() - start
            return value

        return timed


def time_share(job: Job) -> dict[str, float]:
    """Milliseconds of processor time per iteration by stage; prints them."""
    timed: Any = _Timed(formulate(job))
    guess = inside(timed, first_guess(timed.setting))
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "ipopt.txt"
        options: dict[str, Option] = {
            "output_file": str(output),
            "file_print_level": 5,
            "print_timing_statistics": "yes",
        }
        result = minimise(timed, guess, suited(timed)(job.options) | options)
        text = output.read_text()
    stages = {stage: _processor(text, stage) for stage in (ALL, SYSTEM, ANALYSE, SUBSTITUTE, EVALUATIONS)}
    told = {name: timed.seconds[name] for name in KINDS}
    told["copying"] = stages[EVALUATIONS] - sum(timed.seconds.values())
    told["analyse"], told["back substitution"] = stages[ANALYSE], stages[SUBSTITUTE]
    told["factorise"] = stages[SYSTEM] - stages[ANALYSE] - stages[SUBSTITUTE]
    told["rest of IPOPT"] = stages[ALL] - stages[SYSTEM] - stages[EVALUATIONS]
    told["all"] = stages[ALL]
    shares = {name: 1e3 * seconds / result.iterations for name, seconds in told.items()}
    shares |= {
        "iterations": result.iterations,
        "jacobian nonzeros": len(timed.jacobian_pattern[0]),
        "hessian nonzeros": len(timed.hessian_pattern[0]),
    }
    print(f"{job.name}:", *(f"{name} {value:.3g}" for name, value in shares.items()), sep="\n    ")
    return shares


def _processor(text: str, stage: str) -> float:
    found = re.search(rf"{stage}\.*: *([\d.]+) \(sys: *([\d.]+)", text)
    return float(found[1]) + float(found[2]) if found else 0.0
