"""Find the timings of some motions in every way there is: what it comes to and how long it takes.

.venv/bin/python -m scripts.timings [--task NAME] [--method NAME] [--workers N] [--generations N]

CMA-ES solves McIntosh's 1,600 trials unless told to stop after fewer generations of 16; the gradient begins with the
given timings, or, polishing, with those of ten generations. Prints a line per search and writes out/timings.json.
Exits with 1 if a motion is not physical or an aim is missed.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from scripts.environment import ROOT
from scripts.judge import load_judge
from scripts.timings.tasks import TASKS
from solver.animate import animate
from solver.messages import Generation, Message
from solver.motion.clip import Clip
from solver.motion.motion_json import to_motion_json
from solver.problem.job import Job, TimingSearch
from solver.problem.timings import CmaEs, Gradient

Phases = tuple[tuple[float, float], ...]

OUTPUT = ROOT / "out" / "timings.json"
MCINTOSH, GRADIENT = "cma_es", "gradient"
GENERATIONS = 100
METHODS: dict[str, TimingSearch] = {
    MCINTOSH: CmaEs(generations=GENERATIONS, tolerance=0.0),
    GRADIENT: Gradient(),
    "polish": Gradient(evolution=CmaEs(generations=10)),
}
TOLD_EVERY = 10  # generations
AIM_SECONDS = 180.0  # of the walk by CMA-ES
AIM_SHARE = 1 / 20  # of CMA-ES's time, for the gradient
ALIKE = 1e-3  # relative difference below which an objective is no worse
LINEAR, ANGULAR = 1e-5, 1e-3  # residuals that the judge lets pass [body weights, body weights m]


@dataclass(frozen=True)
class Search:
    """One task by one method.

    Attributes:
        first: objective with the given timings, per second in a cycle; None if they have no motion.
        best: the same with those found.
        length: of the clip found [s].
        phases: of its contacts, with their names.
        seconds: wall time, processes' start and the final clip included.
        cpu_seconds: processor time of all processes.
        tried: timings that were looked at.
        solves: of them, those that were optimised.
        linear: root mean square residual of the judge [body weights]; None without it.
        angular: likewise [body weights m].
        faults: why it does not count.
    """

    first: float | None
    best: float | None
    length: float
    phases: tuple[tuple[str, Phases], ...]
    seconds: float
    cpu_seconds: float
    tried: int
    solves: int
    linear: float | None
    angular: float | None
    faults: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, print and keep."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--task", choices=tuple(TASKS), action="append")
    parser.add_argument("--method", choices=tuple(METHODS), action="append")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--generations", type=int, default=GENERATIONS)
    chosen = parser.parse_args(arguments)
    faults, found = [], dict[tuple[str, str], Search]()
    for task in chosen.task or TASKS:
        for method in chosen.method or METHODS:
            way = METHODS[method]
            if isinstance(way, CmaEs):
                way = replace(way, generations=chosen.generations)
            one = search(replace(TASKS[task](), timing_search=way), chosen.workers)
            found[task, method] = one
            _keep(task, method, one, chosen.workers)
            print(_line(task, method, one), flush=True)
            faults += [f"{task}, {method}: {fault}" for fault in one.faults]
    faults += _missed(found)
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


def _missed(found: dict[tuple[str, str], Search]) -> Iterator[str]:
    """Aims that the searches of this run have missed."""
    for (task, method), one in found.items():
        if (task, method) == ("walk", MCINTOSH) and one.seconds > AIM_SECONDS:
            yield f"{task}, {method}: {one.seconds:.0f} s, more than {AIM_SECONDS:.0f}"
        other = found.get((task, MCINTOSH))
        if method != GRADIENT or other is None:
            continue
        if one.seconds > AIM_SHARE * other.seconds:
            yield f"{task}: the gradient takes {one.seconds:.1f} s, more than {AIM_SHARE * other.seconds:.1f}"
        if one.best is None or (other.best is not None and one.best > (1 + ALIKE) * other.best):
            yield f"{task}: the gradient comes to {one.best}, CMA-ES to {other.best}"


def search(job: Job, workers: int) -> Search:
    """From the job to the judged clip."""
    start, start_cpu = time.perf_counter(), _processor_seconds()
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        clip = animate(job, tell=_tell, executor=pool if workers > 1 else None)
    seconds, cpu_seconds = time.perf_counter() - start, _processor_seconds() - start_cpu
    history = clip.provenance.timings
    assert history is not None
    linear, angular = _judged(clip)
    return Search(
        first=history.first,
        best=history.best,
        length=clip.job.timing.length,
        phases=tuple((timing.contact, timing.phases) for timing in clip.job.contact_timings),
        seconds=seconds,
        cpu_seconds=cpu_seconds,
        tried=history.tried,
        solves=history.solves,
        linear=linear,
        angular=angular,
        faults=tuple(_faults(clip, linear, angular)),
    )


def _tell(message: Message) -> None:
    if isinstance(message, Generation) and message.number % TOLD_EVERY == 0:
        print(f"  {message.text}, {message.seconds:.0f} s", file=sys.stderr, flush=True)


def _processor_seconds() -> float:
    """Of this process and of those that have ended."""
    usages = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _judged(clip: Clip) -> tuple[float | None, float | None]:
    judge = load_judge()
    if judge is None:
        return None, None
    verdict = judge.judge(to_motion_json(clip))
    return verdict["lin_res"]["rms_bw"], verdict["ang_res"]["rms_bw"]


def _faults(clip: Clip, linear: float | None, angular: float | None) -> list[str]:
    found = [] if clip.provenance.solved else [f"no motion: {clip.provenance.why_unsolved}"]
    for name, residual, limit in (("linear", linear, LINEAR), ("angular", angular, ANGULAR)):
        if residual is not None and residual > limit:
            found.append(f"{name} residual {residual:.2g}, more than {limit:g}")
    return found


def _keep(task: str, method: str, found: Search, workers: int) -> None:
    """Replaces one search in the file."""
    OUTPUT.parent.mkdir(exist_ok=True)
    known = json.loads(OUTPUT.read_text(encoding="utf-8")) if OUTPUT.exists() else {}
    known[task] = known.get(task, {}) | {method: asdict(found) | {"workers": workers}}
    OUTPUT.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def _line(task: str, method: str, found: Search) -> str:
    first, best = ("none" if value is None else f"{value:.4f}" for value in (found.first, found.best))
    stances = "; ".join(
        f"{contact} " + ", ".join(f"{start:.2f}+{duration:.2f}" for start, duration in phases)
        for contact, phases in found.phases
    )
    return (
        f"{task:5} {method:9} {first:>8} -> {best:>8}  {found.seconds:6.1f} s, {found.cpu_seconds:.1f} s of processor, "
        f"{found.tried} timings, {found.solves} solves; {found.length:.3f} s: {stances}"
    )


if __name__ == "__main__":
    sys.exit(main())
