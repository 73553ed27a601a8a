"""Warm starts between neighbouring walks: how many iterations they take, whole and mirrored, faster and slower."""

from dataclasses import replace
from functools import cache

import solver.optimise.bounds_ahead
import solver.optimise.search
from scripts.performance.studies import AS_IT_IS, Variant, in_use
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.optimise.start import Start
from solver.problem.job import Cycle, Job

AHEAD, SEARCH = solver.optimise.bounds_ahead, solver.optimise.search
PAIRS = ((1.3, 1.5), (1.5, 1.3), (1.0, 1.1), (1.1, 1.3), (1.3, 1.2))  # m/s, each whole and mirrored
FAR = ((AHEAD, "SLACK_PUSH", 1e-2), (SEARCH, "SLACK_PUSH", 1e-2))  # rows as far from their bounds as unknowns

VARIANTS = (
    AS_IT_IS,
    *(
        Variant(f"stiffness {value:g}", constants=((AHEAD, "STIFFNESS", value),))
        for value in (0.0, 1e-6, 1e-5)
    ),
    Variant("rows far", constants=FAR),
    Variant("stiffness 0, rows far", constants=(*FAR, (AHEAD, "STIFFNESS", 0.0))),
)


def neighbours(walk: Job) -> dict[str, list[int]]:
    """Iterations of each pair by variant; 0 where the warm start has not led to the optimum."""

    @cache
    def cold(speed: float, mirrored: bool) -> Solution:
        return _quiet(_at(walk, speed, mirrored))

    told: dict[str, list[int]] = {}
    for variant in VARIANTS:
        told[variant.name] = []
        for mirrored in (False, True):
            for speed, other in PAIRS:
                start = Start.of_solution(cold(speed, mirrored))
                with in_use(variant):
                    found = _quiet(_at(walk, other, mirrored), start)
                told[variant.name].append(found.iterations if found.rung == "warm start" else 0)
        print(f"{variant.name:28} {sum(told[variant.name]):4d} iterations {told[variant.name]}", flush=True)
    return told


def _at(walk: Job, speed: float, mirrored: bool) -> Job:
    return replace(walk, cycle=Cycle((speed * walk.timing.length, 0.0, 0.0), mirrored=mirrored))


def _quiet(job: Job, start: Start | None = None) -> Solution:
    return solve(job, tell=lambda _: None, cancelled=lambda: False, start=start)
