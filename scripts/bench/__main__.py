"""Benchmark the solver: a walk against CasADi + IPOPT, an arm against opty, warm starts, windows, growth, live.

make bench, or python -m scripts.bench [PART ...]. Prints tables and writes out/bench.json. Both solve the walk from
five first guesses, alternating. The objectives agree only approximately: the peer's central differences of coordinates
and our discrete variational principle differ in the second order of the time step.
"""

import argparse
import statistics
import sys
from collections.abc import Callable, Sequence

from scripts.bench.growth import growth
from scripts.bench.live import live
from scripts.bench.results import keep
from scripts.bench.walker import KINEMATIC_ROWS, N_FRAMES, Run, solve_ours, walk
from scripts.bench.warm import mirrored, warm, window
from scripts.environment import ensure_peers
from solver.problem.formulate import formulate
from solver.problem.guess.first_guess import first_guess
from tests.peers.casadi_walker import solve_casadi

WALKER, OPTY = "walker22", "opty"  # the parts beside CasADi and opty
PARTS: dict[str, Callable[[], dict[str, object]]] = {
    "warm": warm, "mirrored": mirrored, "window": window, "growth": growth, "live": live,
}  # fmt: skip
SEEDS = range(5)
AIM_RATIO, AIM_SHARE = 8.0, 0.2
NEEDS = {
    "ours": "a character: bodies, joints, limits",
    "casadi": "equations of motion, contacts and objectives written in CasADi by hand; a graph for each new problem",
}
# body weights; the peer's is its discretization error, 0.09 to 0.12 with 20 frames and 0.01 with 40
PHYSICAL = {"ours": 1e-6, "casadi": 0.2}


def main(arguments: Sequence[str]) -> int:
    """Measure all parts, or those that are named; exit with 1 if a solve failed or a motion is not physical."""
    parser = argparse.ArgumentParser(prog="python -m scripts.bench", description=__doc__.splitlines()[0])
    parts = (WALKER, OPTY, *PARTS)
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"parts from {', '.join(parts)}; default: all"
    )
    options = parser.parse_args(arguments).parts or parts
    if set(options) - set(parts):
        parser.error(f"no part is called {', '.join(sorted(set(options) - set(parts)))}")
    solve_ours(walk(99))  # loads modules once
    faults = _beside_casadi() if WALKER in options else []
    faults += _beside_opty() if OPTY in options else []
    for name, measure in PARTS.items():
        if name in options:
            keep(name, measure())
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


def _beside_casadi() -> list[str]:
    """Solve the walk by both; return faults of the motions."""
    ours: list[Run] = []
    casadi: list[Run] = []
    for seed in SEEDS:
        job = walk(seed)
        ours.append(solve_ours(job))
        problem = formulate(job)
        casadi.append(solve_casadi(problem, first_guess(problem.transcription)))
        print(f"seed {seed}: ours {ours[-1].seconds:.2f} s, CasADi {casadi[-1].seconds:.2f} s", flush=True)
    figures = summary(ours, casadi)
    keep(WALKER, figures)
    _print_table(ours, casadi)
    print(
        f"{figures['ratio']:.1f} times as fast, {figures['ratio_cpu']:.1f} by processor time (aim {AIM_RATIO:g})"
    )
    print(f"{figures['callback_share']:.0%} of our time in callbacks (aim {AIM_SHARE:.0%})")
    return [*_faults("ours", ours), *_faults("casadi", casadi)]


def _beside_opty() -> list[str]:
    """Solve the arm's swing by both; return faults of the motions. Only this part needs opty."""
    ensure_peers("bench", "opty")
    from tests.peers.against_opty import compare

    figures, faults = compare()
    keep(OPTY, figures)
    return faults


def summary(ours: Sequence[Run], casadi: Sequence[Run]) -> dict[str, object]:
    """Medians over the seeds, and every run."""
    seconds, peer_seconds = _median(ours, lambda r: r.seconds), _median(casadi, lambda r: r.seconds)
    cpu, peer_cpu = _median(ours, lambda r: r.cpu_seconds), _median(casadi, lambda r: r.cpu_seconds)
    return {
        "n_frames": N_FRAMES,
        "needs": NEEDS,
        "ours_setup_s": _median(ours, lambda r: r.setup),
        "casadi_setup_s": _median(casadi, lambda r: r.setup),
        "ours_s": seconds,
        "casadi_s": peer_seconds,
        "ratio": peer_seconds / seconds,
        "ours_cpu_s": cpu,
        "casadi_cpu_s": peer_cpu,
        "ratio_cpu": peer_cpu / cpu,
        "ours_iterations": _median(ours, lambda r: r.iterations),
        "casadi_iterations": _median(casadi, lambda r: r.iterations),
        "callback_share": _median(ours, lambda r: r.callback_share),
        "casadi_callback_share": _median(casadi, lambda r: r.callback_share),
        "objective_ours": _median(ours, lambda r: r.objective),
        "objective_casadi": _median(casadi, lambda r: r.objective),
        "linear_residual_ours": max(r.report.linear_residual for r in ours),
        "linear_residual_casadi": max(r.report.linear_residual for r in casadi),
        "seeds": [
            {
                "seed": seed,
                "ours_s": a.seconds,
                "casadi_s": b.seconds,
                "ours_iterations": a.iterations,
                "casadi_iterations": b.iterations,
                "objective_ours": a.objective,
                "objective_casadi": b.objective,
            }
            for seed, a, b in zip(SEEDS, ours, casadi, strict=True)
        ],
    }


def _median(runs: Sequence[Run], of: Callable[[Run], float]) -> float:
    return float(statistics.median(map(of, runs)))


def _faults(name: str, runs: Sequence[Run]) -> list[str]:
    found = []
    for seed, run in zip(SEEDS, runs, strict=True):
        report = run.report
        if not run.solved:
            found.append(f"{name}, seed {seed}: not solved")
        if report.linear_residual > PHYSICAL[name]:
            found.append(f"{name}, seed {seed}: linear residual {report.linear_residual:.2g} body weights")
        if (
            max(report.slide, report.contact_height) > KINEMATIC_ROWS
            or report.friction_excess > KINEMATIC_ROWS
        ):
            found.append(f"{name}, seed {seed}: the feet do not hold")
    return found


def _print_table(ours: Sequence[Run], casadi: Sequence[Run]) -> None:
    columns: dict[str, Callable[[Run], float]] = {
        "seconds": lambda r: r.seconds,
        "of it setup": lambda r: r.setup,
        "cpu seconds": lambda r: r.cpu_seconds,
        "iterations": lambda r: r.iterations,
        "callbacks %": lambda r: 100 * r.callback_share,
        "objective": lambda r: r.objective,
        "residual BW": lambda r: r.report.linear_residual,
    }
    print(f"{'median':10}" + "".join(f"{name:>13}" for name in columns))
    for name, runs in (("ours", ours), ("CasADi", casadi)):
        print(f"{name:10}" + "".join(f"{_median(runs, of):13.4g}" for of in columns.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
