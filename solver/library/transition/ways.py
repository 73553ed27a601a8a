"""Three methods for a transition between two motions, with one interface."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ...arrays import Array
from ...errors import InputError
from ...job.cycle import Cycle
from ...job.job import Job
from ...motion.world_motion import WorldMotion
from ...problem.transcription import transcribe
from ..explained_clip import explained_clip
from ..following import following
from ..posed import posed
from . import rose
from .crossing import Crossing, crossings, why_nowhere
from .gap import TransitionGap
from .join import CLOSENESS, Transition, transition

BLENDED, RECIPE = "Blended, not solved", "By Rose's recipe, not solved"


def physical(a: WorldMotion, b: WorldMotion, *, at: Crossing, name: str = "transition") -> Transition:
    """Solved: both motions change around the crossing so that forces explain every frame."""
    return transition(a, b, at=at, name=name)


def blended(a: WorldMotion, b: WorldMotion, *, at: Crossing, name: str = "transition") -> Transition:
    """Blended (Kovar et al. 2002); the clip's report states how unphysical it is."""
    guess = TransitionGap.at(a, b, at).blended()
    job = following(name, guess, closeness=CLOSENESS)
    return Transition(at, explained_clip(job, guess, BLENDED), at.move)


def by_recipe(a: WorldMotion, b: WorldMotion, *, at: Crossing, name: str = "transition") -> Transition:
    """By Rose's method (1996, section 3.2, see ``rose``) within the overlap; the clip's report states its errors."""
    gap = TransitionGap.at(a, b, at)
    guess = gap.blended()
    job = following(name, guess, closeness=CLOSENESS)
    transcription = transcribe(job)
    tree, kinematics = transcription.tree, transcription.kinematics
    first, second = (_coordinates(motion, job) for motion in (gap.before, gap.after))
    turns = np.flatnonzero(tree.root_turns)
    first_own, count = gap.before.n_frames - gap.overlap, gap.overlap
    ahead = second[count, turns] - first[first_own - 1, turns]
    second[:, turns] -= 2 * np.pi * np.rint(ahead / (2 * np.pi))
    standing = guess.contact_active.astype(bool)
    interval = rose.FilledInterval(
        first[first_own - 2 : first_own],
        second[count : count + 2],
        standing[first_own : first_own + count],
        standing[first_own - 1],
        standing[first_own + count],
    )
    level = tree.root_translations[abs(tree.axis[tree.root_translations, 2]) < 0.5]
    shift = rose.second_offset(interval, level)
    second[:, level] += shift
    interval = replace(interval, second=second[count : count + 2])
    bearing = rose.supports(interval, kinematics)
    between = rose.planted(interval, rose.carried_over(interval, tree), bearing, kinematics)
    whole = np.concatenate([first[:first_own], between, second[count:]])
    free = tree.rotation & ~tree.root_turns & ~bearing
    whole = rose.effortless(interval, whole, first_own, free, transcription)
    motion = posed(job.character, whole, standing, gap.before.step, world=gap.before.world)
    clip = explained_clip(following(name, motion, closeness=CLOSENESS), motion, RECIPE)
    return Transition(at, clip, at.move.then(Cycle((float(shift[0]), float(shift[1]), 0.0))))


METHODS: dict[str, Callable[..., Transition]] = {
    "physical": physical,
    "rose": by_recipe,
    "blend": blended,
}


def join(
    a: WorldMotion, b: WorldMotion, method: str, *, at: Crossing | None = None, name: str = "transition"
) -> Transition:
    """Makes a transition by one of the ``METHODS``, by default where frames are nearest.

    Raises:
        InputError: the method is unknown, or the motions differ in character or step or are too short.
    """
    if method not in METHODS:
        raise InputError(f"expected {', '.join(METHODS)}, found '{method}'", field="way")
    places = crossings(a, b, count=1) if at is None else (at,)
    if not places:
        raise InputError(why_nowhere(a, b))
    return METHODS[method](a, b, at=places[0], name=name)


def _coordinates(motion: WorldMotion, job: Job) -> Array:
    """(N, n) coordinates about the world's axes."""
    return replace(motion, character=job.character, heading=()).coordinates.copy()
