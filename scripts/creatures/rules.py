"""What a person would call wrong with an action as a creature plays it."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from solver.analysis.heading import ellipsoid_reach
from solver.arrays import Array
from solver.retarget.binding import side_of
from solver.retarget.creature import Creature
from solver.retarget.playback import Played
from solver.rotations import angle_between

GOAL = 0.05  # limb lengths from a goal whose whole weight counts
DEPTH = 0.02  # of the height, deeper in the ground than at rest
SLIP = 0.01  # limb lengths that a standing foot slips in all
POP = 9.0  # turns of a body in units of sqrt(g / limb): 30 rad/s for a limb of 0.9 m
MEET = 0.08  # limb lengths between things that touch
GRAVITY = 9.81


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong.

    Attributes:
        rule: that is broken.
        body: that breaks it.
        amount: by how much, in the unit of the rule.
    """

    rule: str
    body: str
    amount: float

    def __str__(self) -> str:
        return f"{self.rule}: {self.body} {self.amount:.2f}"


def faults(played: Played) -> list[Fault]:
    """All that is wrong; the worst body of each rule."""
    creature = played.binding.creature
    handles = handles_of(played, creature)
    rules = (_goals, _ground, _slips, _pops, _meaning)
    return [fault for rule in rules if (fault := rule(played, creature, handles)) is not None]


def handles_of(played: Played, creature: Creature) -> Array:
    """(F, B, 3) handles in the world [m], from the bodies' poses."""
    arm = (creature.handle - creature.center) @ creature.frame[1].T
    motion = played.motion
    found: Array = motion.position + (motion.turn @ arm[..., None])[..., 0]
    return found


def _goals(played: Played, creature: Creature, handles: Array) -> Fault | None:
    worst = None
    for goal in played.goals:
        if goal.position is None or goal.body == creature.root:
            continue
        wanted = played.travel.to_world(goal.position[:, None])[: len(handles), 0]
        counts = goal.place_weight[: len(handles)] > 0.99
        off = np.linalg.norm(handles[:, goal.body] - wanted, axis=1)[counts] / creature.limb_length[goal.body]
        if len(off) and off.max() > max(GOAL, worst.amount if worst else 0.0):
            worst = Fault("goal missed", _name(creature, goal.body), float(off.max()))
    return worst


def _ground(played: Played, creature: Creature, handles: Array) -> Fault | None:
    """No body is deeper in the ground than in the rest pose."""
    bodies = creature.character.bodies
    radii = np.array([body.diameters for body in bodies]) / 2
    rest = np.array([body.orientation for body in bodies])
    lowest_at_rest = creature.center[:, 2] - ellipsoid_reach(rest, radii)[:, 2]
    lowest = played.motion.position[..., 2] - ellipsoid_reach(played.motion.orientation, radii)[..., 2]
    depth = np.minimum(lowest_at_rest, 0.0) - (lowest.min(axis=0) - played.travel.origin[0, 2])
    worst = max(creature.bodies, key=lambda b: float(depth[b]))
    amount = float(depth[worst] / creature.size[2])
    return Fault("in the ground", _name(creature, worst), amount) if amount > DEPTH else None


def _slips(played: Played, creature: Creature, handles: Array) -> Fault | None:
    for k, foot in enumerate(played.feet):
        both = played.stands[1:, k] & played.stands[:-1, k]
        step = np.linalg.norm(np.diff(handles[:, foot], axis=0), axis=1)
        slip = float((step * both).max(initial=0.0) / creature.limb_length[foot])
        if slip > SLIP:
            return Fault("slips", _name(creature, foot), slip)
    return None


def _pops(played: Played, creature: Creature, handles: Array) -> Fault | None:
    """No body turns faster than anything of its size does."""
    turn, step = played.motion.turn, played.motion.step
    rate = angle_between(turn[1:], turn[:-1]).max(axis=0) / step
    natural = np.sqrt(GRAVITY / creature.mean_limb)
    worst = max(creature.bodies, key=lambda b: float(rate[b]))
    amount = float(rate[worst] / natural)
    return Fault("pops", _name(creature, worst), amount) if amount > POP else None


def _meaning(played: Played, creature: Creature, handles: Array) -> Fault | None:
    """What the action is about happens: hands meet, the mouth is reached, the ground is touched."""
    name = played.binding.action.name
    moved = [m.body for m in played.binding.variants[played.variant] if m.body != creature.root]
    if name in ("clap", "pass on"):
        sides = {b: side_of(creature, b) for b in moved}
        pairs = [(a, b) for a, b in combinations(moved, 2) if sides[a] != sides[b]]
        gaps = [np.linalg.norm(handles[:, a] - handles[:, b], axis=1).min() for a, b in pairs]
        gap = min(gaps, default=np.inf) / creature.limb_length[moved[0]]
        return _unless(gap, "hands do not meet", creature, moved[0])
    if name == "eat" and "grasper" in creature.capabilities[moved[0]]:
        mouths = [b for b in creature.bodies if "mouth" in creature.capabilities[b]]
        gap = min(float(np.linalg.norm(handles[:, moved[0]] - handles[:, m], axis=1).min()) for m in mouths)
        return _unless(gap / creature.limb_length[moved[0]], "mouth not reached", creature, moved[0])
    if name in ("pick", "pound", "eat"):
        height = handles[:, moved[0], 2].min() - played.travel.origin[0, 2]
        return _unless(height / creature.limb_length[moved[0]], "ground not touched", creature, moved[0])
    return None


def _unless(amount: float, rule: str, creature: Creature, body: int) -> Fault | None:
    return Fault(rule, _name(creature, body), float(amount)) if amount > MEET else None


def _name(creature: Creature, body: int) -> str:
    return creature.character.bodies[body].name
