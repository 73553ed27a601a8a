"""Proofs of infeasibility before a solve, by cheap bounds that hold for every motion."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array, Flags
from ..job.constraints.clearance import Clearance
from ..problem.constraints.clearance import swing_fraction
from ..problem.problem import Problem
from ..problem.transcription import Transcription
from ..verify.violation import Kind, Place, Violation

TINY = 1e-6  # m


def impossible(problem: Problem) -> tuple[Violation, ...]:
    """Violations that no motion can avoid; empty if none are known."""
    return tuple(found for check in _CHECKS for found in check(problem))


def _nothing_carries(problem: Problem) -> Iterable[Violation]:
    """Over a cycle, the mean force balances gravity, because momentum is periodic."""
    transcription, job = problem.transcription, problem.transcription.job
    upwards = [i for i in transcription.tree.root_translations if transcription.tree.axis[i][2] > 0.5]
    if job.cycle is None or not upwards or job.gravity[2] >= 0 or _has_more(transcription):
        return
    jet, weight = transcription.tree.effort_limit[upwards[0]], -job.character.mass * job.gravity[2]
    if transcription.timeline.active.any() or jet >= weight:
        return
    kind = Kind.WEAK_JET if jet else Kind.NO_SUPPORT
    yield Violation(kind, amount=weight - jet, unit="N", figures={"jet": float(jet), "weight": weight})


def _too_steep(problem: Problem) -> Iterable[Violation]:
    """The mean force of a cycle, which balances gravity, lies within the convex friction cone."""
    transcription, job = problem.transcription, problem.transcription.job
    if job.cycle is None or job.gravity[2] >= 0 or _has_more(transcription):
        return
    if (transcription.tree.effort_limit[transcription.tree.root_translations] > 0).any():
        return
    free = transcription.tree.axis[transcription.tree.root_translations][:, :2].any(0)
    slope = float(np.hypot(*(np.array(job.gravity[:2]) * free)) / -job.gravity[2])
    used = transcription.timeline.active.any(0)
    friction = max(
        (c.friction for c, on in zip(job.character.contacts, used, strict=True) if on), default=0.0
    )
    if used.any() and slope > friction + TINY:
        figures = {"slope": float(np.arctan(slope)), "needed": slope, "friction": friction}
        yield Violation(Kind.TOO_STEEP, amount=slope - friction, constraint="job.gravity", figures=figures)


def _root_out_of_reach(problem: Problem) -> Iterable[Violation]:
    """A root pinned higher above the ground than its contact reaches."""
    transcription = problem.transcription
    tree, reach = transcription.tree, _reach(transcription)
    upwards = [i for i in tree.root_translations if tree.axis[i][2] > 0.5]
    if not upwards or _has_more(transcription):
        return
    height = problem.lower[transcription.variables.q[:, upwards[0]]] - transcription.job.ground_height
    for c, contact in enumerate(transcription.job.character.contacts):
        beyond = np.where(transcription.timeline.active[:, c], height, -np.inf) - reach[c]
        worst = int(np.argmax(beyond))
        if beyond[worst] > TINY:
            place = Place(transcription.when(worst), contact.body)
            figures = {"height": float(height[worst]), "reach": float(reach[c])}
            far = float(beyond[worst])
            yield Violation(Kind.ROOT_OUT_OF_REACH, (contact.name,), far, "m", place, figures=figures)


def _lift_out_of_reach(problem: Problem) -> Iterable[Violation]:
    """A clearance higher than the farthest distance from a contact that touches meanwhile."""
    transcription, job = problem.transcription, problem.transcription.job
    if _has_more(transcription) or transcription.timeline.mirror is not None:
        return
    active = transcription.timeline.active
    passed = swing_fraction(active, job.cycle is not None)
    for field, clearance in job.constraints_of(Clearance):
        c = job.character.contact_index(clearance.contact)
        lowest = np.where(active[:, c], 0.0, clearance.height * np.sin(np.pi * passed[:, c]) ** 2)
        for other, name in enumerate(contact.name for contact in job.character.contacts):
            if other == c:
                continue
            far = _between(transcription, c, other)
            beyond = np.where(active[:, other], lowest, -np.inf) - far
            worst = int(np.argmax(beyond))
            if beyond[worst] > TINY:
                place = Place(transcription.when(worst), job.character.contacts[c].body)
                yield Violation(
                    Kind.LIFT_OUT_OF_REACH,
                    (clearance.contact, name),
                    float(beyond[worst]),
                    "m",
                    place,
                    field,
                    figures={"height": float(lowest[worst]), "distance": far},
                )
                return


def _too_fast(problem: Problem) -> Iterable[Violation]:
    """Between two frames of one stance, the root moves at most twice the leg's reach.

    Stances that together cover a cycle bound its length; with a flight there is no bound.
    """
    transcription, job = problem.transcription, problem.transcription.job
    if job.cycle is None or _has_more(transcription) or transcription.timeline.mirror is not None:
        return
    length = float(np.hypot(*job.cycle.translation[:2]))
    if job.cycle.yaw or length < TINY:
        return
    reach, active = _reach(transcription), transcription.timeline.active
    for c in np.flatnonzero(active.all(0)):
        contact = job.character.contacts[c]
        place = Place(body=contact.body)
        yield Violation(Kind.NEVER_LIFTED, (contact.name,), length, "m", place, "job.cycle")
        return
    if not active.any() or length <= 2 * reach.min() * np.ceil(len(active) / active.sum(0).max()):
        return  # within the bound of the fewest stances that cover the cycle
    farthest = _covered(active, reach)
    if farthest is not None and length > farthest[0] + TINY:
        step = transcription.timeline.step * transcription.timeline.n_frames
        name = job.character.contacts[farthest[1]].name
        yield Violation(
            Kind.TOO_FAST,
            (name,),
            length - farthest[0],
            "m",
            constraint="job.cycle",
            figures={"speed": length / step, "farthest": farthest[0], "reach": float(reach[farthest[1]])},
        )


def _covered(active: Flags, reach: Array) -> tuple[float, int] | None:
    """Longest distance of a cycle with the fewest covering stances (greedy), and the contact of the longest."""
    n = len(active)
    laps = np.concatenate([active, active, active])
    best = None
    for first in range(n):
        at, way, used = first, 0.0, 0
        while at < first + n:
            ends = [_end(laps[:, c], at) for c in range(active.shape[1])]
            c = int(np.argmax(ends))
            if ends[c] <= at:
                break
            at, way, used = ends[c], way + 2 * reach[c], c
        if at >= first + n and (best is None or way < best[0]):
            best = (way, used)
    return best


def _end(touching: Flags, at: int) -> int:
    """Last frame up to which a contact touches without a break from ``at``; before ``at`` if it does not."""
    off = np.flatnonzero(~touching[at:])
    return at + int(off[0]) - 1 if len(off) else len(touching) - 1


def _reach(transcription: Transcription) -> Array:
    """(C,) farthest distance of each contact from the root's center, with its chain stretched out."""
    tree, contacts = transcription.tree, transcription.job.character.contacts
    centre = tree.anchor[tree.order[0]]
    chains = [_chain(transcription, c)[:-1] for c in range(len(contacts))]
    return np.array(
        [
            _length([contact.point, *tree.anchor[chain], centre]) + transcription.joint_shift[chain].sum()
            for contact, chain in zip(contacts, chains, strict=True)
        ]
    )


