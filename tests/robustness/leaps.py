"""Open clips with a flight: jumps, flips."""

import math
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from solver.character import Character
from solver.character.root_joint import FREE
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, ContactTiming, Job
from tests.robustness.poses import ENDS, legs_apart, pins, standing_pose
from tests.robustness.task import either_way, within

SIDEWAYS = 1.4  # rad


def jump_job(
    rng: np.random.Generator,
    name: str,
    character: Character,
    *,
    flight: tuple[float, float],
    distance: tuple[float, float],
    turn: tuple[float, float] = (0.0, 0.0),
    ground: float = 0.6,
) -> Job:
    """From standing over a flight to standing elsewhere, perhaps turned.

    Args:
        rng: of the draw.
        name: of the jump.
        character: who.
        flight: lowest and highest flight time [s].
        distance: lowest and highest way forward [m].
        turn: lowest and highest turn about the vertical, either way [rad].
        ground: time to squat and to land [s] each.
    """
    airborne, way = within(rng, *flight), within(rng, *distance)
    yaw = either_way(rng, *turn) if turn[1] else 0.0
    start = standing_pose(character)
    end = start | {"root.tx": start["root.tx"] + way}
    if yaw:
        character = unlimited(character)
        end = end | {"root.rz": yaw}
    label = f"{name} {way:.2f} m, flight {airborne:.2f} s, turn {yaw:.2f}"
    apart = legs_apart(character)
    constraints = pins(start, *ENDS[0]) + pins(end, *ENDS[1]) + pins(apart, 0, 0) + pins(apart, -1, -1)
    return _leap(label, character, airborne, ground, constraints)


def flip_job(
    rng: np.random.Generator,
    name: str,
    character: Character,
    *,
    flight: tuple[float, float],
    ground: float = 0.6,
    fps: float = 30.0,
    roll: float = 0.0,
) -> Job:
    """Forward or backward once round in the air, from standing to standing, free to land elsewhere.

    Args:
        rng: of the draw.
        name: of the flip.
        character: who.
        flight: lowest and highest flight time [s].
        ground: time to squat and to land [s] each.
        fps: frames per second.
        roll: time [s] by which contacts on the side it turns to leave the ground before the others. A flat foot
            that leaves it all at once is at rest till then, and what it lends the body to turn is not enough.
    """
    airborne, sense = within(rng, *flight), float(rng.choice([-1.0, 1.0]))
    start = standing_pose(character)
    end = {"root.tz": start["root.tz"], "root.ry": sense * 2 * math.pi}
    constraints = pins(start, *ENDS[0]) + pins(end, -1, -1) + pins(legs_apart(character), 0, 0)
    label = f"{name} {'forward' if sense > 0 else 'backward'}, flight {airborne:.2f} s"
    early = {c.name: roll for c in character.contacts if sense * c.point[0] > 0}
    return _leap(label, unlimited(character), airborne, ground, constraints, fps, early)


def unlimited(character: Character) -> Character:
    """The same character, free to turn over, but not quite onto its side, where its root's axes are two."""
    root, free = character.root_joint, (-FREE, FREE)
    limits = (free, (-SIDEWAYS, SIDEWAYS), free) if len(root.axes) == 3 else ()
    return replace(character, root=replace(root, limits=limits))


def _leap(
    label: str,
    character: Character,
    airborne: float,
    ground: float,
    constraints: tuple[Pin, ...],
    fps: float = 30.0,
    early: Mapping[str, float] = MappingProxyType({}),
) -> Job:
    length = airborne + 2 * ground
    landing = (1 - ground / length, ground / length)
    timings = tuple(
        ContactTiming(contact.name, ((0.0, (ground - early.get(contact.name, 0.0)) / length), landing))
        for contact in character.contacts
    )
    return Job(label, character, AnimationTiming(length, fps), None, timings, constraints)
