"""Other ways to many motions of one task, as references: each is given the processor time that ours took.

Noise in the first guess, other timings, targets of features from a Sobol sequence, and quality diversity (pyribs, where
it is installed). Every motion within the price joins a pool, of which those farthest apart are chosen, greedily.
"""

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from scipy.stats import qmc

from solver.animate import animate, make_clip
from solver.arrays import Array
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.explore.distance import counted_frames, images, mass_distance
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.job import ContactTiming, Job
from solver.job.when import When
from solver.optimise.solve import solve
from solver.optimise.start import Start

NOISE = 0.3  # rad
FRAMES = 3  # by which a contact begins and ends sooner or later
FEATURES = 4  # heights of bodies above the center of mass
REACH, ROOM = 0.25, 0.05  # how far from the best motion's, and how exactly [m]
POPULATION, CELLS = 8, 20  # of quality diversity
Found = Iterator[Clip]


def reference_distances(
    job: Job, best: Clip, seconds: float, *, count: int, slack: float
) -> dict[str, float]:
    """Least distance of all pairs that each way comes to [m]; 0 where it finds too few motions.

    Args:
        job: with given timings.
        best: its cheapest motion.
        seconds: of processor time for each way.
        count: of motions, the best included.
        slack: share by which they may cost more.
    """
    ways: dict[str, Callable[[Job, Clip], Found]] = {
        "noise": _noise,
        "timings": _timings,
        "features": _features,
        "ribs": _quality_diversity,
    }
    told = {}
    for name, way in ways.items():
        pool = [best]
        deadline = time.process_time() + seconds
        for clip in way(job, best):
            price = (1 + slack) * best.provenance.objective
            if clip.provenance.solved and clip.provenance.objective <= price:
                pool.append(clip)
            if time.process_time() > deadline:
                break
        else:
            continue  # not installed, or nothing can be varied
        told[name] = _farthest(pool, count)
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
    return min(mass_distance(a.motion, image, frames=frames) for image in images(b))


def _noise(job: Job, best: Clip) -> Found:
    for seed in itertools.count(1):
        yield animate(replace(job, options=replace(job.options, noise=NOISE, seed=seed)))


def _timings(job: Job, best: Clip) -> Found:
    """Contacts of one time stay together."""
    if not job.contact_timings:
        return
    generator, frame = np.random.default_rng(1), 1 / (len(best.q) - (job.cycle is None))
    while True:
        moves: dict[float, float] = {}
        timings = tuple(
            _moved(timing, moves, generator, frame, is_open=job.cycle is None)
            for timing in job.contact_timings
        )
        try:
            yield animate(replace(job, contact_timings=timings))
        except InputError:  # a contact would end before it begins
            continue


def _moved(
    timing: ContactTiming,
    moves: dict[float, float],
    generator: np.random.Generator,
    frame: float,
    *,
    is_open: bool,
) -> ContactTiming:
    def at(edge: float) -> float:
        if is_open and not 0 < edge < 1:
            return edge
        return edge + moves.setdefault(round(edge, 2), frame * int(generator.integers(-FRAMES, FRAMES + 1)))

    edges = [(at(start), at(start + share)) for start, share in timing.phases]
    return replace(timing, phases=tuple((start, end - start) for start, end in edges))


def _features(job: Job, best: Clip) -> Found:
    sobol = qmc.Sobol(_feature_count(best), seed=1)
    while True:
        yield _with_features(job, best, REACH * (2 * sobol.random(1)[0] - 1))


def _quality_diversity(job: Job, best: Clip) -> Found:
    """An archive over two features that an evolution strategy fills (Tjanaka et al. 2023, pyribs)."""
    try:
        from ribs.archives import GridArchive
        from ribs.emitters import EvolutionStrategyEmitter
        from ribs.schedulers import Scheduler
    except ImportError:
        print("no ribs (pip install ribs): variations are not compared with quality diversity")
        return
    n = _feature_count(best)
    ranges = [(-REACH, REACH)] * 2
    archive = GridArchive(solution_dim=n, dims=[CELLS, CELLS], ranges=ranges, seed=1)
    emitter = EvolutionStrategyEmitter(
        archive, x0=np.zeros(n), sigma0=REACH / 2, batch_size=POPULATION, seed=1
    )
    scheduler = Scheduler(archive, [emitter])
    while True:
        points = np.clip(scheduler.ask(), -REACH, REACH)
        costs = []
        for point in points:
            clip = _with_features(job, best, point)
            costs.append(clip.provenance.objective if clip.provenance.solved else 1e3)
            yield clip
        scheduler.tell(-np.array(costs), points[:, :2])


def _feature_count(best: Clip) -> int:
    return min(FEATURES, len(best.job.character.bodies) - 1)


def _with_features(job: Job, best: Clip, point: Array) -> Clip:
    """From the best motion: bodies that are far out are higher or lower in the middle than they are there."""
    character, motion = job.character, best.motion
    frame = motion.n_frames // 4 if job.cycle is not None else int(np.flatnonzero(counted_frames(job)).mean())
    mass = np.array([body.mass for body in character.bodies])
    height = motion.position[frame, :, 2] - mass @ motion.position[frame, :, 2] / mass.sum()
    center = np.einsum("b,tbi->ti", mass / mass.sum(), motion.position)
    far = np.argsort(-np.linalg.norm(motion.position - center[:, None], axis=-1).mean(0))[: len(point)]
    rows = tuple(
        ExpressionConstraint(
            f"body('{character.bodies[b].name}').position.z - com.z",
            lower=float(height[b] + more - ROOM),
            upper=float(height[b] + more + ROOM),
            when=When(frame, frame),
        )
        for b, more in zip(far, point, strict=True)
    )
    asked = replace(job, constraints=(*job.constraints, *rows))
    return make_clip(
        solve(
            asked, tell=lambda _: None, cancelled=lambda: False, start=Start.of_clip(best), start_alone=True
        )
    )
