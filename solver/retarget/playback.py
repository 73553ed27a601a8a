"""An action played on a creature: from curves to a motion (Hecker 2008, section 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Flags
from ..job.cycle import Cycle
from ..motion.motion import Motion
from ..rotations import continuous_signs, quaternion_from_matrix
from .action import GeneralAction
from .binding import Binding, bind
from .creature import Creature
from .gait.footprints import Ground, level
from .gait.rhythm import SLOWEST, cycle_seconds
from .goals import Goal, goals
from .ik.posing import Posing
from .ik.solve import solve
from .locomotion import Locomotion, locomotion
from .travel import FrameTravel

LIFTED = 1e-3  # of the height: feet above are in the air
PASSES = 2  # in which bodies that others go to are posed first


@dataclass(frozen=True, eq=False)
class Played:
    """An action as a creature plays it, before physics.

    Attributes:
        motion: of all bodies, world; a cycle if the action loops.
        binding: of the action.
        variant: that played.
        goals: of its bodies in the creature frame, those of feet included.
        travel: of the creature frame.
        feet: bodies that stand or step.
        stands: (F, K) whether each of them is on the ground.
    """

    motion: Motion
    binding: Binding
    variant: int
    goals: tuple[Goal, ...]
    travel: FrameTravel
    feet: tuple[int, ...]
    stands: Flags


def play(
    action: GeneralAction,
    creature: Creature,
    *,
    fps: float = 30.0,
    targets: Mapping[str, Array] | None = None,
    variant: int | None = None,
    travel: FrameTravel | None = None,
    ground: Ground = level,
    pace: float | None = None,
) -> Played:
    """Plays an action once; a gait that loops plays a whole number of its own cycles.

    Args:
        action: to play.
        creature: that plays it.
        fps: frames per second of the action's own time, approximately for a loop.
        targets: external target of each channel that has one, by name: (3,) or (F, 3), world [m].
        variant: which way to play it; None: that of the body nearest to its target.
        travel: of the creature; None: as its gait goes, or standing where its rest pose stands.
        ground: heights of the ground.
        pace: factor of its duration; None: that of its size, see ``Creature.pace``.

    Raises:
        InputError: the creature cannot play it.
    """
    binding = bind(action, creature)
    pace = creature.pace if pace is None else pace
    times = _times(action, creature, fps, travel, pace)
    way = locomotion(creature, action.gait, times, travel=travel, ground=ground)
    inside = {
        name: way.travel.inside(np.broadcast_to(at, (len(times), 3))) for name, at in (targets or {}).items()
    }
    if variant is None:
        variant = binding.nearest({name: at[0] for name, at in inside.items()})
    found = goals_of(binding, variant, times / pace, inside, way)
    posing = solve(creature, found, len(times))
    found = tuple(goal.met(posing.handle) for goal in found)
    motion = in_world(posing, way.travel, float(times[1] - times[0]))
    feet, stands = _standing(binding, variant, way, found)
    if action.loops and action.gait is not None and travel is None:
        motion, stands = _closed(motion, way.travel), stands[:-1]
    return Played(motion, binding, variant, found, way.travel, feet, stands)


def pose(
    binding: Binding, variant: int, times: Array, targets: Mapping[str, Array], *, joints: bool = True
) -> Posing:
    """Poses on the spot of a bound action at times (F,), in any order, each by itself.

    Args:
        binding: of the action.
        variant: that plays.
        times: (F,) [s].
        targets: external targets by channel, creature frame [m].
        joints: whether joints' hinges and limits hold.
    """
    creature = binding.creature
    still = Locomotion(FrameTravel.standing(creature, len(times)), None, np.zeros((len(times), 3)))
    found = goals_of(binding, variant, times, targets, still)
    return solve(creature, found, len(times), joints=joints)


def goals_of(
    binding: Binding, variant: int, times: Array, targets: Mapping[str, Array], way: Locomotion
) -> tuple[Goal, ...]:
    """Goals of channels, feet and hips.

    Those that depend on other bodies are found where these are at rest, then where they were posed, which inverse
    kinematics refines as both move.
    """
    creature, n = binding.creature, len(times)
    owned = frozenset(moved.body for moved in binding.variants[variant] if moved.places)

    def whole(channels: tuple[Goal, ...]) -> tuple[Goal, ...]:
        stepping = way.goals(creature, owned)
        moved = owned | {goal.body for goal in stepping}
        return (*way.with_hips(creature, channels), *stepping, *_still_feet(creature, moved, n))

    handles = np.broadcast_to(creature.handle, (n, *creature.handle.shape))
    found = whole(goals(binding, variant, times, targets, handles))
    for _ in range(PASSES if _depends_on_bodies(binding, variant) else 0):
        first = solve(creature, found, n, joints=False)
        found = whole(goals(binding, variant, times, targets, first.handle))
    return found


def in_world(posing: Posing, travel: FrameTravel, step: float) -> Motion:
    """The motion of poses that travel through the world.

    Args:
        posing: F frames in the creature frame.
        travel: of that frame.
        step: between frames [s].
    """
    turn = travel.axes[:, None] @ posing.turn @ posing.creature.axes
    return Motion(
        posing.creature.character,
        step,
        travel.to_world(posing.center),
        continuous_signs(quaternion_from_matrix(turn)),
    )


def _times(
    action: GeneralAction, creature: Creature, fps: float, travel: FrameTravel | None, pace: float
) -> Array:
    """(F,) even times; of whole cycles if the action loops with a gait, or as many as a given travel has."""
    if travel is not None:
        return np.arange(len(travel.origin)) / fps
    seconds = pace * action.seconds
    if action.loops and action.gait is not None and creature.feet and abs(action.gait.speed) >= SLOWEST:
        period = cycle_seconds(creature, action.gait.speed)
        seconds = period * max(round(seconds / period), 1)
    return np.linspace(0.0, seconds, max(round(seconds / pace * fps), 4) + 1)


def _closed(motion: Motion, travel: FrameTravel) -> Motion:
    """The cycle of a motion whose last frame is its first, moved."""
    yaw = float(travel.yaw[-1] - travel.yaw[0])
    cosine, sine = np.cos(yaw), np.sin(yaw)
    x, y, z = travel.origin[0]
    turned = np.array([cosine * x - sine * y, sine * x + cosine * y, z])
    shift = tuple(float(v) for v in travel.origin[-1] - turned)
    cycle = Cycle((shift[0], shift[1], shift[2]), yaw)
    return Motion(motion.character, motion.step, motion.position[:-1], motion.orientation[:-1], cycle)


def _still_feet(creature: Creature, moved: Sequence[int] | frozenset[int], n_frames: int) -> tuple[Goal, ...]:
    """Goals of feet that nothing else moves: they stay where they stand."""
    whole, flat = np.ones(n_frames), np.broadcast_to(np.eye(3), (n_frames, 3, 3))
    return tuple(
        Goal(b, np.tile(creature.handle[b], (n_frames, 1)), flat, whole, whole)
        for b in sorted(creature.feet)
        if b not in moved
    )


def _standing(
    binding: Binding, variant: int, way: Locomotion, goals: Sequence[Goal]
) -> tuple[tuple[int, ...], Flags]:
    """Feet that stand or step, and when they stand (F, K).

    Feet that channels place stand while they are as high as at rest, if the channel is one of contact, or else never.
    """
    creature, channels = binding.creature, binding.action.channels
    placed = {moved.body for moved in binding.variants[variant] if moved.places}
    touching = {m.body for m in binding.variants[variant] if m.places and channels[m.channel].contact}
    stands = {}
    for goal in goals:
        if goal.body in creature.feet and goal.position is not None:
            low = goal.position[:, 2] < creature.handle[goal.body, 2] + LIFTED * creature.size[2]
            stands[goal.body] = low if goal.body in touching else np.full(len(low), goal.body not in placed)
    if way.feet is not None:
        for k, foot in enumerate(way.feet.feet):
            if foot not in placed:
                stands[foot] = way.feet.stands[:, k]
    feet = tuple(foot for foot in sorted(stands) if foot not in placed - touching)
    return feet, np.stack([stands[foot] for foot in feet], axis=1) if feet else np.zeros(
        (len(way.offset), 0), bool
    )


def _depends_on_bodies(binding: Binding, variant: int) -> bool:
    toward = (binding.action.channels[moved.channel].movement.toward for moved in binding.variants[variant])
    return any(each is not None and not each.is_external for each in toward)