def _between(transcription: Transcription, one: int, other: int) -> float:
    """Farthest distance of two contacts, with both chains stretched out from their common body."""
    contacts, anchor = transcription.job.character.contacts, transcription.tree.anchor
    chains = [_chain(transcription, c) for c in (one, other)]
    down, up = ([body for body in chain if body not in other] for chain, other in (chains, chains[::-1]))
    given = float(transcription.joint_shift[[*down, *up]].sum())
    return _length([contacts[one].point, *anchor[down], *anchor[up[::-1]], contacts[other].point]) + given


def _chain(transcription: Transcription, contact: int) -> list[int]:
    """Bodies from a contact's up to the root."""
    body = transcription.job.character.body_index(transcription.job.character.contacts[contact].body)
    chain = []
    while body >= 0:
        chain.append(body)
        body = int(transcription.tree.parent[body])
    return chain


def _length(points: Sequence[ArrayLike]) -> float:
    return float(np.linalg.norm(np.diff(np.array(points, float), axis=0), axis=1).sum())


def _has_more(transcription: Transcription) -> bool:
    """Whether the job has holds, surfaces or further trees, which these bounds do not consider."""
    job = transcription.job
    return bool(job.holds or job.surfaces or job.character.others)


_CHECKS: tuple[Callable[[Problem], Iterable[Violation]], ...] = (
    _nothing_carries,
    _too_steep,
    _root_out_of_reach,
    _lift_out_of_reach,
    _too_fast,
)
