"""A motion of one creature for another: any rest pose, any proportions, any number of bodies.

Limbs point where the source's point and bend to the same side; feet stand exactly where the source's feet stood, scaled
by the legs; hands keep their place relative to the shoulder, to what they touch, and to each other.
"""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Flags
from ..errors import InputError
from ..job.cycle import Cycle
from ..mechanics.euler import turn_about
from ..motion.motion import Motion
from ..rotations import continuous_signs, quaternion_from_matrix
from ..stretches import stretches
from .creature import Creature
from .creature_map import CreatureMap
from .match import match
from .rigs.footing import Footing, footing, sunk
from .rigs.nearest_pose import PlacedPoints, PoseSearch
from .rigs.reach import PosedBodies, reach
from .rigs.stage import Stage
from .rigs.style import LimbPairs, root_path, size_ratio, turns_of

STANDING = 40.0  # weight of a contact that stands beside one in the air
IN_AIR = 3.0
PASSES = 5  # until no contact is below the ground or off its place
DEPTH, LOOSE = 2e-4, 2e-4  # m


@dataclass(frozen=True, eq=False)
class Transferred:
    """A motion as another creature plays it.

    Attributes:
        motion: of the target's bodies, at the source's frames.
        map: by which limbs it was transferred.
        scale: of its travel: ratio of leg lengths.
        stands: (N, C) which of the target's contacts stand.
        residual: mean distance of each foot and hand from where it shall be, by the name of its body [m].
        slide: greatest distance between two places of a contact while it stands [m].
        penetration: greatest depth of a contact below the ground [m].
        unmatched: names of ends of limbs without a partner, of the source and of the target.
    """

    motion: Motion
    map: CreatureMap
    scale: float
    stands: Flags
    residual: dict[str, float]
    slide: float
    penetration: float
    unmatched: tuple[tuple[str, ...], tuple[str, ...]]


def transfer(
    motion: Motion, target: Creature, *, limbs: CreatureMap | None = None, stands: Flags | None = None
) -> Transferred:
    """Transfers a motion to another creature, from where its rest pose stands.

    Args:
        motion: of the source.
        target: that will move like it.
        limbs: which limbs correspond; None: by what they are.
        stands: (N, C) which contacts of the source stand; None: as its poses show.

    Raises:
        InputError: no limb corresponds.
    """
    source = Creature(motion.character)
    found = limbs or match(source, target)
    pairs = found.pairs(source, target)
    if not pairs:
        raise InputError(f"'{target.character.name}' has no limb in common with '{motion.character.name}'")
    stage = Stage.of(motion, stands)
    scale = size_ratio(source, target)
    turn = turns_of(stage, target, pairs)
    feet = {k: each for k, pair in enumerate(pairs) if (each := footing(stage, target, turn, pair, scale))}
    root = root_path(stage, target, turn, scale)
    root[:, 2] -= sunk(tuple(feet.values()), len(turn), stage.step)
    search = PoseSearch(target, root, turn)
    hands = [k for k in range(len(pairs)) if k not in feet and _reaches(source, target, pairs, k)]
    places = reach(stage, target, [pairs[k] for k in hands], search.posed(search.near))
    points = _points(target, pairs, feet, dict(zip(hands, places, strict=True)), len(turn))
    posed = _above_ground(search, points, sum(len(foot.contacts) for foot in feet.values()))
    return _measured(motion, stage, target, found, scale, posed, points, feet)


def _reaches(source: Creature, target: Creature, pairs: LimbPairs, index: int) -> bool:
    """Whether the end of a limb has a place of its own, unlike those of heads and tails, which only turn."""
    theirs, mine = pairs[index]
    return not {"head", "tail"} & (source.capabilities[theirs.end] | target.capabilities[mine.end])


def _points(
    target: Creature, pairs: LimbPairs, feet: dict[int, Footing], hands: dict[int, Array], n_frames: int
) -> PlacedPoints:
    character = target.character
    bodies, rest = [], []
    places, weights = [], []
    for foot in feet.values():
        for k, c in enumerate(foot.contacts):
            bodies.append(character.body_index(character.contacts[c].body))
            rest.append(target.inside(np.array(character.contacts[c].point)))
            places.append(foot.place[:, k])
            weights.append(np.where(foot.stands[:, k], STANDING, IN_AIR))
    for k, place in hands.items():
        bodies.append(pairs[k][1].end)
        rest.append(target.handle[pairs[k][1].end])
        places.append(place)
        weights.append(np.ones(n_frames))
    return PlacedPoints(
        np.array(bodies, np.intp),
        np.array(rest).reshape(-1, 3),
        np.stack(places, axis=1) if places else np.zeros((n_frames, 0, 3)),
        np.stack(weights, axis=1) if weights else np.zeros((n_frames, 0)),
    )


