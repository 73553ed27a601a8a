"""Where feet of the target are: as the source's, scaled, and exactly in place while they stand."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.ndimage import gaussian_filter1d

from ...arrays import Array, Flags, Indices
from ...mechanics.euler import turn_about
from ...stretches import stretches
from ..creature import Creature
from ..limb import CreatureLimb
from .ankle import Ankle
from .stage import LEVEL, Stage, yaw_of
from .style import ankle_path, flat_axes, hip_middle

SHORTEST, GAP = 0.06, 0.08  # s: a stance that is shorter is none, and one interrupted for less is one
FADE = 0.35  # s: in which a foot in the air leaves the place where it stood
CALM = 0.15  # s: in which hips follow slopes


@dataclass(frozen=True, eq=False)
class Footing:
    """Where the contacts of one foot are over F frames, creature frame.

    Attributes:
        contacts: (K,) indices of the target's contacts.
        place: (F, K, 3) of each [m].
        stands: (F, K) whether each is held there.
        raised: (F,) by how much feet stand lower than the source's, scaled: its ground may slope [m]; NaN in the air.
    """

    contacts: Indices
    place: Array
    stands: Flags
    raised: Array


def sunk(feet: Sequence[Footing], n_frames: int, step: float) -> Array:
    """(F,) by how much hips are lower than the source's, scaled, since its ground is not level [m]."""
    raised = np.array([foot.raised for foot in feet]).reshape(len(feet), n_frames)
    known = np.isfinite(raised)
    standing = known.any(axis=0)
    if not standing.any():
        return np.zeros(n_frames)
    mean = np.where(known, raised, 0.0).sum(axis=0)[standing] / known.sum(axis=0)[standing]
    frames = np.arange(n_frames)
    found = gaussian_filter1d(np.interp(frames, frames[standing], mean), CALM / step, mode="nearest")
    return np.asarray(found, float)


def footing(
    stage: Stage, target: Creature, turn: Array, pair: tuple[CreatureLimb, CreatureLimb], scale: float
) -> Footing | None:
    """Where a foot is; None if a limb of the pair has no contacts.

    Args:
        stage: the source's motion.
        target: that will move like it.
        turn: (F, B, 3, 3) of the target's bodies before any goal.
        pair: limb of the source and of the target.
        scale: of its travel.
    """
    source = stage.source
    ankles = Ankle.of(source, pair[0]), Ankle.of(target, pair[1])
    if ankles[0] is None or ankles[1] is None:
        return None
    theirs, mine = ankles[0].contacts, ankles[1].contacts
    rests = _rest(source, theirs), _rest(target, mine)
    flat = [flat_axes(source, ankles[0].body), flat_axes(target, ankles[1].body)]
    arms = rests[1] - rests[1].mean(axis=0)
    turned = turn[:, ankles[1].body]
    middle = _ankle(stage, target, pair, ankles[1], scale) + turned @ (
        rests[1].mean(axis=0) - ankles[1].point
    )
    free = middle[:, None] + np.einsum("fij,kj->fki", turned, arms)
    stands = _cleaned(stage.stands[:, theirs][:, _nearest(rests, flat)], stage.step)
    leg = pair[1].length
    place, held, raised = free.copy(), np.zeros(len(free), bool), np.full(len(free), np.nan)
    for first, last in stretches(stands.any(axis=1)):
        frames = slice(first, last + 1)
        heights = stage.above(stage.contact_points[frames][:, theirs])[stage.stands[frames][:, theirs]]
        level = scale * (float(np.median(heights)) - stage.foot_floor(theirs)) if heights.size else 0.0
        raised[frames] = level if level < LEVEL * leg else 0.0
        level = 0.0 if level < LEVEL * leg else level
        place[frames] = _planted(free[frames], turned[frames], stands[frames], arms, level)
        held[frames] = True
    place = _faded(free, place, held, FADE / stage.step)
    place[~held, :, 2] = np.maximum(place[~held, :, 2], 0.0)
    return Footing(mine, place, stands, raised)


