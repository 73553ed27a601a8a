"""Solve the arm's swing by this program and by opty, five first guesses each, in turns."""

import statistics
from collections.abc import Callable, Sequence

import numpy as np

from tests.peers.arm import N_FRAMES, ArmRun, solve_ours
from tests.peers.opty_arm import solve_opty

SEEDS = range(5)
ALIKE = 0.05  # relative difference of effort beyond which the two have found different motions
BACKENDS = ("numpy", "cython")  # of opty
NEEDS = {
    "ours": "a character: bodies, joints, limits",
    "opty numpy": "equations of motion in sympy; no second derivatives",
    "opty cython": "equations of motion in sympy, a C compiler, Cython; no second derivatives",
}


def compare() -> tuple[dict[str, object], list[str]]:
    """Figures, and what is wrong with them."""
    solve_ours(99)  # loads what is loaded once
    runs: dict[str, list[ArmRun]] = {name: [] for name in NEEDS}
    for seed in SEEDS:
        runs["ours"].append(solve_ours(seed))
        for backend in BACKENDS:
            runs[f"opty {backend}"].append(solve_opty(seed, backend=backend))
        times = ", ".join(f"{name} {found[-1].seconds:.2f} s" for name, found in runs.items())
        print(f"arm, seed {seed}: {times}", flush=True)
    medians = {name: _medians(found) for name, found in runs.items()}
    print(f"{'median':12}" + "".join(f"{key:>12}" for key in medians["ours"]))
    for name, figures in medians.items():
        print(f"{name:12}" + "".join(f"{value:12.4g}" for value in figures.values()))
    told = {
        "n_frames": N_FRAMES,
        "needs": NEEDS,
        "medians": medians,
        "ratios": {
            name: {key: medians[name][key] / medians["ours"][key] for key in ("seconds", "cpu_s", "solve_s")}
            for name in runs
            if name != "ours"
        },
        "farthest_rad": _farthest(runs["ours"], runs["opty numpy"]),
    }
    faults = [fault for name, found in runs.items() for fault in _faults(name, found)]
    return told, [*faults, *_unlike(runs["ours"], runs["opty numpy"])]


def _medians(runs: Sequence[ArmRun]) -> dict[str, float]:
    columns: dict[str, Callable[[ArmRun], float]] = {
        "setup_s": lambda r: r.setup,
        "solve_s": lambda r: r.seconds - r.setup,
        "seconds": lambda r: r.seconds,
        "cpu_s": lambda r: r.cpu_seconds,
        "iterations": lambda r: r.iterations,
        "effort": lambda r: r.effort,
    }
    return {name: float(statistics.median(map(of, runs))) for name, of in columns.items()}


def _farthest(ours: Sequence[ArmRun], opty: Sequence[ArmRun]) -> float:
    """Largest difference of an angle; opty's nodes lie between our frames."""
    between = [(run.q[:-1] + run.q[1:]) / 2 for run in ours]
    return max(float(np.abs(a - b.q).max()) for a, b in zip(between, opty, strict=True))


def _faults(name: str, runs: Sequence[ArmRun]) -> list[str]:
    return [
        f"arm, {name}, seed {seed}: not solved"
        for seed, run in zip(SEEDS, runs, strict=True)
        if not run.solved
    ]


def _unlike(ours: Sequence[ArmRun], opty: Sequence[ArmRun]) -> list[str]:
    return [
        f"arm, seed {seed}: effort {a.effort:.4g} s by us, {b.effort:.4g} s by opty"
        for seed, a, b in zip(SEEDS, ours, opty, strict=True)
        if abs(a.effort - b.effort) > ALIKE * b.effort
    ]