def _above_ground(search: PoseSearch, points: PlacedPoints, n_contacts: int) -> PosedBodies:
    """Poses in which no contact, which are the first points, is below the ground: those that were are held on it.

    Frames in which contacts are still off their places are searched further.
    """
    if not len(points.bodies):
        return search.posed(search.near)
    weight, place = points.weight.copy(), points.place.copy()
    q, frames = search.near, np.arange(len(search.near))
    for _ in range(PASSES):
        q = search.found(PlacedPoints(points.bodies, points.rest, place, weight), q, frames)
        seen = search.posed(q).points(points.bodies, points.rest)[:, :n_contacts]
        held = weight[:, :n_contacts] == STANDING
        below = (seen[..., 2] < -DEPTH) & ~held
        loose = held & (np.linalg.norm(seen - place[:, :n_contacts], axis=-1) > LOOSE)
        frames = np.flatnonzero((below | loose).any(axis=1))
        if not len(frames):
            break
        place[:, :n_contacts][below] = seen[below] * [1.0, 1.0, 0.0]
        weight[:, :n_contacts][below] = STANDING
    return search.posed(q)


def _measured(
    motion: Motion,
    stage: Stage,
    target: Creature,
    limbs: CreatureMap,
    scale: float,
    posed: PosedBodies,
    points: PlacedPoints,
    feet: dict[int, Footing],
) -> Transferred:
    """The motion in the world, and how near it is to what was asked."""
    own, names = stage.own, [body.name for body in target.character.bodies]
    seen = posed.points(points.bodies, points.rest)[own]
    off = np.linalg.norm(seen - points.place[own], axis=-1)
    residual: dict[str, list[float]] = {}
    for k, b in enumerate(points.bodies):
        residual.setdefault(names[b], []).append(float(off[:, k].mean()))
    stands = np.zeros((motion.n_frames, len(target.character.contacts)), bool)
    slide, k = 0.0, 0
    for foot in feet.values():
        for c, held in zip(foot.contacts, foot.stands[own].T, strict=True):
            stands[:, c] = held
            for first, last in stretches(held):
                extent = np.ptp(seen[first : last + 1, k], axis=0)
                slide = max(slide, float(np.linalg.norm(extent)))
            k += 1
    return Transferred(
        _in_world(motion, target, posed, stage, scale),
        limbs,
        scale,
        stands,
        {name: float(np.mean(values)) for name, values in residual.items()},
        slide,
        max(float(-seen[:, :k, 2].min(initial=0.0)), 0.0),
        _unmatched(stage.source, target, limbs),
    )


def _in_world(motion: Motion, target: Creature, posed: PosedBodies, stage: Stage, scale: float) -> Motion:
    origin, axes = target.frame
    center = origin + posed.center[stage.own] @ axes.T
    turn = axes @ posed.turn[stage.own] @ target.axes
    return Motion(
        target.character,
        motion.step,
        center,
        continuous_signs(quaternion_from_matrix(turn)),
        None if motion.cycle is None else _cycle(motion.cycle, stage, target, scale),
    )


def _cycle(cycle: Cycle, stage: Stage, target: Creature, scale: float) -> Cycle:
    """The cycle of the target's motion: that of the source in creature frames, scaled.

    With the source at o + A y and the target at p + B y', y' = s y, T moves y by A^T (R o + t - o) after R.
    """
    turned = turn_about("Z", cycle.yaw)
    travel = stage.seen.travel
    start, onto = travel.origin[0], travel.axes[0]
    origin, axes = target.frame
    shift = onto.T @ (turned @ start + np.array(cycle.translation) - start)
    moved = scale * axes @ shift + origin - turned @ origin
    return Cycle((float(moved[0]), float(moved[1]), float(moved[2])), cycle.yaw)


def _unmatched(
    source: Creature, target: Creature, limbs: CreatureMap
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    used = {pair.source for pair in limbs.limbs}, {pair.target for pair in limbs.limbs}
    ends = (
        tuple(creature.character.bodies[limb.end].name for limb in creature.limbs)
        for creature in (source, target)
    )
    first, second = (
        tuple(name for name in names if name not in own) for names, own in zip(ends, used, strict=True)
    )
    return first, second
