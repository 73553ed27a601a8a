"""Trade-offs of several tasks, each found by two processes."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from examples import jump, lamp, throw_underhand, walk
from scripts.explore.save_and_judge import save_and_judge
from solver.explore.flight import with_flight
from solver.explore.front import family_front
from solver.explore.front_search import FrontSearch
from solver.explore.jumps import jump_front
from solver.explore.pareto import Front, TradeOff, hypervolume
from solver.explore.supernatural import Help, help_of, is_natural, with_help
from solver.explore.surface import surface
from solver.job.constraints.pin import Pin
from solver.job.constraints.power_limit import PowerLimit
from solver.job.job import Job
from tests.peers.nsga import NSGA_TIMES, nsga_hypervolume

PROCESSES = 2  # times are of the busier one
FLIGHTS = range(4, 20)  # frames in the air of a standing jump, 30 per second
QUANTITY, LOWEST = "com.z", 1.0  # m
HOPS = range(6, 14)
THROWS = (2.0, 2.25, 2.5, 2.75, 3.0, 3.25, 3.5, 3.75)  # m
SPEEDS = (0.8, 0.95, 1.1, 1.25, 1.4, 1.55, 1.7, 1.85)  # m/s
GRID_FLIGHTS, GRID_WAYS = (6, 10, 14, 18), (0.0, 0.3, 0.6, 0.9)
BEYOND = range(4, 25)  # frames in the air, beyond what muscles of limited power can do
POWER = 4.0  # rad/s
Figures = tuple[dict[str, Any], list[str]]


def _show(point: TradeOff) -> None:
    print(_words(point), flush=True)


SEARCH = FrontSearch(workers=PROCESSES, on_found=_show)


def jump_figures(folder: Path) -> Figures:
    """Height against effort of a standing jump, compared with NSGA-II."""
    found = jump_front(jump.job(way=0.0), FLIGHTS, QUANTITY, search=SEARCH)
    figures, faults = _saved_and_judged(found, folder, "front")
    worst = (LOWEST, max((point.cost for point in found.points), default=0.0))
    volume = hypervolume([(point.level, point.cost) for point in found.points], worst)
    seconds = NSGA_TIMES * PROCESSES * found.seconds
    other = nsga_hypervolume(QUANTITY, FLIGHTS, worst, seconds=seconds)
    names = ("points", "seconds", "dominated")
    return {key: figures[key] for key in names} | {"hypervolume": volume, "nsga2_hypervolume": other}, faults


def hop_figures(folder: Path) -> Figures:
    """Height against effort of a lamp."""
    found = jump_front(lamp.job(), HOPS, QUANTITY, search=SEARCH)
    return _saved_and_judged(found, folder, "hop")


def throw_figures(folder: Path) -> Figures:
    """Distance against effort of an underhand throw."""
    found = family_front([(way, _throw(way)) for way in THROWS], search=SEARCH)
    return _saved_and_judged(found, folder, "throw")


def walk_figures(folder: Path) -> Figures:
    """Speed of a walk against the cost of a meter."""
    job = walk.job()
    assert job.cycle is not None
    jobs = []
    for speed in SPEEDS:
        cycle = replace(job.cycle, translation=(speed * job.timing.length, 0.0, 0.0))
        jobs.append((speed, replace(job, name=f"walk {speed:g}", cycle=cycle)))
    found = family_front(jobs, per_meter=True, search=SEARCH)
    return _saved_and_judged(found, folder, "speed")


def surface_figures(folder: Path) -> Figures:
    """Height and distance against effort of a jump."""
    jobs = [[with_flight(jump.job(way=way), flight) for way in GRID_WAYS] for flight in GRID_FLIGHTS]
    found = surface(jobs, (QUANTITY, "com.x"), search=SEARCH)
    return _saved_and_judged(found, folder, "surface")


def supernatural_figures(folder: Path) -> Figures:
    """Jumps with muscles of limited power, and with help beyond them."""
    job = jump.job(way=0.0)
    job = with_help(replace(job, constraints=(*job.constraints, PowerLimit(POWER))), Help())
    found = jump_front(
        job, BEYOND, QUANTITY, search=FrontSearch(on_found=_show)
    )  # a single chain, since high jumps are hard to solve from scratch
    figures, faults = _saved_and_judged(found, folder, "supernatural")
    points = [(point.level, point.cost, help_of(point.clip)) for point in found.points]
    natural = [point for point in found.points if is_natural(point.clip)]
    most = max((help_of(point.clip) for point in natural), default=0.0)
    return figures | {
        "points_m_cost_Ns": points,
        "natural": len(natural),
        "most_natural_help_Ns": most,
    }, faults


FRONTS: dict[str, Callable[[Path], Figures]] = {
    "hop": hop_figures,
    "throw": throw_figures,
    "speed": walk_figures,
    "surface": surface_figures,
    "supernatural": supernatural_figures,
}


def _throw(distance: float) -> Job:
    job = throw_underhand.job()
    pins = tuple(
        replace(each, lower=distance, upper=distance)
        if isinstance(each, Pin) and each.dof == "ball.tx"
        else each
        for each in job.constraints
    )
    return replace(job, name=f"throw {distance:g}", constraints=pins)


def _saved_and_judged(front: Front, folder: Path, name: str) -> Figures:
    faults = []
    for k, point in enumerate(front.points, 1):
        faults += save_and_judge(point.clip, folder, f"{name}_{k}", _words(point))
    return {
        "points": len(front.points),
        "seconds": front.seconds,
        "dominated": sum(not each.violations for each in front.dropped),
        "without_motion": sum(bool(each.violations) for each in front.dropped),
    }, faults


def _words(point: TradeOff) -> str:
    beside = "".join(f" and {level:.3f}" for level in point.further_levels)
    helped = "" if is_natural(point.clip) else f" with {help_of(point.clip):.3g} N s of help"
    return f"{point.level:.3f}{beside} for {point.cost:.3f}{helped}"
