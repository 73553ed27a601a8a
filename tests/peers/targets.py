"""What the references of variations aim at: features of a motion, and the motion with noise."""

from dataclasses import replace

import numpy as np

from solver.animate import make_clip
from solver.arrays import Array
from solver.clip.clip import Clip
from solver.explore.distance import body_weights, counted_frames, drawn
from solver.explore.toward import nearest
from solver.job.constraints.expression import ExpressionConstraint
from solver.job.job import Job
from solver.job.when import When
from solver.optimise.search import Search
from solver.optimise.solution import Solution
from solver.problem.guess.first_guess import first_guess
from solver.problem.rows.mass_distance import MassDistances

MOST, ROOM = 4, 0.05  # features, and how exactly they are met [m]


class Features:
    """Heights above the center of mass of the bodies that are farthest from it, in the middle of a motion.

    Args:
        best: motion whose own they are aimed beside.
    """

    def __init__(self, best: Clip) -> None:
        self._job, motion = best.job, best.motion
        character = best.job.character
        middle = int(np.flatnonzero(counted_frames(best.job)).mean())
        self._frame = motion.n_frames // 4 if best.job.cycle is not None else middle
        mass = np.array([body.mass for body in character.bodies])
        center = np.einsum("b,tbi->ti", mass / mass.sum(), motion.position)
        far = np.linalg.norm(motion.position - center[:, None], axis=-1).mean(0)
        self._bodies = np.argsort(-far)[: min(MOST, len(character.bodies) - 1)]
        self._heights = (motion.position[self._frame] - center[self._frame])[self._bodies, 2]

    @property
    def count(self) -> int:
        """Of them."""
        return len(self._bodies)

    def asked(self, more: Array) -> Job:
        """The job with features that differ from the best motion's.

        Args:
            more: (count,) by which each is higher [m].
        """
        rows = tuple(
            ExpressionConstraint(
                f"body('{self._job.character.bodies[b].name}').position.z - com.z",
                lower=float(height - ROOM),
                upper=float(height + ROOM),
                when=When(self._frame, self._frame),
            )
            for b, height in zip(self._bodies, self._heights + more, strict=True)
        )
        return replace(self._job, constraints=(*self._job.constraints, *rows))


def nearest_to_noise(best: Solution, size: float, seed: int) -> Solution:
    """The motion nearest to the best one with smooth noise in its joint angles.

    Args:
        best: to begin with.
        size: of the noise [rad].
        seed: of the noise.
    """
    transcription = best.problem.transcription
    job = transcription.job
    noisy = replace(job, options=replace(job.options, noise=size, seed=seed))
    noise = first_guess(replace(transcription, job=noisy)) - first_guess(transcription)
    disturbed = best.x.copy()
    disturbed[transcription.variables.q] += noise[transcription.variables.q]
    motion = make_clip(replace(best, x=disturbed)).motion
    target = MassDistances(transcription, [drawn(motion, job, body_weights(job))])
    return nearest(Search(best.problem, lambda _: None, lambda: False), target, disturbed)
