"""Other ways to many motions of one task, as references: each is given the processor time that ours took.

All begin at the best motion, warm, and learn how far they may go: farther after a motion within the price, less far
after any other. Every motion within the price joins a pool, of which those farthest apart are chosen, greedily.
"""

import itertools
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np
from scipy.stats import qmc

from solver.animate import make_clip
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.explore.distance import counted_frames, images, mass_distance
from solver.job.job import ContactTiming, Job
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.optimise.start import Start
from tests.peers.targets import Features, nearest_to_noise

NOISE = 0.1  # rad, of the first disturbance
FRAMES, MOST_FRAMES = 1.0, 4.0  # by which a contact begins and ends sooner or later, at first and at most
REACH = 0.1  # m, from the best motion's features, at first
FARTHER, NEARER = 1.25, 0.8  # times as far, after a motion within the price and after another
POPULATION, CELLS = 8, 20  # of quality diversity
Way = Generator[Clip, bool, None]  # gives motions, and is told whether each is within the price


@dataclass(frozen=True)
class Reference:
    """What another way comes to.

    Attributes:
        least_distance_m: of all pairs of the motions that are chosen; 0 where there are too few.
        tried: motions that were sought.
        within_price: those that were found and are cheap enough.
    """

    least_distance_m: float
    tried: int
    within_price: int


def references(
    job: Job, best: Clip, seconds: float, *, count: int, slack: float
) -> dict[str, dict[str, float]]:
    """What each way comes to, as of ``Reference``; those that are not installed or cannot vary anything are left out.

    Args:
        job: with given timings.
        best: its cheapest motion.
        seconds: of processor time for each way.
        count: of motions, the best included.
        slack: share by which they may cost more.
    """
    ways: dict[str, Callable[[Solution], Way]] = {
        "noise": _noise,
        "timings": _timings,
        "features": _features,
        "ribs": _quality_diversity,
    }
    begin, price = _warm(job, Start.of_clip(best)), (1 + slack) * best.provenance.objective
    told = {}
    for name, way in ways.items():
        pool, tried = [best], 0
        tries = way(begin)
        clip = next(tries, None)  # comes with imports, and so is free
        deadline = time.process_time() + seconds
        while clip is not None:
            tried += 1
            is_within = clip.provenance.solved and clip.provenance.objective <= price
            if is_within:
                pool.append(clip)
            clip = tries.send(is_within) if time.process_time() < deadline else None
        if tried:
            told[name] = asdict(Reference(_farthest(pool, count), tried, len(pool) - 1))
    return told


def least_distance(clips: Sequence[Clip]) -> float | None:
    """Of all pairs, mirror images included [m]."""
    return min((_apart(a, b) for a, b in itertools.combinations(clips, 2)), default=None)


def _farthest(pool: Sequence[Clip], count: int) -> float:
    chosen = [pool[0]]
    while len(chosen) < min(count, len(pool)):
        chosen.append(max(pool, key=lambda clip: min(_apart(clip, other) for other in chosen)))
    return (least_distance(chosen) or 0.0) if len(chosen) == count else 0.0


def _apart(a: Clip, b: Clip) -> float:
    frames = counted_frames(a.job)
    return min(mass_distance(a.motion, image, frames=frames) for image in images(b.motion))


def _noise(best: Solution) -> Way:
    """The motions nearest to the best one with noise: restarts from there lead back to the best."""
    size = NOISE
    for seed in itertools.count(1):
        size *= FARTHER if (yield make_clip(nearest_to_noise(best, size, seed))) else NEARER


def _timings(best: Solution) -> Way:
    """Contacts of one time stay together."""
    job, start = best.problem.transcription.job, Start.of_solution(best)
    if not job.contact_timings:
        return
    n_steps = round(job.timing.length * job.timing.fps)
    generator, most = np.random.default_rng(1), FRAMES
    while True:
        moves: dict[float, float] = {}
        timings = tuple(
            _moved(timing, moves, generator, most, n_steps, is_open=job.cycle is None)
            for timing in job.contact_timings
        )
        try:
            clip = make_clip(_warm(replace(job, contact_timings=timings), start))
        except InputError:  # a contact would end before it begins
            continue
        most = min(most * (FARTHER if (yield clip) else NEARER), MOST_FRAMES)


def _moved(
    timing: ContactTiming,
    moves: dict[float, float],
    generator: np.random.Generator,
    most: float,
    n_steps: int,
    *,
    is_open: bool,
) -> ContactTiming:
    def at(edge: float) -> float:
        if is_open and not 0 < edge < 1:
            return edge
        return edge + moves.setdefault(round(edge, 2), round(generator.uniform(-most, most)) / n_steps)

    edges = [(at(start), at(start + share)) for start, share in timing.phases]
    return replace(timing, phases=tuple((start, end - start) for start, end in edges))


def _features(best: Solution) -> Way:
    """Targets from a Sobol sequence."""
    features, start = Features(make_clip(best)), Start.of_solution(best)
    sobol, reach = qmc.Sobol(features.count, seed=1), REACH
    while True:
        point = reach * (2 * sobol.random(1)[0] - 1)
        reach *= FARTHER if (yield make_clip(_warm(features.asked(point), start))) else NEARER


def _quality_diversity(best: Solution) -> Way:
    """An archive over two features that an evolution strategy fills (Tjanaka et al. 2023, pyribs)."""
    try:
        from ribs.archives import GridArchive
        from ribs.emitters import EvolutionStrategyEmitter
        from ribs.schedulers import Scheduler
    except ImportError:
        print("no ribs: variations are not compared with quality diversity")
        return
    features, start, reach = Features(make_clip(best)), Start.of_solution(best), REACH
    archive = GridArchive(solution_dim=features.count, dims=[CELLS, CELLS], ranges=[(-1, 1)] * 2, seed=1)
    emitter = EvolutionStrategyEmitter(
        archive, x0=np.zeros(features.count), sigma0=0.5, batch_size=POPULATION, seed=1
    )
    scheduler = Scheduler(archive, [emitter])
    while True:
        points = np.clip(scheduler.ask(), -1, 1)
        costs = []
        for point in points:
            clip = make_clip(_warm(features.asked(reach * point), start))
            costs.append(clip.provenance.objective if clip.provenance.solved else 1e3)
            reach *= FARTHER if (yield clip) else NEARER
        scheduler.tell(-np.array(costs), points[:, :2])


def _warm(job: Job, start: Start) -> Solution:
    """With the multipliers of all that stays as it is."""
    frames = replace(start, times=np.linspace(0, 1, start.transcription.timeline.n_frames))
    return solve(
        job,
        send=lambda _: None,
        cancelled=lambda: False,
        start=start if job.cycle is not None else frames,
        start_alone=True,
    )
