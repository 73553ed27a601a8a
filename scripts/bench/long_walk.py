"""A human walking for ten seconds in an open clip of 300 frames, with a hand dragged in its middle."""

from dataclasses import replace

import numpy as np

from examples import walk
from solver.api import animate
from solver.job.constraints.stay import Stay
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.when import When
from solver.motion.motion import Motion
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.optimise.start import Start

N_FRAMES, FRAME = 300, 150
HAND, NEAR, HIGHER = "forearm.L", 0.01, 0.02  # m, m per edit


def dragged(edits: int) -> tuple[Solution, list[Job]]:
    """The initial motion, and the jobs of the edits, each with the hand slightly higher."""
    strides = _strides()
    job = _job(strides)
    x, y, z = strides.position[FRAME, job.character.body_index(HAND)].tolist()
    first, *others = (_reaching(job, (x, y, z + k * HIGHER)) for k in range(edits + 1))
    start = Start.of_motion(first, strides)
    return solve(first, send=lambda _: None, cancelled=lambda: False, start=start), others


def _strides() -> Motion:
    """Cycles in sequence."""
    motion = animate(walk.job()).motion
    assert motion.cycle is not None
    position, orientation = motion.position, motion.orientation
    pieces = [(position, orientation)]
    for _ in range(N_FRAMES // motion.n_frames):
        position, orientation = (
            motion.cycle.move_points(position),
            motion.cycle.move_orientations(orientation),
        )
        pieces.append((position, orientation))
    places, turns = (np.concatenate(each)[:N_FRAMES] for each in zip(*pieces, strict=True))
    return Motion(motion.character, motion.step, places, turns)


def _job(strides: Motion) -> Job:
    one = walk.job()
    assert one.cycle is not None
    n = strides.seconds / one.timing.length
    return replace(
        one,
        cycle=None,
        timing=AnimationTiming(strides.seconds, strides.fps),
        contact_timings=tuple(_repeated(each, n) for each in one.contact_timings),
    )


def _repeated(timing: ContactTiming, n: float) -> ContactTiming:
    """Timing of n strides; phases cut to less than two frames by the clip's ends are left out."""
    phases = []
    for k in range(-1, int(n) + 1):
        for start, share in timing.phases:
            first, last = max((k + start) / n, 0.0), min((k + start + share) / n, 1.0)
            if last - first > 1.5 / (N_FRAMES - 1):
                phases.append((first, last - first))
    return replace(timing, phases=tuple(phases))


def _reaching(job: Job, place: tuple[float, float, float]) -> Job:
    x, y, z = place
    low, high = (x - NEAR, y - NEAR, z - NEAR), (x + NEAR, y + NEAR, z + NEAR)
    return replace(job, constraints=(*job.constraints, Stay(HAND, low, high, when=When(FRAME, FRAME))))