def _planted(free: Array, turned: Array, stands: Flags, arms: Array, level: float) -> Array:
    """Places (f, K, 3) of the contacts of a foot during one stance, in which those that stand do not move."""
    counts = stands.sum(axis=1)
    whole = counts == counts.max()
    place = free.copy()
    anchors = np.array(
        [
            free[stands[:, k], k].mean(axis=0) if stands[:, k].any() else free[:, k].mean(axis=0)
            for k in range(len(arms))
        ]
    )
    yaw = np.unwrap(yaw_of(turned))
    frames = np.arange(len(free))
    change = np.zeros(len(free))
    if counts.max() > 1:
        mean = float(yaw[whole].mean())
        anchors = free[whole].mean(axis=(0, 1)) + arms @ turn_about("Z", mean).T
        change = np.interp(frames, frames[whole], mean - yaw[whole])
    anchors[:, 2] = level
    turns = turn_about("Z", change) @ turned
    for k in range(len(arms)):  # each frame turns about the contacts that stand
        here = stands[:, k]
        about = anchors[k] + np.einsum("fij,mj->fmi", turns[here], arms - arms[k])
        place[here] = np.where(stands[here][..., None], place[here], about)
    place = np.where(stands[..., None], anchors, place)
    place[..., 2] = np.maximum(place[..., 2], level)
    return place


def _faded(free: Array, place: Array, held: Flags, width: float) -> Array:
    """Places in the air, which keep what standing has changed and lose it with time."""
    found = place.copy()
    for first, last in stretches(~held):
        frames = np.arange(first, last + 1)
        shift = np.zeros_like(free[first : last + 1])
        both = first > 0 and last + 1 < len(free)
        fade = min(width, (last - first + 2) / 2) if both else width
        for edge in ([first - 1] if first > 0 else []) + ([last + 1] if last + 1 < len(free) else []):
            share = np.clip(1 - np.abs(frames - edge) / (2 * fade), 0, 1)
            share = share * share * (3 - 2 * share)
            shift += share[:, None, None] * (place[edge] - free[edge])
        found[frames] = free[frames] + shift
    return found


def _ankle(
    stage: Stage, target: Creature, pair: tuple[CreatureLimb, CreatureLimb], ankle: Ankle, scale: float
) -> Array:
    """(F, 3) the target's ankle, on the same side of the hips as at the source, by the width of the target's [m]."""
    source = stage.source
    aside = [
        creature.joint[limb.bodies[0]] - hip_middle(creature)
        for creature, limb in zip((source, target), pair, strict=True)
    ]
    wider = (aside[1] - scale * aside[0]) * [1.0, 1.0, 0.0]
    place, height = ankle_path(stage, pair[0])
    place = scale * place + turn_about("Z", stage.heading) @ wider
    place[:, 2] += float(ankle.point[2]) - scale * height
    return place


def _nearest(rests: tuple[Array, Array], flat: list[Array]) -> Indices:
    """(K,) contact of the source that each of the target's is like, both within the bounds of their foot."""
    within = []
    for rest, axes in zip(rests, flat, strict=True):
        along = (rest - rest.mean(axis=0)) @ axes
        size = np.ptp(along[:, :2], axis=0).max()
        within.append(along[:, :2] / max(float(size), 1e-9))
    distance = np.linalg.norm(within[1][:, None] - within[0], axis=-1)
    found: Indices = distance.argmin(axis=1)
    return found


def _cleaned(stands: Flags, step: float) -> Flags:
    found = stands.copy()
    for k in range(stands.shape[1]):
        for first, last in stretches(~found[:, k]):
            inner = first > 0 and last + 1 < len(found)
            if inner and (last + 1 - first) * step <= GAP:
                found[first : last + 1, k] = True
        for first, last in stretches(found[:, k]):
            if (last + 1 - first) * step < SHORTEST:
                found[first : last + 1, k] = False
    return found


def _rest(creature: Creature, contacts: Indices) -> Array:
    return creature.inside(np.array([creature.character.contacts[c].point for c in contacts]))
